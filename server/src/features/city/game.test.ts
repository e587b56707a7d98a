import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { TestApp } from '../../test/app.ts';
import { everything, GameClient, result } from '../../test/game-client.ts';
import type { MadeStore } from '../../test/make.ts';
import { selling, useCity } from '../../test/make-city.ts';
import { makeSold, on, refundSold } from '../../test/make-deliveries.ts';
import { answerPollsAtOnce } from '../../test/shorter-limits.ts';
import { violations } from '../deliveries/invariants.ts';
import { dueSweep } from '../deliveries/sweeps.ts';

answerPollsAtOnce();

let app: TestApp;
let store: MadeStore;
let game: GameClient;
useCity((city) => {
  ({ app, store, game } = city);
});

const sell = selling(() => ({ app, store }));
const sweep = () => dueSweep.run(app.deps);

async function states(order: string): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select action_type || ' ' || state || coalesce(' ' || code, '') as text from delivery where order_id = ${order} order by seq`.execute(
    app.db,
  );
  return rows.map(({ text }) => text);
}
const alter = (order: string, set: string) =>
  sql`update delivery set ${sql.raw(set)} where order_id = ${order}`.execute(app.db);

test('hello and sync: from the sale to the report that it arrived', async () => {
  const hello = await game.hello();
  expect(hello).toMatchObject({
    status: 200,
    signed: true,
    body: { success: true, epoch: 1, store: { subdomain: store.subdomain } },
  });
  const { id } = await sell([on.money(500)]);
  const sync = await game.sync();
  expect(sync).toMatchObject({
    signed: true,
    body: {
      commands: [
        { attempt: 1, action: 'add_money', args: { amount: 500 }, player: { city_id: '17' }, phase: 'confirmation' },
      ],
    },
  });
  expect(await states(id)).toEqual(['add_money sent']);
  const [command] = sync.body.commands;
  const word = { ...result(command as never), message: 'Entregue', detail: { before: 1, after: 501 } };
  expect(await game.report(word)).toEqual([command?.id]);
  expect(await states(id)).toEqual(['add_money succeeded ok']);
  // A repeated report is settled again and changes nothing.
  expect(await game.report(word)).toEqual([command?.id]);
  const history = await sql`select from delivery_history where delivery_id = ${command?.id}`.execute(app.db);
  expect(history.rows).toHaveLength(3);
  expect(await violations(app.db)).toEqual([]);
});

test('an unknown id is settled, because nothing waits for it', async () => {
  await game.hello();
  expect(await game.report({ id: 'nobody', attempt: 1, status: 'succeeded', code: 'ok' })).toEqual(['nobody']);
});

test('a new server that the owner approved gets the deliveries of the old one, or they become uncertain', async () => {
  await game.hello();
  const { id } = await sell([on.group('vip')]);
  const money = await makeSold(app.db, store.id, { client: 18, items: [{ actions: [on.money(5)] }] });
  expect(await game.take()).toHaveLength(2);
  const other = new GameClient(app, store.apiToken);
  await other.hello();
  expect(await states(id)).toEqual(['add_group sent']);
  await sql`update game_claim set state = 'approved' where store_id = ${store.id}`.execute(app.db);
  await other.hello();
  expect((await game.sync()).body.code).toBe('invalid_request');
  // Only a person can know what became of the money. The group goes out again once the old server may no longer begin it.
  expect(await states(id)).toEqual(['add_group sent']);
  expect(await other.take()).toEqual([]);
  await alter(id, "lease_until = now() - interval '31 seconds'");
  await sweep();
  expect(await states(id)).toEqual(['add_group queued restarted']);
  expect(await states(money.id)).toEqual(['add_money uncertain journal_lost']);
  expect((await other.take()).map(({ action, attempt }) => [action, attempt])).toEqual([['add_group', 2]]);
});

test('a restart with its journal is offered the same delivery again, as the next attempt', async () => {
  await game.hello();
  const { id } = await sell([on.money(5)]);
  const [first] = await game.take();
  game.boot = 'another-boot';
  await sql`update game_server set last_seen_at = now() - interval '2 minutes' where store_id = ${store.id}`.execute(
    app.db,
  );
  await game.hello();
  const [second] = await game.take();
  expect(second).toMatchObject({ id: first?.id, attempt: 2 });
  // While the second attempt is out, a report about the first is settled only if it is success.
  expect(await game.report(result(first as never, 'uncertain', 'uncertain'))).toEqual([]);
  expect(await states(id)).toEqual(['add_money sent']);
  expect(await game.report(result(first as never))).toEqual([first?.id]);
  expect(await states(id)).toEqual(['add_money succeeded ok']);
});

test('in_progress renews a lease, and a lapsed one goes back only to its own journal', async () => {
  await game.hello();
  const { id } = await sell([on.money(5)]);
  const [command] = await game.take();
  await alter(id, "lease_until = now() + interval '1 second'");
  await game.sync({ in_progress: [command?.id], want: 0 });
  await sweep();
  const left = await sql<{
    s: number;
  }>`select extract(epoch from lease_until - now())::int as s from delivery where order_id = ${id}`.execute(app.db);
  expect(left.rows[0]?.s).toBeGreaterThan(100);
  await alter(id, "lease_until = now() - interval '31 seconds'");
  await sweep();
  expect(await states(id)).toEqual(['add_money queued lease_over']);
  expect(await game.take()).toMatchObject([{ id: command?.id, attempt: 2 }]);
});

test('a player gets one delivery after the other; a waiting one holds back only its own kind', async () => {
  await game.hello();
  const { id } = await sell([on.item('agua', 1), on.money(5), on.item('pao', 1), on.group('vip')]);
  // The player is away: items wait, the rest goes out in order.
  const [money, ...none] = await game.take();
  expect([money?.action, none]).toEqual(['add_money', []]);
  expect(await game.take()).toEqual([]);
  await game.report(result(money as never));
  const [group] = await game.take();
  await game.report(result(group as never));
  game.online = ['17'];
  const [water] = await game.take();
  expect(water?.args).toEqual({ item: 'agua', amount: 1 });
  await game.report(result(water as never, 'deferred', 'inventory_full'));
  expect(await game.take()).toEqual([]);
  expect(await states(id)).toEqual([
    'add_item queued inventory_full',
    'add_money succeeded ok',
    'add_item queued',
    'add_group succeeded ok',
  ]);
});

test('what an absent player bought is offered again the moment they are there', async () => {
  await game.hello();
  const { id } = await sell([on.money(5)]);
  const [command] = await game.take();
  await game.report(result(command as never, 'deferred', 'player_offline'));
  await alter(id, "updated_at = now() - interval '10 seconds'");
  expect((await game.sync()).body.commands).toEqual([]);
  game.online = ['17'];
  expect(await game.take()).toMatchObject([{ id: command?.id, attempt: 2 }]);
});

test('a delivery is tried at once when the city says it is ready, or when the city starts anew', async () => {
  await game.hello();
  game.online = ['17'];
  const { id } = await sell([on.item('agua', 1)]);
  const [water] = await game.take();
  await game.report(result(water as never, 'deferred', 'inventory_full'));
  expect(await game.take()).toEqual([]);
  const { body } = await game.sync({ ready: [water?.id, 'unknown'] });
  expect(body.commands).toMatchObject([{ id: water?.id, attempt: 2 }]);
  await game.report(result({ ...(water as object), attempt: 2 } as never, 'deferred', 'inventory_full'));
  expect(await game.take()).toEqual([]);
  await game.hello();
  expect(await game.take()).toMatchObject([{ id: water?.id, attempt: 3 }]);
  expect(await states(id)).toEqual(['add_item sent']);
});

test('an action that the base cannot do fails after the base had time to start', async () => {
  const { add_money: _, ...less } = everything;
  await game.hello({ capabilities: less });
  const { id } = await sell([on.money(5)]);
  expect(await game.take()).toEqual([]);
  await sql`update game_server set hello_at = now() - interval '5 minutes' where store_id = ${store.id}`.execute(
    app.db,
  );
  await game.take();
  expect(await states(id)).toEqual(['add_money failed unsupported_action']);
});

test('every kind of outcome has its own next step', async () => {
  await game.hello();
  const outcome = async (status: 'failed' | 'deferred' | 'uncertain', code: string) => {
    const order = await makeSold(app.db, store.id, {
      client: Math.ceil(Math.random() * 1e8),
      items: [{ actions: [on.money(5)] }],
    });
    const [command] = await game.take();
    await game.report(result(command as never, status, code));
    const [state] = await states(order.id);
    return state?.slice('add_money '.length);
  };
  expect(await outcome('failed', 'player_not_found')).toBe('failed player_not_found');
  expect(await outcome('failed', 'player_mismatch')).toBe('failed player_mismatch');
  expect(await outcome('deferred', 'db_unavailable')).toBe('queued db_unavailable');
  expect(await outcome('deferred', 'storage_unavailable')).toBe('queued storage_unavailable');
  expect(await outcome('failed', 'adapter_error')).toBe('queued adapter_error');
  expect(await outcome('failed', 'brand_new_code')).toBe('queued brand_new_code');
  expect(await outcome('uncertain', 'uncertain')).toBe('uncertain uncertain');
  expect(await outcome('failed', 'expired')).toBe('queued');
  expect(await violations(app.db)).toEqual([]);
});

test('a refund cancels a delivery that is out and had not begun, and reverses it if it arrived', async () => {
  await game.hello();
  const one = await sell([on.group('vip')]);
  const [first] = await game.take();
  await refundSold(app.db, store.id, one.id);
  const asked = await game.sync({ in_progress: [first?.id], want: 0 });
  expect(asked.body.cancel).toEqual([first?.id]);
  await game.report(result(first as never, 'failed', 'cancelled'));
  expect(await states(one.id)).toEqual(['add_group cancelled order_ended']);

  const two = await sell([on.group('vip')]);
  const [second] = await game.take();
  await refundSold(app.db, store.id, two.id);
  await game.report(result(second as never));
  expect(await states(two.id)).toEqual(['add_group succeeded ok', 'remove_group queued']);
  expect(await game.take()).toMatchObject([{ action: 'remove_group', phase: 'reversal', args: { group: 'vip' } }]);
});

test('the delivery of an order that no longer stands is not sent', async () => {
  await game.hello();
  const { id } = await sell([on.money(5)]);
  await sql`update "order" set status = 'cancelled' where id = ${id}`.execute(app.db);
  expect(await game.take()).toEqual([]);
  expect(await states(id)).toEqual(['add_money cancelled order_ended']);
});

test('a right expires after its delivery, and never while another purchase gives the same', async () => {
  await game.hello();
  const vip = { actions: [on.group('vip'), on.dropGroup('vip')], removeDays: 30 };
  const first = await sell(vip.actions, vip);
  await sql`update delivery set due_at = now() where order_id = ${first.id} and phase = 'expiration'`.execute(app.db);
  await sweep();
  // Not delivered yet, so nothing expires.
  expect(await states(first.id)).toEqual(['add_group queued', 'remove_group scheduled']);
  const [given] = await game.take();
  await game.report(result(given as never));
  const second = await sell(vip.actions, vip);
  await sweep();
  expect(await states(first.id)).toEqual(['add_group succeeded ok', 'remove_group cancelled covered']);
  const [again] = await game.take();
  await game.report(result(again as never, 'succeeded', 'already_owned'));
  await alter(second.id, 'due_at = now()');
  await sweep();
  expect(await game.take()).toMatchObject([{ action: 'remove_group', phase: 'expiration' }]);
  const live = await sql`select from customer_right where store_id = ${store.id} and ended_at is null`.execute(app.db);
  expect(live.rows).toHaveLength(0);
});

test('days count from the delivery if the store chose so', async () => {
  await sql`update store set settings = '{"expireFrom":"delivery"}' where id = ${store.id}`.execute(app.db);
  await game.hello();
  const order = await sell([on.group('vip'), on.dropGroup('vip')], { removeDays: 30 });
  await sql`update right_source set ends_at = ends_at - interval '10 days' where order_id = ${order.id}`.execute(
    app.db,
  );
  await alter(order.id, "due_at = due_at - interval '10 days'");
  const [given] = await game.take();
  await game.report(result(given as never));
  const { rows } = await sql<{ days: number }>`
    select round(extract(epoch from due_at - now()) / 86400)::int as days from delivery where order_id = ${order.id} and phase = 'expiration'`.execute(
    app.db,
  );
  expect(rows[0]?.days).toBe(30);
});

test('a delivery is given up after thirty days', async () => {
  const { id } = await sell([on.money(5)]);
  await alter(id, "give_up_at = now() - interval '1 second'");
  await sweep();
  expect(await states(id)).toEqual(['add_money failed given_up']);
});

test('the last of 2,000 loaded players gets an item', async () => {
  await game.hello();
  game.online = Array.from({ length: 2000 }, (_, index) => String(index + 1));
  await game.sync();
  const { id } = await makeSold(app.db, store.id, { client: 2000, items: [{ actions: [on.item('agua', 1)] }] });
  expect((await game.take()).map(({ player }) => player.city_id)).toEqual(['2000']);
  expect(await states(id)).toEqual(['add_item sent']);
});
