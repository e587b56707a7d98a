import { get } from 'node:http';
import { limits } from '@vitrine/contract/limits';
import type { OrderCreateAnswer } from '@vitrine/contract/orders';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { transaction } from '../../db/transaction.ts';
import { pageServices } from '../../pages/services.ts';
import { makeDiscount, makeProduct } from '../../test/make-catalog.ts';
import { cart } from '../../test/make-shop.ts';
import { usePaymentShop } from '../../test/payment-shop.ts';
import { waitingForLock } from '../../test/waiting-for-lock.ts';
import { isPress, noteOpened } from './open-payment.ts';

/** Until a person opens the payment page, an order holds things for half an hour at most (docs/decisions/0035). */
const { shop, see, becomes, place, goTo, stockOf, payByCard, atProvider } = usePaymentShop();

/** Minutes from when an order was placed to its deadline. */
async function minutesOf(reference: string): Promise<number> {
  const { rows } = await sql<{ minutes: number }>`
    select round(extract(epoch from expires_at - created_at) / 60)::int as minutes
      from "order" where reference = ${reference}`.execute(shop.db);
  return rows[0]?.minutes ?? 0;
}
/** Lets this many minutes pass for an order. */
const pass = (reference: string, minutes: number) =>
  sql`
  update "order" set created_at = created_at - make_interval(mins => ${minutes}),
         expires_at = expires_at - make_interval(mins => ${minutes}),
         pay_until = pay_until - make_interval(mins => ${minutes}) where reference = ${reference}`.execute(shop.db);
const BROWSER = { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130 Mobile Safari/537.36' };

test('an order whose payment page nobody opens gives stock and coupon back after half an hour', async () => {
  const coupon = await makeDiscount(shop.db, shop.store.id, { code: 'UMSO', maxUses: 1 });
  const { reference, product } = await place({ paymentMethod: 'credit_card', coupon: 'UMSO' }, { stock: 1 });
  expect(await minutesOf(reference)).toBe(30);
  await pass(reference, 31);
  expect((await becomes(reference, 'cancelled')).status).toBe('cancelled');
  expect(await stockOf(product)).toMatchObject({ stock: 1, reserved: 0 });
  const { uses } = await shop.db
    .selectFrom('discount')
    .where('id', '=', coupon)
    .select('uses')
    .executeTakeFirstOrThrow();
  expect(uses).toBe(0);
});

test('a press on our link leads to the provider, and from then on the deadline of the store counts', async () => {
  const { reference, initPoint } = await place({ paymentMethod: 'mercado_pago_checkout_pro' });
  expect(new URL(initPoint).pathname).toBe(`/v1/order/${reference}/go`);
  expect((await see(reference)).payment?.payUrl).toBe(initPoint);
  const first = await goTo(initPoint, BROWSER);
  expect(first).toMatchObject({ status: 303, address: expect.stringContaining('/checkout/v1/redirect?pref_id=') });
  expect(await minutesOf(reference)).toBe(24 * 60);
  await pass(reference, 60);
  expect(await goTo(initPoint, BROWSER)).toEqual(first);
  expect(await minutesOf(reference)).toBe(24 * 60);
});

test.each([
  ['HEAD', {}, 'HEAD'],
  ['a look ahead', { ...BROWSER, 'sec-purpose': 'prefetch;prerender' }, 'GET'],
  ['an older look ahead', { ...BROWSER, purpose: 'prefetch' }, 'GET'],
  ['Discord', { 'user-agent': 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)' }, 'GET'],
  ['WhatsApp', { 'user-agent': 'WhatsApp/2.23.20.0 A' }, 'GET'],
  ['Facebook', { 'user-agent': 'facebookexternalhit/1.1' }, 'GET'],
] as const)('a link preview is no press: %s', async (_, headers, method) => {
  const { reference, initPoint } = await place({ paymentMethod: 'credit_card' });
  expect((await goTo(initPoint, headers, method)).status).toBe(303);
  expect(await minutesOf(reference)).toBe(30);
});

test('only a request with the name of a browser counts as a press', () => {
  const visit = (agent: string) => ({
    method: 'GET',
    header: (name: string) => (name === 'user-agent' ? agent : null),
  });
  expect(isPress(visit(BROWSER['user-agent']))).toBe(true);
  // CUBOT makes a phone that many here have.
  expect(isPress(visit('Mozilla/5.0 (Linux; Android 11; CUBOT NOTE 20) Chrome/130 Mobile Safari/537.36'))).toBe(true);
  expect(isPress(visit('Mozilla/5.0 (Linux; Android 11; CUBOT) Chrome/130 Mobile Safari/537.36'))).toBe(true);
  expect(isPress(visit('TelegramBot (like TwitterBot)'))).toBe(false);
  expect(isPress(visit('Mozilla/5.0 (compatible; YandexBot/3.0)'))).toBe(false);
  expect(isPress(visit(''))).toBe(false);
});

test('after the deadline the link leads to the order, never to the provider; a paid one to its success page', async () => {
  const over = await place({ paymentMethod: 'credit_card' });
  await pass(over.reference, 31);
  expect((await goTo(over.initPoint)).address).toMatch(new RegExp(`/pedido/${over.reference}$`));
  const paid = await place({ paymentMethod: 'credit_card' });
  await payByCard(paid.initPoint, 'APRO');
  await becomes(paid.reference, 'completed');
  expect((await goTo(paid.initPoint)).address).toContain(`/checkout/success?external_reference=${paid.reference}`);
  const unknown = await fetch(`${shop.address}/v1/order/${'a'.repeat(32)}/go`, { redirect: 'manual' });
  expect(unknown.status).toBe(404);
  const elsewhere = await new Promise((resolve) =>
    get(
      `${shop.address}/v1/order/${paid.reference}/go`,
      { headers: { host: 'outra-loja.vitrine.localhost' } },
      (answer) => resolve(answer.resume().statusCode),
    ),
  );
  expect(elsewhere).toBe(404);
});

test('one address follows links to payment pages within limits', async () => {
  const follow = async () => {
    const headers = { 'x-forwarded-for': '203.0.113.33' };
    const answer = await fetch(`${shop.address}/v1/order/nobody/go`, { redirect: 'manual', headers });
    await answer.arrayBuffer();
    return answer.status;
  };
  const seen = new Set<number>();
  for (let n = 0; n < 1200; n += 100) {
    for (const status of await Promise.all(Array.from({ length: 100 }, follow))) seen.add(status);
  }
  expect([[...seen], await follow()]).toEqual([[404], 429]);
}, 60_000);

test('a press that comes while the owner ends the order gives it no more time', async () => {
  const { reference } = await place({ paymentMethod: 'credit_card' });
  await transaction(shop.db, async (pressed) => {
    // The press has begun, so its clock stands still. The owner is done before it comes to the row.
    await sql`select now()`.execute(pressed);
    await sql`
      update "order" set ended_by = 'Dona', expires_at = now() where reference = ${reference}`.execute(shop.db);
    await noteOpened(pressed, shop.store.id, reference);
  });
  expect((await becomes(reference, 'cancelled')).status).toBe('cancelled');
});

test('a renewal that is under way while the owner ends the order does not bring it back', async () => {
  const { reference } = await place({ paymentMethod: 'credit_card' });
  const { _id: id } = await see(reference);
  // Nothing is left to withdraw, so the renewal goes on to the order's lock.
  await shop.db.updateTable('payment').set({ status: 'expired' }).where('order_id', '=', id).execute();
  const renewal = await transaction(shop.db, async (ending) => {
    await sql`update "order" set ended_by = 'Dona', expires_at = now() where id = ${id}`.execute(ending);
    const renewed = shop.post('/v1/order/pay', { external_reference: reference });
    await waitingForLock(shop.db, 1);
    return { renewed };
  });
  expect(await renewal.renewed).toMatchObject({ status: 409, body: { code: 'order_not_payable' } });
  expect((await becomes(reference, 'cancelled')).status).toBe('cancelled');
});

test('our Pix page counts as opened when a person sees it, and its own deadline holds', async () => {
  await sql`update store set settings = '{"pixMinutes": 120}' where id = ${shop.store.id}`.execute(shop.db);
  try {
    const { reference } = await place();
    expect(await minutesOf(reference)).toBe(30);
    const show = (headers: Record<string, string>) =>
      pageServices(shop.deps).payPageShown(shop.store.id, reference, { method: 'GET', headers: new Headers(headers) });
    await show({ 'user-agent': 'Discordbot/2.0' });
    expect(await minutesOf(reference)).toBe(30);
    await show(BROWSER);
    expect(await minutesOf(reference)).toBe(120);
  } finally {
    await sql`update store set settings = '{}' where id = ${shop.store.id}`.execute(shop.db);
  }
});

test('renewing again and again never keeps an order beyond one span of its method', async () => {
  const product = await makeProduct(shop.db, shop.store.id, { stock: 1 });
  const body = cart(shop.store, [{ id: product, quantity: 1 }]);
  const placed = await shop.post<OrderCreateAnswer>('/v1/order/create', body);
  const reference = placed.body.data.external_reference;
  const renew = async (paymentMethod: string) =>
    (await shop.post('/v1/order/pay', { external_reference: reference, paymentMethod })).status;
  for (const minutes of [10, 10, 5]) {
    await pass(reference, minutes);
    // The offer ends at the provider, so that the next one is a new one.
    shop.provider.control.expire(atProvider(reference).find(({ status }) => status === 'pending')?.id ?? '');
    await sql`update payment set status = 'expired' where status = 'pending'`.execute(shop.db);
    expect(await renew('pix')).toBe(200);
    expect(await minutesOf(reference)).toBe(30);
  }
  // By card it has the span of a card, from when it was placed, once its page is opened.
  expect(await renew('credit_card')).toBe(200);
  expect(await minutesOf(reference)).toBe(30);
  await goTo((await see(reference)).payment?.payUrl ?? '');
  expect(await minutesOf(reference)).toBe(24 * 60);
  expect(await renew('pix')).toBe(200);
  expect(await minutesOf(reference)).toBe(24 * 60);
});

test('whoever changes the way to pay again and again waits, and the store’s account is not asked for each change', async () => {
  const { reference } = await place({ paymentMethod: 'credit_card' });
  const { _id: id } = await see(reference);
  const change = async (turn: number) => {
    const paymentMethod = turn % 2 === 0 ? 'pix' : 'credit_card';
    return (await shop.post('/v1/order/pay', { external_reference: reference, paymentMethod })).status;
  };
  for (let turn = 0; turn < limits.renewalsPerHour; turn += 1) expect(await change(turn)).toBe(200);
  // The last payment is by card. An even turn asks for Pix, so each of these needs a new payment.
  expect([await change(0), await change(2), await change(4)]).toEqual([429, 429, 429]);
  const attempts = await shop.db.selectFrom('payment').where('order_id', '=', id).select('id').execute();
  expect(attempts).toHaveLength(limits.renewalsPerHour + 1);
  // The payment that exists stays payable: a request for the same method gets it.
  const { body } = await shop.post<OrderCreateAnswer>('/v1/order/pay', { external_reference: reference });
  expect(body.data.payment.init_point).toContain(reference);
});
