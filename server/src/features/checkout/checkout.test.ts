import type { OrderCreateAnswer, PublicOrder } from '@vitrine/contract/orders';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDiscount, makeProduct } from '../../test/make-catalog.ts';
import { cart, randomKey, type Shop, shopping, startShop, until } from '../../test/make-shop.ts';
import { violations } from '../payments/invariants.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());

async function order(body: object, headers: Record<string, string> = {}) {
  return await shop.post<OrderCreateAnswer>('/v1/order/create', body, headers);
}
async function see(reference: string): Promise<PublicOrder> {
  return (await shop.get<{ response: PublicOrder }>(`/v1/order/${reference}`)).body.response;
}

test('a Pix order is placed, shown, paid by a notice and completed', async () => {
  const product = await makeProduct(shop.db, shop.store.id, { price: 2990, stock: 5 });
  const placed = await order(
    cart(shop.store, [{ id: product, quantity: 2 }], { name: 'Ana', email: 'ana@example.com' }),
  );
  expect(placed.body).toMatchObject({ success: true });
  expect(placed.status).toBe(200);
  const { external_reference: reference, payment } = placed.body.data;
  expect(payment.init_point).toMatch(
    new RegExp(`^http://${shop.store.subdomain}\\.vitrine\\.localhost:\\d+/checkout/pix/${reference}$`),
  );

  const waiting = await see(reference);
  expect(waiting).toMatchObject({ status: 'pending', finalvalue: 59.8, payment: { status: 'pending' } });
  expect(waiting.payment?.pixCode).toMatch(/^000201/);
  expect(waiting.payment?.pixQrSvg).toMatch(/^<svg/);
  expect(JSON.stringify(waiting)).not.toMatch(/ana@example|123456789012345678/);

  const [paid] = shop.provider.control.payments({ externalReference: reference });
  shop.provider.control.approve(paid?.id ?? '');
  const done = await until(
    () => see(reference),
    (seen) => seen.status === 'completed',
  );
  expect(done).toMatchObject({ status: 'completed', payment: { status: 'approved', pixCode: null } });
  const row = await shop.db
    .selectFrom('product')
    .where('id', '=', product)
    .select(['stock', 'reserved', 'sold'])
    .executeTakeFirst();
  expect(row).toEqual({ stock: 3, reserved: 0, sold: 2 });
  expect(await violations(shop.db)).toEqual([]);
});

test('a full discount completes at once', async () => {
  const product = await makeProduct(shop.db, shop.store.id, { price: 500 });
  await makeDiscount(shop.db, shop.store.id, { code: 'TUDO', value: 100 });
  const placed = await order(cart(shop.store, [{ id: product, quantity: 1 }], { coupon: 'tudo' }));
  expect(placed.body.data.payment.init_point).toContain('/checkout/success?external_reference=');
  expect((await see(placed.body.data.external_reference)).status).toBe('completed');
});

test('a discounted card order sums to its total at the provider', async () => {
  const product = await makeProduct(shop.db, shop.store.id, { price: 999 });
  await makeDiscount(shop.db, shop.store.id, { code: 'DEZ' });
  const placed = await order(
    cart(shop.store, [{ id: product, quantity: 3 }], { coupon: 'DEZ', paymentMethod: 'credit_card' }),
  );
  const { address } = await shopping(() => shop).goTo(placed.body.data.payment.init_point);
  expect(address).toContain('/checkout/v1/redirect?pref_id=');
  const [sent] = shop.provider.control.requests({ path: '/checkout/preferences' });
  expect(sent?.body).toMatchObject({ items: [{ quantity: 1, unit_price: 26.97 }] });
});

test('the same Idempotency-Key is one order, another body is refused', async () => {
  const product = await makeProduct(shop.db, shop.store.id, { stock: 100 });
  const body = cart(shop.store, [{ id: product, quantity: 1 }]);
  const key = { 'idempotency-key': randomKey() };
  const answers = await Promise.all(Array.from({ length: 50 }, () => order(body, key)));
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
  const again = await order(body, key);
  expect(again.status).toBe(200);
  const references = new Set(
    [again, ...answers].filter(({ status }) => status === 200).map(({ body: b }) => b.data.external_reference),
  );
  expect(references.size).toBe(1);
  expect((await order({ ...body, name: 'Outra' }, key)).status).toBe(422);
  const row = await shop.db.selectFrom('product').where('id', '=', product).select('reserved').executeTakeFirst();
  expect(row?.reserved).toBe(1);
});

test('an order that a crash cut off is resumed by a later call: one order, one charge', async () => {
  const product = await makeProduct(shop.db, shop.store.id, { stock: 9 });
  const body = cart(shop.store, [{ id: product, quantity: 1 }]);
  const key = { 'idempotency-key': randomKey() };
  const first = await order(body, key);
  const reference = first.body.data.external_reference;
  // The rows as they are between the provider's answer and our writing it.
  const { id } = await shop.db
    .selectFrom('order')
    .where('reference', '=', reference)
    .select('id')
    .executeTakeFirstOrThrow();
  await shop.db
    .updateTable('payment')
    .set({ status: 'created', provider_id: null, pix_code: null })
    .where('order_id', '=', id)
    .execute();
  const claim = shop.db.updateTable('idempotency_key').where('order_id', '=', id);
  await claim.set({ answer: null, working_until: new Date(Date.now() + 60_000) }).execute();
  expect(await order(body, key)).toMatchObject({ status: 409, body: { code: 'idempotency_in_flight' } });
  await claim.set({ working_until: new Date(Date.now() - 1000) }).execute();
  const resumed = await order(body, key);
  expect(resumed).toMatchObject({ status: 200, body: first.body });
  expect(shop.provider.control.payments({ externalReference: reference })).toHaveLength(1);
  expect((await see(reference)).payment?.pixCode).toMatch(/^000201/);
});
