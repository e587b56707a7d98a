import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type MtaOptions, type MtaServer, startMta } from '../../../standins/mta/server.ts';
import type { Answer } from '../../check/wire.ts';
import type { Player } from '../../fivem/test/player-of.ts';

export const resourceDir = fileURLToPath(new URL('../vitrine', import.meta.url));

const open: MtaServer[] = [];
const folders: string[] = [];

/** Closes what `playMta` opened and removes its machines. A file calls it after each test. */
export function closeMta(): void {
  for (const one of open.splice(0)) one.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** A machine's folder. It keeps journal, accounts and ACL between two starts. */
export function newMachine(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-mta-'));
  folders.push(folder);
  return folder;
}

const ACCOUNT = { identity: { kind: 'mta_account', value: 'Ana' } };

/** Whoever plays Vitrine for the server. */
interface Shop {
  convars: Record<string, string>;
  player: Player;
  handle(path: string, method: string, body: string, headers: Record<string, string>): Answer | undefined;
}

export interface PlayOptions extends Partial<Omit<MtaOptions, 'play'>> {
  platform: Shop;
  /** Lua behind the owner's config.lua, and the whole commands.lua. */
  config?: string;
  commands?: string;
  /** The accounts that are logged in before the resource has said hello. */
  online?: string[];
}

/** A server of MTA with the shop played inside it: nothing waits for a network, so a test moves the time itself. */
export async function playMta(options: PlayOptions): Promise<MtaServer> {
  const { platform, config = '', commands, online = [], files, folder = newMachine(), ...more } = options;
  if (platform.player.city_id === '17') platform.player = ACCOUNT;
  const own = `${readFileSync(join(resourceDir, 'config.lua'), 'utf8')}
Config.Token = '${platform.convars.vitrine_token}'
Config.Url = '${platform.convars.vitrine_url}'
${config}
`;
  const server = await startMta({
    folder,
    resourceDir,
    accounts: [{ name: 'Ana', money: 1000 }, { name: 'ana' }, { name: 'Beto' }],
    files: {
      'config.lua': own,
      ...(commands !== undefined && { 'commands.lua': `Actions = {}\n${commands}` }),
      ...files,
    },
    play: ({ url, method, body, headers }) => platform.handle(new URL(url).pathname, method, body, headers),
    ...more,
  });
  open.push(server);
  for (const name of online) server.join(name);
  return server;
}
