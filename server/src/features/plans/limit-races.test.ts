import { limits } from '@vitrine/contract/limits';
import type { CurrentPlan, SubscriptionAnswer } from '@vitrine/contract/plans';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../db/ids.ts';
import { createTestApp, type TestAnswer, type TestApp } from '../../test/app.ts';
import { type MadeStore, makeAccount, makePlan, makeSession, makeStore } from '../../test/make.ts';
import { makeCategory, makeProduct } from '../../test/make-catalog.ts';

/** For each limit of a plan or an account, 20 calls at once ask for the last place, and exactly one gets it. */
const AT_ONCE = 20;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const at20 = (call: (n: number) => Promise<TestAnswer>) =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, n) => call(n)));
const times = (count: number, make: (n: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)));

/** One call succeeds; all others get the limit's code with its status. */
function expectOne(answers: TestAnswer[], code: string): void {
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.map((answer) => [answer.status, answer.json().code])).toEqual(Array(AT_ONCE - 1).fill([422, code]));
}

/** A plan's use as the panel's screens show it. The two calls that answer it must agree. */
async function room(store: MadeStore, what: keyof CurrentPlan['limits']) {
  const plan = (await app.get('/v1/store/plan', { token: store.token, headers: { 'x-store': store.subdomain } })).json<{
    response: CurrentPlan;
  }>();
  const answer = await app.post('/v1/subscription', { subdomain: store.subdomain }, { token: store.token });
  expect(answer.json<SubscriptionAnswer>().current).toEqual(plan.response);
  return plan.response.limits[what];
}

const invite = (store: MadeStore, name: string) =>
  app.post(
    '/v1/members/invite',
    { subdomain: store.subdomain, email: `${name}@exemplo.com.br`, role: 'attendant' },
    { token: store.token },
  );

test.each([
  ['gratuito', 3],
  ['pro', 20],
] as const)('20 categories at once on the plan %s: one gets the last place', async (plan, limit) => {
  const store = await makeStore(app.db, app.deps.config.secret, { plan });
  await times(limit - 1, () => makeCategory(app.db, store.id));
  expect(await room(store, 'categories')).toEqual({ used: limit - 1, limit });
  const create = (n: number) =>
    app.post('/v1/categories/create', { subdomain: store.subdomain, name: `Corrida ${n}` }, { token: store.token });
  expectOne(await at20(create), 'plan_category_limit');
  expect(await room(store, 'categories')).toEqual({ used: limit, limit });
  expect((await create(99)).json().code).toBe('plan_category_limit');
});

test.each([
  ['gratuito', 10],
  ['pro', 100],
] as const)('20 products at once on the plan %s: one gets the last place', async (plan, limit) => {
  const store = await makeStore(app.db, app.deps.config.secret, { plan });
  const categoryId = await makeCategory(app.db, store.id);
  await times(limit - 1, () => makeProduct(app.db, store.id, { categoryId }));
  expect(await room(store, 'products')).toEqual({ used: limit - 1, limit });
  const body = {
    subdomain: store.subdomain,
    categoryId,
    price: 10,
    imageUrl: '',
    discordActions: [],
    fiveMActions: [],
  };
  const create = (n: number) =>
    app.post('/v1/products/create', { ...body, name: `Corrida ${n}` }, { token: store.token });
  expectOne(await at20(create), 'plan_product_limit');
  expect(await room(store, 'products')).toEqual({ used: limit, limit });
});

test('20 invitations at once on the plan Pro: one gets the last place', async () => {
  const store = await makeStore(app.db, app.deps.config.secret, { plan: 'pro' });
  await invite(store, 'primeira');
  await invite(store, 'segunda');
  expect(await room(store, 'subUsers')).toEqual({ used: 2, limit: 3 });
  expectOne(await at20((n) => invite(store, `corrida-${n}`)), 'plan_member_limit');
  expect(await room(store, 'subUsers')).toEqual({ used: 3, limit: 3 });
});

test('an expired invitation needs a place again when it is sent again', async () => {
  const store = await makeStore(app.db, app.deps.config.secret, { plan: 'premium' });
  const ended = await times(AT_ONCE, async (n) => {
    const id = newId();
    const email = `ended-${n}@exemplo.com.br`;
    const values = { email, email_key: email, role: 'attendant' as const, invited_by: store.owner.id };
    await app.db
      .insertInto('invitation')
      .values({ store_id: store.id, id, ...values, token_hash: Buffer.from(id), expires_at: sql<Date>`now()` })
      .execute();
    return id;
  });
  await invite(store, 'a');
  await invite(store, 'b');
  await makePlan(app.db, store.id, 'pro');
  const resend = (n: number) =>
    app.post('/v1/members/invitations/resend', { subdomain: store.subdomain, id: ended[n] }, { token: store.token });
  expectOne(await at20(resend), 'plan_member_limit');
});

test('the plan Gratuito has no sub-users, and Premium has no limit', async () => {
  const free = await makeStore(app.db, app.deps.config.secret);
  expect(await room(free, 'subUsers')).toEqual({ used: 0, limit: 0 });
  expect((await invite(free, 'ninguem')).json().code).toBe('plan_member_limit');
  const premium = await makeStore(app.db, app.deps.config.secret, { plan: 'premium' });
  expect(await room(premium, 'subUsers')).toEqual({ used: 0, limit: null });
  const answers = await at20((n) => invite(premium, `equipe-${n}`));
  expect(answers.map(({ status }) => status)).toEqual(Array(AT_ONCE).fill(200));
  expect(await room(premium, 'subUsers')).toEqual({ used: AT_ONCE, limit: null });
});

test('20 new stores at once of one account: one gets the last place', async () => {
  const owner = await makeAccount(app.db);
  const token = await makeSession(app.db, owner.id);
  await times(limits.storesPerAccount - 1, () => makeStore(app.db, app.deps.config.secret, { owner }));
  const name = newId().slice(-8);
  const create = (n: number) =>
    app.post('/v1/store/create', { nameStore: `Corrida ${n}`, nameDomain: `corrida-${name}-${n}` }, { token });
  expectOne(await at20(create), 'store_limit');
});
