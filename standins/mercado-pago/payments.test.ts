import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { crc16 } from './br-code.ts';
import { type MercadoPagoStandin, startMercadoPago } from './mercado-pago.ts';
import { caller, pix, preference, SELLERS, TOKENS } from './testing.ts';
import { DAY, formatDate, MINUTE } from './values.ts';

let mp: MercadoPagoStandin;
const call = caller(() => mp.url);
beforeAll(async () => {
  mp = await startMercadoPago({ sellers: SELLERS });
});
afterAll(() => mp.close());
beforeEach(() => mp.control.reset());

const create = async (change?: Record<string, unknown>): Promise<Record<string, unknown>> => {
  const answer = await call('POST', '/v1/payments', { body: pix(change) });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
};

describe('a Pix payment', () => {
  it('has a payable code, its picture and a page', async () => {
    const payment = await create({ metadata: { storeName: 'loja' } });
    expect(payment).toMatchObject({
      status: 'pending',
      status_detail: 'pending_waiting_transfer',
      payment_type_id: 'bank_transfer',
      transaction_amount: 29.9,
      currency_id: 'BRL',
      collector_id: 1001,
      external_reference: 'ord_8F2K',
      metadata: { store_name: 'loja' },
      payer: { email: null },
    });
    const data = (payment.point_of_interaction as { transaction_data: Record<string, string> }).transaction_data;
    const code = String(data.qr_code);
    expect(code.slice(-4)).toBe(crc16(code.slice(0, -4)));
    expect(code).toContain('540529.90');
    expect(Buffer.from(String(data.qr_code_base64), 'base64').subarray(1, 4).toString()).toBe('PNG');
    expect(data.ticket_url).toBe(`${mp.url}/pix/${payment.id}`);
  });

  it('shows payer, fee and net amount when approved, and credits the seller', async () => {
    const { id } = await create({ transaction_amount: 100 });
    mp.control.approve(Number(id));
    const { body } = await call('GET', `/v1/payments/${id}`);
    expect(body).toMatchObject({
      status: 'approved',
      status_detail: 'accredited',
      payer: { email: 'ana@example.com' },
      fee_details: [{ amount: 0.99 }],
      transaction_details: { net_received_amount: 99.01 },
    });
    expect(mp.control.seed({ sellers: [{ token: TOKENS.shop }] })[0]?.balance).toBe(9901);
  });

  it('is cancelled by the seller while open, and never later', async () => {
    const { id } = await create();
    const cancel = () => call('PUT', `/v1/payments/${id}`, { body: { status: 'cancelled' } });
    expect((await cancel()).body).toMatchObject({ status: 'cancelled' });
    expect(await cancel()).toMatchObject({ status: 400, body: { cause: [{ code: 2018 }] } });
    expect(() => mp.control.approve(Number(id))).toThrow(/cannot take/);
  });

  it('expires when its time has passed', async () => {
    const { id } = await create({ date_of_expiration: formatDate(mp.control.now() + 31 * MINUTE) });
    mp.control.advance(30 * MINUTE);
    expect((await call('GET', `/v1/payments/${id}`)).body.status).toBe('pending');
    mp.control.advance(2 * MINUTE);
    expect((await call('GET', `/v1/payments/${id}`)).body).toMatchObject({
      status: 'cancelled',
      status_detail: 'expired',
    });
  });

  it.each([
    ['29:59 ahead', 30 * MINUTE - 1000, 400],
    ['31 minutes ahead', 31 * MINUTE, 201],
    ['30 days less a second', 30 * DAY - 1000, 201],
    ['30 days and a minute', 30 * DAY + MINUTE, 400],
  ])('may expire %s: %i ms, %i', async (_text, ahead, status) => {
    const answer = await call('POST', '/v1/payments', {
      body: pix({ date_of_expiration: formatDate(mp.control.now() + ahead) }),
    });
    expect(answer.status).toBe(status);
    if (status === 400) expect(answer.body).toMatchObject({ cause: [{ code: 7523 }] });
  });
});

describe('idempotency', () => {
  it('gives the first answer for the same key and body, even at the same time', async () => {
    const [first, second] = await Promise.all(
      [1, 2].map(() => call('POST', '/v1/payments', { key: 'k-1', body: pix() })),
    );
    const third = await call('POST', '/v1/payments', { key: 'k-1', body: pix() });
    expect(second?.body.id).toBe(first?.body.id);
    expect(third.body).toEqual(first?.body);
    expect(mp.control.payments()).toHaveLength(1);
  });

  it('refuses the same key with another body, separates sellers and frees the key after a refusal', async () => {
    await call('POST', '/v1/payments', { key: 'k-2', body: pix() });
    expect(await call('POST', '/v1/payments', { key: 'k-2', body: pix({ transaction_amount: 1 }) })).toMatchObject({
      status: 409,
      body: { error: 'idempotency_key_already_used' },
    });
    expect((await call('POST', '/v1/payments', { key: 'k-3', body: pix({ transaction_amount: -1 }) })).status).toBe(
      400,
    );
    expect((await call('POST', '/v1/payments', { key: 'k-3', body: pix() })).status).toBe(201);
    mp.control.seed({ sellers: [{ token: 'APP_USR-other' }] });
    expect((await call('POST', '/v1/payments', { key: 'k-2', token: 'APP_USR-other', body: pix() })).status).toBe(201);
  });
});

describe('refusals of a payment', () => {
  const email = (text: string) => ({ payer: { email: text } });
  it.each([
    ['unknown name', { foo: 1 }, 400, 8],
    ['amount as text', { transaction_amount: '29.90' }, 400, 4037],
    ['amount with three decimals', { transaction_amount: 1.005 }, 400, 4037],
    ['no e-mail', { payer: {} }, 400, 4050],
    ['bad e-mail', email('ana@'), 400, 4050],
    ['endless e-mail', email(`${'a'.repeat(250)}@x.com`), 400, 4051],
    ['payer is the seller', email('DONO@loja.example'), 403, 4390],
    ['date without offset', { date_of_expiration: '2026-12-01T10:00:00' }, 400, 23],
    ['http address', { notification_url: 'http://shop.example/x' }, 400, 4020],
    ['long address', { notification_url: `https://shop.example/${'x'.repeat(240)}` }, 400, 4021],
    ['fee without OAuth', { application_fee: 1 }, 400, 2059],
  ])('%s', async (_name, change, status, code) => {
    expect(await call('POST', '/v1/payments', { body: pix(change) })).toMatchObject({
      status,
      body: { cause: [{ code }] },
    });
    expect(mp.control.payments()).toHaveLength(0);
  });

  it('token, application, key and Pix key', async () => {
    const post = (options: Parameters<typeof call>[2]) => call('POST', '/v1/payments', { body: pix(), ...options });
    expect(await post({ token: null })).toMatchObject({ status: 401, body: { cause: [{ code: 5 }] } });
    expect(await post({ token: 'APP_USR-nobody' })).toMatchObject({ status: 401, body: { cause: [] } });
    expect(await post({ token: TOKENS.pro })).toMatchObject({ status: 401, body: { cause: [{ code: 7 }] } });
    expect(await post({ token: TOKENS.orders })).toMatchObject({ status: 401, body: { cause: [{ code: 7 }] } });
    expect(await post({ key: null })).toMatchObject({ status: 400, body: { cause: [{ code: 4292 }] } });
    expect(await post({ token: TOKENS.noKey })).toMatchObject({ status: 400, body: { cause: [{ code: 13253 }] } });
    mp.control.seed({ sellers: [{ token: TOKENS.shop, revoked: true }] });
    expect((await post({})).status).toBe(401);
    expect((await call('GET', '/users/me')).status).toBe(401);
  });

  it('local addresses only while they are allowed', async () => {
    const body = pix({ notification_url: 'http://vitrine.localhost:3000/webhooks' });
    expect((await call('POST', '/v1/payments', { body })).status).toBe(201);
    mp.control.settings({ loopbackUrls: false });
    expect(await call('POST', '/v1/payments', { body })).toMatchObject({ body: { cause: [{ code: 4020 }] } });
    const returns = { back_urls: { success: 'http://localhost:3000/ok' } };
    const kept = await call('POST', '/checkout/preferences', { body: preference(returns) });
    expect(kept.body).toMatchObject({ back_urls: { success: '' } });
    const automatic = await call('POST', '/checkout/preferences', {
      body: preference({ ...returns, auto_return: 'all' }),
    });
    expect(automatic).toMatchObject({ status: 400, body: { error: 'invalid_auto_return' } });
  });
});

describe('reading', () => {
  it("finds by reference, newest first, and hides another seller's payments", async () => {
    const first = await create();
    mp.control.advance(1000);
    const second = await create();
    await create({ external_reference: 'another' });
    const search = '/v1/payments/search?external_reference=ord_8F2K&sort=date_created&criteria=desc&limit=1';
    const { body } = await call('GET', search);
    expect(body).toMatchObject({ paging: { total: 2, limit: 1, offset: 0 }, results: [{ id: second.id }] });
    expect(await call('GET', `/v1/payments/${first.id}`, { token: TOKENS.noKey })).toMatchObject({
      status: 404,
      body: { cause: [{ code: 2000 }] },
    });
    expect((await call('GET', search, { token: TOKENS.noKey })).body).toMatchObject({ paging: { total: 0 } });
    expect((await call('GET', '/v1/payments/search?begin_date=soon')).body).toMatchObject({ cause: [{ code: 23 }] });
    expect((await call('GET', '/v1/payments/search?begin_date=NOW-1HOURS&end_date=NOW')).body).toMatchObject({
      paging: { total: 3 },
    });
  });

  it('lags and misses on request', async () => {
    const { id } = await create();
    mp.control.approve(Number(id));
    mp.control.addFault({ kind: 'stale-read', match: { method: 'GET' } });
    mp.control.addFault({ kind: 'not-found-yet', match: { method: 'GET' } });
    expect((await call('GET', `/v1/payments/${id}`)).body.status).toBe('pending');
    expect((await call('GET', `/v1/payments/${id}`)).status).toBe(404);
    expect((await call('GET', `/v1/payments/${id}`)).body.status).toBe('approved');
  });

  it('after a connection that was lost behind the effect, the search finds the payment', async () => {
    mp.control.addFault({ kind: 'reset', when: 'after', match: { method: 'POST', path: '/v1/payments' } });
    await expect(call('POST', '/v1/payments', { key: 'lost', body: pix() })).rejects.toThrow();
    const { body } = await call('GET', '/v1/payments/search?external_reference=ord_8F2K');
    expect(body).toMatchObject({ paging: { total: 1 } });
    const again = await call('POST', '/v1/payments', { key: 'lost', body: pix() });
    expect((body.results as { id: number }[])[0]?.id).toBe(again.body.id);
  });

  it('names the seller and what it may charge', async () => {
    expect((await call('GET', '/users/me')).body).toMatchObject({
      id: 1001,
      site_id: 'MLB',
      email: 'dono@loja.example',
    });
    mp.control.seed({ sellers: [{ token: TOKENS.shop, pixStatus: 'deactive' }] });
    const methods = (await call('GET', '/v1/payment_methods')).body as unknown as { id: string; status: string }[];
    expect(methods.find((method) => method.id === 'pix')?.status).toBe('deactive');
  });
});

describe('refunds', () => {
  const paid = async (): Promise<number> => {
    const { id } = await create({ transaction_amount: 50 });
    mp.control.approve(Number(id));
    return Number(id);
  };
  const refund = (id: number, body?: unknown, options: Parameters<typeof call>[2] = {}) =>
    call('POST', `/v1/payments/${id}/refunds`, { ...(body === undefined ? {} : { body }), ...options });

  it('refunds a part, then the rest, never more', async () => {
    const id = await paid();
    expect((await refund(id, { amount: 20 })).body).toMatchObject({ amount: 20, status: 'approved', payment_id: id });
    expect((await call('GET', `/v1/payments/${id}`)).body).toMatchObject({
      status: 'approved',
      status_detail: 'partially_refunded',
      transaction_amount_refunded: 20,
    });
    expect((await refund(id, { amount: 30.01 })).status).toBe(400);
    const rest = await refund(id);
    expect([rest.status, rest.body.amount]).toEqual([201, 30]);
    expect((await call('GET', `/v1/payments/${id}`)).body).toMatchObject({ status: 'refunded' });
    expect((await refund(id)).status).toBe(400);
    expect((await call('GET', `/v1/payments/${id}/refunds`)).body).toHaveLength(2);
    expect((await call('GET', `/v1/payments/${id}/refunds/${rest.body.id}`)).body).toEqual(rest.body);
  });

  it('need key, balance, a paid payment of at most 180 days, and an account that may refund', async () => {
    const id = await paid();
    expect(await refund(id, undefined, { key: null })).toMatchObject({ body: { cause: [{ code: 4292 }] } });
    mp.control.seed({ sellers: [{ token: TOKENS.shop, balance: 10 }] });
    expect(await refund(id)).toMatchObject({ status: 400, body: { cause: [{ code: 2032 }] } });
    mp.control.seed({ sellers: [{ token: TOKENS.shop, balance: 100, tags: ['test_user'] }] });
    expect(await refund(id)).toMatchObject({ status: 401, body: { cause: [{ code: 7 }] } });
    mp.control.seed({ sellers: [{ token: TOKENS.shop, tags: ['normal'] }] });
    mp.control.advance(181 * DAY);
    expect(await refund(id)).toMatchObject({ status: 400, body: { cause: [{ code: 2024 }] } });
    expect(await refund(Number((await create()).id))).toMatchObject({ status: 400, body: { cause: [{ code: 2063 }] } });
  });

  it('with a repeated key refund once', async () => {
    const id = await paid();
    const [first, again] = [
      await refund(id, { amount: 5 }, { key: 'r' }),
      await refund(id, { amount: 5 }, { key: 'r' }),
    ];
    expect(again.body).toEqual(first.body);
    expect(mp.control.payment(id).refunds).toHaveLength(1);
  });

  it('may stay in process and then end either way', async () => {
    mp.control.seed({ sellers: [{ token: TOKENS.shop, refundMode: 'in_process' }] });
    const headers = { 'x-render-in-process-refunds': 'true' };
    const refused = await paid();
    expect((await refund(refused, undefined, { headers })).body.status).toBe('in_process');
    mp.control.settleRefund(refused, 'rejected');
    expect((await call('GET', `/v1/payments/${refused}`)).body).toMatchObject({
      status: 'approved',
      refunds: [{ status: 'rejected' }],
    });
    const accepted = await paid();
    await refund(accepted, undefined, { headers });
    expect((await call('GET', `/v1/payments/${accepted}`)).body.status).toBe('approved');
    mp.control.settleRefund(accepted, 'approved');
    expect((await call('GET', `/v1/payments/${accepted}`)).body.status).toBe('refunded');
    expect((await refund(await paid())).status).toBe(400);
  });

  it('a chargeback takes the money and a reimbursement returns it', async () => {
    const id = await paid();
    const balance = () => mp.control.seed({ sellers: [{ token: TOKENS.shop }] })[0]?.balance;
    const before = balance();
    mp.control.mediate(id);
    mp.control.chargeback(id);
    expect(balance()).toBe(0);
    mp.control.chargeback(id, { detail: 'reimbursed' });
    expect(balance()).toBe(before);
    expect((await call('GET', `/v1/payments/${id}`)).body).toMatchObject({
      status: 'charged_back',
      status_detail: 'reimbursed',
    });
  });
});
