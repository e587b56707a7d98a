import type { Action } from '@vitrine/contract/actions';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { installJobs } from '../../../jobs/boss.ts';
import { tasks } from '../../../tasks.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { type GameClient, result } from '../../../test/game-client.ts';
import { loggedActions } from '../../../test/logged.ts';
import { type MadeStore, makeMember, makeStore } from '../../../test/make.ts';
import { makeCity, selling } from '../../../test/make-city.ts';
import { on, refundSold } from '../../../test/make-deliveries.ts';
import { answerPollsAtOnce } from '../../../test/shorter-limits.ts';
import { inOrder } from '../../../test/waiting-for-lock.ts';
import { violations } from '../invariants.ts';

/** Correcting what one delivery gives, and sending it to another server of the store. */

answerPollsAtOnce();

let app: TestApp;
let store: MadeStore;
let game: GameClient;

beforeAll(async () => {
  app = await createTestApp();
  await installJobs(app.pool, tasks);
});
afterAll(async () => {
  expect(await violations(app.db)).toEqual([]);
  await app.close();
});
beforeEach(async () => {
  ({ store, game } = await makeCity(app));
  await game.hello();
  game.online = ['17'];
});

const sell = selling(() => ({ app, store }));
const desk = async (path: string, body: object, token = store.token) => {
  const answer = await app.post(`/v1/deliveries${path}`, { subdomain: store.subdomain, ...body }, { token });
  return { status: answer.status, ...answer.json<{ code?: string; error?: string; fiveMAction?: object }>() };
};
const sent = ({ target: _, ...action }: Action) => action;
const edit = (id: string, action: Action, token?: string) =>
  desk('/edit', { id, fiveMAction: sent(action), reason: 'estava errado' }, token);

interface Row {
  id: string;
  state: string;
  phase: string;
  code: string | null;
  subject: string | null;
  args: Record<string, unknown>;
  seat_id: string | null;
}
const rows = async (order: string) =>
  (
    await sql<Row>`select id, state, phase, code, subject, args, seat_id from delivery where order_id = ${order} order by seq`.execute(
      app.db,
    )
  ).rows;
/** The rights that live now: name, and days until the end. */
const rights = async () =>
  (
    await sql<{ subject: string; days: number | null }>`
      select r.subject, round(extract(epoch from r.ends_at - now()) / 86400)::int as days from customer_right r
       where r.store_id = ${store.id} and r.ended_at is null order by 1`.execute(app.db)
  ).rows.map(({ subject, days }) => [subject, days]);

/** Sells, and the city refuses the first delivery. */
async function failed(actions: Action[], more = {}, status: 'failed' | 'uncertain' = 'failed', code = 'invalid_item') {
  const order = await sell(actions, more);
  const [command] = await game.take();
  await game.report(result(command as never, status, code));
  return { order: order.id, id: command?.id as string };
}

test('a wrong item is corrected and sent with the same delivery, with both in the log', async () => {
  const { order, id } = await failed([on.item('aguaa', 2)]);
  expect((await desk('/edit/form', { id })).fiveMAction).toEqual({
    type: 'add_item',
    executionTiming: 'on_confirmation',
    itemName: 'aguaa',
    itemQuantity: 2,
  });
  expect(await edit(id, on.item('agua', 3))).toMatchObject({ status: 200 });
  const [command] = await game.take();
  expect(command).toMatchObject({ id, action: 'add_item', args: { item: 'agua', amount: 3 } });
  await game.report(result(command as never));
  expect(await rows(order)).toMatchObject([{ id, state: 'succeeded' }]);
  const { rows: audit } = await sql`
    select text, before, after from audit_entry where store_id = ${store.id} and action = 'delivery.edit'`.execute(
    app.db,
  );
  expect(audit).toEqual([
    {
      text: 'Corrigiu uma entrega do pedido 1001 (VIP Ouro): estava errado',
      before: { action: 'Entregar 2× aguaa' },
      after: { action: 'Entregar 3× agua' },
    },
  ]);
});

test('the right and its end follow a corrected group, with the days that are left', async () => {
  const { order, id } = await failed(
    [on.group('vipp'), on.dropGroup('vipp')],
    { removeDays: 30 },
    'failed',
    'invalid_group',
  );
  await sql`update right_source set ends_at = ends_at - interval '10 days' where order_id = ${order}`.execute(app.db);
  expect(await edit(id, on.group('vip'))).toMatchObject({ status: 200 });
  expect(await rights()).toEqual([['group:vip', 20]]);
  const { rows: due } = await sql<{ days: number }>`
    select round(extract(epoch from due_at - now()) / 86400)::int as days from delivery
     where order_id = ${order} and phase = 'expiration'`.execute(app.db);
  expect(due).toEqual([{ days: 20 }]);
  expect(await rows(order)).toMatchObject([
    { state: 'queued', subject: 'group:vip', args: { group: 'vip' } },
    { state: 'scheduled', subject: 'group:vip', args: { group: 'vip' } },
  ]);
  const [command] = await game.take();
  await game.report(result(command as never));
  await refundSold(app.db, store.id, order);
  const [back] = await game.take();
  expect(back).toMatchObject({ action: 'remove_group', args: { group: 'vip' } });
  expect(await rights()).toEqual([]);
});

test('a later correction of the buyer keeps what a person corrected', async () => {
  const { order, id } = await failed([on.command('dar {{cidade}} errado')], {}, 'failed', 'command_not_found');
  expect(await edit(id, on.command('dar {{cidade}} certo'))).toMatchObject({ status: 200 });
  await desk('/retarget', { orderId: order, clientId: 58 });
  expect(await rows(order)).toMatchObject([{ state: 'queued', args: { argv: ['dar', '58', 'certo'] } }]);
});

test('the rules of a product apply, and the names of the city', async () => {
  await game.tell({ items: { entries: [{ name: 'agua' }] } });
  const { id } = await failed([on.item('aguaa', 1)]);
  const refusals: [Action, string][] = [
    [on.item('aguinha', 1), 'name_not_in_city'],
    [on.item('agua {{nome}}', 1), 'validation_failed'],
    [on.item('{{nome}}', 1), 'name_choices_only'],
    [on.item('{{nada}}', 1), 'unknown_placeholder'],
    [on.money(5), 'delivery_action_differs'],
  ];
  for (const [action, code] of refusals) expect([action, (await edit(id, action)).code]).toEqual([action, code]);
  const command = await failed([on.command('dar errado')], {}, 'failed', 'command_not_found');
  expect((await edit(command.id, on.command('{{nome}} x'))).code).toBe('command_first_token');
  expect(await rows(command.order)).toMatchObject([{ state: 'failed', args: { argv: ['dar', 'errado'] } }]);
});

test('what arrived, is out, may have begun or no longer stands cannot be corrected', async () => {
  const arrived = await sell([on.item('agua', 1)]);
  const [first] = await game.take();
  await game.report(result(first as never));
  const refunded = await failed([on.item('aguaa', 1)]);
  await refundSold(app.db, store.id, refunded.order);
  const unsure = await failed([on.group('vip')], {}, 'uncertain', 'interrupted');
  expect((await edit(unsure.id, on.group('ouro'))).code).toBe('delivery_not_editable');
  expect(await rights()).toEqual([['group:vip', null]]);
  const out = await sell([on.item('agua', 1)]);
  await game.take();
  for (const order of [arrived.id, out.id, refunded.order]) {
    const [row] = await rows(order);
    expect((await edit(row?.id as string, on.item('pedra', 1))).code).toBe('delivery_not_editable');
  }
  // The lease ended: only the journal of that server knows whether it began.
  await sql`update delivery set state = 'queued' where order_id = ${out.id}`.execute(app.db);
  const [begun] = await rows(out.id);
  expect((await edit(begun?.id as string, on.item('pedra', 1))).code).toBe('delivery_not_editable');
  await sql`update delivery set state = 'sent' where order_id = ${out.id}`.execute(app.db);
});

test('whoever may not give goods cannot correct them, and another store does not see them', async () => {
  const { order, id } = await failed([on.item('aguaa', 1)]);
  const attendant = await makeMember(app.db, store.id, 'attendant');
  expect((await edit(id, on.item('agua', 9), attendant.token)).status).toBe(403);
  const other = await makeStore(app.db, app.deps.config.secret);
  const body = { subdomain: other.subdomain, id, fiveMAction: sent(on.item('agua', 9)), reason: 'x' };
  expect((await app.post('/v1/deliveries/edit', body, { token: other.token })).status).toBe(404);
  expect(await rows(order)).toMatchObject([{ state: 'failed', args: { item: 'aguaa', amount: 1 } }]);
});

test('two people press at once: it is sent once, with one of the two corrections', async () => {
  const { order, id } = await failed([on.item('aguaa', 1)]);
  const answers = await Promise.all([edit(id, on.item('agua', 1)), edit(id, on.item('pedra', 1))]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const commands = await game.take();
  expect(commands).toHaveLength(1);
  expect((await edit(id, on.item('ouro', 1))).code).toBe('delivery_not_editable');
  await game.report(result(commands[0] as never));
  expect((await rows(order)).map(({ state }) => state)).toEqual(['succeeded']);
});

test.each(['the refund', 'the correction'])(
  'a refund meets a correction: nothing is left given, %s first',
  async (first) => {
    const { order, id } = await failed([on.group('vipp')], {}, 'failed', 'invalid_group');
    const refund = () => refundSold(app.db, store.id, order);
    const correct = () => edit(id, on.group('vip'));
    await inOrder<unknown, unknown>(
      app.db,
      (tx) => sql`select from "order" where id = ${order} for update`.execute(tx),
      first === 'the refund' ? [refund, correct] : [correct, refund],
    );
    expect(await game.take()).toEqual([]);
    expect((await rows(order)).map(({ state }) => state)).toEqual(['cancelled']);
    expect(await rights()).toEqual([]);
  },
);

test('what failed at a removed server goes to another one with its right and its end', async () => {
  const made = await app.post(
    '/v1/servers/create',
    { subdomain: store.subdomain, name: 'Cidade Baixa' },
    { token: store.token },
  );
  const { id: gone } = made.json<{ id: string }>();
  const at = (action: Action) => ({ ...action, server: gone }) as Action;
  const asked = { subdomain: store.subdomain, id: gone };
  expect((await app.post('/v1/servers/end', asked, { token: store.token })).status).toBe(200);
  const order = await sell([at(on.group('vip')), at(on.dropGroup('vip'))], { removeDays: 30 });
  expect(await rows(order.id)).toMatchObject([
    { state: 'failed', code: 'server_ended' },
    { state: 'failed', code: 'server_ended' },
  ]);
  const [{ id } = { id: '' }] = await rows(order.id);
  const move = (serverId: string) => desk('/move', { ids: [id], serverId, reason: 'a cidade mudou' });
  expect((await move(gone)).code).toBe('server_not_found');
  expect(await move(store.id)).toMatchObject({ status: 200 });
  expect(await rights()).toEqual([['group:vip', 30]]);
  expect(await rows(order.id)).toMatchObject([
    { state: 'queued', seat_id: null, subject: 'group:vip' },
    { state: 'scheduled', seat_id: null, subject: 'group:vip' },
  ]);
  const [command] = await game.take();
  expect(command).toMatchObject({ id, action: 'add_group', args: { group: 'vip' } });
  await game.report(result(command as never));
  expect((await move(store.id)).code).toBe('delivery_not_movable');
  // A delay that is not over is kept at the other server.
  const later = await sell([{ ...at(on.money(5)), delayMinutes: 60 } as Action]);
  const [delayed] = await rows(later.id);
  expect(delayed).toMatchObject({ state: 'failed', code: 'server_ended' });
  expect(await desk('/move', { ids: [delayed?.id], serverId: store.id, reason: 'x' })).toMatchObject({ status: 200 });
  expect((await loggedActions(app.db, store.id)).at(-1)).toBe('delivery.move');
  expect(await rows(later.id)).toMatchObject([{ state: 'scheduled', seat_id: null }]);
  const minutes = () =>
    sql<{ left: number }>`
    select round(extract(epoch from due_at - now()) / 60)::int as left from delivery where id = ${delayed?.id}`.execute(
      app.db,
    );
  expect((await minutes()).rows).toEqual([{ left: 60 }]);
  expect(await game.take()).toEqual([]);
  const there = await failed([on.item('agua', 1)]);
  expect((await desk('/move', { ids: [there.id], serverId: store.id, reason: 'x' })).code).toBe('delivery_not_movable');
});
