import type { Action } from '@vitrine/contract/actions';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { transaction } from '../../../db/transaction.ts';
import type { TestApp } from '../../../test/app.ts';
import { type GameClient, result } from '../../../test/game-client.ts';
import type { MadeStore } from '../../../test/make.ts';
import { selling, useCity } from '../../../test/make-city.ts';
import { on, refundSold } from '../../../test/make-deliveries.ts';
import { answerPollsAtOnce } from '../../../test/shorter-limits.ts';
import { violations } from '../invariants.ts';
import { deliveriesOfOrders, publicDeliveries } from '../read-deliveries.ts';
import { repeatDeliveries } from '../resend/repeat-deliveries.ts';
import { retargetDeliveries } from '../retarget-deliveries.ts';
import { createReversals } from '../reverse-delivery.ts';
import { dueSweep } from '../sweeps.ts';

answerPollsAtOnce();

let app: TestApp;
let store: MadeStore;
let game: GameClient;
useCity((city) => {
  ({ app, store, game } = city);
});

const sell = selling(() => ({ app, store }));
const sweep = () => dueSweep.run(app.deps);
const DAY = 1440;

/** An action with options, as an order keeps it. */
const having = (action: Action, options: Partial<Record<'delayMinutes' | 'onlyOnline' | 'oncePerOrder', unknown>>) =>
  ({ ...action, ...options }) as Action;

/** Lets time pass for the store: moves the times in its rows this many days into the past. */
async function pass(days: number): Promise<void> {
  const ago = sql`make_interval(mins => ${days * DAY})`;
  for (const [table, columns] of [
    ['delivery', ['due_at', 'created_at', 'first_sent_at', 'finished_at', 'updated_at']],
    ['right_source', ['begins_at', 'ends_at', 'ended_at']],
    ['customer_right', ['ends_at', 'ended_at']],
  ] as const) {
    const set = columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(column)} - ${ago}`);
    await sql`update ${sql.table(table)} set ${sql.join(set)} where store_id = ${store.id}`.execute(app.db);
  }
  await sweep();
}

interface Row {
  id: string;
  type: string;
  phase: string;
  state: string;
  args: Record<string, unknown>;
  /** Days until it is due. */
  days: number;
}
async function rows(order: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id, action_type as type, phase, state, args, round(extract(epoch from due_at - now()) / 86400)::int as days
      from delivery where order_id = ${order} order by seq`.execute(app.db);
  return rows;
}
const states = async (order: string) => (await rows(order)).map(({ type, state }) => `${type} ${state}`);
const idOf = async (order: string, type: string) => (await rows(order)).find((row) => row.type === type)?.id ?? '';
async function deliver(): Promise<string[]> {
  const commands = await game.take();
  for (const command of commands) await game.report(result(command));
  return commands.map(({ action }) => action);
}

test('once per order: three units give the action once, and its resend too', async () => {
  const once = { oncePerOrder: true };
  const { id } = await sell(
    [having(on.money(500), once), having(on.item('agua', 2), once), having(on.command('avisar'), once), on.money(7)],
    { quantity: 3 },
  );
  expect((await rows(id)).map(({ type, args }) => [type, args.amount])).toEqual([
    ['add_money', 500],
    ['add_item', 2],
    ['execute_command', undefined],
    ['add_money', 21],
  ]);
  expect(await violations(app.db)).toEqual([]);
  const money = await idOf(id, 'add_money');
  await transaction(app.db, (tx) =>
    repeatDeliveries(tx, store.id, [money], { job: 'j', reason: 'teste', actor: 'Ana' }),
  );
  expect((await rows(id)).at(-1)?.args).toEqual({ amount: 500 });
});

test('a quantity still lengthens a right whose command runs once per order', async () => {
  const { id } = await sell(
    [having(on.command('avisar'), { oncePerOrder: true }), on.group('vip'), on.dropGroup('vip')],
    {
      quantity: 3,
      removeDays: 30,
    },
  );
  expect((await rows(id)).at(-1)).toMatchObject({ type: 'remove_group', days: 90 });
});

test('a delayed delivery holds back nothing, and takes its place when it is due', async () => {
  await game.hello();
  const { id } = await sell([having(on.money(1), { delayMinutes: 2 * DAY }), on.money(2)]);
  const later = await sell([on.money(3)]);
  expect(await states(id)).toEqual(['add_money scheduled', 'add_money queued']);
  expect(await deliver()).toEqual(['add_money']);
  expect(await deliver()).toEqual(['add_money']);
  expect(await states(later.id)).toEqual(['add_money succeeded']);
  expect(await deliver()).toEqual([]);
  const [shown] = (await publicDeliveries(app.db, store.id, id)).deliveries;
  expect(shown?.state).toBe('scheduled');
  expect(Date.parse(shown?.dueAt ?? '') - Date.now()).toBeGreaterThan(1.9 * DAY * 60_000);
  // What was bought and due before it goes first.
  await pass(1);
  const [between] = [await sell([on.money(4)])];
  await pass(1);
  const [first] = await game.take();
  expect(first?.args).toEqual({ amount: 4 });
  await game.report(result(first as never));
  expect(await states(between?.id ?? '')).toEqual(['add_money succeeded']);
  const [second] = await game.take();
  expect(second?.args).toEqual({ amount: 1 });
  await game.report(result(second as never));
  expect(await violations(app.db)).toEqual([]);
});

test('a delay reaches Discord too', async () => {
  const { id } = await sell([having(on.role('391822001983488009'), { delayMinutes: 60 })]);
  expect(await states(id)).toEqual(['add_role scheduled']);
  await pass(1 / 24);
  expect(await states(id)).toEqual(['add_role queued']);
});

test('a refund before it is due cancels it, with what would have taken it back', async () => {
  const { id } = await sell([having(on.group('vip'), { delayMinutes: DAY }), on.dropGroup('vip')], { removeDays: 30 });
  await refundSold(app.db, store.id, id);
  expect(await states(id)).toEqual(['add_group cancelled', 'remove_group cancelled']);
  await pass(2);
  expect(await states(id)).toEqual(['add_group cancelled', 'remove_group cancelled']);
  expect(await violations(app.db)).toEqual([]);
});

test('twenty refunds at the moment of the delay’s end: each is cancelled, and none goes out', async () => {
  await game.hello();
  const orders: string[] = [];
  for (let at = 0; at < 20; at += 1) orders.push((await sell([having(on.money(5), { delayMinutes: 1 })])).id);
  await sql`update delivery set due_at = now() where store_id = ${store.id}`.execute(app.db);
  await Promise.all([...orders.map((id) => refundSold(app.db, store.id, id)), sweep(), sweep(), sweep()]);
  await sweep();
  for (const id of orders) expect(await states(id)).toEqual(['add_money cancelled']);
  expect(await game.take()).toEqual([]);
});

test('a right with a delay counts its days from its execution, and ends after it began', async () => {
  await game.hello();
  const vip = [having(on.group('vip'), { delayMinutes: 10 * DAY }), on.dropGroup('vip'), on.group('novato')];
  const { id } = await sell(vip, { removeDays: 5 });
  expect((await rows(id)).find(({ phase }) => phase === 'expiration')?.days).toBe(15);
  expect(await deliver()).toEqual(['add_group']);
  await pass(10);
  expect((await rows(id)).map(({ type, state, days }) => [type, state, days]).toSorted()).toEqual([
    ['add_group', 'queued', 0],
    ['add_group', 'succeeded', -10],
    ['remove_group', 'scheduled', 5],
  ]);
  // The city is away for a week, which is longer than the right lasts.
  await pass(7);
  expect((await rows(id)).find(({ phase }) => phase === 'expiration')?.state).toBe('scheduled');
  expect(await deliver()).toEqual(['add_group']);
  expect((await rows(id)).find(({ phase }) => phase === 'expiration')).toMatchObject({ state: 'scheduled', days: 5 });
  await pass(5);
  expect(await deliver()).toEqual(['remove_group']);
  expect(await violations(app.db)).toEqual([]);
});

test('what takes back the item as a whole waits for the last of its delays', async () => {
  await game.hello();
  const { id } = await sell(
    [on.money(5), having(on.money(6), { delayMinutes: 10 * DAY }), on.command('tirar', 'on_expiration')],
    { removeDays: 3 },
  );
  const all = await rows(id);
  expect(all.at(-1)).toMatchObject({ type: 'execute_command', days: 13 });
  const { rows: depends } = await sql<{ depends_on: string }>`
    select depends_on from delivery where order_id = ${id} and phase = 'expiration'`.execute(app.db);
  expect(depends[0]?.depends_on).toBe(all.find(({ args }) => args.amount === 6)?.id);
  await deliver();
  await pass(10);
  await deliver();
  expect((await rows(id)).find(({ type }) => type === 'execute_command')).toMatchObject({
    state: 'scheduled',
    days: 3,
  });
});

test('money that is taken back at the end counts from the delayed delivery too', async () => {
  await game.hello();
  const back = { ...on.money(6), type: 'remove_money', executionTiming: 'on_expiration' } as Action;
  const { id } = await sell([having(on.money(6), { delayMinutes: 10 * DAY }), back], { removeDays: 3 });
  expect((await rows(id)).at(-1)).toMatchObject({ type: 'remove_money', days: 13 });
  await pass(12);
  await deliver();
  expect((await rows(id)).find(({ phase }) => phase === 'expiration')).toMatchObject({ state: 'scheduled', days: 3 });
});

test('a purchase that has not begun keeps no right for another one that ends', async () => {
  await game.hello();
  const { id } = await sell([on.group('vip'), on.dropGroup('vip')], { removeDays: 5 });
  await deliver();
  const later = await sell([having(on.group('vip'), { delayMinutes: 20 * DAY }), on.dropGroup('vip')], {
    removeDays: 30,
  });
  await pass(5);
  expect(await deliver()).toEqual(['remove_group']);
  expect(await states(id)).toEqual(['add_group succeeded', 'remove_group succeeded']);
  await pass(15);
  expect(await deliver()).toEqual(['add_group']);
  expect((await rows(later.id)).find(({ phase }) => phase === 'expiration')?.days).toBe(30);
});

test('a refund moves no purchase before the end of its own delay', async () => {
  const vip = (more: object) => [having(on.group('vip'), more), on.dropGroup('vip')];
  const first = await sell(vip({}), { removeDays: 30 });
  const second = await sell(vip({ delayMinutes: 20 * DAY }), { removeDays: 30 });
  const third = await sell(vip({}), { removeDays: 30 });
  const end = async (order: string) => (await rows(order)).find(({ phase }) => phase === 'expiration')?.days;
  expect([await end(second.id), await end(third.id)]).toEqual([60, 90]);
  await refundSold(app.db, store.id, first.id);
  // It begins on day 20, so only 10 of the 30 days that were given up can be taken from its end.
  expect([await end(second.id), await end(third.id)]).toEqual([50, 80]);
});

test('only online: it waits for the player where the base could do without, and says so', async () => {
  await game.hello();
  const { id } = await sell([having(on.money(5), { onlyOnline: true }), on.group('vip')]);
  expect(await deliver()).toEqual(['add_group']);
  expect(await game.take()).toEqual([]);
  const words = async () => {
    const [inPanel] = (await deliveriesOfOrders(app.db, store.id, [id])).get(id) ?? [];
    const [inShop] = (await publicDeliveries(app.db, store.id, id)).deliveries;
    return [inPanel?.message, inShop?.message, inShop?.hint];
  };
  const waits = ['Espera o jogador entrar', 'Espera o jogador entrar', 'Entre na cidade para receber.'];
  expect(await words()).toEqual(waits);
  game.online = ['17'];
  const [command] = await game.take();
  expect(command).toMatchObject({ action: 'add_money', only_online: true });
  // The player left before it ran.
  game.online = [];
  await game.report(result(command as never, 'deferred', 'player_offline'));
  expect(await words()).toEqual(waits);
  game.online = ['17'];
  await sql`update delivery set updated_at = now() - interval '10 seconds' where order_id = ${id}`.execute(app.db);
  expect(await deliver()).toEqual(['add_money']);
  expect(await states(id)).toEqual(['add_money succeeded', 'add_group succeeded']);
});

test('what is taken back waits for the player as what was given did', async () => {
  await game.hello();
  const { id } = await sell([having(on.group('vip'), { onlyOnline: true })]);
  game.online = ['17'];
  await deliver();
  game.online = [];
  const group = await idOf(id, 'add_group');
  await sql`update customer_right set ended_at = now() where store_id = ${store.id}`.execute(app.db);
  await transaction(app.db, (tx) => createReversals(tx, store.id, [group]));
  expect(await deliver()).toEqual([]);
  game.online = ['17'];
  expect(await deliver()).toEqual(['remove_group']);
});

test('a corrected buyer keeps the delay from the payment on', async () => {
  const { id } = await sell([having(on.group('vip'), { delayMinutes: 10 * DAY }), on.dropGroup('vip')], {
    removeDays: 5,
  });
  await pass(4);
  const discord_id = '391822001983488001';
  await transaction(app.db, async (tx) => {
    await sql`update "order" set client = 18 where store_id = ${store.id} and id = ${id}`.execute(tx);
    const change = {
      before: { client: 17, discord_id, players: null },
      after: { client: 18, discord_id, players: null },
      actor: 'Ana',
    };
    await retargetDeliveries(tx, store.id, id, change);
  });
  expect((await rows(id)).map(({ state, days }) => [state, days])).toEqual([
    ['scheduled', 6],
    ['scheduled', 11],
  ]);
  await pass(6);
  await game.hello();
  const [command] = await game.take();
  expect(command?.player.city_id).toBe('18');
});

test('orders and products that are older than the options work as before', async () => {
  const { id } = await sell([on.money(5), on.command('avisar')], { quantity: 2 });
  const { rows: kept } = await sql<{ delay_minutes: number; only_online: boolean }>`
    select delay_minutes, only_online from delivery where order_id = ${id}`.execute(app.db);
  expect(kept).toEqual([1, 2, 3].map(() => ({ delay_minutes: 0, only_online: false })));
  expect(await states(id)).toEqual(['add_money queued', 'execute_command queued', 'execute_command queued']);
});
