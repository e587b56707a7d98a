import { inflateSync } from 'node:zlib';
import type { SubscriptionAnswer } from '@vitrine/contract/plans';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { loggedActions } from '../../test/logged.ts';
import { type MadeStore, makePlan, makeStore } from '../../test/make.ts';
import { SELLER, type Shop, startShop, until } from '../../test/make-shop.ts';

let shop: Shop;
let store: MadeStore;
beforeAll(async () => {
  shop = await startShop({ MERCADOPAGO_ACCESS_TOKEN: SELLER.token });
});
afterAll(() => shop.close());
beforeEach(async () => {
  store = await makeStore(shop.db, shop.deps.config.secret, { name: 'Cidade do Plano' });
});

const as = ({ token }: MadeStore) => ({ authorization: `Bearer ${token}` });
const read = async (body: object = {}) =>
  (await shop.post<SubscriptionAnswer>('/v1/subscription', { subdomain: store.subdomain, ...body }, as(store))).body;

async function begin(planId: string, months: 1 | 12 = 1) {
  const scope = { subdomain: store.subdomain, planId, paymentMethod: 'mercado_pago_checkout_pro', months };
  const { body } = await shop.post<{ data: { external_reference: string; payment: { init_point: string } } }>(
    '/v1/subscription/create',
    scope,
    as(store),
  );
  return { reference: body.data.external_reference, page: body.data.payment.init_point };
}

const payAt = (page: string) =>
  fetch(page, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ means: 'balance' }) });

const cancel = (id: string, by: MadeStore = store) =>
  shop.post<{ success: boolean; code?: string }>('/v1/subscription/cancel', { subdomain: by.subdomain, id }, as(by));

const receipt = (id: string, by: MadeStore = store) =>
  fetch(`${shop.address}/v1/subscription/${id}/receipt`, { headers: { ...as(by), 'x-store': by.subdomain } });

const months = (from: Date, count: number) => new Date(new Date(from).setUTCMonth(from.getUTCMonth() + count));
const MINUTE = 60_000;

test('a year is paid at its own price and gives twelve months', async () => {
  const now = new Date();
  const { offers } = await read();
  expect(offers.map(({ planId, months: count, price }) => [planId, count, price])).toEqual([
    ['pro', 1, 29.9],
    ['pro', 12, 299],
    ['premium', 1, 59.9],
    ['premium', 12, 599],
  ]);
  const { page } = await begin('pro', 12);
  await payAt(page);
  const paid = await until(read, (answer) => answer.history[0]?.status === 'paid');
  expect(paid.history[0]).toMatchObject({ months: 12, value: 299, open: null });
  const end = Date.parse(paid.current.expiresAt ?? '');
  expect(Math.abs(end - months(now, 12).getTime())).toBeLessThan(24 * 60 * MINUTE);
  expect(Math.abs(end - Date.parse(offers[1]?.until ?? ''))).toBeLessThan(2 * MINUTE);
});

test('the offer says what the rest of another plan becomes, and the payment gives exactly that', async () => {
  await makePlan(shop.db, store.id, 'pro', 12);
  const offer = (await read()).offers.find(({ planId, months: count }) => planId === 'premium' && count === 1);
  expect(offer?.rest).toMatchObject({ plan: 'Pro', days: 12, becomes: 6 });
  expect(offer?.rest?.value).toBeGreaterThan(11);
  expect(offer?.rest?.value).toBeLessThan(13);
  const same = (await read()).offers.find(({ planId }) => planId === 'pro');
  expect(same?.rest).toBeNull();
  const { page } = await begin('premium');
  await payAt(page);
  const after = await until(read, (answer) => answer.history[0]?.status === 'paid');
  expect(after.current.name).toBe('Premium');
  const apart = Date.parse(after.current.expiresAt ?? '') - Date.parse(offer?.until ?? '');
  expect(Math.abs(apart)).toBeLessThan(2 * MINUTE);
});

test('nothing is left of a free plan, or of one that has ended', async () => {
  expect((await read()).offers.every(({ rest }) => rest === null)).toBe(true);
  await makePlan(shop.db, store.id, 'pro', -1);
  expect((await read()).offers.every(({ rest }) => rest === null)).toBe(true);
});

test('a store has one pending payment: the same goes on, another ends it', async () => {
  const first = await begin('pro');
  expect((await read()).history[0]?.open?.init_point).toBe(first.page);
  expect(await begin('pro')).toEqual(first);
  const [second, again] = await Promise.all([begin('premium', 12), begin('premium', 12)]);
  const { history } = await read();
  expect(history.filter(({ status }) => status === 'pending')).toHaveLength(1);
  expect(history.at(-1)).toMatchObject({ plan: 'Pro', status: 'cancelled' });
  expect([second.page, again.page]).toContain(history.find(({ status }) => status === 'pending')?.open?.init_point);
});

test('of three presses at once each gets the same page, and of two wishes at once one page takes money', async () => {
  const presses = await Promise.all([begin('pro'), begin('pro'), begin('pro')]);
  expect(new Set(presses.map(({ page }) => page)).size).toBe(1);
  await payAt(presses[0]?.page ?? '');
  await until(read, (answer) => answer.history[0]?.status === 'paid');

  const wish = (planId: string, count: number) =>
    shop.post<{ code?: string; data?: { external_reference: string; payment: { init_point: string } } }>(
      '/v1/subscription/create',
      { subdomain: store.subdomain, planId, paymentMethod: 'mercado_pago_checkout_pro', months: count },
      as(store),
    );
  const wishes = (await Promise.all([wish('pro', 12), wish('premium', 1), wish('premium', 12)])).map(
    ({ body }) => body,
  );
  const open = (await read()).history.filter(({ status }) => status === 'pending');
  expect(open).toHaveLength(1);
  for (const { data } of wishes) if (data) await payAt(data.payment.init_point);
  const paid = wishes.flatMap(({ data }) =>
    data ? shop.provider.control.payments({ externalReference: data.external_reference }) : [],
  );
  expect(paid).toHaveLength(1);
});

test('what is paid again on a page that was paid already goes back, and the first one gives its month', async () => {
  const now = new Date();
  const { page, reference } = await begin('pro');
  await Promise.all([payAt(page), payAt(page)]);
  const states = () =>
    shop.provider.control
      .payments({ externalReference: reference })
      .map(({ status }) => status)
      .sort();
  await until(
    async () => {
      await sql`update subscription_payment set next_check_at = now() where store_id = ${store.id}`.execute(shop.db);
      return states();
    },
    (now) => now.includes('refunded'),
  );
  const { current, history } = await read();
  expect(history.map(({ status }) => status)).toEqual(['paid']);
  expect(states()).toEqual(['approved', 'refunded']);
  expect(Math.abs(Date.parse(current.expiresAt ?? '') - months(now, 1).getTime())).toBeLessThan(24 * 60 * MINUTE);
});

test('a pending payment is cancelled once, and its page takes no money', async () => {
  const { page, reference } = await begin('pro');
  const id = (await read()).history[0]?.id ?? '';
  const answers = await Promise.all([cancel(id), cancel(id)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await loggedActions(shop.db, store.id)).slice(-2)).toEqual(['plan.choose', 'plan.cancel']);
  await payAt(page);
  expect(shop.provider.control.payments({ externalReference: reference })).toEqual([]);
  expect((await read()).history[0]).toMatchObject({ status: 'cancelled', open: null });
  expect((await cancel(id)).body.code).toBe('plan_payment_not_open');
});

test('money that arrives for a cancelled payment still counts, also without a notice', async () => {
  const { page } = await begin('pro');
  await sql`update subscription_payment set status = 'cancelled' where store_id = ${store.id}`.execute(shop.db);
  await payAt(page);
  await sql`update subscription_payment set next_check_at = now() where store_id = ${store.id}`.execute(shop.db);
  const after = await until(read, (answer) => answer.history[0]?.status === 'paid');
  expect(after.current.name).toBe('Pro');
});

test('a payment that was made meanwhile is not cancelled', async () => {
  const { page } = await begin('pro');
  const id = (await read()).history[0]?.id ?? '';
  await payAt(page);
  expect((await cancel(id)).body.code).toBe('plan_payment_not_open');
  expect((await until(read, (answer) => answer.history[0]?.status === 'paid')).current.name).toBe('Pro');
});

test('nobody cancels or reads the payment of another store', async () => {
  await begin('pro');
  const id = (await read()).history[0]?.id ?? '';
  const other = await makeStore(shop.db, shop.deps.config.secret);
  expect((await cancel(id, other)).body.code).toBe('plan_payment_not_found');
  expect((await receipt(id, other)).status).toBe(404);
  expect(await (await receipt(id)).json()).toMatchObject({ code: 'plan_payment_not_paid' });
  expect((await read()).history[0]?.status).toBe('pending');
});

test('the receipt of a paid plan says who paid what and when', async () => {
  const { page } = await begin('pro', 12);
  await payAt(page);
  const { history } = await until(read, (answer) => answer.history[0]?.status === 'paid');
  const answer = await receipt(history[0]?.id ?? '');
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  const pdf = Buffer.from(await answer.arrayBuffer());
  const at = pdf.indexOf('stream\n') + 7;
  const page1 = inflateSync(pdf.subarray(at, pdf.indexOf('endstream', at))).toString('latin1');
  const words = new TextDecoder('windows-1252');
  const text = [...page1.matchAll(/<([0-9a-f]+)>/g)].map(([, hex]) => words.decode(Buffer.from(hex ?? '', 'hex')));
  const told = text.join('').replaceAll('\u00a0', ' ');
  for (const part of [
    'Comprovante de assinatura',
    'Loja: Cidade do Plano',
    'Plano Pro, 1 ano',
    'R$ 299,00',
    'Pago em',
  ]) {
    expect(told).toContain(part);
  }
});
