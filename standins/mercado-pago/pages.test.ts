import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MercadoPagoStandin, startMercadoPago } from './mercado-pago.ts';
import { caller, pix, preference, SELLERS, TOKENS } from './testing.ts';
import { formatDate, MINUTE } from './values.ts';

let mp: MercadoPagoStandin;
const call = caller(() => mp.url);
beforeAll(async () => {
  mp = await startMercadoPago({ sellers: SELLERS });
});
afterAll(() => mp.close());
beforeEach(() => mp.control.reset());

const SHOP = 'http://loja.vitrine.localhost:3000';
const RETURNS = {
  back_urls: { success: `${SHOP}/success?a=1`, pending: `${SHOP}/pending`, failure: `${SHOP}/failure` },
  auto_return: 'approved',
};
const link = async (change: Record<string, unknown> = {}): Promise<string> => {
  const { status, body } = await call('POST', '/checkout/preferences', { body: preference({ ...RETURNS, ...change }) });
  expect(status, JSON.stringify(body)).toBe(201);
  return String(body.init_point);
};
const read = async (url: string): Promise<{ status: number; text: string }> => {
  const answer = await fetch(url);
  return { status: answer.status, text: await answer.text() };
};
const press = async (url: string, fields: Record<string, string> = {}) => {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
  return { status: answer.status, to: answer.headers.get('location') ?? '', text: await answer.text() };
};

describe('preferences', () => {
  it.each([
    ['no items', { items: [] }],
    ['negative price', { items: [{ title: 'Desconto', quantity: 1, unit_price: -5 }] }],
    ['price zero', { items: [{ title: 'Grátis', quantity: 1, unit_price: 0 }] }],
    ['half a piece', { items: [{ title: 'VIP', quantity: 0.5, unit_price: 5 }] }],
    ['reference with spaces', { external_reference: 'a b' }],
    ['long reference', { external_reference: 'a'.repeat(65) }],
    ['address not https', { notification_url: 'http://shop.example/x' }],
    ['fee without OAuth', { marketplace_fee: 1 }],
    ['return without address', { auto_return: 'approved', back_urls: {} }],
    ['date without offset', { expiration_date_to: '2026-12-01' }],
    ['balance excluded', { payment_methods: { excluded_payment_methods: [{ id: 'account_money' }] } }],
  ])('are refused: %s', async (_name, change) => {
    expect((await call('POST', '/checkout/preferences', { body: preference(change) })).status).toBe(400);
  });

  it('are read, changed, found and closed only by their seller, with any application', async () => {
    const made = await call('POST', '/checkout/preferences', { token: TOKENS.pro, body: preference() });
    expect(made.body).toMatchObject({
      collector_id: 1002,
      metadata: { store_name: 'loja' },
      operation_type: 'regular_payment',
    });
    const path = `/checkout/preferences/${made.body.id}`;
    expect((await call('GET', path)).status).toBe(404);
    const changed = await call('PUT', path, { token: TOKENS.pro, body: { external_reference: 'new_ref' } });
    expect(changed.body).toMatchObject({ external_reference: 'new_ref', items: [{ title: 'VIP Ouro' }] });
    const found = await call('GET', '/checkout/preferences/search?external_reference=new_ref', { token: TOKENS.pro });
    expect(found.body).toMatchObject({ total: 1, elements: [{ id: made.body.id }] });
    expect((await read(String(made.body.init_point))).status).toBe(200);
    await call('PUT', `${path}/expire`, { token: TOKENS.pro });
    expect((await read(String(made.body.init_point))).status).toBe(410);
  });
});

describe('the checkout page', () => {
  it('offers only what the preference allows', async () => {
    const all = await read(await link());
    for (const name of [
      'Pagar com cartão aprovado',
      'Cartão recusado',
      'Pagar com Pix',
      'Gerar boleto',
      'Sair sem pagar',
      'Pagar duas vezes',
    ]) {
      expect(all.text).toContain(`>${name}</button>`);
    }
    expect(all.text).toContain('R$ 31,00');
    const excluded_payment_types = ['bank_transfer', 'ticket'].map((id) => ({ id }));
    const card = await link({ payment_methods: { excluded_payment_types } });
    expect((await read(card)).text).not.toMatch(/Pagar com Pix|Gerar boleto/);
    expect((await press(card, { means: 'pix' })).status).toBe(400);
    expect(mp.control.payments()).toHaveLength(0);
  });

  it('returns after an approved card with the documented parameters', async () => {
    const { status, to } = await press(await link(), { means: 'card', holder: 'APRO' });
    const [payment] = mp.control.payments();
    const url = new URL(to);
    expect([status, url.pathname, url.searchParams.get('a')]).toEqual([303, '/success', '1']);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      payment_id: payment?.id,
      collection_id: payment?.id,
      status: 'approved',
      external_reference: 'ord_PREF',
      payment_type: 'credit_card',
      merchant_order_id: payment?.merchantOrderId,
      site_id: 'MLB',
      merchant_account_id: 'null',
    });
    expect((await call('GET', `/v1/payments/${payment?.id}`)).body).toMatchObject({
      status: 'approved',
      transaction_amount: 31,
      order: { type: 'mercadopago' },
      metadata: { store_name: 'loja' },
    });
  });

  it('lets a person try again after a refused card, holds one under review, and pays twice', async () => {
    const url = await link();
    const refused = await press(url, { means: 'card', holder: 'FUND' });
    expect(refused.text).toContain('Tentar com outro meio');
    expect(refused.text).toContain('/failure?');
    expect((await press(url, { means: 'card', holder: 'CONT' })).text).toContain('/pending?');
    await press(url, { means: 'twice' });
    expect(mp.control.payments().map((payment) => [payment.status, payment.statusDetail])).toEqual([
      ['rejected', 'cc_rejected_insufficient_amount'],
      ['in_process', 'pending_contingency'],
      ['approved', 'accredited'],
      ['approved', 'accredited'],
    ]);
  });

  it('returns without a payment, with the word null', async () => {
    const { to } = await press(await link(), { means: 'leave' });
    const url = new URL(to);
    expect([url.pathname, url.searchParams.get('payment_id'), url.searchParams.get('status')]).toEqual([
      '/failure',
      'null',
      'null',
    ]);
    expect(mp.control.payments()).toHaveLength(0);
  });

  it('knows closed and unknown links, and escapes the shop’s texts', async () => {
    const expires = { expires: true, expiration_date_to: formatDate(mp.control.now() + 10 * MINUTE) };
    const url = await link({ ...expires, items: [{ title: '<script>alert(1)</script>', quantity: 1, unit_price: 5 }] });
    expect((await read(url)).text).toContain('&lt;script&gt;alert(1)');
    mp.control.advance(11 * MINUTE);
    const closed = await read(url);
    expect([closed.status, closed.text.includes('Este link de pagamento expirou')]).toEqual([410, true]);
    expect((await press(url, { means: 'balance' })).status).toBe(410);
    expect((await read(`${mp.url}/checkout/v1/redirect?pref_id=x`)).status).toBe(404);
  });

  it('goes from Pix to the bank and back to the shop', async () => {
    const { to } = await press(await link(), { means: 'pix' });
    expect((await read(mp.url + to)).text).toContain('Pagar no aplicativo do banco');
    await press(mp.url + to);
    const paid = await read(mp.url + to);
    expect(paid.text).toContain('Pagamento aprovado');
    expect(paid.text).toContain(`${SHOP}/success?a=1&amp;collection_id=`);
  });
});

describe('the Pix page and the developer page', () => {
  it('a code is paid once, and not after it expired', async () => {
    const { body } = await call('POST', '/v1/payments', { body: pix() });
    const url = `${mp.url}/pix/${body.id}`;
    expect((await press(url)).status).toBe(303);
    expect((await press(url)).status).toBe(409);
    const late = await call('POST', '/v1/payments', { body: pix() });
    mp.control.advance(25 * 60 * MINUTE);
    expect((await press(`${mp.url}/pix/${late.body.id}`)).text).toContain('O banco recusou');
    expect((await read(`${mp.url}/pix/1`)).status).toBe(404);
  });

  it('approves and refunds by button, and foreign pages may press nothing', async () => {
    const { body } = await call('POST', '/v1/payments', { body: pix() });
    const index = await read(mp.url);
    expect(index.text).toContain(`aria-label="Aprovar pagamento ${body.id}"`);
    const path = `${mp.url}/__control/panel/${body.id}`;
    const foreign = await fetch(`${path}/approve`, { method: 'POST', headers: { origin: 'https://evil.example' } });
    expect([foreign.status, mp.control.payment(Number(body.id)).status]).toEqual([403, 'pending']);
    expect((await press(`${path}/approve`)).to).toBe('/');
    expect((await press(`${path}/refund`)).to).toBe('/');
    expect(mp.control.payment(Number(body.id)).status).toBe('refunded');
    expect((await press(`${path}/approve`)).to).toBe('/?recusa=1');
    expect((await read(`${mp.url}/?recusa=1`)).text).toContain('não permite mais esta ação');
  });
});

describe('control over HTTP', () => {
  it('seeds, moves the clock, decides payments, lists requests without secrets, and resets', async () => {
    const post = (path: string, body: unknown = {}) =>
      call('POST', `/__control${path}`, { body, token: null, key: null });
    expect((await post('/seed', { sellers: [{ token: 'APP_USR-new-seller-token', balance: 5 }] })).body).toMatchObject({
      sellers: [{ balance: 5, siteId: 'MLB' }],
    });
    expect((await post('/seed', { sellers: [{}] })).status).toBe(400);
    const { body } = await call('POST', '/v1/payments', { token: 'APP_USR-new-seller-token', body: pix() });
    const before = mp.control.now();
    await post('/clock', { advance: 60_000 });
    expect(mp.control.now() - before).toBeGreaterThanOrEqual(60_000);
    expect((await post(`/payments/${body.id}/approve`, { amount: 1 })).body).toMatchObject({
      status: 'approved',
      amount: 1,
    });
    expect((await post(`/payments/${body.id}/approve`)).status).toBe(409);
    expect((await post('/payments/1/approve')).status).toBe(404);
    expect((await post(`/payments/${body.id}/refund`, { amount: 0.5 })).body).toMatchObject({ amount: 0.5 });
    const requests = JSON.stringify((await call('GET', '/__control/requests')).body);
    expect(requests).toContain('/v1/payments');
    expect(requests).not.toContain('APP_USR-new-seller-token');
    await post('/reset');
    expect((await call('GET', '/__control/payments')).body).toEqual([]);
    expect((await call('GET', '/users/me', { token: 'APP_USR-new-seller-token' })).status).toBe(401);
  });
});
