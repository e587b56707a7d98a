import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { makeStore } from '../../test/make.ts';
import { makeSold, on } from '../../test/make-deliveries.ts';
import { medianDelivery } from './delivery-pace.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('a store’s pace is the median of its own deliveries, once there are twenty', async () => {
  const [store, other] = [
    await makeStore(app.db, app.deps.config.secret),
    await makeStore(app.db, app.deps.config.secret),
  ];
  const deliver = async (seconds: number, change = sql`resend = resend`) => {
    const { id } = await makeSold(app.db, store.id, { items: [{ actions: [on.money(5)] }] });
    await sql`
      update delivery set state = 'succeeded', ${change},
             finished_at = (select completed_at from "order" o where o.store_id = delivery.store_id and o.id = order_id)
                           + make_interval(secs => ${seconds})
       where store_id = ${store.id} and order_id = ${id}`.execute(app.db);
  };
  for (let n = 1; n <= 19; n += 1) await deliver(n);
  // These four do not say how fast the store is: a resend, a delay, a delivery that a person marked, and a gift.
  await deliver(9000, sql`resend = 1`);
  await deliver(9000, sql`delay_minutes = 60`);
  await deliver(9000, sql`code = 'by_person'`);
  await deliver(9000);
  await sql`update "order" set kind = 'manual' where id = (select order_id from delivery where store_id = ${store.id} order by id desc limit 1)`.execute(
    app.db,
  );
  expect(await medianDelivery(app.db, store.id)).toBeNull();
  await deliver(20);
  expect(await medianDelivery(app.db, store.id)).toBe(10.5);
  expect(await medianDelivery(app.db, other.id)).toBeNull();
});
