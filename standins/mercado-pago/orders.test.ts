import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MercadoPagoStandin, startMercadoPago } from './mercado-pago.ts';
import { caller, pixOrder, SELLERS, startReceiver, TOKENS } from './testing.ts';
import { MINUTE } from './values.ts';

let mp: MercadoPagoStandin;
const callAny = caller(() => mp.url);
const call: typeof callAny = (method, path, options) => callAny(method, path, { token: TOKENS.orders, ...options });
beforeAll(async () => {
  mp = await startMercadoPago({ sellers: SELLERS });
});
afterAll(() => mp.close());
beforeEach(() => mp.control.reset());

const place = async (change?: Record<string, unknown>): Promise<Record<string, unknown>> => {
  const answer = await call('POST', '/v1/orders', { body: pixOrder(change) });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
};

describe('an order paid by Pix', () => {
  it('waits for the transfer, is processed, then refunded in two steps', async () => {
    const order = await place();
    expect(order).toMatchObject({
      status: 'action_required',
      status_detail: 'waiting_transfer',
      total_amount: '29.90',
    });
    expect(order.id).toMatch(/^ORD[0-9A-Z]{26}$/);
    const [transaction] = (order.transactions as { payments: Record<string, unknown>[] }).payments;
    expect(transaction).toMatchObject({
      amount: '29.90',
      payment_method: { id: 'pix', qr_code: expect.any(String), qr_code_base64: expect.stringMatching(/^iVBOR/) },
    });

    mp.control.approve(String(order.id));
    mp.control.addFault({ kind: 'stale-read', match: { path: '/v1/orders' } });
    expect((await call('GET', `/v1/orders/${order.id}`)).body.status).toBe('action_required');
    expect((await call('GET', `/v1/orders/${order.id}`)).body).toMatchObject({
      status: 'processed',
      status_detail: 'accredited',
      total_paid_amount: '29.90',
    });

    const part = { transactions: [{ id: transaction?.id, amount: '9.90' }] };
    expect((await call('POST', `/v1/orders/${order.id}/refund`, { body: part })).body).toMatchObject({
      status: 'processed',
      status_detail: 'partially_refunded',
    });
    const rest = await call('POST', `/v1/orders/${order.id}/refund`);
    expect(rest).toMatchObject({ status: 201, body: { status: 'refunded' } });
    expect((await call('POST', `/v1/orders/${order.id}/refund`)).status).toBe(409);
  });

  it('is canceled or expires, and can then not be canceled', async () => {
    const canceled = await place();
    expect((await call('POST', `/v1/orders/${canceled.id}/cancel`)).body.status).toBe('canceled');
    expect((await call('POST', `/v1/orders/${canceled.id}/cancel`)).status).toBe(409);
    const expired = await place();
    mp.control.advance(32 * MINUTE);
    expect((await call('GET', `/v1/orders/${expired.id}`)).body.status).toBe('expired');
  });

  it('is sent to the panel’s address only, with its state in the body', async () => {
    const shop = await startReceiver();
    try {
      await place();
      await mp.control.idle();
      expect(mp.control.deliveries()).toHaveLength(0);
      mp.control.seed({ sellers: [{ token: TOKENS.orders, panelUrl: shop.url }] });
      const order = await place();
      mp.control.approve(String(order.id));
      await mp.control.idle();
      const told = shop.received.map((one) => JSON.parse(one.body) as Record<string, unknown>);
      expect(told.map((one) => one.action).sort()).toEqual(['order.action_required', 'order.processed']);
      expect(told.find((one) => one.action === 'order.processed')).toMatchObject({
        type: 'order',
        user_id: 1003,
        data: { id: order.id, status: 'processed', external_reference: 'ord_9Z', total_paid_amount: '29.90' },
      });
      expect(shop.received[0]?.url.searchParams.get('data.id')).toBe(order.id);
    } finally {
      await shop.close();
    }
  });

  it('has a payment that the Payments API does not show', async () => {
    const order = await place();
    const { id } = mp.control.payment(String(order.id));
    expect((await call('GET', `/v1/payments/${id}`)).status).toBe(404);
  });
});

describe('refusals of an order', () => {
  const payment = (change: Record<string, unknown>) => ({
    transactions: { payments: [{ amount: '29.90', payment_method: { id: 'pix', type: 'bank_transfer' }, ...change }] },
  });
  it.each([
    ['notification_url', { notification_url: 'https://shop.example' }, 'unsupported_properties'],
    ['date_of_expiration', payment({ date_of_expiration: '2026-12-01T10:00:00.000-03:00' }), 'unsupported_properties'],
    ['29 minutes', payment({ expiration_time: 'PT29M' }), 'property_value'],
    ['31 days', payment({ expiration_time: 'P31D' }), 'property_value'],
    ['amount as number', { total_amount: 29.9 }, 'property_type'],
    ['no e-mail', { payer: {} }, 'required_properties'],
    ['no reference', { external_reference: undefined }, 'required_properties'],
    ['other sum', payment({ amount: '10.00' }), 'invalid_total_amount'],
    [
      'other items',
      { items: [{ title: 'VIP', quantity: 2, unit_price: '29.90' }] },
      'order_items_total_amount_mismatch',
    ],
  ])('%s', async (_name, change, code) => {
    expect(await call('POST', '/v1/orders', { body: pixOrder(change) })).toMatchObject({
      status: 400,
      body: { errors: [{ code }] },
    });
  });

  it('token, application, key, used key and a stranger', async () => {
    const body = pixOrder();
    expect((await call('POST', '/v1/orders', { body, token: null })).status).toBe(401);
    expect(await call('POST', '/v1/orders', { body, token: TOKENS.pro })).toMatchObject({
      status: 403,
      body: { code: 'PA_UNAUTHORIZED_RESULT_FROM_POLICIES' },
    });
    expect((await call('POST', '/v1/orders', { body, key: null })).status).toBe(400);
    expect((await call('POST', '/v1/orders', { body, key: 'x'.repeat(65) })).status).toBe(400);
    const first = await call('POST', '/v1/orders', { body, key: 'same' });
    expect((await call('POST', '/v1/orders', { body, key: 'same' })).body).toEqual(first.body);
    expect(await call('POST', '/v1/orders', { body: pixOrder({ description: 'x' }), key: 'same' })).toMatchObject({
      status: 409,
      body: { errors: [{ code: 'idempotency_key_already_used' }] },
    });
    mp.control.seed({ sellers: [{ token: 'APP_USR-o2', applicationType: 'orders' }] });
    expect((await call('GET', `/v1/orders/${first.body.id}`, { token: 'APP_USR-o2' })).status).toBe(404);
  });
});

describe('an order with a link', () => {
  it('is created, tried, and processed when a person pays', async () => {
    const order = await place({ processing_mode: 'manual', transactions: undefined });
    expect(order).toMatchObject({ status: 'created', checkout_url: expect.stringContaining('/checkout/v1/redirect') });
    const pay = (fields: Record<string, string>) =>
      fetch(String(order.checkout_url), { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
    await pay({ means: 'card', holder: 'FUND' });
    expect((await call('GET', `/v1/orders/${order.id}`)).body.status).toBe('created');
    await pay({ means: 'card', holder: 'APRO' });
    expect((await call('GET', `/v1/orders/${order.id}`)).body).toMatchObject({ status: 'processed' });
  });
});
