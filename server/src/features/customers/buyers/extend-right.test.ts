import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { type MadeStore, makeMember, makeStore } from '../../../test/make.ts';
import { makeSold, on, refundSold } from '../../../test/make-deliveries.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const vip = { removeDays: 30, actions: [on.group('vip'), on.dropGroup('vip')] };
const extend = async (store: MadeStore, id: string, days: number, token = store.token) => {
  const body = { subdomain: store.subdomain, id, days, reason: 'a cidade ficou fora do ar' };
  const answer = await app.post('/v1/buyers/rights/extend', body, { token });
  return { status: answer.status, code: answer.json<{ code?: string }>().code };
};
/** The rights of a store: days until the end, as the right and its scheduled removals say. */
const standing = async (store: MadeStore) => {
  const { rows } = await sql<{ id: string; days: number; removals: number[] }>`
    select r.id, round(extract(epoch from r.ends_at - now()) / 86400)::int as days,
           array(select round(extract(epoch from d.due_at - now()) / 86400)::int from delivery d
                  where d.store_id = r.store_id and d.phase = 'expiration' and d.state = 'scheduled' order by d.due_at) as removals
      from customer_right r where r.store_id = ${store.id} and r.ended_at is null`.execute(app.db);
  return rows;
};

test('a right lasts longer, its removal waits, and later purchases move with it; both ends are in the log', async () => {
  const store = await makeStore(app.db, app.deps.config.secret);
  const first = await makeSold(app.db, store.id, { items: [vip] });
  const [{ id } = { id: '' }] = await standing(store);
  expect(await extend(store, id, 7)).toEqual({ status: 200, code: undefined });
  expect(await standing(store)).toEqual([{ id, days: 37, removals: [37] }]);
  const second = await makeSold(app.db, store.id, { items: [vip] });
  expect(await standing(store)).toEqual([{ id, days: 67, removals: [37, 67] }]);
  // A refund of the first gives up its days, those that were added too.
  await refundSold(app.db, store.id, first.id);
  expect((await standing(store)).map(({ days }) => days)).toEqual([30]);
  const { rows } = await sql`
    select object_id, before->>'expires_at' is distinct from after->>'expires_at' as told from audit_entry
     where store_id = ${store.id} and action = 'order.extend' and before is not null and after is not null`.execute(
    app.db,
  );
  expect(rows).toEqual([{ object_id: first.id, told: true }]);
  await refundSold(app.db, store.id, second.id);
  expect(await extend(store, id, 7)).toEqual({ status: 409, code: 'right_not_extendable' });
});

test('a right without end is not extended, and another store or a member who may not give goods extends none', async () => {
  const store = await makeStore(app.db, app.deps.config.secret);
  await makeSold(app.db, store.id, { items: [{ actions: [on.group('vip')] }] });
  const [{ id } = { id: '' }] = await standing(store);
  expect((await extend(store, id, 7)).code).toBe('right_not_extendable');
  const other = await makeStore(app.db, app.deps.config.secret);
  expect((await extend(other, id, 7)).code).toBe('right_not_found');
  const attendant = await makeMember(app.db, store.id, 'attendant');
  expect((await extend(store, id, 7, attendant.token)).status).toBe(403);
  for (const days of [0, -5, 366, 1.5])
    expect([days, (await extend(store, id, days)).code]).toEqual([days, 'validation_failed']);
});

test('an extension meets a refund: nothing of the purchase is left', async () => {
  const store = await makeStore(app.db, app.deps.config.secret);
  const order = await makeSold(app.db, store.id, { items: [vip] });
  const [{ id } = { id: '' }] = await standing(store);
  await Promise.all([extend(store, id, 7), refundSold(app.db, store.id, order.id), extend(store, id, 7)]);
  expect(await standing(store)).toEqual([]);
});
