import { randomBytes } from 'node:crypto';
import type { OrderCreateAnswer, ProofChallenge } from '@vitrine/contract/orders';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Secret } from '../../db/seal.ts';
import { storeIdOf } from '../../http/store.ts';
import { makeProduct } from '../../test/make-catalog.ts';
import { cart, randomKey, type Shop, solve, startShop } from '../../test/make-shop.ts';
import { isSolved, newChallenge } from './proof-of-work.ts';

const secret: Secret = [randomBytes(32)];
const bound = { store: storeIdOf({ store_id: 'loja' }), holder: randomBytes(16) };

test('a proof holds only for its store and holder, for minutes, and with every puzzle solved', async () => {
  const proof = await solve(newChallenge(secret, bound));
  expect(isSolved(secret, bound, proof)).toBe(true);
  expect(isSolved(secret, { ...bound, store: storeIdOf({ store_id: 'outra' }) }, proof)).toBe(false);
  expect(isSolved(secret, { ...bound, holder: randomBytes(16) }, proof)).toBe(false);
  expect(isSolved([randomBytes(32)], bound, proof)).toBe(false);
  expect(isSolved(secret, bound, proof, Date.now() + 6 * 60_000)).toBe(false);
  expect(isSolved(secret, bound, { ...proof, answers: proof.answers.slice(1) })).toBe(false);
  expect(isSolved(secret, bound, { ...proof, answers: proof.answers.map((answer) => answer + 1) })).toBe(false);
  for (const challenge of ['', '.', 'a.b.c', `z${proof.challenge}`, `${proof.challenge}x`]) {
    expect(isSolved(secret, bound, { ...proof, challenge })).toBe(false);
  }
});

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());

/** A call as it is, without solving a puzzle. */
async function raw(body: object, from: string, key = randomKey()) {
  const answer = await fetch(`${shop.address}/v1/order/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from, 'idempotency-key': key },
    body: JSON.stringify(body),
  });
  return {
    status: answer.status,
    body: (await answer.json()) as OrderCreateAnswer & { code?: string; challenge?: ProofChallenge },
  };
}

test('a network with ten unpaid orders works for the next one; others never see it, and each proof counts once', async () => {
  const product = await makeProduct(shop.db, shop.store.id);
  const order = () => cart(shop.store, [{ id: product, quantity: 1 }]);
  const from = '203.0.113.60';
  for (let n = 0; n < 10; n += 1) expect((await raw(order(), from)).status).toBe(200);
  const wanted = order();
  const key = randomKey();
  const asked = await raw(wanted, from, key);
  expect(asked).toMatchObject({ status: 429, body: { code: 'proof_required' } });
  expect((await raw(order(), '203.0.113.61')).status).toBe(200);

  const proof = await solve(asked.body.challenge as ProofChallenge);
  const placed = await raw({ ...wanted, proof }, from, key);
  expect(placed.status).toBe(200);
  // A repeat gets the same order, with the proof or without it.
  expect((await raw(wanted, from, key)).body).toEqual(placed.body);
  expect((await raw({ ...wanted, proof }, from, key)).body).toEqual(placed.body);
  expect((await raw({ ...order(), proof }, from)).body.code).toBe('proof_required');
  // Of many orders at once with one proof, one is placed.
  const next = await solve((await raw(order(), from)).body.challenge as ProofChallenge);
  const all = await Promise.all(Array.from({ length: 8 }, () => raw({ ...order(), proof: next }, from)));
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
}, 60_000);

test('orders in one moment stop at the tenth, as orders one after the other do', async () => {
  const product = await makeProduct(shop.db, shop.store.id);
  const order = () => raw(cart(shop.store, [{ id: product, quantity: 1 }]), '203.0.113.63');
  const all = await Promise.all(Array.from({ length: 20 }, order));
  expect(all.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(all.filter(({ body }) => body.code === 'proof_required' && body.challenge)).toHaveLength(10);
});

test('an order that is placed spends its proof, and a refused order does not', async () => {
  const product = await makeProduct(shop.db, shop.store.id);
  const rare = await makeProduct(shop.db, shop.store.id, { stock: 3 });
  const from = '203.0.113.64';
  const order = (id: string) => cart(shop.store, [{ id, quantity: 1 }]);
  for (let n = 0; n < 10; n += 1) expect((await raw(order(product), from)).status).toBe(200);
  const proof = await solve((await raw(order(product), from)).body.challenge as ProofChallenge);
  await sql`update product set reserved = 0, stock = 0 where id = ${rare}`.execute(shop.db);
  expect((await raw({ ...order(rare), proof }, from)).body.code).toBe('out_of_stock');
  expect((await raw({ ...order(product), seenTotal: 1, proof }, from)).body.code).toBe('total_changed');
  expect((await raw({ ...order(product), proof }, from)).status).toBe(200);
  expect((await raw({ ...order(product), proof }, from)).body.code).toBe('proof_required');
  // The spent proof is remembered for longer than our clocks may differ.
  const { rows } = await sql<{ minutes: number }>`
    select extract(epoch from max(until) - now())::float8 / 60 as minutes from spent_proof`.execute(shop.db);
  expect(rows[0]?.minutes).toBeGreaterThan(55);
}, 60_000);

test('a network that guesses coupons works for its orders for an hour', async () => {
  const product = await makeProduct(shop.db, shop.store.id);
  const from = '203.0.113.65';
  const order = (coupon?: string) => cart(shop.store, [{ id: product, quantity: 1 }], coupon ? { coupon } : {});
  for (let n = 0; n < 20; n += 1) expect((await raw(order(`CHUTE${n}`), from)).body.code).toBe('coupon_unknown');
  expect((await raw(order(), from)).body.code).toBe('proof_required');
  expect((await raw(order(), '203.0.113.66')).status).toBe(200);
});

test('the networks of a wave that was ended work for an hour', async () => {
  const product = await makeProduct(shop.db, shop.store.id);
  const from = '203.0.113.62';
  const order = () => cart(shop.store, [{ id: product, quantity: 1 }]);
  for (let n = 0; n < 16; n += 1) await shop.post('/v1/order/create', order(), { 'x-forwarded-for': from });
  const body = { subdomain: shop.store.subdomain };
  const ended = await shop.post('/v1/order/wave/end', body, { authorization: `Bearer ${shop.store.token}` });
  expect(ended.body.ended).toBeGreaterThanOrEqual(16);
  await expect
    .poll(
      async () =>
        (
          await shop.db
            .selectFrom('order')
            .where('ended_by', 'is not', null)
            .where('status', '=', 'pending')
            .select('id')
            .execute()
        ).length,
      { timeout: 20_000 },
    )
    .toBe(0);
  expect((await raw(order(), from)).body.code).toBe('proof_required');
  await sql`update holder_friction set until = now()`.execute(shop.db);
  expect((await raw(order(), from)).status).toBe(200);
}, 60_000);
