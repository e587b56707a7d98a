import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { installJobs } from '../../../jobs/boss.ts';
import { tasks } from '../../../tasks.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { type GameClient, result } from '../../../test/game-client.ts';
import type { MadeStore } from '../../../test/make.ts';
import { makeCity, selling } from '../../../test/make-city.ts';
import { makeSold, on, refundSold } from '../../../test/make-deliveries.ts';
import { violations } from '../../deliveries/invariants.ts';
import { dueSweep } from '../../deliveries/sweeps.ts';

let app: TestApp;
let store: MadeStore;
let game: GameClient;

beforeAll(async () => {
  app = await createTestApp();
  await installJobs(app.pool, tasks);
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ store, game } = await makeCity(app));
});

const sell = selling(() => ({ app, store }));
const vip = (level: number) => sell([on.group(`Vip:${level}`), on.dropGroup(`Vip:${level}`)], { removeDays: 30 });
const refund = (order: { id: string }) => refundSold(app.db, store.id, order.id);

/** Runs what the city is offered now. Answers it as `action group`. */
async function play(): Promise<string[]> {
  const commands = await game.take();
  await game.report(...commands.map((command) => result(command)));
  return commands.map(({ action, args }) => `${action} ${args.group}`);
}

async function codes(order: { id: string }): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select phase || ' ' || state || coalesce(' ' || code, '') as text from delivery
     where order_id = ${order.id} order by seq`.execute(app.db);
  return rows.map(({ text }) => text);
}

async function both(): Promise<{ silver: { id: string }; gold: { id: string } }> {
  await game.hello();
  const silver = await vip(2);
  expect(await play()).toEqual(['add_group Vip:2']);
  const gold = await vip(1);
  expect(await play()).toEqual(['add_group Vip:1']);
  return { silver, gold };
}

test('the refund of gold gives back the silver that is still paid', async () => {
  const { silver, gold } = await both();
  await refund(gold);
  expect(await play()).toEqual(['add_group Vip:2']);
  expect(await codes(gold)).toEqual([
    'confirmation succeeded ok',
    'expiration cancelled order_ended',
    'reversal succeeded ok',
  ]);
  await refund(silver);
  expect(await play()).toEqual(['remove_group Vip:2']);
  expect(await violations(app.db)).toEqual([]);
});

test('the refund of silver leaves the gold', async () => {
  const { silver, gold } = await both();
  await refund(silver);
  expect(await play()).toEqual([]);
  expect((await codes(silver)).at(-1)).toBe('reversal cancelled covered');
  await refund(gold);
  expect(await play()).toEqual(['remove_group Vip:1']);
});

test('silver that is bought after gold does not lower the level', async () => {
  await game.hello();
  const gold = await vip(1);
  await play();
  await vip(2);
  expect(await play()).toEqual(['add_group Vip:1']);
  await refund(gold);
  expect(await play()).toEqual(['add_group Vip:2']);
});

test('when gold expires its buyer falls back to silver, and then to nothing', async () => {
  const { silver, gold } = await both();
  const expire = async ({ id }: { id: string }) => {
    await sql`update delivery set due_at = now() where order_id = ${id} and phase = 'expiration'`.execute(app.db);
    await dueSweep.run(app.deps);
    return await play();
  };
  expect(await expire(gold)).toEqual(['add_group Vip:2']);
  expect(await expire(silver)).toEqual(['remove_group Vip:2']);
});

test('an owner who takes the group without its level takes what the item gave, and nothing comes back', async () => {
  await game.hello();
  const gold = await sell([on.group('Vip:1'), on.dropGroup('Vip')], { removeDays: 30 });
  await play();
  await sql`update delivery set due_at = now() where order_id = ${gold.id} and phase = 'expiration'`.execute(app.db);
  await dueSweep.run(app.deps);
  expect(await play()).toEqual(['remove_group Vip']);
  const silver = await vip(2);
  await play();
  await refund(silver);
  expect(await play()).toEqual(['remove_group Vip:2']);
});

test("another player's gold and another store's gold count for nobody else", async () => {
  const { gold } = await both();
  await makeSold(app.db, store.id, { client: 18, items: [{ actions: [on.group('Vip:3')] }] });
  expect(await play()).toEqual(['add_group Vip:3']);
  const other = await makeCity(app);
  await other.game.hello();
  await makeSold(app.db, other.store.id, { items: [{ actions: [on.group('Vip:3')] }] });
  const [command] = await other.game.take();
  await other.game.report(result(command as never));
  await refund(gold);
  expect(await play()).toEqual(['add_group Vip:2']);
});

test('where the base has no levels, a name with a number is a group of its own', async () => {
  await game.hello({ framework: 'creative3' });
  await vip(2);
  await play();
  const gold = await vip(1);
  await play();
  await refund(gold);
  expect(await play()).toEqual(['remove_group Vip:1']);
});

test('silver that never arrived is not given back', async () => {
  await game.hello();
  const silver = await vip(2);
  const [command] = await game.take();
  await game.report(result(command as never, 'failed', 'invalid_group'));
  expect((await codes(silver))[0]).toBe('confirmation failed invalid_group');
  const gold = await vip(1);
  await play();
  await refund(gold);
  expect(await play()).toEqual(['remove_group Vip:1']);
});
