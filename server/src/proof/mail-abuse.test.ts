import type { Store } from '@vitrine/contract/store-answers';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../test/app.ts';
import { readMails } from '../test/mails.ts';
import { type MadeStore, makeAccount, makeSession, makeStore } from '../test/make.ts';
import { makeCategory, makeDiscount, makeProduct } from '../test/make-catalog.ts';
import { cart } from '../test/make-shop.ts';

/** Attacks that make the platform write to people who did not ask for it. */

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { VITRINE_TRUST_PROXY: '1' } });
});
afterAll(() => app.close());

const LURE = 'Ganhe um prêmio em golpe.example/pix';

/** An attacker's store: his text as its name and its product's, and a coupon that makes everything free. */
async function lureStore(change: { plan?: 'pro' } = {}): Promise<{ store: MadeStore; product: string }> {
  const store = await makeStore(app.db, app.deps.config.secret, { name: LURE, ...change });
  const product = await makeProduct(app.db, store.id, { name: LURE });
  await makeDiscount(app.db, store.id, { code: 'GRATIS', value: 100 });
  return { store, product };
}

let orders = 0;
/** Places a free order with a stranger's address, from a new network, because orders per network are limited. */
async function freeOrder({ store, product }: { store: MadeStore; product: string }, email: string) {
  const order = cart(store, [{ id: product, quantity: 1 }], { email, coupon: 'GRATIS' });
  const headers = { 'x-forwarded-for': `198.51.${++orders}.7` };
  return await app.post('/v1/order/create', order, { headers });
}

const age = (store: MadeStore, days: number) =>
  sql`update store set created_at = now() - make_interval(days => ${days}) where id = ${store.id}`.execute(app.db);
const leaving = async (store: MadeStore) =>
  (await readMails(app)).filter(({ store_id, state }) => store_id === store.id && state === 'pending');

test('a new free store cannot mail its text to 149 strangers', async () => {
  const lure = await lureStore();
  for (let at = 0; at < 149; at++) {
    const answer = await freeOrder(lure, `alvo-${at}@exemplo.com.br`);
    expect(answer.status, answer.text).toBe(200);
  }
  expect(await leaving(lure.store)).toEqual([]);
});

test('a mailbox cannot be flooded with free orders of many old stores', async () => {
  const lures = await Promise.all(Array.from({ length: 5 }, () => lureStore()));
  for (const { store } of lures) await age(store, 30);
  for (let at = 0; at < 40; at++) {
    const tagged = at % 2 ? `vitima+${at}@gmail.com` : 'v.i.tima@gmail.com';
    const answer = await freeOrder(lures[at % lures.length] as (typeof lures)[0], tagged);
    expect(answer.status, answer.text).toBe(200);
  }
  const sent = (await Promise.all(lures.map(({ store }) => leaving(store)))).flat();
  expect(sent.length).toBeGreaterThan(0);
  expect(sent.length).toBeLessThanOrEqual(20);
});

test('a store whose name is a link puts no link into a mail', async () => {
  const lure = await lureStore();
  await age(lure.store, 30);
  await freeOrder(lure, 'curioso@exemplo.com.br');
  const [mail] = await leaving(lure.store);
  expect(mail?.subject).toContain(lure.store.subdomain);
  expect(JSON.stringify(mail)).not.toContain('golpe.example');
});

test('a name that looks like a link is saved as it is, and a mail says the subdomain instead', async () => {
  const owner = await makeAccount(app.db);
  const by = { token: await makeSession(app.db, owner.id) };
  const subdomain = 'cidade-do-link';
  const created = await app.post('/v1/store/create', { nameStore: LURE, nameDomain: subdomain }, by);
  expect([created.status, created.json()], created.text).toMatchObject([200, { response: { name: LURE } }]);
  const store = { ...by, ...created.json<{ response: Store }>().response, owner } as unknown as MadeStore;
  const categoryId = await makeCategory(app.db, store.id);
  const offer = { subdomain, name: LURE, categoryId, price: 10 };
  const offered = await app.post('/v1/products/create', offer, by);
  expect(offered.status, offered.text).toBe(200);
  await makeDiscount(app.db, store.id, { code: 'GRATIS', value: 100 });
  await age(store, 30);
  const product = offered.json<{ product: { idProduct: string } }>().product.idProduct;
  expect((await app.get(`/v1/products/${product}`)).text).toContain(LURE);
  const bought = await freeOrder({ store, product }, 'curiosa@exemplo.com.br');
  expect(bought.status, bought.text).toBe(200);
  const [mail] = await leaving(store);
  expect(mail?.subject).toContain(subdomain);
  expect(mail?.text).toContain(`1 x ${subdomain}`);
  expect(JSON.stringify(mail)).not.toContain('golpe.example');
});
