import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { makeDiscount, makeProduct } from '../../test/make-catalog.ts';
import { cart, type Shop, shopping, startShop } from '../../test/make-shop.ts';
import { violations } from '../payments/invariants.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());
afterEach(async () => expect(await violations(shop.db)).toEqual([]));

/** Sends all at once, over real connections. Answers how many got each code. */
async function rush(bodies: object[]): Promise<Record<string, number>> {
  const codes: Record<string, number> = {};
  await Promise.all(
    bodies.map(async (body) => {
      const answer = await shop.post('/v1/order/create', body);
      const name = answer.status === 200 ? 'ok' : `${answer.status} ${String(answer.body.code)}`;
      codes[name] = (codes[name] ?? 0) + 1;
    }),
  );
  return codes;
}
const { payAll } = shopping(() => shop);
/** Pays all unpaid orders of a product at once. Answers how many ended in each state. */
async function endsOf(product: string): Promise<Record<string, number>> {
  const ends: Record<string, number> = {};
  for (const { status, note } of await payAll(product)) {
    const end = note === null ? status : `${status}: ${note}`;
    ends[end] = (ends[end] ?? 0) + 1;
  }
  return ends;
}
const buyers = (count: number, lines: (index: number) => { id: string; quantity: number }[], change: object = {}) =>
  Array.from({ length: count }, (_, index) => cart(shop.store, lines(index), change));
const stockOf = (id: string) =>
  shop.db.selectFrom('product').where('id', '=', id).select(['stock', 'reserved', 'sold']).executeTakeFirstOrThrow();

test('orders with their lines in opposite order are placed whole and never deadlock', async () => {
  const [a, b] = [
    await makeProduct(shop.db, shop.store.id, { stock: 5 }),
    await makeProduct(shop.db, shop.store.id, { stock: 3 }),
  ];
  const lines = [
    { id: a, quantity: 1 },
    { id: b, quantity: 1 },
  ];
  const codes = await rush(buyers(60, (index) => (index % 2 ? lines : [...lines].reverse())));
  expect(codes).toEqual({ ok: 3, '409 out_of_stock': 57 });
  expect([await stockOf(a), await stockOf(b)]).toMatchObject([{ reserved: 3 }, { reserved: 3 }]);
});

test('a coupon of 5 uses is used 5 times; a coupon of one use per person once by each', async () => {
  const product = await makeProduct(shop.db, shop.store.id);
  await makeDiscount(shop.db, shop.store.id, { code: 'CINCO', maxUses: 5 });
  const codes = await rush(buyers(40, () => [{ id: product, quantity: 1 }], { coupon: 'CINCO' }));
  expect(codes).toEqual({ ok: 5, '422 coupon_exhausted': 35 });
  await makeDiscount(shop.db, shop.store.id, { code: 'CADAUM', limitBy: 'discord' });
  const once = await makeProduct(shop.db, shop.store.id);
  // Nobody proved the Discord id, so unpaid orders do not use the coupon. When all are paid, only one order stays completed.
  const each = await rush(buyers(30, () => [{ id: once, quantity: 1 }], { coupon: 'CADAUM' }));
  expect(each).toEqual({ ok: 30 });
  expect(await endsOf(once)).toEqual({ completed: 1, 'cancelled: coupon_refund': 29 });
  const after = await rush(buyers(5, () => [{ id: once, quantity: 1 }], { coupon: 'CADAUM' }));
  expect(after).toEqual({ '422 coupon_used': 5 });
}, 60_000);

test('the limit of a customer holds for orders in one moment, with any lines', async () => {
  const product = await makeProduct(shop.db, shop.store.id, { buyLimit: 3 });
  const codes = await rush(buyers(20, () => [{ id: product, quantity: 1 }], { clientId: 77 }));
  expect(codes).toEqual({ ok: 20 });
  expect(await endsOf(product)).toEqual({ completed: 3, 'cancelled: limit_refund': 17 });
  const after = await rush(buyers(5, () => [{ id: product, quantity: 1 }], { clientId: 77 }));
  expect(after).toEqual({ '422 buy_limit': 5 });
  const twice = await rush([
    cart(shop.store, [
      { id: product, quantity: 2 },
      { id: product, quantity: 2 },
    ]),
  ]);
  expect(twice).toEqual({ '422 buy_limit': 1 });
}, 60_000);

test('while a price changes, each order has one price that was true', async () => {
  const product = await makeProduct(shop.db, shop.store.id, { price: 1000 });
  const changing = (async () => {
    for (let price = 1001; price < 1020; price++) {
      await shop.db.updateTable('product').set({ price_centavos: price }).where('id', '=', product).execute();
    }
  })();
  const [codes] = await Promise.all([rush(buyers(40, () => [{ id: product, quantity: 2 }])), changing]);
  expect(Object.keys(codes).every((code) => code === 'ok' || code === '409 price_changed')).toBe(true);
});
