import type { Action } from '@vitrine/contract/actions';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { KillPoint } from '../../../../standins/fxserver/kills.ts';
import { violations } from '../../features/deliveries/invariants.ts';
import { type MtaWorld, startMtaWorld } from '../../test/mta-world.ts';

/** The product, and the resource that its owner downloads from it, in a server that runs it as MTA does. */

const of = (type: string, fields: object = {}) =>
  ({ target: 'mta', executionTiming: 'on_confirmation', type: `mta_${type}`, ...fields }) as Action;
const MONEY = 700;
const ALL = [
  of('add_group', { groupName: 'Família Ouro' }),
  of('add_money', { amount: MONEY }),
  of('add_item', { itemName: 'pao', itemQuantity: 1 }),
  of('run_action', { command: 'anuncio {{pedido}}' }),
];
const SETTLED_MS = 60_000;
const PLAYERS = ['Ana', 'Bia', 'Caio'];

let world: MtaWorld;
beforeAll(async () => {
  world = await startMtaWorld([...PLAYERS, 'Fora'], PLAYERS);
}, 180_000);
afterAll(() => world?.close());
afterEach(async () => expect(await violations(world.db)).toEqual([]));

const disk = () => world.server.world.disk;
const moneyOf = (name: string) => disk().accounts.find((one) => one.name === name)?.money;
const breadOf = (name: string) => disk().items[name]?.pao ?? 0;
const states = async (from: number) => (await world.deliveries()).slice(from).map(({ state }) => state);
const becomes = (from: number, wanted: string[]) =>
  vi.waitFor(async () => expect(await states(from)).toEqual(wanted), { timeout: SETTLED_MS, interval: 50 });

test('a sale reaches a player in the game at once, and waits for an absent one only where it must', async () => {
  const product = await world.product(ALL);
  await world.buy(product, 'Ana');
  await becomes(0, Array(4).fill('succeeded'));
  expect(disk().groups['Família Ouro']?.objects).toEqual(['user.Ana']);
  expect([moneyOf('Ana'), breadOf('Ana')]).toEqual([MONEY, 1]);
  expect(world.ran).toEqual([expect.stringMatching(/^ran \d+$/)]);
  await world.buy(product, 'Fora');
  await becomes(4, ['succeeded', 'queued', 'queued', 'succeeded']);
  expect([disk().groups['Família Ouro']?.objects, moneyOf('Fora'), breadOf('Fora')]).toEqual([
    ['user.Ana', 'user.Fora'],
    0,
    0,
  ]);
  world.server.join('Fora');
  await becomes(4, Array(4).fill('succeeded'));
  expect([moneyOf('Fora'), breadOf('Fora')]).toEqual([MONEY, 1]);
  expect(world.server.world.errors).toEqual([]);
}, 120_000);

const points: KillPoint[] = [
  { at: 'db:after', prefix: 'c:', contains: '"started"' },
  { at: 'effect:inside', prefix: 'money' },
  { at: 'effect:after', prefix: 'item' },
  { at: 'http:sent', contains: '"succeeded"' },
];

test('kills of the product and the server lose nothing and double nothing', { timeout: 600_000 }, async () => {
  const product = await world.product(ALL);
  const from = (await world.deliveries()).length;
  const began = PLAYERS.map((name) => [moneyOf(name) ?? 0, breadOf(name)]);
  const lines = world.ran.length;
  for (const [turn, point] of points.entries()) {
    world.server.arm(point);
    await Promise.all(PLAYERS.map((name) => world.buy(product, name)));
    await vi.waitFor(() => expect(world.server.world.alive, JSON.stringify(point)).toBe(false), {
      timeout: SETTLED_MS,
      interval: 10,
    });
    // The product dies before the resource has told what it did, or while the resource tells it after its start.
    if (turn % 2 === 0) await world.kill();
    await world.restart();
    if (turn % 2 === 1) await world.kill();
    await world.start();
  }
  await vi.waitFor(
    async () => {
      const open = (await states(from)).filter((state) => state !== 'succeeded' && state !== 'uncertain');
      expect([(await states(from)).length, open]).toEqual([points.length * PLAYERS.length * ALL.length, []]);
    },
    { timeout: 120_000, interval: 200 },
  );
  const all = (await world.deliveries()).slice(from);
  for (const [at, name] of PLAYERS.entries()) {
    const count = (type: string, state: string) =>
      all.filter((one) => one.player === `mta_account:${name}` && one.type === `mta_${type}` && one.state === state)
        .length;
    expect(count('add_group', 'succeeded'), name).toBe(points.length);
    const [money = 0, bread = 0] = began[at] ?? [];
    for (const [type, got] of [
      ['add_money', ((moneyOf(name) ?? 0) - money) / MONEY],
      ['add_item', breadOf(name) - bread],
    ] as const) {
      expect(got, `${name} ${type}`).toBeGreaterThanOrEqual(count(type, 'succeeded'));
      expect(got, `${name} ${type}`).toBeLessThanOrEqual(count(type, 'succeeded') + count(type, 'uncertain'));
    }
  }
  const ran = world.ran.slice(lines);
  const own = all.filter(({ type }) => type === 'mta_run_action');
  expect(new Set(ran).size).toBe(ran.length);
  expect(ran.length).toBeGreaterThanOrEqual(own.filter(({ state }) => state === 'succeeded').length);
  expect(ran.length).toBeLessThanOrEqual(own.length);
  // One delivery is in hand when a server dies, so at most one for each kill waits for a person.
  expect(all.filter(({ state }) => state === 'uncertain').length).toBeLessThanOrEqual(points.length);
});
