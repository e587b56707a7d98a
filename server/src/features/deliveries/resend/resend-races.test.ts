import type { ResendJob } from '@vitrine/contract/resends';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { installJobs } from '../../../jobs/boss.ts';
import { tasks } from '../../../tasks.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { type GameClient, result } from '../../../test/game-client.ts';
import type { MadeStore } from '../../../test/make.ts';
import { makeCity, selling } from '../../../test/make-city.ts';
import { makeSold, on, refundSold } from '../../../test/make-deliveries.ts';
import { delivered, resendDesk } from '../../../test/resend-desk.ts';
import { answerPollsAtOnce } from '../../../test/shorter-limits.ts';
import { inOrder } from '../../../test/waiting-for-lock.ts';
import { violations } from '../invariants.ts';
import { dueSweep } from '../sweeps.ts';
import { resendSweep } from './run-resend.ts';

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
const { call, deliverAll, jobOf, plan, rows, start, started, work } = resendDesk(() => ({ app, store, game }));

test('the same goods are never sent by two jobs at once, and the next job repeats the newest delivery', async () => {
  const order = await sell([on.money(5)]);
  await deliverAll();
  const [one, other] = await Promise.all([start(), start()]);
  expect([one.status, other.status].sort()).toEqual([200, 409]);
  const job = (one.status === 200 ? one : other).json<{ job: ResendJob }>().job;
  await work(job.id);
  expect((await plan()).excluded).toEqual([{ reason: 'under_way', count: 1 }]);
  expect((await start()).json().code).toBe('resend_nothing');
  await deliverAll();
  const second = await started();
  await Promise.all([work(second.id), work(second.id), work(second.id)]);
  await deliverAll();
  expect((await rows(order.id)).map(({ resend, state }) => [resend, state])).toEqual([
    [0, 'succeeded'],
    [1, 'succeeded'],
    [2, 'succeeded'],
  ]);
});

test('goods that arrive after the dry run are not in its job', async () => {
  const order = await sell([on.money(5)]);
  await sell([on.money(6)]);
  const [first] = await game.take();
  await game.report(result(first as never));
  const { asOf } = await plan();
  await deliverAll();
  const { job } = (await call('/start', { ...delivered, reason: 'perdeu', asOf })).json<{ job: ResendJob }>();
  await work(job.id);
  const made = await sql<{ order_id: string }>`select order_id from delivery where resend_job = ${job.id}`.execute(
    app.db,
  );
  expect(made.rows).toEqual([{ order_id: order.id }]);
});

test('a job goes on where a crash left it, and no batch is done twice', async () => {
  for (let buyer = 1; buyer <= 230; buyer += 1) {
    await makeSold(app.db, store.id, { client: buyer, items: [{ actions: [on.money(5)] }] });
  }
  await sql`
    with done as (update delivery set state = 'succeeded', code = 'ok', finished_at = now() where store_id = ${store.id}
                  returning store_id, id)
    insert into delivery_history (store_id, delivery_id, id, state, attempt)
    select store_id, id, 'z' || id, 'succeeded', 1 from done`.execute(app.db);
  const job = await started();
  // The second batch breaks in its last statement, as if the process had died there.
  await sql
    .raw(`
    create function break_second() returns trigger language plpgsql as $$
    begin if new.resent > 100 then raise exception 'cut'; end if; return new; end $$;
    create trigger break_second before update on resend_job for each row execute function break_second()`)
    .execute(app.db);
  try {
    await expect(work(job.id)).rejects.toThrow('cut');
    expect(await jobOf(job.id)).toMatchObject({ state: 'running', resent: 100 });
  } finally {
    await sql.raw('drop trigger break_second on resend_job; drop function break_second()').execute(app.db);
  }
  await Promise.all([work(job.id), work(job.id)]);
  // No city takes the 200 that wait. The job queues no more, so that sales of now have room.
  expect(await jobOf(job.id)).toMatchObject({ state: 'running', resent: 200, waiting: 200 });
  await sql`update delivery set updated_at = now() - interval '3 minutes' where resend_job = ${job.id}`.execute(app.db);
  await work(job.id);
  expect(await jobOf(job.id)).toMatchObject({ state: 'done', total: 230, resent: 230 });
  const { rows: made } = await sql<{ goods: number; once: number }>`
    select count(*)::int as goods, count(distinct resend_of)::int as once from delivery where resend_job = ${job.id}`.execute(
    app.db,
  );
  expect(made).toEqual([{ goods: 230, once: 230 }]);
});

test('a job that lost its worker is found again', async () => {
  await sell([on.money(5)]);
  await deliverAll();
  const job = await started();
  await sql`delete from pgboss.job where name = 'deliveries.resend'`.execute(app.db);
  await resendSweep.run(app.deps);
  const waiting = () =>
    sql`select from pgboss.job where name = 'deliveries.resend' and data->>'jobId' = ${job.id}`.execute(app.db);
  expect((await waiting()).rows).toHaveLength(0);
  await sql`update resend_job set updated_at = now() - interval '3 minutes' where id = ${job.id}`.execute(app.db);
  await resendSweep.run(app.deps);
  expect((await waiting()).rows).toHaveLength(1);
});

test.each(['the refund', 'the job'])(
  'a refund during the job leaves nothing given and nothing doubled: %s first',
  async (first) => {
    const order = await sell([on.group('vip')]);
    await deliverAll();
    const job = await started();
    const refund = () => refundSold(app.db, store.id, order.id);
    const send = () => work(job.id);
    await inOrder<unknown, unknown>(
      app.db,
      (tx) => sql`select from "order" where id = ${order.id} for update`.execute(tx),
      first === 'the refund' ? [refund, send] : [send, refund],
    );
    await deliverAll();
    const seen = (await rows(order.id)).map(({ phase, state }) => `${phase} ${state}`);
    expect(seen).toEqual(
      first === 'the refund'
        ? ['confirmation succeeded', 'reversal succeeded']
        : ['confirmation succeeded', 'confirmation cancelled', 'reversal succeeded'],
    );
    expect(await violations(app.db)).toEqual([]);
  },
);

test('a resend that arrives after the refund is taken back, behind it and once', async () => {
  const order = await sell([on.group('vip')]);
  await deliverAll();
  await work((await started()).id);
  const [again] = await game.take();
  await refundSold(app.db, store.id, order.id);
  await game.report(result(again as never));
  await deliverAll();
  expect((await rows(order.id)).map(({ phase, state }) => `${phase} ${state}`)).toEqual([
    'confirmation succeeded',
    'confirmation succeeded',
    'reversal succeeded',
  ]);
});

test('a resend whose time ended while it waited is not given', async () => {
  const order = await sell([on.group('vip'), on.dropGroup('vip')], { removeDays: 30 });
  await deliverAll();
  await work((await started()).id);
  await sql`update right_source set ends_at = now() where order_id = ${order.id}`.execute(app.db);
  await sql`update delivery set due_at = now() where order_id = ${order.id} and state = 'scheduled'`.execute(app.db);
  await dueSweep.run(app.deps);
  await deliverAll();
  expect((await rows(order.id)).map(({ phase, state, code }) => [phase, state, code])).toEqual([
    ['confirmation', 'succeeded', 'ok'],
    ['expiration', 'succeeded', 'ok'],
    ['confirmation', 'cancelled', 'right_over'],
  ]);
});

test('an expiration waits for a resend that is out, so that it is not given after its end', async () => {
  const order = await sell([on.group('vip'), on.dropGroup('vip')], { removeDays: 30 });
  await deliverAll();
  await work((await started()).id);
  const [again] = await game.take();
  await sql`update delivery set due_at = now() where order_id = ${order.id} and state = 'scheduled'`.execute(app.db);
  await dueSweep.run(app.deps);
  expect((await rows(order.id)).map(({ state }) => state)).toEqual(['succeeded', 'scheduled', 'sent']);
  await game.report(result(again as never));
  await dueSweep.run(app.deps);
  await deliverAll();
  expect((await rows(order.id)).map(({ state }) => state)).toEqual(['succeeded', 'succeeded', 'succeeded']);
});
