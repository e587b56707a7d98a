import type { MtaServer } from '../../../standins/mta/server.ts';
import { Platform } from '../../fivem/test/platform.ts';
import { newMachine, type PlayOptions, playMta } from './played-mta.ts';

// A player counts as loaded right after the login, because these tests are about the journal.
export const CONFIG = `
Config.LoginSeconds = 0
Config.Vips = { Ouro = { number = 1, days = 400 } }
Config.SavePlayer = function(player) exports.gamemode:save(player) end`;
export const COMMANDS =
  'function Actions.conta(info) return setElementData(info.player, "n", (getElementData(info.player, "n") or 0) + 1) end';
/** The own action that counts its calls in the player's data. */
export const COUNT = { action: 'run_action', args: { template: 'conta', argv: ['conta'] } };

/** A server with Ana in it, and a way to start it again on the same machine. */
export async function begin(options: Partial<PlayOptions> & { platform?: Platform } = {}) {
  const platform = options.platform ?? new Platform();
  const folder = options.folder ?? newMachine();
  const all = { platform, folder, config: CONFIG, commands: COMMANDS, online: ['Ana'], ...options };
  const server = await playMta(all);
  server.run(1500);
  /** Starts the server again on the same machine, a minute later. */
  const again = async (more: Partial<PlayOptions> = {}): Promise<MtaServer> => {
    server.close();
    const next = await playMta({ ...all, startAt: server.world.clock.now() + 60_000, ...more });
    next.run(3000);
    return next;
  };
  return { platform, server, folder, again };
}
