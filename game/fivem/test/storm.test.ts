import { afterEach, describe, expect, it } from 'vitest';
import { connect } from '../../../standins/fxserver/connections.ts';
import type { FrameworkName } from '../../../standins/fxserver/frameworks.ts';
import type { KillPoint } from '../../../standins/fxserver/kills.ts';
import { rowsOf } from './city-rows.ts';
import { line } from './platform.ts';
import { closePlayed, type PlayedCity, playCity } from './played-city.ts';
import { playerOf } from './player-of.ts';
import { numbers, Shop } from './shop.ts';

afterEach(closePlayed);

/**
 * Orders with four actions each, while answers are lost or come twice, the shop is away for seconds, and the script or
 * its whole server dies at random points. At the end the city is cut from its power, and only its rows are counted.
 * `STORM_ORDERS=1000` is the long run (`npm run long -- storm`).
 */
const ORDERS = Number(process.env.STORM_ORDERS ?? 30);
const PLAYERS = 20;
const FIRST_ID = 100;
const MONEY = 7;
const START_BANK = 5000;

const GROUPS: Partial<Record<FrameworkName, string>> = {
  vrpex: 'vip',
  vrp2: 'vip',
  'network-newer': 'Premium',
  ox_core: 'police:2',
};

const POINTS: KillPoint[] = [
  ...(['"started"', '"given"', '"done"'] as const).flatMap((contains): KillPoint[] => [
    { at: 'kvp:before', prefix: 'c:', contains },
    { at: 'kvp:after', prefix: 'c:', contains },
  ]),
  { at: 'effect:inside' },
  { at: 'effect:after' },
  { at: 'http:before', contains: '"succeeded"' },
  { at: 'http:sent', contains: '"succeeded"' },
  { at: 'http:answered', contains: '"commands"' },
];

async function storm(framework: FrameworkName, seed: number, deaf: boolean): Promise<void> {
  const random = numbers(seed);
  const shop = new Shop(random);
  const ids = Array.from({ length: PLAYERS }, (_, index) => FIRST_ID + index);
  const here: PlayedCity = await playCity({
    platform: shop,
    framework,
    players: ids.map((id) => ({ id, bank: START_BANK })),
    own: "RegisterCommand('anuncio', function(_, args) print('ran ' .. args[1]) end)",
    cfg: ['add_ace resource.vitrine command.anuncio allow'],
  });
  const { city } = here;
  const group = GROUPS[framework] ?? 'Vip';
  const enter = () => {
    for (const id of ids) connect(city.server, id, 'loaded');
  };
  const script = () => city.server.resources.get('vitrine')?.state;
  enter();
  here.run(3000);
  const sell = (order: number) => {
    const player = playerOf(framework, FIRST_ID + (order % PLAYERS));
    shop.sell([
      { id: `g${order}`, action: 'add_group', args: { group }, player },
      { id: `m${order}`, action: 'add_money', args: { amount: MONEY }, player },
      { id: `i${order}`, action: 'add_item', args: { item: 'dinheirosujo', amount: 1 }, player },
      { id: `c${order}`, action: 'execute_command', args: line(`anuncio ${order}x`), player },
    ]);
  };
  let sold = 0;
  let kills = 0;
  let armed = 0;
  const toKill = Math.max(8, ORDERS / 5);
  for (let turn = 0; turn < 4000 + ORDERS * 20 && (sold < ORDERS || shop.open > 0); turn += 1) {
    if (sold < ORDERS && random() < 0.7) sell(sold++);
    // If the city has not passed the point of the kill after some turns, another point is chosen.
    if (turn - armed > 5 && kills < toKill) {
      armed = turn;
      city.server.world.kills.clear();
      const point = POINTS[Math.floor(random() * POINTS.length)] as KillPoint;
      const whole = random() < 0.5;
      const nth = 1 + Math.floor(random() * 3);
      void city.kill({
        ...point,
        nth,
        resource: point.at.startsWith('effect') ? undefined : 'vitrine',
        ...(whole ? {} : { stops: 'vitrine' }),
      });
    }
    shop.away = shop.away ? random() < 0.9 : random() < 0.01;
    if (deaf && random() < 0.1) city.kvp.deaf = !city.kvp.deaf;
    here.run(500);
    if (city.alive && script() !== 'stopped') continue;
    kills += 1;
    armed = turn;
    city.server.world.kills.clear();
    if (!city.alive) {
      await city.restart();
      enter();
    }
    await city.server.ensure('vitrine', false);
    shop.restarted();
  }
  if (shop.open > 0)
    console.log(
      framework,
      {
        kills,
        armed,
        alive: city.alive,
        script: script(),
        deaf: city.kvp.deaf,
        hellos: shop.hellos.length,
        syncs: shop.syncs.length,
        last: shop.syncs.at(-1),
      },
      shop.results.slice(-4),
      here.logs().slice(-12),
      city.scriptErrors.slice(-3),
    );
  city.kvp.deaf = false;
  here.run(5000);
  city.server.world.kills.clear();
  // The kill removes everything that is only in memory.
  await city.kill();
  // The rows of vRP 2 are msgpack, which only the base can read, so the city starts again.
  if (framework === 'vrp2') await city.restart();

  const states = [...shop.orders.values()].map(({ id, state }) => `${id.slice(0, 1)} ${state}`);
  expect(states.filter((state) => !/^[gmic] succeeded$|^[mic] uncertain$/.test(state))).toEqual([]);
  expect(kills).toBeGreaterThan(ORDERS / 20);
  let uncertain = 0;
  for (const [index, id] of ids.entries()) {
    const rows = rowsOf(city, framework, id);
    const own = JSON.stringify(playerOf(framework, id));
    const mine = [...shop.orders.values()].filter(({ player }) => JSON.stringify(player) === own);
    const count = (kind: string, state: string) =>
      mine.filter((one) => one.id.startsWith(kind) && one.state === state).length;
    const arrived = { m: (rows.bank - START_BANK) / MONEY, i: rows.items('dinheirosujo') };
    for (const kind of ['m', 'i'] as const) {
      const name = `${framework}, player ${id}, ${kind}`;
      uncertain += count(kind, 'uncertain');
      expect(arrived[kind], name).toBeGreaterThanOrEqual(count(kind, 'succeeded'));
      expect(arrived[kind], name).toBeLessThanOrEqual(count(kind, 'succeeded') + count(kind, 'uncertain'));
    }
    if (ORDERS > index) expect(rows.groups).toContain(group);
  }
  const ran = here.ownLines();
  expect(new Set(ran).size).toBe(ran.length);
  for (const { id, state } of shop.orders.values()) {
    if (id.startsWith('c') && state === 'succeeded') expect(ran).toContain(`ran ${id.slice(1)}x`);
  }
  expect(city.scriptErrors).toEqual([]);
  if (process.env.STORM_ORDERS) console.log({ framework, deaf, deliveries: shop.orders.size, kills, uncertain });
}

const BASES: FrameworkName[] = ['vrpex', 'creative4-summerz', 'network-newer', 'vrp2', 'ox_core'];
const patience = 60_000 + ORDERS * 2000;

describe.each(BASES)('a storm over %s', (framework) => {
  it('loses nothing and gives nothing twice', () => storm(framework, 1, false), patience);
  it('gives nothing twice while the server forgets writes', () => storm(framework, 2, true), patience);
});
