import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { installJobs } from '../../../jobs/boss.ts';
import { tasks } from '../../../tasks.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import type { GameClient } from '../../../test/game-client.ts';
import type { MadeStore } from '../../../test/make.ts';
import { makeCity, selling } from '../../../test/make-city.ts';
import { makeSold, on, refundSold } from '../../../test/make-deliveries.ts';
import { delivered, resendDesk } from '../../../test/resend-desk.ts';
import { answerPollsAtOnce } from '../../../test/shorter-limits.ts';
import { inOrder } from '../../../test/waiting-for-lock.ts';
import { violations } from '../invariants.ts';
import { dueSweep } from '../sweeps.ts';

/** A player lost the character 17 and plays as 58: what arrived is sent to the new one, and its rights go there. */

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
  game.online = ['17', '58'];
});

const sell = selling(() => ({ app, store }));
const { call, deliverAll, jobOf, plan, start, started, work } = resendDesk(() => ({ app, store, game }));
const toNew = { ...delivered, player: '17', toClient: 58 };

interface Row {
  id: string;
  phase: string;
  state: string;
  player: string;
  args: { argv?: string[] };
}
const rows = async (order: string) =>
  (
    await sql<Row>`select id, phase, state, player, args from delivery where order_id = ${order} order by seq`.execute(
      app.db,
    )
  ).rows;
const seen = async (order: string) =>
  (await rows(order)).map(({ phase, state, player }) => `${phase} ${state} ${player}`);
/** Who holds what now, and for how many days. */
const holders = async () =>
  (
    await sql<{ holder: string; subject: string; days: number | null }>`
      select r.holder, split_part(r.subject, ':', 1) || case when r.subject like 'group:%' then ':' || split_part(r.subject, ':', 2) else '' end as subject,
             round(extract(epoch from r.ends_at - now()) / 86400)::int as days
        from customer_right r where r.store_id = ${store.id} and r.ended_at is null order by 1, 2`.execute(app.db)
  ).rows.map(({ holder, subject, days }) => [holder, subject, days]);

test('goods, rights and their end go to the new character, and the old one gives back its group', async () => {
  const order = await sell([on.group('vip'), on.dropGroup('vip'), on.command('casa {{cidade}}')], { removeDays: 30 });
  await deliverAll();
  await sql`update right_source set ends_at = ends_at - interval '10 days' where order_id = ${order.id}`.execute(
    app.db,
  );
  expect(await plan(toNew)).toMatchObject({ total: 2, players: 1, excluded: [] });
  const job = await started(toNew);
  await work(job.id);
  expect(await holders()).toEqual([['58', 'group:vip', 20]]);
  await deliverAll();
  expect(await seen(order.id)).toEqual([
    'confirmation succeeded 17',
    'confirmation succeeded 17',
    'expiration scheduled 58',
    'reversal succeeded 17',
    'confirmation succeeded 58',
    'confirmation succeeded 58',
  ]);
  expect((await rows(order.id)).at(-1)?.args.argv).toEqual(['casa', '58']);
  expect(await jobOf(job.id)).toMatchObject({ state: 'done', resent: 2, arrived: 2 });
  const { rows: audit } = await sql`
    select text from audit_entry where store_id = ${store.id} and action = 'delivery.resend_job'`.execute(app.db);
  expect(audit).toEqual([{ text: 'Começou a reenviar 2 entrega(s) para o personagem 58: A cidade foi apagada' }]);

  // The end takes it from the new character, and a refund then finds nothing left.
  await sql`update right_source set ends_at = now() where order_id = ${order.id} and ended_at is null`.execute(app.db);
  await sql`update delivery set due_at = now() where order_id = ${order.id} and state = 'scheduled'`.execute(app.db);
  await dueSweep.run(app.deps);
  expect(await game.take()).toMatchObject([{ action: 'remove_group', player: { city_id: '58' } }]);
  expect(await holders()).toEqual([]);
});

test('a refund afterwards takes it from the new character once, also while the old one still gives back', async () => {
  const order = await sell([on.group('vip')]);
  await deliverAll();
  await work((await started(toNew)).id);
  const made = (await rows(order.id)).find(({ phase, player }) => phase === 'confirmation' && player === '58');
  const seenThere = { subdomain: store.subdomain, id: made?.id, note: 'visto' };
  expect((await app.post('/v1/deliveries/mark', seenThere, { token: store.token })).status).toBe(200);
  await refundSold(app.db, store.id, order.id);
  await deliverAll();
  expect((await seen(order.id)).sort()).toEqual([
    'confirmation succeeded 17',
    'confirmation succeeded 58',
    'reversal succeeded 17',
    'reversal succeeded 58',
  ]);
  expect(await holders()).toEqual([]);
});

test('only goods of one player go to one character, and Discord and uncertain ones stay', async () => {
  await sell([on.money(5), on.role('391822001983488111')]);
  await makeSold(app.db, store.id, { client: 18, items: [{ actions: [on.money(6)] }] });
  await deliverAll();
  await sql`update delivery set state = 'succeeded', finished_at = now() where store_id = ${store.id} and target = 'discord'`.execute(
    app.db,
  );
  await sql`insert into delivery_history (store_id, delivery_id, id, state, attempt)
    select store_id, id, 'z' || id, 'succeeded', 1 from delivery where store_id = ${store.id} and target = 'discord'`.execute(
    app.db,
  );
  await sell([on.money(7)]);
  await deliverAll('uncertain' as never, 'interrupted');
  const many = { ...delivered, toClient: 58 };
  expect((await call('/plan', many)).json().code).toBe('resend_many_players');
  expect((await start(many)).json().code).toBe('resend_many_players');
  const ids = (
    await sql<{ id: string }>`select id from delivery where store_id = ${store.id} and client = 17`.execute(app.db)
  ).rows;
  const mine = { states: ['succeeded', 'uncertain'] as never, ids: ids.map(({ id }) => id), toClient: 58 };
  const seenNow = await plan(mine);
  expect(seenNow.total).toBe(1);
  expect(Object.fromEntries(seenNow.excluded.map(({ reason, count }) => [reason, count]))).toEqual({
    not_in_city: 1,
    unknown_arrival: 1,
  });
});

test('what failed goes to the new character itself, and what goes there is not taken back by a cancellation', async () => {
  const order = await sell([on.group('vip')]);
  await deliverAll('failed', 'player_not_found');
  const both = await sell([on.item('agua', 1)]);
  await deliverAll();
  game.online = [];
  const job = await started({ states: ['failed', 'succeeded'] as never, player: '17', toClient: 58 });
  await work(job.id);
  expect(await jobOf(job.id)).toMatchObject({ state: 'done', resent: 2, waiting: 0 });
  expect((await call('/change', { id: job.id, change: 'cancel' })).json().code).toBe('resend_over');
  expect(await seen(order.id)).toEqual(['confirmation queued 58']);
  expect(await seen(both.id)).toEqual(['confirmation succeeded 17', 'confirmation queued 58']);
  expect(await holders()).toEqual([['58', 'group:vip', null]]);
  const { filter } = await app.db
    .selectFrom('resend_job')
    .where('id', '=', job.id)
    .select('filter')
    .executeTakeFirstOrThrow();
  expect(Object.keys(filter as object)).toEqual(['states']);
});

test('a renewal of the old character moves forward, and the new character adds the days to its own', async () => {
  const month = { removeDays: 30, actions: [on.group('vip'), on.dropGroup('vip')] };
  const lost = await makeSold(app.db, store.id, { client: 17, items: [month] });
  await makeSold(app.db, store.id, { client: 17, items: [month] });
  await makeSold(app.db, store.id, { client: 58, items: [month] });
  await deliverAll();
  expect(await holders()).toEqual([
    ['17', 'group:vip', 60],
    ['58', 'group:vip', 30],
  ]);
  const [first] = await rows(lost.id);
  await work((await started({ ...delivered, ids: [first?.id], toClient: 58 })).id);
  expect(await holders()).toEqual([
    ['17', 'group:vip', 30],
    ['58', 'group:vip', 60],
  ]);
  await deliverAll();
  // The other purchase of 17 still gives the group, so nothing is taken.
  expect(await seen(lost.id)).toEqual([
    'confirmation succeeded 17',
    'expiration scheduled 58',
    'confirmation succeeded 58',
  ]);
});

test.each(['the refund', 'the job'])(
  'a refund during the move leaves nobody with the group: %s first',
  async (first) => {
    const order = await sell([on.group('vip')]);
    await deliverAll();
    const job = await started(toNew);
    const refund = () => refundSold(app.db, store.id, order.id);
    const send = () => work(job.id);
    await inOrder<unknown, unknown>(
      app.db,
      (tx) => sql`select from "order" where id = ${order.id} for update`.execute(tx),
      first === 'the refund' ? [refund, send] : [send, refund],
    );
    await deliverAll();
    expect((await seen(order.id)).sort()).toEqual(
      first === 'the refund'
        ? ['confirmation succeeded 17', 'reversal succeeded 17']
        : ['confirmation cancelled 58', 'confirmation succeeded 17', 'reversal succeeded 17'],
    );
    expect(await holders()).toEqual([]);
  },
);

test('a crash in the middle of the move changes nothing, and the next run moves everything once', async () => {
  const order = await sell([on.group('vip'), on.item('agua', 1)]);
  await deliverAll();
  const job = await started(toNew);
  await sql
    .raw(`
    create function break_move() returns trigger language plpgsql as $$
    begin if new.resent > 0 then raise exception 'cut'; end if; return new; end $$;
    create trigger break_move before update on resend_job for each row execute function break_move()`)
    .execute(app.db);
  try {
    await expect(work(job.id)).rejects.toThrow('cut');
    expect(await holders()).toEqual([['17', 'group:vip', null]]);
    expect(await seen(order.id)).toEqual(['confirmation succeeded 17', 'confirmation succeeded 17']);
  } finally {
    await sql.raw('drop trigger break_move on resend_job; drop function break_move()').execute(app.db);
  }
  await Promise.all([work(job.id), work(job.id)]);
  await deliverAll();
  expect((await seen(order.id)).sort()).toEqual([
    'confirmation succeeded 17',
    'confirmation succeeded 17',
    'confirmation succeeded 58',
    'confirmation succeeded 58',
    'reversal succeeded 17',
  ]);
  expect(await holders()).toEqual([['58', 'group:vip', null]]);
});

test('the job and a single resend meet: what failed is sent once, to one of the two characters', async () => {
  const order = await sell([on.item('agua', 1)]);
  await deliverAll('failed', 'player_not_found');
  const [row] = await rows(order.id);
  const job = await started({ states: ['failed'] as never, player: '17', toClient: 58 });
  const single = () =>
    app.post('/v1/deliveries/resend', { subdomain: store.subdomain, ids: [row?.id] }, { token: store.token });
  await Promise.all([work(job.id), single()]);
  expect(await deliverAll()).toBe(1);
  expect(await rows(order.id)).toHaveLength(1);
});
