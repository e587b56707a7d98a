import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../db/ids.ts';
import { transaction } from '../../db/transaction.ts';
import type { StoreId } from '../../http/store.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { makePlan, makeStore } from '../../test/make.ts';
import { claimPlanRoom } from './claim-room.ts';
import { currentPlan, planAllowsDiscord } from './current-plan.ts';
import { hasRoom } from './plan.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const addCategory = (store: StoreId) =>
  transaction(app.db, async (tx) => {
    await claimPlanRoom(tx, store, 'categories');
    await tx.insertInto('category').values({ store_id: store, id: newId(), name: newId(), position: 0 }).execute();
  });

const inviteRow = async (store: StoreId, owner: string, ends = '7 days') => {
  const email = `${newId()}@exemplo.com.br`;
  await app.db
    .insertInto('invitation')
    .values({
      store_id: store,
      id: newId(),
      email,
      email_key: email,
      role: 'manager',
      token_hash: Buffer.from(email),
      invited_by: owner,
      expires_at: sql<Date>`now() + ${ends}::interval`,
    })
    .execute();
};

test('a plan has room while less than its limit is used', () => {
  expect([hasRoom(0, 0), hasRoom(2, 3), hasRoom(3, 3), hasRoom(9, 3), hasRoom(9, null)]).toEqual([
    false,
    true,
    false,
    false,
    true,
  ]);
});

test('many creations at once never pass the limit', async () => {
  const store = await makeStore(app.db, app.deps.config.secret);
  const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => addCategory(store.id)));
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason.code);
  expect(refused).toEqual(Array(9).fill('plan_category_limit'));
});

test('members and open invitations count; expired and revoked ones do not', async () => {
  const store = await makeStore(app.db, app.deps.config.secret, { plan: 'pro' });
  const claim = () => transaction(app.db, (tx) => claimPlanRoom(tx, store.id, 'subUsers'));
  await inviteRow(store.id, store.owner.id);
  await inviteRow(store.id, store.owner.id);
  await inviteRow(store.id, store.owner.id, '-1 minutes');
  await claim();
  await inviteRow(store.id, store.owner.id);
  await expect(claim()).rejects.toMatchObject({ code: 'plan_member_limit' });
});

test('a plan that ended keeps its limits for three days, then its name with the limits of Gratuito', async () => {
  const { db, deps } = app;
  const store = await makeStore(db, deps.config.secret, { plan: 'premium' });
  expect(await currentPlan(db, store.id)).toMatchObject({ id: 'premium', state: 'active', limits: { products: null } });
  await makePlan(db, store.id, 'premium', -2);
  expect(await currentPlan(db, store.id)).toMatchObject({ state: 'grace', limits: { products: null } });
  expect(await planAllowsDiscord(db, store.id)).toBe(true);
  await makePlan(db, store.id, 'premium', -4);
  expect(await currentPlan(db, store.id)).toMatchObject({
    id: 'premium',
    state: 'inactive',
    limits: { products: 10, categories: 3, subUsers: 0, discord: false },
  });
  expect(await planAllowsDiscord(db, store.id)).toBe(false);
});

test('GET /v1/plan lists what is on offer; absent limits are left out', async () => {
  const { plans } = (await app.get('/v1/plan')).json<{ plans: unknown[] }>();
  expect(plans).toEqual([
    {
      _id: 'gratuito',
      name: 'Gratuito',
      price: 0,
      productLimit: 10,
      categoryLimit: 3,
      subUserLimit: 0,
      discordIntegration: false,
    },
    {
      _id: 'pro',
      name: 'Pro',
      price: 29.9,
      yearPrice: 299,
      productLimit: 100,
      categoryLimit: 20,
      subUserLimit: 3,
      discordIntegration: true,
    },
    { _id: 'premium', name: 'Premium', price: 59.9, yearPrice: 599, discordIntegration: true },
  ]);
});

test('GET /v1/store/plan answers limits and use, to members only', async () => {
  const { db, deps, get } = app;
  const store = await makeStore(db, deps.config.secret);
  await addCategory(store.id);
  const answer = await get('/v1/store/plan', { token: store.token });
  expect(answer.json()).toMatchObject({
    success: true,
    response: {
      name: 'Gratuito',
      price: 0,
      expiresAt: null,
      status: 'active',
      limits: { categories: { used: 1, limit: 3 }, products: { used: 0, limit: 10 }, subUsers: { used: 0, limit: 0 } },
    },
  });
  const stranger = await makeStore(db, deps.config.secret);
  const other = await get('/v1/store/plan', { token: stranger.token, headers: { 'x-store': store.subdomain } });
  expect([other.status, other.json().code]).toEqual([404, 'store_not_found']);
  expect((await get('/v1/store/plan')).status).toBe(401);
});
