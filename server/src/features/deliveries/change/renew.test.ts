import type { Action } from '@vitrine/contract/actions';
import type { RenewPreview } from '@vitrine/contract/renewals';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { installJobs } from '../../../jobs/boss.ts';
import { tasks } from '../../../tasks.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { type GameClient, result } from '../../../test/game-client.ts';
import { type MadeStore, makeMember, makeStore } from '../../../test/make.ts';
import { makeProduct } from '../../../test/make-catalog.ts';
import { makeCity, selling } from '../../../test/make-city.ts';
import { on, refundSold } from '../../../test/make-deliveries.ts';
import { answerPollsAtOnce } from '../../../test/shorter-limits.ts';
import { inOrder } from '../../../test/waiting-for-lock.ts';
import { violations } from '../invariants.ts';

/** What failed because the product was wrong goes out as the product says today. */

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
const desk = async <T extends object>(path: string, body: object, token = store.token) => {
  const answer = await app.post(`/v1/deliveries${path}`, { subdomain: store.subdomain, ...body }, { token });
  return { status: answer.status, ...answer.json<{ code?: string } & T>() };
};
const preview = async (...ids: string[]) =>
  (await desk<{ changes: RenewPreview[] }>('/renew/preview', { ids })).changes;
const renew = (changes: { id: string; after: string }[], token?: string) =>
  desk<{ sent: number; left: object[] }>('/renew', { changes }, token);

const correct = (product: string, actions: Action[]) =>
  app.db
    .updateTable('product')
    .set({ actions: JSON.stringify(actions) })
    .where('id', '=', product)
    .execute();

/** Sells a product, and the city refuses its first delivery. */
async function failed(actions: Action[], more: { quantity?: number; removeDays?: number } = {}) {
  const product = await makeProduct(app.db, store.id, {});
  await correct(product, actions);
  const order = await sell(actions, { ...more, product });
  const [command] = await game.take();
  await game.report(result(command as never, 'failed', 'invalid_item'));
  return { product, order: order.id, id: command?.id as string };
}
const rows = async (order: string) =>
  (
    await sql<{ state: string; code: string; args: object }>`
      select state, code, args from delivery where order_id = ${order} order by seq`.execute(app.db)
  ).rows;

test('a corrected product goes out with the same delivery and all its units, with both in the log', async () => {
  const { product, order, id } = await failed([on.item('aguaa', 2)], { quantity: 3 });
  expect((await preview(id))[0]).toMatchObject({ after: null, left: 'same' });
  await correct(product, [on.item('agua', 2)]);
  const listed = await desk<{ deliveries: { productChanged: boolean; productId: string }[] }>('', { orderId: order });
  expect(listed.deliveries).toMatchObject([{ productChanged: true, productId: product }]);
  const [change] = await preview(id);
  expect(change).toMatchObject({ before: 'Entregar 6× aguaa', after: 'Entregar 6× agua', left: null });
  expect(await renew([{ id, after: 'Entregar 6× agua' }])).toMatchObject({ status: 200, sent: 1, left: [] });
  const [command] = await game.take();
  expect(command).toMatchObject({ id, action: 'add_item', args: { item: 'agua', amount: 6 } });
  await game.report(result(command as never));
  expect(await rows(order)).toMatchObject([{ state: 'succeeded' }]);
  const { rows: audit } = await sql`
    select text, object_id, before, after from audit_entry where store_id = ${store.id} and action = 'delivery.renew'`.execute(
    app.db,
  );
  expect(audit).toEqual([
    {
      text: expect.stringMatching(/^Reenviou com o produto corrigido \(VIP Ouro\): pedido \d+$/),
      object_id: order,
      before: { action: 'Entregar 6× aguaa' },
      after: { action: 'Entregar 6× agua' },
    },
  ]);
});

test('the right of a corrected group and what ends it follow', async () => {
  const { product, order, id } = await failed([on.group('vipp'), on.dropGroup('vipp')], { removeDays: 30 });
  await correct(product, [on.group('vip'), on.dropGroup('vip')]);
  expect(await renew([{ id, after: 'Adicionar ao grupo vip' }])).toMatchObject({ sent: 1 });
  const { rows: rights } = await sql`
    select subject from customer_right where store_id = ${store.id} and ended_at is null`.execute(app.db);
  expect(rights).toEqual([{ subject: 'group:vip' }]);
  expect(await rows(order)).toMatchObject([
    { state: 'queued', args: { group: 'vip' } },
    { state: 'scheduled', args: { group: 'vip' } },
  ]);
});

test('of several deliveries, those that fit go out, and the answer says why others are left out', async () => {
  await game.tell({ items: { entries: [{ name: 'agua' }] } });
  const wrong = await failed([on.item('aguaa', 1)]);
  const unknown = await failed([on.item('aguaa', 1)]);
  const other = await failed([on.item('aguaa', 1)]);
  const arrived = await failed([on.item('aguaa', 1)]);
  await correct(wrong.product, [on.item('agua', 1)]);
  await correct(unknown.product, [on.item('pedra', 1)]);
  await correct(other.product, [on.money(5)]);
  await desk('/mark', { id: arrived.id });
  expect(await preview(wrong.id, unknown.id, other.id, arrived.id)).toMatchObject([
    { after: 'Entregar 1× agua' },
    { left: 'unfit', problem: expect.stringContaining('pedra') },
    { left: 'gone' },
    { left: 'moved' },
  ]);
  const all = [wrong, unknown, other, arrived].map(({ id }) => ({ id, after: 'Entregar 1× agua' }));
  expect(await renew(all)).toMatchObject({
    sent: 1,
    left: [
      { reason: 'unfit', count: 1 },
      { reason: 'gone', count: 1 },
      { reason: 'moved', count: 1 },
    ],
  });
  expect(await game.take()).toHaveLength(1);
});

test('a product that was saved since the person looked is looked at again', async () => {
  const { product, order, id } = await failed([on.item('aguaa', 1)]);
  await correct(product, [on.item('agua', 1)]);
  const [seen] = await preview(id);
  await correct(product, [on.item('agua', 99)]);
  expect((await renew([{ id, after: seen?.after as string }])).code).toBe('renewal_changed');
  expect(await rows(order)).toMatchObject([{ state: 'failed' }]);
});

test('two people press at once: it is sent once', async () => {
  const { product, id } = await failed([on.item('aguaa', 1)]);
  await correct(product, [on.item('agua', 1)]);
  const press = () => renew([{ id, after: 'Entregar 1× agua' }]);
  const answers = await Promise.all([press(), press()]);
  expect(answers.map(({ sent }) => sent).sort()).toEqual([0, 1]);
  expect(await game.take()).toHaveLength(1);
});

test.each(['the refund', 'the renewal'])('a refund meets a renewal: no goods are kept, %s first', async (first) => {
  const { product, order, id } = await failed([on.group('vipp')]);
  await correct(product, [on.group('vip')]);
  const refund = () => refundSold(app.db, store.id, order);
  const send = () => renew([{ id, after: 'Adicionar ao grupo vip' }]);
  await inOrder<unknown, unknown>(
    app.db,
    (tx) => sql`select from "order" where id = ${order} for update`.execute(tx),
    first === 'the refund' ? [refund, send] : [send, refund],
  );
  expect(await game.take()).toEqual([]);
  expect(await rows(order)).toMatchObject([{ state: 'cancelled' }]);
});

test('whoever may repair may renew, though not correct; another store does not see them', async () => {
  const { product, id } = await failed([on.item('aguaa', 1)]);
  await correct(product, [on.item('agua', 1)]);
  const other = await makeStore(app.db, app.deps.config.secret);
  const body = { subdomain: other.subdomain, ids: [id] };
  expect((await app.post('/v1/deliveries/renew/preview', body, { token: other.token })).status).toBe(404);
  const manager = await makeMember(app.db, store.id, 'manager');
  expect((await renew([{ id, after: 'x' }], manager.token)).status).toBe(403);
  const attendant = await makeMember(app.db, store.id, 'attendant');
  expect(await renew([{ id, after: 'Entregar 1× agua' }], attendant.token)).toMatchObject({ sent: 1 });
});

test('several are cancelled at once, with what would undo them; what arrived is left out', async () => {
  const broken = await failed([on.item('aguaa', 1)]);
  const arrived = await failed([on.item('pedraa', 1)]);
  await desk('/mark', { id: arrived.id });
  const waiting = await sell([on.group('vip'), on.dropGroup('vip')], { removeDays: 30 });
  const { deliveries } = await desk<{ deliveries: { id: string }[] }>('', { orderId: waiting.id });
  const ids = [deliveries[0]?.id, broken.id, arrived.id];
  expect(await desk('/cancel/many', { ids, note: 'produto errado' })).toMatchObject({
    cancelled: 2,
    asked: 0,
    left: [{ state: 'succeeded', count: 1 }],
  });
  expect((await rows(waiting.id)).map(({ state }) => state)).toEqual(['cancelled', 'cancelled']);
  const { rows: audit } = await sql`
    select before, after from audit_entry where store_id = ${store.id} and action = 'delivery.cancel'`.execute(app.db);
  expect(audit).toEqual([{ before: { state: expect.arrayContaining(['failed']) }, after: { state: 'cancelled' } }]);
});

test('the desk finds deliveries by order, player, Discord and name', async () => {
  const order = await sell([on.money(1)]);
  const { number } = await app.db
    .selectFrom('order')
    .where('id', '=', order.id)
    .select('number')
    .executeTakeFirstOrThrow();
  const found = async (search: string) =>
    (await desk<{ deliveries: { customer: string }[] }>('', { search })).deliveries.length;
  for (const search of [`${number}`, `#${number}`, '17', '391822001983488001', 'bru'])
    expect([search, await found(search)]).toEqual([search, 1]);
  for (const search of [`${number + 1}`, '#17x', 'carla', '%', "'"])
    expect([search, await found(search)]).toEqual([search, 0]);
});
