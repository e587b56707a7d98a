import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeProduct } from '../../../test/make-catalog.ts';
import { cart, randomKey, type Shop, startShop } from '../../../test/make-shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());

test('the checkout refuses a blocked buyer with a calm sentence, and takes them again after the block', async () => {
  const product = await makeProduct(shop.db, shop.store.id, { stock: 5 });
  const owner = { authorization: `Bearer ${shop.store.token}` };
  const { subdomain } = shop.store;
  const order = (clientId: number, headers = {}) =>
    shop.post<{ code?: string; error?: string }>(
      '/v1/order/create',
      cart(shop.store, [{ id: product, quantity: 1 }], { clientId }),
      headers,
    );
  const key = { 'idempotency-key': randomKey() };
  const before = await order(57, key);
  expect(before.status).toBe(200);
  const buyer = { subdomain, kind: 'city_id', value: '57' };
  await shop.post('/v1/buyers/block', { ...buyer, reason: 'Contestou três compras' }, owner);
  const refused = await order(57);
  expect(refused).toMatchObject({ status: 403, body: { code: 'buyer_blocked' } });
  expect(refused.body.error).toBe(
    'A loja não pode aceitar este pedido agora. Fale com a equipe da loja para entender o que houve.',
  );
  // What was ordered before is not a new order.
  expect((await order(57, key)).body).toEqual(before.body);
  expect((await order(58)).status).toBe(200);
  await shop.post('/v1/buyers/unblock', buyer, owner);
  expect((await order(57)).status).toBe(200);
});
