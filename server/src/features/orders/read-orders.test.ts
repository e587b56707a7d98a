import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installJobs } from '../../jobs/boss.ts';
import { tasks } from '../../tasks.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { makeStore } from '../../test/make.ts';
import { makeSold, on } from '../../test/make-deliveries.ts';
import { readOrderDetails, readOrders } from './read-orders.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
  await installJobs(app.pool, tasks);
});
afterAll(() => app.close());

test('an order with one delivery done and one cancelled is all delivered, for owner and buyer', async () => {
  const store = (await makeStore(app.db, app.deps.config.secret)).id;
  const actions = [on.group('vip'), on.money(500)];
  const { id } = await makeSold(app.db, store, { client: 7, items: [{ actions }] });
  const end = (type: string, state: string) =>
    sql`update delivery set state = ${state}, finished_at = now() where order_id = ${id} and action_type = ${type}`.execute(
      app.db,
    );
  await end('add_group', 'succeeded');
  const half = { total: 2, succeeded: 1, problem: 0 };
  expect((await readOrders(app.db, store, {})).response[0]?.deliveries).toEqual(half);

  await end('add_money', 'cancelled');
  const all = { total: 1, succeeded: 1, problem: 0 };
  expect((await readOrders(app.db, store, {})).response[0]?.deliveries).toEqual(all);
  expect((await readOrderDetails(app.db, store, id)).order.deliveries).toEqual(all);
});
