import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MercadoPagoStandin, startMercadoPago } from './mercado-pago.ts';
import { NOT_LOCAL } from './post-locally.ts';
import { manifest, sign } from './signature.ts';
import { caller, pix, type Received, SELLERS, startReceiver, TOKENS } from './testing.ts';
import { DAY } from './values.ts';

let mp: MercadoPagoStandin;
let shop: Awaited<ReturnType<typeof startReceiver>>;
const call = caller(() => mp.url);
const SECRET = 'segredo-da-loja';
beforeAll(async () => {
  mp = await startMercadoPago({
    sellers: [{ ...SELLERS[0], token: TOKENS.shop, webhookSecret: SECRET }, ...SELLERS.slice(1)],
  });
});
afterAll(() => mp.close());
beforeEach(async () => {
  mp.control.reset();
  mp.control.settings({ webhookRetryMs: [10, 20, 30], webhookTimeoutMs: 500 });
  shop = await startReceiver();
});
afterEach(() => shop.close());

const create = async (change: Record<string, unknown> = {}): Promise<number> => {
  const { body } = await call('POST', '/v1/payments', { body: pix({ notification_url: shop.url, ...change }) });
  await mp.control.idle();
  return Number(body.id);
};
const bodyOf = (one: Received | undefined) => JSON.parse(one?.body ?? '{}') as Record<string, unknown>;
const signatureOf = (one: Received | undefined) => {
  const [, ts = '', v1 = ''] = /^ts=(\d+),v1=([0-9a-f]{64})$/.exec(String(one?.headers['x-signature'])) ?? [];
  const dataId = one?.url.searchParams.get('data.id') ?? '';
  const requestId = String(one?.headers['x-request-id']);
  return { ts, valid: v1 !== '' && v1 === sign(SECRET, manifest({ dataId, requestId, ts })) };
};

describe('signature', () => {
  it('is the one of the published vector', () => {
    const text = manifest({
      dataId: '1234567890',
      requestId: '2066ca19-c6f1-498a-be75-1923005edd06',
      ts: '1742505638683',
    });
    expect(text).toBe('id:1234567890;request-id:2066ca19-c6f1-498a-be75-1923005edd06;ts:1742505638683;');
    expect(sign('segredo-de-teste', text)).toBe('9997b521afd90f911add619d30bb439b86b75f4b2a62def483833ff1faf837e5');
    expect(manifest({ requestId: 'a' })).toBe('request-id:a;');
  });
});

describe('notices', () => {
  it('report the creation and each change, signed, with query and body', async () => {
    const id = await create();
    mp.control.approve(id);
    await mp.control.idle();
    expect(shop.received.map((one) => bodyOf(one).action)).toEqual(['payment.created', 'payment.updated']);
    const [first] = shop.received;
    expect(first?.url.search).toBe(`?source_news=webhooks&data.id=${id}&type=payment`);
    expect(bodyOf(first)).toMatchObject({
      type: 'payment',
      user_id: 1001,
      api_version: 'v1',
      data: { id: String(id) },
    });
    expect(signatureOf(first)).toMatchObject({ valid: true, ts: expect.stringMatching(/^\d{13}$/) });
    expect(bodyOf(shop.received[1]).id).not.toBe(bodyOf(first).id);
  });

  it('have IPN twins unless the address says webhooks only', async () => {
    const id = await create({ notification_url: `http://127.0.0.1:${shop.port}/ipn` });
    const topics = shop.received.map((one) => one.url.searchParams.get('topic'));
    expect(topics.sort()).toEqual([null, 'payment'].sort());
    const twin = shop.received.find((one) => one.url.searchParams.get('topic'));
    expect([twin?.url.searchParams.get('id'), twin?.headers['x-signature']]).toEqual([String(id), undefined]);
  });

  it('are repeated until a 2xx answer, and given up in the end', async () => {
    shop.hook.answer = (count) => (count < 3 ? 500 : 201);
    const id = await create();
    expect(mp.control.deliveries()).toMatchObject([{ state: 'delivered', attempts: [{}, {}, { status: 201 }] }]);
    expect(new Set(shop.received.map((one) => bodyOf(one).id)).size).toBe(1);
    shop.hook.answer = () => 503;
    mp.control.approve(id);
    await mp.control.idle();
    const [failed] = mp.control.deliveries({ state: 'failed' });
    expect(failed?.attempts).toHaveLength(4);
  });

  it('stop with a reset, even those that wait for their next try', async () => {
    mp.control.settings({ webhookRetryMs: [60_000] });
    shop.hook.answer = () => 500;
    await call('POST', '/v1/payments', { body: pix({ notification_url: shop.url }) });
    await expect.poll(() => shop.received.length).toBe(1);
    mp.control.reset();
    await mp.control.idle();
    expect(mp.control.deliveries()).toEqual([]);
    expect(shop.received).toHaveLength(1);
  });

  it('are repeated when no answer comes in time', async () => {
    mp.control.settings({ webhookTimeoutMs: 40, webhookRetryMs: [10] });
    shop.hook.answer = (count) => (count === 1 ? 0 : 200);
    await create();
    expect(mp.control.deliveries()).toMatchObject([
      { state: 'delivered', attempts: [{ error: 'no answer in time' }, { status: 200 }] },
    ]);
  });

  it('reach names under .localhost and never leave this machine', async () => {
    await create({ notification_url: `http://loja.vitrine.localhost:${shop.port}/x?source_news=webhooks` });
    expect(shop.received[0]?.headers.host).toBe(`loja.vitrine.localhost:${shop.port}`);
    await create({ notification_url: 'https://shop.example/x?source_news=webhooks' });
    expect(mp.control.deliveries({ state: 'skipped' })).toMatchObject([{ attempts: [{ error: NOT_LOCAL }] }]);
  });
});

describe('webhook faults', () => {
  it('duplicate sends the same notice several times', async () => {
    mp.control.addWebhookFault({ kind: 'duplicate', copies: 2 });
    await create();
    expect(shop.received).toHaveLength(3);
    expect(new Set(shop.received.map((one) => bodyOf(one).id)).size).toBe(1);
  });

  it('reorder lets the next one pass, drop sends nothing, delay sends late', async () => {
    mp.control.addWebhookFault({ kind: 'reorder' });
    const { body } = await call('POST', '/v1/payments', { body: pix({ notification_url: shop.url }) });
    mp.control.approve(Number(body.id));
    await mp.control.idle();
    expect(shop.received.map((one) => bodyOf(one).action)).toEqual(['payment.updated', 'payment.created']);
    mp.control.addWebhookFault({ kind: 'drop' });
    await create();
    mp.control.addWebhookFault({ kind: 'delay', ms: 30 });
    const started = performance.now();
    await create();
    expect(performance.now() - started).toBeGreaterThan(25);
    expect(shop.received).toHaveLength(3);
  });

  it.each(['bad-signature', 'wrong-secret', 'no-signature'] as const)('%s cannot be verified', async (kind) => {
    mp.control.addWebhookFault({ kind });
    await create();
    expect(signatureOf(shop.received[0]).valid).toBe(false);
    expect(shop.received[0]?.headers['x-signature'] === undefined).toBe(kind === 'no-signature');
  });

  it('seconds-ts and old-ts are still signed', async () => {
    mp.control.addWebhookFault({ kind: 'seconds-ts' });
    await create();
    expect(signatureOf(shop.received[0])).toMatchObject({ valid: true, ts: expect.stringMatching(/^\d{10}$/) });
    mp.control.addWebhookFault({ kind: 'old-ts' });
    await create();
    const old = signatureOf(shop.received[1]);
    expect([old.valid, Number(old.ts) <= mp.control.now() - DAY]).toEqual([true, true]);
  });

  it('unknown-id, foreign-seller and body-query-mismatch name foreign things', async () => {
    mp.control.seed({ sellers: [{ token: 'APP_USR-foreign', userId: 7777 }] });
    const foreign = await call('POST', '/v1/payments', { token: 'APP_USR-foreign', body: pix() });
    mp.control.addWebhookFault({ kind: 'unknown-id' });
    await create();
    mp.control.addWebhookFault({ kind: 'foreign-seller' });
    await create();
    mp.control.addWebhookFault({ kind: 'body-query-mismatch' });
    const id = await create();
    const [unknown, other, mismatch] = shop.received;
    expect((await call('GET', `/v1/payments/${unknown?.url.searchParams.get('data.id')}`)).status).toBe(404);
    expect(bodyOf(other)).toMatchObject({ user_id: 7777, data: { id: String(foreign.body.id) } });
    expect(mismatch?.url.searchParams.get('data.id')).toBe(String(id));
    expect((bodyOf(mismatch).data as { id: string }).id).not.toBe(String(id));
  });

  it('huge-body and not-json are added over HTTP; an unknown kind is refused', async () => {
    const add = (body: unknown) => call('POST', '/__control/webhook-faults', { body });
    expect((await add({ kind: 'huge-body' })).status).toBe(201);
    expect((await add({ kind: 'not-json' })).status).toBe(201);
    expect((await add({ kind: 'nothing-known' })).status).toBe(400);
    await create();
    await create();
    expect(shop.received[0]?.body.length).toBeGreaterThan(2_000_000);
    expect(() => JSON.parse(shop.received[1]?.body ?? '')).toThrow();
  });
});
