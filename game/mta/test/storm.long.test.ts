import { afterEach, expect, it } from 'vitest';
import type { KillPoint } from '../../../standins/fxserver/kills.ts';
import type { MtaServer } from '../../../standins/mta/server.ts';
import { numbers, Shop } from '../../fivem/test/shop.ts';
import { closeMta, newMachine, playMta } from './played-mta.ts';

afterEach(closeMta);

/**
 * Orders with four actions each, while answers are lost or come twice, the shop is away for seconds, and the server dies at
 * random points of the journal. At the end only what is on its disk is counted. `STORM_ORDERS=1000` is the long run
 * (`npm run long -- storm`).
 */
const ORDERS = Number(process.env.STORM_ORDERS ?? 60);
const PLAYERS = 20;
const MONEY = 7;

const CONFIG = `
Config.LoginSeconds = 0
Config.LogDeliveries = false
Config.NotifyPlayer = false
Config.SavePlayer = function(player) exports.gamemode:save(player) end`;
/** What an own action did is a line in the server's log. */
const COMMANDS = 'function Actions.anuncio(info, text) outputServerLog("ran " .. text) return true end';

const POINTS: KillPoint[] = [
  ...(['"started"', '"given"', '"done"', '"settled"'] as const).flatMap((contains): KillPoint[] => [
    { at: 'db:before', prefix: 'c:', contains },
    { at: 'db:after', prefix: 'c:', contains },
  ]),
  { at: 'effect:inside' },
  { at: 'effect:after' },
  { at: 'http:before', contains: '"succeeded"' },
  { at: 'http:sent', contains: '"succeeded"' },
  { at: 'http:answered', contains: '"commands"' },
];

async function storm(seed: number): Promise<void> {
  const random = numbers(seed);
  const platform = new Shop(random);
  const folder = newMachine();
  const names = Array.from({ length: PLAYERS }, (_, index) => `p${index}`);
  const accounts = names.map((name) => ({ name }));
  const ran: string[] = [];
  let server: MtaServer | undefined;
  const boot = async (): Promise<MtaServer> => {
    const startAt = server ? server.world.clock.now() + 1000 : undefined;
    server?.close();
    const fresh = await playMta({
      platform,
      folder,
      accounts,
      config: CONFIG,
      commands: COMMANDS,
      online: names,
      ...(startAt !== undefined && { startAt }),
    });
    fresh.world.lines.push = (...lines) => ran.push(...lines.filter((line) => line.startsWith('ran ')));
    fresh.world.room = ORDERS;
    server = fresh;
    return fresh;
  };
  const sell = (order: number) => {
    const player = { identity: { kind: 'mta_account', value: names[order % PLAYERS] ?? '' } };
    platform.sell([
      { id: `g${order}`, action: 'add_group', args: { group: 'VIP' }, player },
      { id: `m${order}`, action: 'add_money', args: { amount: MONEY }, player },
      { id: `i${order}`, action: 'add_item', args: { item: `pao${order}`, amount: 1 }, player },
      {
        id: `c${order}`,
        action: 'run_action',
        args: { template: 'anuncio {{n}}', argv: ['anuncio', `${order}x`] },
        player,
      },
    ]);
  };
  let now = await boot();
  let sold = 0;
  let kills = 0;
  let armed = 0;
  for (let turn = 0; turn < 4000 + ORDERS * 20 && (sold < ORDERS || platform.open > 0); turn += 1) {
    if (sold < ORDERS && random() < 0.3) sell(sold++);
    // A point that is not passed makes room for another one.
    if (turn - armed > 5 && kills < ORDERS / 4) {
      armed = turn;
      now.world.kills.clear();
      const point = POINTS[Math.floor(random() * POINTS.length)] as KillPoint;
      now.arm({ ...point, nth: 1 + Math.floor(random() * 2) });
    }
    platform.away = platform.away ? random() < 0.9 : random() < 0.01;
    if (random() < 0.05) now.world.diskDeaf = !now.world.diskDeaf;
    now.run(500);
    if (now.world.alive) continue;
    kills += 1;
    armed = turn;
    now = await boot();
    platform.restarted();
  }
  now.world.diskDeaf = false;
  now.run(5000);
  // What is only in memory is gone now.
  now.kill();

  const states = [...platform.orders.values()].map(({ id, state }) => `${id.slice(0, 1)} ${state}`);
  expect(states.filter((state) => !/^[gmic] succeeded$|^[mic] uncertain$/.test(state))).toEqual([]);
  expect(kills).toBeGreaterThan(ORDERS / 20);
  let uncertain = 0;
  for (const name of names) {
    const mine = [...platform.orders.values()].filter(({ player }) => player?.identity?.value === name);
    const count = (kind: string, state: string) =>
      mine.filter((one) => one.id.startsWith(kind) && one.state === state).length;
    uncertain += count('m', 'uncertain') + count('i', 'uncertain') + count('c', 'uncertain');
    const money = (now.world.disk.accounts.find((one) => one.name === name)?.money ?? 0) / MONEY;
    expect(money, name).toBeGreaterThanOrEqual(count('m', 'succeeded'));
    expect(money, name).toBeLessThanOrEqual(count('m', 'succeeded') + count('m', 'uncertain'));
    const items = now.world.disk.items[name] ?? {};
    expect(Object.values(items).filter((amount) => amount !== 1)).toEqual([]);
    for (const { id, state } of mine) {
      if (id.startsWith('i') && state === 'succeeded') expect(items).toHaveProperty(`pao${id.slice(1)}`);
      if (id.startsWith('c') && state === 'succeeded') expect(ran).toContain(`ran ${id.slice(1)}x`);
    }
    if (count('g', 'succeeded') > 0) expect(now.world.disk.groups.VIP?.objects).toContain(`user.${name}`);
  }
  expect(new Set(ran).size).toBe(ran.length);
  console.log({ deliveries: platform.orders.size, kills, uncertain });
}

it('a storm loses nothing and gives nothing twice', () => storm(1), 60_000 + ORDERS * 2000);
