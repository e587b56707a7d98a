import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { transaction } from '../../../db/transaction.ts';
import { installJobs } from '../../../jobs/boss.ts';
import { tasks } from '../../../tasks.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { type GameClient, result } from '../../../test/game-client.ts';
import { type MadeStore, makeMember, makeStore } from '../../../test/make.ts';
import { makeCity, selling } from '../../../test/make-city.ts';
import { makeSold, on, refundSold } from '../../../test/make-deliveries.ts';
import { delivered, resendDesk } from '../../../test/resend-desk.ts';
import { answerPollsAtOnce } from '../../../test/shorter-limits.ts';
import { violations } from '../invariants.ts';

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
});

const sell = selling(() => ({ app, store }));
const { call, change, deliverAll, jobOf, plan, rows, start, started, work } = resendDesk(() => ({ app, store, game }));

test('a dry run counts by action and state, says what is left out and why, and changes nothing', async () => {
  await sell([on.money(5), on.group('vip')]);
  const refunded = await sell([on.money(6)]);
  await sell([on.money(7)], { removeDays: 30 });
  const ended = await sell([on.group('ouro'), on.dropGroup('ouro')], { removeDays: 30 });
  const expired = await sell([on.money(8), on.command('tirar {{cidade}}', 'on_expiration')], { removeDays: 30 });
  await deliverAll();
  await refundSold(app.db, store.id, refunded.id);
  for (const { id } of [ended, expired]) {
    await sql`update right_source set ends_at = now() - interval '1 day' where order_id = ${id}`.execute(app.db);
    await sql`update delivery set due_at = now() - interval '1 day' where order_id = ${id} and state = 'scheduled'`.execute(
      app.db,
    );
  }
  await sell([on.money(9)]);
  await deliverAll('failed', 'player_not_found');
  const before = await sql`select * from delivery where store_id = ${store.id} order by id`.execute(app.db);
  const seen = await plan({ states: ['succeeded', 'failed'] });
  expect(seen).toMatchObject({
    total: 4,
    players: 1,
    resend: [
      { target: 'fivem', type: 'add_money', state: 'succeeded', count: 2 },
      { target: 'fivem', type: 'add_group', state: 'succeeded', count: 1 },
      { target: 'fivem', type: 'add_money', state: 'failed', count: 1 },
    ],
  });
  expect(Object.fromEntries(seen.excluded.map(({ reason, count }) => [reason, count]))).toEqual({
    refunded: 1,
    right_ended: 1,
    expired: 1,
  });
  expect((await sql`select * from delivery where store_id = ${store.id} order by id`.execute(app.db)).rows).toEqual(
    before.rows,
  );
});

test('the filter names deliveries by date, product, server and player', async () => {
  const one = await makeSold(app.db, store.id, { client: 17, items: [{ actions: [on.money(1)] }] });
  await makeSold(app.db, store.id, { client: 18, items: [{ actions: [on.money(2)] }] });
  await deliverAll();
  await sql`update delivery set finished_at = '2026-01-10T12:00:00Z' where order_id = ${one.id}`.execute(app.db);
  const item = await app.db
    .selectFrom('order_item')
    .where('order_id', '=', one.id)
    .select('product_id')
    .executeTakeFirstOrThrow();
  const total = async (filter: object) => (await plan({ ...delivered, ...filter })).total;
  expect(await total({})).toBe(2);
  expect(await total({ from: '2026-01-10T11:00:00.000Z', until: '2026-01-10T13:00:00.000Z' })).toBe(1);
  expect(await total({ until: '2026-01-10T12:00:00.000Z' })).toBe(0);
  expect(await total({ productId: item.product_id })).toBe(1);
  expect(await total({ player: '18' })).toBe(1);
  expect(await total({ serverId: store.id })).toBe(2);
  expect(await total({ serverId: 'outro' })).toBe(0);
  expect(await total({ ids: [(await rows(one.id))[0]?.id] })).toBe(1);
  const listed = await app.post(
    '/v1/deliveries',
    { subdomain: store.subdomain, player: '18', state: 'succeeded' },
    { token: store.token },
  );
  expect(listed.json<{ deliveries: { player: string }[] }>().deliveries.map(({ player }) => player)).toEqual(['18']);
});

test('delivered goods go out once more, with reason and name in both histories, the audit log and the order page', async () => {
  const order = await sell([on.money(5)]);
  await deliverAll();
  const job = await started();
  expect(job).toMatchObject({ state: 'running', total: 1, resent: 0 });
  await work(job.id);
  await work(job.id);
  const [given, again] = await rows(order.id);
  expect([given?.state, again?.state, again?.resend, again?.args]).toEqual(['succeeded', 'queued', 1, { amount: 5 }]);
  expect(await deliverAll()).toBe(1);
  expect(await jobOf(job.id)).toMatchObject({ state: 'done', resent: 1, excluded: 0, arrived: 1 });

  const history = await sql<{ delivery_id: string; message: string; actor: string }>`
    select delivery_id, message, actor from delivery_history
     where store_id = ${store.id} and code in ('resend', 'resent') order by delivery_id`.execute(app.db);
  expect(history.rows.map(({ message }) => message)).toEqual([
    'Reenviada: A cidade foi apagada',
    'Reenvio: A cidade foi apagada',
  ]);
  expect(new Set(history.rows.map(({ actor }) => actor))).toEqual(new Set([store.owner.name]));
  const audit = await app.db
    .selectFrom('audit_entry')
    .where('store_id', '=', store.id)
    .where('action', '=', 'delivery.resend_job')
    .select('text')
    .execute();
  expect(audit).toEqual([{ text: 'Começou a reenviar 1 entrega(s): A cidade foi apagada' }]);
  const { reference } = await app.db
    .selectFrom('order')
    .where('id', '=', order.id)
    .select('reference')
    .executeTakeFirstOrThrow();
  const page = (await app.get(`/v1/order/${reference}`)).json<{ response: { deliveries: { resent: boolean }[] } }>();
  expect(page.response.deliveries.map(({ resent }) => resent)).toEqual([false, true]);
});

test('a paused job makes nothing until it is resumed; a cancelled one takes back what waits', async () => {
  const out = await sell([on.money(5)]);
  const waiting = await makeSold(app.db, store.id, { client: 99, items: [{ actions: [on.item('agua', 1)] }] });
  game.online = ['99'];
  await deliverAll();
  game.online = [];
  const job = await started();
  expect((await change(job.id, 'pause')).state).toBe('paused');
  await work(job.id);
  expect(await jobOf(job.id)).toMatchObject({ state: 'paused', resent: 0 });
  expect((await change(job.id, 'resume')).state).toBe('running');
  await work(job.id);
  const [sent] = await game.take();
  expect(await jobOf(job.id)).toMatchObject({ state: 'done', resent: 2 });
  expect((await call('/change', { id: job.id, change: 'pause' })).json().code).toBe('resend_over');
  await game.report(result(sent as never));
  expect(await jobOf(job.id)).toMatchObject({ waiting: 1, arrived: 1 });
  expect((await change(job.id, 'cancel')).state).toBe('cancelled');
  await work(job.id);
  expect(await jobOf(job.id)).toMatchObject({ state: 'cancelled', withdrawn: 1 });
  expect((await call('/change', { id: job.id, change: 'resume' })).json().code).toBe('resend_over');
  expect((await rows(out.id)).map(({ state }) => state)).toEqual(['succeeded', 'succeeded']);
  expect((await rows(waiting.id)).map(({ state, code }) => [state, code])).toEqual([
    ['succeeded', 'ok'],
    ['cancelled', 'resend_withdrawn'],
  ]);
  // What was taken back can be sent again by a later job.
  expect(await plan()).toMatchObject({ total: 2, excluded: [] });
});

test('whoever may not give goods resends up to the allowance of a day, and the same goods only so often', async () => {
  const attendant = await makeMember(app.db, store.id, 'attendant');
  const order = await sell([on.money(5)]);
  await deliverAll();
  await transaction(app.db, async (tx) => {
    await sql`insert into resend_job (store_id, id, state, filter, as_of, reason, account_id, actor, total, resent, finished_at)
      values (${store.id}, 'antes', 'done', '{}', now(), 'antes', ${attendant.account.id}, 'Membro', 50, 50, now())`.execute(
      tx,
    );
  });
  const refused = await start(delivered, attendant.token);
  expect([refused.status, refused.json().code]).toEqual([403, 'resend_allowance']);
  const manager = await makeMember(app.db, store.id, 'manager');
  expect((await start(delivered, manager.token)).status).toBe(403);
  await sql`update delivery set resend = 5 where order_id = ${order.id}`.execute(app.db);
  expect((await plan()).excluded).toEqual([{ reason: 'too_often', count: 1 }]);
  await sql`update delivery set resend = 0 where order_id = ${order.id}`.execute(app.db);
});

test('more than a job may look at is neither counted nor begun, and a narrower filter is', async () => {
  const [order] = [await sell([on.money(5), on.money(6)]), await sell([on.money(7)])];
  await deliverAll();
  const spy = vi.spyOn(limits, 'resendMax', 'get').mockReturnValue(2 as never);
  try {
    expect(await plan()).toMatchObject({ total: 0, resend: [], more: true });
    expect((await start()).json().code).toBe('resend_too_many');
    const ids = (await rows(order.id)).map(({ id }) => id);
    expect(await plan({ ...delivered, ids })).toMatchObject({ total: 2, more: false });
    expect((await start({ ...delivered, ids })).status).toBe(200);
  } finally {
    spy.mockRestore();
  }
});

test("another store's job and deliveries do not exist", async () => {
  const order = await sell([on.money(5)]);
  await deliverAll();
  const job = await started();
  const other = await makeStore(app.db, app.deps.config.secret);
  const there = (path: string, body: object) =>
    app.post(`/v1/deliveries/resends${path}`, { subdomain: other.subdomain, ...body }, { token: other.token });
  expect((await there('/change', { id: job.id, change: 'cancel' })).status).toBe(404);
  expect((await there('', {})).json()).toMatchObject({ jobs: [] });
  const ids = (await rows(order.id)).map(({ id }) => id);
  expect((await there('/plan', { ...delivered, ids })).json()).toMatchObject({ total: 0, excluded: [] });
});
