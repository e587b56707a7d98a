import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import type { OrderCreateAnswer, OrderQuoteAnswer } from '@vitrine/contract/orders';
import { expect, test } from 'vitest';
import { transaction } from '../../../db/transaction.ts';
import { openCustomerSession } from '../../../http/customer-session.ts';
import { makeStore } from '../../../test/make.ts';
import { makeDiscount, makeProduct } from '../../../test/make-catalog.ts';
import { cart, randomKey, until } from '../../../test/make-shop.ts';
import { usePaymentShop } from '../../../test/payment-shop.ts';
import { orderNotes } from '../../orders/order.ts';
import { isLive } from '../../payments/payment.ts';
import { attemptsOf } from '../../payments/queries.ts';

/** One unpaid order per buyer (docs/decisions/0079). Each test has buyers, that is browsers, of its own. */
const { shop, see, atProvider, pay, payByCard, goTo, stockOf, overdue } = usePaymentShop();

const browser = () => randomBytes(16).toString('hex');
const body = (product: string, buyer: string, change: object = {}) => ({
  ...cart(shop.store, [{ id: product, quantity: 1 }], change),
  buyer,
});
const press = (sent: object, headers: Record<string, string> = {}) =>
  shop.post<OrderCreateAnswer & { code?: string; reference?: string }>('/v1/order/create', sent, {
    'idempotency-key': randomKey(),
    ...headers,
  });
const placed = async (sent: object, headers: Record<string, string> = {}) => {
  const answer = await press(sent, headers);
  expect(answer.body).toMatchObject({ success: true });
  return answer.body.data.external_reference;
};
const discard = async (reference: string, buyer?: string, headers: Record<string, string> = {}) => {
  const answer = await shop.post<{ code?: string }>(
    '/v1/order/discard',
    { external_reference: reference, buyer },
    headers,
  );
  return answer.body.code ?? answer.status;
};
const live = async (reference: string) =>
  (await attemptsOf(shop.db, shop.store.id, (await see(reference))._id)).filter(({ status }) => isLive(status));
const login = async (discordId: string) => ({
  cookie: `vitrine_compras=${await transaction(shop.db, (tx) => openCustomerSession(tx, shop.store.id, { discordId, email: null }))}`,
});
/** The same call on a store's host. */
const discardOn = async (subdomain: string, sent: object) =>
  await new Promise<string>((resolve, reject) => {
    const headers = { 'content-type': 'application/json', host: `${subdomain}.${shop.deps.config.domain}` };
    const asked = request(`${shop.address}/v1/order/discard`, { method: 'POST', headers }, async (answer) => {
      const [text] = await answer.toArray();
      resolve(JSON.parse(String(text)).code);
    });
    asked.on('error', reject).end(JSON.stringify(sent));
  });
const quote = async (sent: object) => (await shop.post<OrderQuoteAnswer>('/v1/order/quote', sent)).body;

test.each([
  ['the last unit', { stock: 1 }, {}],
  ['a limit of one', { buyLimit: 1 }, {}],
  ['a coupon of one use', {}, { maxUses: 1 }],
])('a buyer is never refused because of their own unpaid order: %s', async (_, product, coupon) => {
  const id = await makeProduct(shop.db, shop.store.id, { price: 2990, ...product });
  const code = `UM${randomKey().slice(0, 8)}`.toUpperCase();
  const uses = 'maxUses' in coupon;
  if (uses) await makeDiscount(shop.db, shop.store.id, { code, ...coupon });
  const sent = body(id, browser(), uses ? { coupon: code } : {});
  const first = await placed(sent);
  expect(await placed(sent)).toBe(first);
  expect(await placed({ ...sent, paymentMethod: 'credit_card' })).toBe(first);
  expect((await see(first)).paymentMethod).toBe('credit_card');
  expect(await live(first)).toMatchObject([{ method: 'credit_card', status: 'pending' }]);
  expect(atProvider(first).map(({ status }) => status)).toEqual(['cancelled']);
  const { lines, coupon: quoted, total } = await quote(sent);
  expect(lines.map(({ problem }) => problem)).toEqual([null]);
  expect(quoted?.error ?? null).toBeNull();
  expect(total).toBe((await see(first)).finalvalue);
  // Another buyer is still refused.
  if (!('buyLimit' in product)) expect((await press({ ...sent, buyer: browser() })).status).not.toBe(200);
});

test('after another method and back, the order counts the time of its Pix code', async () => {
  const id = await makeProduct(shop.db, shop.store.id, {});
  const sent = body(id, browser());
  const first = await placed(sent);
  const minutes = async () => (Date.parse((await see(first)).payment?.expiresAt ?? '') - Date.now()) / 60_000;
  expect(await minutes()).toBeLessThan(32);
  await placed({ ...sent, paymentMethod: 'mercado_pago_checkout_pro' });
  await goTo((await see(first)).payment?.payUrl ?? '', { 'user-agent': 'Mozilla/5.0' });
  expect(await minutes()).toBeGreaterThan(32);
  await placed(sent);
  expect(await minutes()).toBeLessThan(32);
});

test('presses at once from two tabs, with keys of their own, make one order', async () => {
  const id = await makeProduct(shop.db, shop.store.id, { stock: 50 });
  const sent = body(id, browser());
  const answers = await Promise.all(Array.from({ length: 6 }, () => press(sent)));
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect(new Set(answers.map(({ body: { data } }) => data.external_reference)).size).toBe(1);
  expect(await stockOf(id)).toMatchObject({ reserved: 1 });
});

test('another cart takes the place of the unpaid order only after asking, and may take what that order held', async () => {
  const [last, other] = [
    await makeProduct(shop.db, shop.store.id, { stock: 1 }),
    await makeProduct(shop.db, shop.store.id, { stock: 5 }),
  ];
  const sent = body(last, browser());
  const first = await placed(sent);
  const more = { ...sent, idProducts: [...sent.idProducts, { id: other, quantity: 2 }] };
  expect((await press(more)).body).toMatchObject({ code: 'order_pending', reference: first });
  expect((await see(first)).status).toBe('pending');
  const second = await placed({ ...more, replaces: first });
  expect(second).not.toBe(first);
  expect(await see(first)).toMatchObject({ status: 'cancelled', note: orderNotes.replaced });
  expect(atProvider(first)[0]?.status).toBe('cancelled');
  expect(await stockOf(last)).toMatchObject({ stock: 1, reserved: 1 });
  expect(await stockOf(other)).toMatchObject({ reserved: 2 });
  expect((await pay(second)).status).toBe('completed');
});

test('a cart that is refused leaves the unpaid order payable', async () => {
  const [id, gone] = [
    await makeProduct(shop.db, shop.store.id),
    await makeProduct(shop.db, shop.store.id, { stock: 0 }),
  ];
  const sent = body(id, browser());
  const first = await placed(sent);
  const refused = await press({ ...sent, idProducts: [{ id: gone, quantity: 1 }], replaces: first });
  expect(refused.body.code).toBe('out_of_stock');
  expect((await see(first)).payment?.pixCode).toMatch(/^000201/);
  expect((await pay(first)).status).toBe('completed');
});

test('an unpaid order whose time is over is replaced without asking', async () => {
  const id = await makeProduct(shop.db, shop.store.id, { stock: 1 });
  const sent = body(id, browser());
  const first = await placed(sent);
  await overdue(first, false);
  expect(await placed({ ...sent, paymentMethod: 'credit_card' })).not.toBe(first);
  expect((await see(first)).status).toBe('cancelled');
});

test('a payment under review stands in nobody’s way: another cart is ordered beside it', async () => {
  const [id, other] = [await makeProduct(shop.db, shop.store.id), await makeProduct(shop.db, shop.store.id)];
  const sent = body(id, browser(), { paymentMethod: 'credit_card' });
  const { external_reference: first, payment } = (await press(sent)).body.data;
  await payByCard(payment.init_point, 'CONT');
  await until(
    () => see(first),
    (order) => order.payment?.status === 'in_process',
  );
  expect(await placed({ ...sent, idProducts: [{ id: other, quantity: 1 }] })).not.toBe(first);
  expect((await see(first)).status).toBe('pending');
  // Its buyer may still end it: the provider takes the payment back.
  expect(await discard(first, sent.buyer)).toBe(200);
  expect(atProvider(first)[0]?.status).toBe('cancelled');
});

test('the buyer is a browser or a Discord login, never a typed id', async () => {
  const id = await makeProduct(shop.db, shop.store.id);
  const discordId = '771822001983488001';
  const mine = browser();
  const sent = body(id, mine, { discordId });
  const first = await placed(sent);
  const stranger = browser();
  const theirs = await placed({ ...sent, buyer: stranger });
  expect(theirs).not.toBe(first);
  expect(await discard(first, stranger)).toBe('order_of_another');
  expect(await discard(first)).toBe('order_of_another');
  expect(await discard(first, undefined, await login('771822001983488009'))).toBe('order_of_another');
  // A login that did not place the order has only the same id typed on it.
  expect(await discard(first, undefined, await login(discordId))).toBe('order_of_another');
  expect((await see(first)).status).toBe('pending');
  expect(await discard(first, mine)).toBe(200);
  expect(await see(first)).toMatchObject({ status: 'cancelled', note: orderNotes.discarded });
  expect(atProvider(first)[0]?.status).toBe('cancelled');
  expect(await discard(first, mine)).toBe('order_not_pending');
});

test('a Discord login continues and ends its order in any browser', async () => {
  const id = await makeProduct(shop.db, shop.store.id, { stock: 1 });
  const discordId = '771822001983488002';
  const sent = body(id, browser(), { discordId });
  const first = await placed(sent, await login(discordId));
  expect(await placed({ ...sent, buyer: browser() }, await login(discordId))).toBe(first);
  expect(await discard(first, browser(), await login(discordId))).toBe(200);
  expect(await stockOf(id)).toMatchObject({ reserved: 0 });
});

test('the secret of a browser says nothing in another store', async () => {
  const id = await makeProduct(shop.db, shop.store.id);
  const buyer = browser();
  const first = await placed(body(id, buyer));
  const other = await makeStore(shop.db, shop.deps.config.secret);
  const sent = { external_reference: first, buyer };
  const answer = await discardOn(other.subdomain, sent);
  expect(answer).toBe('order_not_found');
  const rows = await shop.db.selectFrom('order').where('reference', '=', first).select('buyer').execute();
  expect(rows[0]?.buyer?.toString('hex')).not.toContain(buyer.slice(0, 16));
});

test('a Pix that is paid while its buyer ends it wins: the order is completed, never lost', async () => {
  const id = await makeProduct(shop.db, shop.store.id, { stock: 1 });
  const buyer = browser();
  const first = await placed(body(id, buyer));
  shop.provider.control.addWebhookFault({ kind: 'drop', times: 10 });
  shop.provider.control.approve(atProvider(first)[0]?.id ?? '');
  expect(await discard(first, buyer)).toBe('order_just_paid');
  expect((await see(first)).status).toBe('completed');
  expect(await stockOf(id)).toMatchObject({ stock: 0, reserved: 0 });
});

test('while the provider does not answer, the order stays and can still be paid', async () => {
  const id = await makeProduct(shop.db, shop.store.id);
  const buyer = browser();
  const first = await placed(body(id, buyer));
  shop.provider.control.addFault({ kind: 'status', status: 503, times: 20, match: { path: '/v1/payments' } });
  expect(await discard(first, buyer)).toBe('order_end_later');
  expect((await see(first)).status).toBe('pending');
  shop.provider.control.clearFaults();
  expect((await pay(first)).status).toBe('completed');
});

test.each(['discarded', 'replaced'])('a Pix that arrives after its order was %s goes back', async (how) => {
  const id = await makeProduct(shop.db, shop.store.id, { stock: 5 });
  const sent = body(id, browser());
  const first = await placed(sent);
  const next = { ...sent, idProducts: [{ id, quantity: 2 }], replaces: first };
  const second = how === 'replaced' ? await placed(next) : undefined;
  if (!second) expect(await discard(first, sent.buyer)).toBe(200);
  shop.provider.control.approve(atProvider(first)[0]?.id ?? '', { force: true });
  expect(
    await until(
      async () => atProvider(first)[0]?.status,
      (status) => status === 'refunded',
    ),
  ).toBe('refunded');
  const seen = await see(first);
  expect(seen.status).toBe('cancelled');
  // Once the money is back, the page no longer says that it is on its way.
  expect(seen.note).toContain('O pagamento chegou depois que o pedido foi cancelado.');
  if (second) expect((await see(second)).status).toBe('pending');
  expect((await stockOf(id)).stock).toBe(5);
});

test('a Pix that is paid after the change to a card pays the order, once', async () => {
  const id = await makeProduct(shop.db, shop.store.id, { stock: 5 });
  const sent = body(id, browser());
  const first = await placed(sent);
  const { data } = (await press({ ...sent, paymentMethod: 'credit_card' })).body;
  const { address } = await goTo(data.payment.init_point);
  shop.provider.control.approve(atProvider(first)[0]?.id ?? '', { force: true });
  await until(
    () => see(first),
    ({ status }) => status === 'completed',
  );
  await payByCard(address, 'APRO');
  await until(
    async () => atProvider(first).filter(({ status }) => status === 'approved').length,
    (count) => count === 1,
  );
  expect(await stockOf(id)).toMatchObject({ stock: 4, reserved: 0 });
});
