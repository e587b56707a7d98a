import { limits } from '@vitrine/contract/limits';
import type { OrderCreateAnswer, ProofChallenge } from '@vitrine/contract/orders';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { transaction } from '../../db/transaction.ts';
import { openCustomerSession } from '../../http/customer-session.ts';
import { makeDiscount, makeProduct } from '../../test/make-catalog.ts';
import { cart, type Shop, solve, startShop } from '../../test/make-shop.ts';
import { violations } from '../payments/invariants.ts';

/** An order without a price is complete at once and holds nothing, so we limit whoever takes it. */
let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());
afterEach(async () => expect(await violations(shop.db)).toEqual([]));

type Body = OrderCreateAnswer & { code?: string; error?: string; challenge?: ProofChallenge };
/** An order of R$ 0, without a proof of work unless the test adds one. */
async function take(product: string, headers: Record<string, string>, change: object = {}) {
  const answer = await fetch(`${shop.address}/v1/order/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(cart(shop.store, [{ id: product, quantity: 1 }], change)),
  });
  return { status: answer.status, body: (await answer.json()) as Body };
}
const setHits = (kind: string, hits: number) =>
  sql`update throttle set hits = ${hits} where key like ${`${kind}:%`}`.execute(shop.db);

test('one network takes twenty free orders in an hour, then works for each, and then has to wait', async () => {
  const product = await makeProduct(shop.db, shop.store.id, { price: 0, stock: 1000 });
  const from = { 'x-forwarded-for': '203.0.113.70' };
  const first = await Promise.all(Array.from({ length: 24 }, () => take(product, from)));
  expect(first.map(({ body }) => body.code ?? 'taken').sort()).toEqual([
    ...Array.from({ length: 4 }, () => 'proof_required'),
    ...Array.from({ length: 20 }, () => 'taken'),
  ]);
  // Other networks notice nothing, and a paid order needs no work.
  expect((await take(product, { 'x-forwarded-for': '203.0.113.71' })).status).toBe(200);
  const paid = await makeProduct(shop.db, shop.store.id);
  expect((await take(paid, from)).status).toBe(200);

  const proven = async () =>
    take(product, from, { proof: await solve((await take(product, from)).body.challenge as ProofChallenge) });
  expect((await proven()).status).toBe(200);
  await setHits('free-worked', 40);
  const refused = await proven();
  expect(refused).toMatchObject({ status: 422, body: { code: 'unpaid_limit' } });
  expect(refused.body.error).toContain('de graça');
}, 60_000);

test('attack: the networks of one IPv6 /48 together take less than twenty each', async () => {
  const product = await makeProduct(shop.db, shop.store.id, { price: 0, stock: 1000 });
  const from = (network: string) => ({ 'x-forwarded-for': `2001:db8:${network}::1` });
  expect((await take(product, from('70:1'))).status).toBe(200);
  await setHits('free-wide', limits.freeOrdersPerHourWide);
  expect((await take(product, from('70:2'))).body.code).toBe('proof_required');
  expect((await take(product, from('71:1'))).status).toBe(200);
});

test('an order that a coupon makes free counts as well', async () => {
  const product = await makeProduct(shop.db, shop.store.id);
  await makeDiscount(shop.db, shop.store.id, { code: 'GRATIS', value: 100 });
  const from = { 'x-forwarded-for': '203.0.113.72' };
  expect((await take(product, from, { coupon: 'GRATIS' })).status).toBe(200);
  await setHits('free', 20);
  expect((await take(product, from, { coupon: 'GRATIS' })).body.code).toBe('proof_required');
});

test('a Discord login has its own twenty and never has to work', async () => {
  const product = await makeProduct(shop.db, shop.store.id, { price: 0 });
  const discordId = '474747474747474747';
  const session = await transaction(shop.db, (tx) =>
    openCustomerSession(tx, shop.store.id, { discordId, email: null }),
  );
  const from = { 'x-forwarded-for': '203.0.113.73', cookie: `vitrine_compras=${session}` };
  expect((await take(product, from, { discordId })).status).toBe(200);
  await setHits('free', 20);
  expect((await take(product, from, { discordId })).body.code).toBe('unpaid_limit');
});

test('a free order may take nine of the ten units of a stock, because it is never unpaid', async () => {
  const product = await makeProduct(shop.db, shop.store.id, { price: 0, stock: 10 });
  const answer = await shop.post('/v1/order/create', cart(shop.store, [{ id: product, quantity: 9 }]));
  expect(answer.status).toBe(200);
});
