import type { OrderWithdrawAnswer } from '@vitrine/contract/orders';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeStore } from '../../../test/make.ts';
import { type Shop, shopping, startShop } from '../../../test/make-shop.ts';

/** What a stranger with an order's link may do to it: on which host, and how often from where. */

let shop: Shop;
beforeAll(async () => {
  shop = await startShop({ VITRINE_TRUST_PROXY: '1' });
});
afterAll(() => shop.close());
const { becomes, atProvider, place } = shopping(() => shop);

const call = async (path: string, body: object, headers: Record<string, string>) => {
  const { request } = await import('node:http');
  return await new Promise<{ status: number; body: OrderWithdrawAnswer & { code?: string } }>((resolve, reject) => {
    const asked = request(
      `${shop.address}${path}`,
      { method: 'POST', headers: { 'content-type': 'application/json', ...headers } },
      (answer) => {
        let text = '';
        answer.on('data', (chunk) => {
          text += chunk;
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: JSON.parse(text) }));
      },
    );
    asked.on('error', reject).end(JSON.stringify(body));
  });
};
const hostOf = (subdomain: string) => ({ host: `${subdomain}.${shop.deps.config.domain}` });

test('another store’s host does not pay this store’s order', async () => {
  const { reference } = await place();
  const other = await makeStore(shop.db, shop.deps.config.secret);
  const pay = (subdomain: string) => call('/v1/order/pay', { external_reference: reference }, hostOf(subdomain));
  expect(await pay(other.subdomain)).toMatchObject({ status: 404, body: { code: 'order_not_found' } });
  expect((await pay(shop.store.subdomain)).status).toBe(200);
});

test('a stranger’s wrong guesses slow down only the stranger’s address', async () => {
  const { reference } = await place();
  shop.provider.control.approve(atProvider(reference)[0]?.id ?? '');
  await becomes(reference, 'completed');
  const withdraw = (from: string, discordId: string) =>
    call('/v1/order/withdraw', { external_reference: reference, discordId }, { 'x-forwarded-for': from });
  const seen: number[] = [];
  for (let n = 0; n < 30; n += 1) {
    seen.push((await withdraw('203.0.113.7', `99999999999999${1000 + n}`)).status);
  }
  expect(seen.slice(0, 20).every((status) => status < 429)).toBe(true);
  expect(seen.slice(20).every((status) => status === 429)).toBe(true);
  // An IPv6 network counts as one address, because its owner has billions of them.
  const six: number[] = [];
  for (let n = 0; n < 22; n += 1) {
    six.push((await withdraw(`2001:db8:1:2::${n + 1}`, `99999999999999${2000 + n}`)).status);
  }
  expect(six.at(-1)).toBe(429);
  // The buyer, from another address.
  expect((await withdraw('198.51.100.9', '123456789012345678')).status).toBe(200);
});

test('guesses at many orders from one address are refused as well', async () => {
  const orders: string[] = [];
  for (let n = 0; n < 6; n += 1) orders.push((await place()).reference);
  const seen: number[] = [];
  for (let n = 0; n < 101; n += 1) {
    const guess = { external_reference: orders[n % 6], discordId: `99999999999999${1000 + n}` };
    seen.push((await call('/v1/order/withdraw', guess, { 'x-forwarded-for': '203.0.113.99' })).status);
  }
  expect(seen.slice(0, 100).every((status) => status < 429)).toBe(true);
  expect(seen.at(-1)).toBe(429);
});
