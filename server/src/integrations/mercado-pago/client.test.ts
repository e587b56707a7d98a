import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type MercadoPagoStandin, startMercadoPago } from '../../../../standins/mercado-pago/mercado-pago.ts';
import { createMercadoPago, providerDate } from './client.ts';
import { codeOf, kindOf, MercadoPagoError } from './errors.ts';

const token = 'APP_USR-cliente-de-teste';
const other = 'APP_USR-outra-loja-de-teste';
let provider: MercadoPagoStandin;
beforeAll(async () => {
  provider = await startMercadoPago({
    sellers: [
      { token, userId: 7001, balance: 100 },
      { token: other, userId: 7002, balance: 100 },
    ],
  });
});
beforeEach(() => provider.control.clearFaults());
afterAll(() => provider.close());

const client = (deadlineMs = 3000, accessToken = token, party = 'store-1') =>
  createMercadoPago({ baseUrl: provider.url, party, accessToken, deadlineMs });
const pix = () => ({
  transaction_amount: 29.9,
  payment_method_id: 'pix',
  payer: { email: 'ana@example.com' },
  external_reference: 'ref_1',
});
async function failure(work: Promise<unknown>): Promise<MercadoPagoError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof MercadoPagoError)) throw new Error('it did not fail as expected');
  return error;
}

test("reads the token's owner and charges in centavos", async () => {
  expect(await client().me()).toMatchObject({ id: '7001', site_id: 'MLB' });
  const payment = await client().createPayment('key-1', pix());
  expect(payment).toMatchObject({ status: 'pending', transaction_amount: 2990, collector_id: '7001' });
  expect(await client().searchPayments('ref_1')).toHaveLength(1);
});

test('a write with a key is repeated with the same key, and a write without one is not', async () => {
  provider.control.addFault({ kind: 'reset-after', times: 1, match: { method: 'POST', path: '/v1/payments' } });
  const payment = await client().createPayment('key-2', { ...pix(), external_reference: 'ref_2' });
  expect(provider.control.payments({ externalReference: 'ref_2' }).map(({ id }) => id)).toEqual([payment.id]);

  provider.control.addFault({
    kind: 'status',
    status: 500,
    times: 1,
    match: { method: 'POST', path: '/checkout/preferences' },
  });
  const items = [{ title: 'VIP', quantity: 1, unit_price: 1, currency_id: 'BRL' }];
  expect((await failure(client().createPreference({ items, external_reference: 'ref_3' }))).kind).toBe('unknown');
});

test('refusals name status and code, and never the token', async () => {
  const refused = await failure(client().createPayment('key-4', { ...pix(), payer: { email: 'x' } }));
  expect(refused).toMatchObject({ kind: 'refused', status: 400, code: '4050' });
  const unknown = await failure(client(3000, 'APP_USR-desconhecido\r\nx: y').me());
  expect(unknown).toMatchObject({ kind: 'refused', status: 401 });
  expect(JSON.stringify([refused, refused.message, unknown.message, unknown.stack])).not.toContain('APP_USR');
});

test.each([
  ['hang', {}],
  ['slow-body', { ms: 600_000 }],
  ['malformed', {}],
  ['truncate', {}],
  ['html', {}],
])('%s ends within the call’s time limit and counts as unknown', async (kind, options) => {
  provider.control.addFault({ kind, times: 5, match: { path: '/users/me' }, ...options });
  expect((await failure(client(700).me())).kind).toBe('unknown');
  // a good answer between two outages, so that the provider does not count as away
  provider.control.clearFaults();
  await client().me();
});

test('a wait longer than the call’s time limit is not made', async () => {
  provider.control.addFault({ kind: 'status', status: 429, retryAfter: 60, times: 1, match: { path: '/users/me' } });
  expect(await failure(client().me())).toMatchObject({ kind: 'later', retryAfter: 60 });
});

test('errors of every shape are read, and dates have one format', () => {
  expect(codeOf({ cause: [{ code: 13253 }] })).toBe('13253');
  expect(codeOf({ cause: { code: '7' } })).toBe('7');
  expect(codeOf({ errors: [{ code: 'property_value' }] })).toBe('property_value');
  expect(codeOf({ error: 'not_found', cause: [] })).toBe('not_found');
  expect(codeOf('<html>')).toBeUndefined();
  expect(kindOf(409, 'idempotency_key_already_used')).toBe('refused');
  expect(kindOf(409, undefined)).toBe('later');
  expect(providerDate(new Date('2026-11-21T02:00:00Z'))).toBe('2026-11-20T23:00:00.000-03:00');
});

test("attack: a store whose token gets 500 again and again stops its own calls, and no other store's", async () => {
  provider.control.addFault({ kind: 'status', status: 500, times: 1000, match: { token } });
  const failing = () => client(300, token, 'store-failing').me();
  for (let n = 0; n < 6; n += 1) await failure(failing());
  const before = provider.control.requests().length;
  expect(await failure(failing())).toMatchObject({ kind: 'later', code: 'circuit_open' });
  expect(provider.control.requests()).toHaveLength(before);
  expect(await client(3000, other, 'store-fine').me()).toMatchObject({ id: '7002' });
});

test('the second token of a store still goes out while the first one gets 500 again and again', async () => {
  provider.control.addFault({ kind: 'status', status: 500, times: 1000, match: { token } });
  const first = () => client(300, token, 'store-two-tokens').me();
  for (let n = 0; n < 6; n += 1) await failure(first());
  expect(await failure(first())).toMatchObject({ code: 'circuit_open' });
  expect(await client(3000, other, 'store-two-tokens').me()).toMatchObject({ id: '7002' });
  expect(await failure(first())).toMatchObject({ code: 'circuit_open' });
});

test("attack: a store with 32 hanging calls waits, and another store's call goes out at once", async () => {
  provider.control.addFault({ kind: 'hang', times: 1000, match: { token } });
  const sent = () => provider.control.requests().length;
  const before = sent();
  let ended = 0;
  const hanging = Array.from({ length: 200 }, async () => {
    await failure(client(3000, token, 'store-hanging').me());
    ended += 1;
  });
  expect(await client(3000, other, 'store-quiet').me()).toMatchObject({ id: '7002' });
  // Some are refused at once, because too many wait. The others still hang.
  expect(ended).toBeLessThan(100);
  expect(sent() - before).toBeLessThanOrEqual(33);
  await Promise.all(hanging);
});
