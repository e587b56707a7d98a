import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDiscount, makeProduct } from '../../test/make-catalog.ts';
import { cart, type Shop, shopping, startShop } from '../../test/make-shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());
const { pay } = shopping(() => shop);
const owner = () => ({ authorization: `Bearer ${shop.store.token}` });

/** Buys and pays. Answers the order's id, or the code of the refusal. */
async function buy(coupon: string, buyer: object) {
  const id = await makeProduct(shop.db, shop.store.id, { price: 1000 });
  const body = cart(shop.store, [{ id, quantity: 1 }], { coupon, ...buyer });
  const { body: answer } = await shop.post<{ code?: string; data?: { external_reference: string } }>(
    '/v1/order/create',
    body,
  );
  return answer.code ?? (await pay(answer.data?.external_reference ?? ''))._id;
}
const correct = (orderId: string, ids: object) =>
  shop.post('/v1/deliveries/retarget', { subdomain: shop.store.subdomain, orderId, ...ids }, owner());

test.each([
  ['user_id', { clientId: 501 }, { clientId: 502 }],
  ['discord', { discordId: '501501501501501501' }, { discordId: '502502502502502502' }],
] as const)('one use per %s follows an order to the id that was meant', async (limitBy, wrong, right) => {
  const code = `UM${limitBy}`.toUpperCase();
  await makeDiscount(shop.db, shop.store.id, { code, limitBy });
  const order = await buy(code, wrong);
  expect(await buy(code, wrong)).toBe('coupon_used');
  expect((await correct(order, right)).status).toBe(200);
  expect(await buy(code, right)).toBe('coupon_used');
  // The id that was typed by mistake may use the coupon again.
  const second = await buy(code, wrong);
  expect(second).not.toBe('coupon_used');
  // The second order is corrected to the same person. The correction stands, and its use counts for nobody.
  expect((await correct(second, right)).status).toBe(200);
  expect(await buy(code, wrong)).not.toBe('coupon_used');
  expect(await buy(code, right)).toBe('coupon_used');
});
