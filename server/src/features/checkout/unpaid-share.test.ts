import type { OrderCreateAnswer, OrderQuoteAnswer } from '@vitrine/contract/orders';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { transaction } from '../../db/transaction.ts';
import { type CustomerIdentity, openCustomerSession } from '../../http/customer-session.ts';
import { makeDiscount, makeProduct } from '../../test/make-catalog.ts';
import { type Answer, cart, type Shop, startShop } from '../../test/make-shop.ts';
import { violations } from '../payments/invariants.ts';

/**
 * How much of a stock an unpaid buyer may hold (docs/decisions/0035): enough for a shopper, too little for a script.
 */
let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());
afterEach(async () => expect(await violations(shop.db)).toEqual([]));

type Headers = Record<string, string>;
const order = (product: string, quantity: number, headers: Headers = {}, change: object = {}) =>
  shop.post<OrderCreateAnswer & { code?: string }>(
    '/v1/order/create',
    cart(shop.store, [{ id: product, quantity }], change),
    headers,
  );
const outcome = ({ status, body }: Answer<{ code?: string }>) => (status === 200 ? 'placed' : body.code);
const signedIn = async (identity: CustomerIdentity) => ({
  cookie: `vitrine_compras=${await transaction(shop.db, (tx) => openCustomerSession(tx, shop.store.id, identity))}`,
});
const problemOf = async (product: string, quantity: number, headers: Headers = {}) => {
  const body = { subdomain: shop.store.subdomain, idProducts: [{ id: product, quantity }] };
  return (await shop.post<OrderQuoteAnswer>('/v1/order/quote', body, headers)).body.lines[0]?.problem?.code;
};

test("a shopper's only order may take five of ten, or all but one of less; the next one keeps to the share", async () => {
  for (const [stock, most] of [
    [10, 5],
    [4, 3],
    [2, 1],
    [100, 20],
  ] as const) {
    const product = await makeProduct(shop.db, shop.store.id, { stock });
    const from = { 'x-forwarded-for': `198.51.101.${stock}` };
    expect(outcome(await order(product, most + 1, from))).toBe('unpaid_share');
    expect(outcome(await order(product, most, from))).toBe('placed');
    expect(outcome(await order(product, 1, from))).toBe('unpaid_share');
  }
});

test('a shopper who signed in with the Discord id of the order may take half', async () => {
  const discordId = '484848484848484848';
  const login = await signedIn({ discordId, email: null });
  const product = await makeProduct(shop.db, shop.store.id, { stock: 40 });
  expect(outcome(await order(product, 21, login, { discordId }))).toBe('unpaid_share');
  expect(outcome(await order(product, 19, login, { discordId }))).toBe('placed');
  expect(outcome(await order(product, 1, login, { discordId }))).toBe('placed');
  expect(outcome(await order(product, 1, login, { discordId }))).toBe('unpaid_share');
  // The id of another person is typed, so it proves nothing.
  expect(outcome(await order(product, 19, login, { discordId: '494949494949494949' }))).toBe('unpaid_share');
});

test('a login by e-mail counts as its address, because one domain has any number of mailboxes', async () => {
  const from = { 'x-forwarded-for': '203.0.113.80' };
  const product = await makeProduct(shop.db, shop.store.id, { stock: 10 });
  const answers: (string | undefined)[] = [];
  for (let n = 0; n < 4; n += 1) {
    const email = `conta${n}@dominio.example`;
    answers.push(
      outcome(await order(product, 2, { ...from, ...(await signedIn({ discordId: null, email })) }, { email })),
    );
  }
  expect(answers).toEqual(['placed', 'unpaid_share', 'unpaid_share', 'unpaid_share']);
});

test('the quote tells the share before the form is filled in', async () => {
  const product = await makeProduct(shop.db, shop.store.id, { stock: 40 });
  const from = { 'x-forwarded-for': '203.0.113.81' };
  expect(await problemOf(product, 8, from)).toBeUndefined();
  expect(await problemOf(product, 9, from)).toBe('unpaid_share');
  const discordId = '505050505050505050';
  expect(await problemOf(product, 20, { ...from, ...(await signedIn({ discordId, email: null })) })).toBeUndefined();
  expect(outcome(await order(product, 6, from))).toBe('placed');
  expect(await problemOf(product, 2, from)).toBeUndefined();
  expect(await problemOf(product, 3, from)).toBe('unpaid_share');
  // A free order waits for no payment.
  const free = await makeProduct(shop.db, shop.store.id, { stock: 40, price: 0 });
  expect(await problemOf(free, 39, from)).toBeUndefined();
});

test('a /48 of IPv6 has 65536 networks: together they hold two fifths of a stock', async () => {
  const product = await makeProduct(shop.db, shop.store.id, { stock: 50 });
  const from = (network: string) => ({ 'x-forwarded-for': `2001:db8:${network}::1` });
  const answers: (string | undefined)[] = [];
  for (let n = 0; n < 5; n += 1) answers.push(outcome(await order(product, 5, from(`9:${n}`))));
  expect(answers).toEqual(['placed', 'placed', 'placed', 'placed', 'unpaid_share']);
  expect(outcome(await order(product, 5, from('a:0')))).toBe('placed');
});

test('a /48 needs work from its thirtieth unpaid order on, and may have sixty', async () => {
  const product = await makeProduct(shop.db, shop.store.id);
  const from = (n: number) => ({ 'x-forwarded-for': `2001:db8:b:${n}::1` });
  expect(outcome(await order(product, 1, from(1)))).toBe('placed');
  const setHeld = (held: number) =>
    sql`
    update unpaid_hold k set held = ${held} from "order" o join order_item i on i.store_id = o.store_id and i.order_id = o.id
     where i.product_id = ${product} and k.store_id = o.store_id and k.holder = o.holder_wide and k.product_id = ''`.execute(
      shop.db,
    );
  const raw = await (async () => {
    await setHeld(30);
    const answer = await fetch(`${shop.address}/v1/order/create`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...from(2) },
      body: JSON.stringify(cart(shop.store, [{ id: product, quantity: 1 }])),
    });
    return (await answer.json()) as { code?: string };
  })();
  expect(raw.code).toBe('proof_required');
  await setHeld(60);
  expect(outcome(await order(product, 1, from(3)))).toBe('unpaid_limit');
  await setHeld(1);
}, 30_000);

test('a coupon has a share too: one network never holds all uses', async () => {
  const product = await makeProduct(shop.db, shop.store.id);
  for (const [maxUses, most] of [
    [20, 4],
    [5, 2],
    [1, 1],
  ] as const) {
    const coupon = `PARTE${maxUses}`;
    await makeDiscount(shop.db, shop.store.id, { code: coupon, maxUses });
    const from = { 'x-forwarded-for': `198.51.102.${maxUses}` };
    const answers = [];
    for (let n = 0; n <= most; n += 1) answers.push(outcome(await order(product, 1, from, { coupon })));
    expect(answers).toEqual([
      ...Array.from({ length: most }, () => 'placed'),
      maxUses === 1 ? 'coupon_exhausted' : 'coupon_held',
    ]);
    expect(outcome(await order(product, 1, {}, { coupon }))).toBe(maxUses === 1 ? 'coupon_exhausted' : 'placed');
    // Without a coupon, or with a coupon that has no limit, this network may still buy.
    expect(outcome(await order(product, 1, from))).toBe('placed');
  }
});
