import type { OrderCreateAnswer, RefundPreview } from '@vitrine/contract/orders';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeStore } from '../../../test/make.ts';
import { makeProduct } from '../../../test/make-catalog.ts';
import { on } from '../../../test/make-deliveries.ts';
import { cart, SELLER, until } from '../../../test/make-shop.ts';
import { usePaymentShop } from '../../../test/payment-shop.ts';

/** What happens to an order while a part of it goes back. After each test the rules about money hold (`usePaymentShop`). */

const { shop, see, becomes, atProvider, pay, details, refund } = usePaymentShop();

const BUYER = '123456789012345678';
const owner = () => ({ authorization: `Bearer ${shop.store.token}` });
const ask = async <T>(path: string, reference: string, body: object) =>
  await shop.post<T>(path, { subdomain: shop.store.subdomain, id: (await see(reference))._id, ...body }, owner());
const refundPart = (reference: string, body: object) => ask<{ code?: string }>('/v1/order/refund', reference, body);
const preview = (reference: string, body: object) =>
  ask<RefundPreview & { code?: string }>('/v1/order/refund/preview', reference, body);
const seller = (change: object) => shop.provider.control.seed({ sellers: [{ ...SELLER, ...change }] });
const paymentOf = (reference: string) => atProvider(reference)[0]?.id ?? '';
/** Centavos that the provider really gave back, or works on. */
const given = (reference: string) =>
  (atProvider(reference)[0]?.refunds ?? []).reduce((sum, one) => sum + (one.status === 'rejected' ? 0 : one.amount), 0);
const done = async (reference: string) =>
  (await details(reference)).refunds.filter(({ state }) => state === 'done').map(({ value }) => value);

/** The refunds that wait are due now. */
async function hurry(reference: string): Promise<void> {
  const { _id } = await see(reference);
  await sql`
    update refund set next_check_at = case when scope = 'whole' then now() end, part_check_at = case when scope <> 'whole' then now() end
     where status in ('requested', 'in_process')
       and payment_id in (select id from payment where order_id = ${_id})`.execute(shop.db);
}

/** A paid order: `vip` once at R$ 29,90 and `water` three times at R$ 10,00. */
async function bought(change: object = {}) {
  const vip = await makeProduct(shop.db, shop.store.id, { name: 'VIP', price: 2990, actions: [on.group('vip')] });
  const more = { price: 1000, stock: 9, buyLimit: 3, actions: [on.item('agua', 1)] };
  const water = await makeProduct(shop.db, shop.store.id, { name: 'Água', ...more });
  const lines = [
    { id: vip, quantity: 1 },
    { id: water, quantity: 3 },
  ];
  const placed = await shop.post<OrderCreateAnswer>('/v1/order/create', cart(shop.store, lines, change));
  const { external_reference: reference } = placed.body.data;
  await pay(reference);
  const [first, second] = (await see(reference)).name;
  return { reference, product: water, vip: first?._id ?? '', water: second?._id ?? '' };
}

test('a buyer who withdraws while a part is under way gets the rest after it', async () => {
  const { reference, vip } = await bought();
  seller({ refundMode: 'in_process' });
  expect((await refundPart(reference, { items: [{ id: vip, quantity: 1 }] })).status).toBe(200);
  const withdraw = { external_reference: reference, discordId: BUYER };
  expect((await shop.post<{ result: string }>('/v1/order/withdraw', withdraw)).body.result).toBe('refunding');
  seller({ refundMode: 'approved' });
  shop.provider.control.settleRefund(paymentOf(reference), 'approved');
  const order = await until(
    async () => {
      await hurry(reference);
      return await see(reference);
    },
    ({ status }) => status === 'cancelled',
  );
  expect(order).toMatchObject({ status: 'cancelled', paid: { returned: 59.9 } });
  expect(given(reference)).toBe(5990);
});

test('a part that goes back after a refusal takes the warning of the refusal away', async () => {
  const { reference } = await bought();
  seller({ balance: 0 });
  expect((await refundPart(reference, { value: 10 })).body.code).toBe('refund_balance');
  expect((await see(reference)).note).not.toBeNull();
  seller({ balance: 1000 });
  expect((await refundPart(reference, { value: 10 })).status).toBe(200);
  expect((await see(reference)).note).toBeNull();
});

test("a whole refund under way takes only what a part on the provider's page left", async () => {
  const { reference } = await bought();
  shop.provider.control.addWebhookFault({ kind: 'drop', times: 2 });
  shop.provider.control.refund(paymentOf(reference), { amount: 10 });
  seller({ refundMode: 'in_process' });
  expect((await refund(reference)).status).toBe(200);
  expect((await details(reference)).refunds.map(({ value, state }) => [value, state])).toEqual([
    [49.9, 'open'],
    [10, 'done'],
  ]);
  shop.provider.control.clearWebhookFaults();
  shop.provider.control.settleRefund(paymentOf(reference), 'approved');
  expect((await becomes(reference, 'cancelled')).paid).toMatchObject({ returned: 59.9 });
  expect(given(reference)).toBe(5990);
});

test("a part on the provider's page that makes ours impossible is told at once", async () => {
  const { reference, vip } = await bought();
  shop.provider.control.addWebhookFault({ kind: 'drop', times: 2 });
  shop.provider.control.refund(paymentOf(reference), { amount: 55 });
  expect((await refundPart(reference, { items: [{ id: vip, quantity: 1 }] })).body.code).toBe('order_not_refundable');
  expect(await done(reference)).toEqual([55]);
  expect((await see(reference)).name[0]?.returned).toBe(0);
  shop.provider.control.clearWebhookFaults();
});

test('a provider that fails, loses its answer and tells everything twice gives a part back once', async () => {
  for (const kind of ['status', 'reset-after', 'malformed'] as const) {
    const { reference, water } = await bought();
    shop.provider.control.addWebhookFault({ kind: 'duplicate', times: 9, copies: 3 });
    shop.provider.control.addFault({ kind, match: { method: 'POST', path: '/refunds' } });
    expect((await refundPart(reference, { items: [{ id: water, quantity: 2 }] })).status).toBe(200);
    const order = await until(
      async () => {
        await hurry(reference);
        return await see(reference);
      },
      ({ name }) => name[1]?.returned === 2,
    );
    expect(order, kind).toMatchObject({ status: 'completed', paid: { returned: 20 } });
    expect(given(reference), kind).toBe(2000);
    expect(await done(reference), kind).toEqual([20]);
    shop.provider.control.clearWebhookFaults();
  }
});

test('parts of one item, of another and by value that meet never give more than was paid', async () => {
  const { reference, vip, water } = await bought();
  const asked = [
    { items: [{ id: water, quantity: 2 }] },
    { items: [{ id: water, quantity: 2 }] },
    { items: [{ id: vip, quantity: 1 }] },
    { value: 30 },
    { value: 29.9 },
    {},
  ];
  await Promise.all(asked.map((body) => refundPart(reference, body)));
  for (const body of asked) await refundPart(reference, body);
  const order = await becomes(reference, 'cancelled');
  expect(order).toMatchObject({ status: 'cancelled', paid: { returned: 59.9 } });
  expect(given(reference)).toBe(5990);
});

test('no refund reaches beyond its order, its store, what is left or what a unit is', async () => {
  const { reference, vip, water } = await bought();
  const other = await bought();
  for (const { id, quantity } of [
    { id: other.vip, quantity: 1 },
    { id: water, quantity: 4 },
  ]) {
    for (const send of [refundPart, preview]) {
      expect((await send(reference, { items: [{ id, quantity }] })).body.code).toBe('refund_items');
    }
  }
  const one = { id: vip, quantity: 1 };
  const hostile = [
    ...[0, -1, 1.5, 1e9, '1', null].map((quantity) => ({ items: [{ id: vip, quantity }] })),
    ...[-1, 0, 0.001, 1e300, '1', null].map((value) => ({ value })),
    { items: [one, one] },
    { items: Array.from({ length: 500 }, (_, n) => ({ id: `x${n}`, quantity: 1 })) },
  ];
  for (const body of hostile) {
    for (const send of [refundPart, preview]) {
      expect([400, 422], JSON.stringify(body)).toContain((await send(reference, body)).status);
    }
  }
  expect((await refundPart(reference, { value: 59.91 })).body.code).toBe('refund_value');
  const stranger = await makeStore(shop.db, shop.deps.config.secret);
  const body = { subdomain: stranger.subdomain, id: (await see(reference))._id, items: [one] };
  for (const path of ['/v1/order/refund', '/v1/order/refund/preview']) {
    const answer = await shop.post<{ code: string }>(path, body, { authorization: `Bearer ${stranger.token}` });
    expect(answer.body.code).toBe('order_not_found');
  }
  expect(given(reference)).toBe(0);
});

test('returned units leave the limit of their customer, and a dispute beside a part takes the rest', async () => {
  const { reference, water, product } = await bought({ clientId: 77 });
  const again = async () => {
    const lines = [{ id: product, quantity: 1 }];
    const placed = await shop.post<OrderCreateAnswer>('/v1/order/create', cart(shop.store, lines, { clientId: 77 }));
    return placed.status === 200 ? (await pay(placed.body.data.external_reference)).status : placed.body;
  };
  expect(await again()).toMatchObject({ code: 'buy_limit' });
  expect((await refundPart(reference, { items: [{ id: water, quantity: 1 }] })).status).toBe(200);
  expect(await again()).toBe('completed');
  expect(await again()).toMatchObject({ code: 'buy_limit' });

  shop.provider.control.mediate(paymentOf(reference));
  await until(
    async () => (await details(reference)).order.marks,
    (marks) => marks.includes('disputed'),
  );
  expect((await details(reference)).order.marks).toEqual(['part_refunded', 'disputed']);
  shop.provider.control.chargeback(paymentOf(reference));
  expect((await becomes(reference, 'cancelled')).status).toBe('cancelled');
  const left = await sql<{ units: number }>`
    select units from product_buyer where product_id = ${product} and buyer = '77'`.execute(shop.db);
  expect(left.rows).toEqual([{ units: 1 }]);
});

test('an account of the Orders API gives parts back too, also beside one on its own page', async () => {
  seller({ applicationType: 'orders' });
  const { reference, vip, water } = await bought();
  expect(atProvider(reference)[0]?.orderId).toMatch(/^ORD/);
  expect((await refundPart(reference, { items: [{ id: vip, quantity: 1 }] })).status).toBe(200);
  shop.provider.control.refund(paymentOf(reference), { amount: 5 });
  expect((await refundPart(reference, { items: [{ id: water, quantity: 1 }] })).status).toBe(200);
  const order = await until(
    async () => {
      await hurry(reference);
      return await see(reference);
    },
    ({ paid, name }) => paid?.returned === 44.9 && name[1]?.returned === 1,
  );
  expect(order).toMatchObject({ status: 'completed', paid: { returned: 44.9 } });
  expect((await done(reference)).sort()).toEqual([10, 29.9, 5]);
  expect((await refund(reference)).status).toBe(200);
  expect((await becomes(reference, 'cancelled')).paid).toMatchObject({ returned: 59.9 });
  expect(given(reference)).toBe(5990);
});
