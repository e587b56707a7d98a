import type { Action } from '@vitrine/contract/actions';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type MtaWorld, startMtaWorld } from '../../test/mta-world.ts';
import { violations } from '../deliveries/invariants.ts';

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

test('a sale is in the game for who is there, and waits for who is away only where it must', async () => {
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
