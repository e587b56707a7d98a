import type { MtaServer } from '../../../standins/mta/server.ts';
import type { Player } from '../../fivem/test/player-of.ts';
import { newMachine, playMta } from '../../mta/test/played-mta.ts';
import type { Line } from '../check.ts';
import { Desk } from '../desk.ts';
import { runCheck } from '../run.ts';
import type { Command } from '../wire.ts';

const TOKEN = 'vtr_0123456789abcdef0123456789abcdef';
/** The money of a delivery that a kill should meet. Before each of them one delivery tells the balance. */
const KILLED = 7;
/** How long a server is away when it is started again, in ms. */
const DOWN_MS = 3000;

/** How Ana is known, and somebody who is away, by each kind of id. */
const KINDS = {
  account: { player: of('Ana'), away: of('Beto'), config: '' },
  city_id: { player: { city_id: '17' }, away: { city_id: '44' }, config: "Config.PlayerId = 'city_id'" },
} satisfies Record<string, { player: Player; away: Player; config: string }>;

function of(value: string): Player {
  return { identity: { kind: 'mta_account', value } };
}

/** Runs everything against the resource of MTA in a played server. The caller closes it with `closeMta`. */
export async function checkMta(kind: keyof typeof KINDS): Promise<Line[]> {
  const { player, away, config } = KINDS[kind];
  let server: MtaServer | undefined;
  const now = () => server?.world.clock.now() ?? 0;
  const desk = new Desk(TOKEN, now);
  const folder = newMachine();
  const start = async (): Promise<void> => {
    const startAt = server && now() + DOWN_MS;
    server?.kill();
    server?.close();
    server = await playMta({
      platform: {
        convars: { vitrine_token: TOKEN, vitrine_url: 'http://127.0.0.1:3000' },
        player,
        handle: desk.handle.bind(desk),
      },
      folder,
      config: `Config.LoginSeconds = 0\nConfig.SavePlayer = function(player) exports.gamemode:save(player) end\n${config}`,
      commands: 'function Actions.dar_skin() return true end',
      ...(startAt !== undefined && { startAt }),
    });
    server.join('Ana', { ID: 17 });
  };
  await start();
  // An effect takes no time here, so the server dies within one when a scenario needs that.
  const offer = desk.offer.bind(desk);
  let paid = 0;
  desk.offer = (...commands: Command[]) => {
    if (commands.length === 1 && commands[0]?.args?.amount === KILLED) {
      if (paid % 2 === 1) server?.arm({ at: 'effect:after', prefix: 'money' });
      paid += 1;
    }
    offer(...commands);
  };
  const enter = async () => {
    server?.join('Beto', { ID: 44 });
    server?.leave('Beto');
  };
  desk.player = player;
  const time = { now, wait: async (ms: number) => server?.run(ms) };
  return await runCheck(desk, time, { player, away, restart: start, enter, long: true, group: 'VIP' });
}
