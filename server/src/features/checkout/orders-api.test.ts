import { randomUUID } from 'node:crypto';
import type {
  OrderCreateAnswer,
  OrderDetails,
  OrderListAnswer,
  OrderQuoteAnswer,
  PublicOrder,
} from '@vitrine/contract/orders';
import type { SubscriptionAnswer } from '@vitrine/contract/plans';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeStore } from '../../test/make.ts';
import { makeDiscount, makeProduct } from '../../test/make-catalog.ts';
import { cart, SELLER, type Shop, startShop, until } from '../../test/make-shop.ts';
import { violations } from '../payments/invariants.ts';

const PLATFORM = { ...SELLER, token: 'APP_USR-plataforma-de-teste', userId: 9001, email: 'plataforma@vitrine.example' };
let shop: Shop;
beforeAll(async () => {
  shop = await startShop({ MERCADOPAGO_ACCESS_TOKEN: PLATFORM.token });
  shop.provider.control.seed({ sellers: [PLATFORM] });
});
afterAll(async () => {
  expect(await violations(shop.db)).toEqual([]);
  await shop.close();
});

const owner = () => ({ authorization: `Bearer ${shop.store.token}` });
const list = async (body: object = {}, headers = owner()) =>
  (await shop.post<OrderListAnswer>('/v1/order', { subdomain: shop.store.subdomain, ...body }, headers)).body;
test("the list has SPEC.md's shape, pages by cursor, filters and searches", async () => {
  const product = await makeProduct(shop.db, shop.store.id, { name: 'VIP 100%', price: 1990 });
  const people = { 'Ana Souza': 'ana.s@gmail.com', Bruno_Lima: 'bl@uol.com.br', 'Caio João': undefined };
  for (const [name, email] of Object.entries(people)) {
    await shop.post('/v1/order/create', cart(shop.store, [{ id: product, quantity: 2 }], { name, email }));
  }
  const all = await list();
  expect(all.counters).toEqual({ total: 3, completed: 0, pending: 3, paid: 0 });
  expect(all.response[0]).toMatchObject({
    status: 'pending',
    value: 39.8,
    finalvalue: 39.8,
    coupon: null,
    name: [{ name: 'VIP 100%', quantity: 2, value: 39.8 }],
    products: [{ name: 'VIP 100%', quantity: 2, value: 39.8 }],
    deliveries: { total: 0, succeeded: 0, problem: 0 },
  });
  const first = await list({ limit: 2 });
  const second = await list({ limit: 2, cursor: first.nextCursor });
  expect([...first.response, ...second.response].map((one) => one._id)).toEqual(all.response.map((one) => one._id));
  expect(second.nextCursor).toBeNull();
  const names = async (search: string) => (await list({ search })).response.map((one) => one.customerName);
  expect(await names('lima')).toEqual(['Bruno_Lima']);
  expect(await names('JOAO c')).toEqual(['Caio João']);
  expect(await names('Sou an')).toEqual(['Ana Souza']);
  expect(await names('ana.s@Gmail')).toEqual(['Ana Souza']);
  expect(await names('bl')).toEqual(['Bruno_Lima']);
  for (const nothing of ['%', '_', 'gmail', 'ouza', "an'x", "x@'\\:*"]) expect(await names(nothing)).toEqual([]);
  expect(await names(String(all.response[0]?.number))).toEqual(['Caio João']);
  expect((await list({ status: 'completed' })).response).toEqual([]);
});

test('another store sees nothing of an order, whatever name it uses', async () => {
  const other = await makeStore(shop.db, shop.deps.config.secret);
  const stranger = { authorization: `Bearer ${other.token}` };
  const [order] = (await list()).response;
  expect((await list({ subdomain: other.subdomain }, stranger)).response).toEqual([]);
  const foreign = await shop.post('/v1/order', { subdomain: shop.store.subdomain }, stranger);
  expect(foreign.status).toBe(404);
  for (const path of ['/v1/order/details', '/v1/order/refund']) {
    const answer = await shop.post(path, { subdomain: other.subdomain, id: order?._id }, stranger);
    expect(answer).toMatchObject({ status: 404, body: { code: 'order_not_found' } });
  }
  const product = await makeProduct(shop.db, shop.store.id);
  const cross = await shop.post('/v1/order/create', cart(other, [{ id: product, quantity: 1 }]));
  expect(cross.body).toMatchObject({ code: 'product_unavailable' });
  expect((await shop.get(`/v1/order/${'a'.repeat(32)}`)).status).toBe(404);
  expect((await shop.get(`/v1/order/${order?._id}`)).status).toBe(404);
});

test('a quote tells prices and problems without placing anything', async () => {
  const product = await makeProduct(shop.db, shop.store.id, { price: 1000, stock: 1 });
  const vehicle = await makeProduct(shop.db, shop.store.id, {
    actions: [
      { target: 'fivem', id: '1', type: 'add_vehicle', executionTiming: 'on_confirmation', vehicleName: 'panto' },
    ],
  });
  await makeDiscount(shop.db, shop.store.id, { code: 'DEZ' });
  const quote = await shop.post<OrderQuoteAnswer>('/v1/order/quote', {
    subdomain: shop.store.subdomain,
    coupon: 'dez',
    idProducts: [
      { id: product, quantity: 2 },
      { id: vehicle, quantity: 2 },
      { id: 'nada', quantity: 1 },
    ],
  });
  expect(quote.body).toMatchObject({ subtotal: 40, discount: 4, total: 36, coupon: { code: 'DEZ', error: null } });
  expect(quote.body.lines.map((line) => line.problem?.code)).toEqual(['out_of_stock', 'vehicle_quantity']);
  const refused = await shop.post('/v1/order/create', cart(shop.store, [{ id: vehicle, quantity: 2 }]));
  expect(refused.body).toMatchObject({ code: 'vehicle_quantity' });
});

test('a total that differs from what the buyer saw is refused, and nothing is placed', async () => {
  const product = await makeProduct(shop.db, shop.store.id, { price: 3500 });
  const order = (seenTotal: number) =>
    shop.post('/v1/order/create', { ...cart(shop.store, [{ id: product, quantity: 2 }]), seenTotal });
  const before = (await list()).response.length;
  expect(await order(60)).toMatchObject({ status: 409, body: { code: 'total_changed' } });
  expect((await list()).response).toHaveLength(before);
  expect((await order(70)).status).toBe(200);
});

test.each([
  [{ clientId: 0 }, 'O ID da Cidade deve ser um número inteiro.'],
  [{ clientId: 12.5 }, 'O ID da Cidade deve ser um número inteiro.'],
  [{ clientId: '12 34' }, 'O ID da Cidade deve ser um número inteiro.'],
  [{ clientId: undefined }, 'Por favor, preencha o ID da Cidade e o ID do Discord.'],
  [{ paymentMethod: 'boleto' }, 'Método de pagamento inválido.'],
  [{ paymentMethod: undefined }, 'Por favor, selecione um método de pagamento.'],
  [{ idProducts: [] }, 'Seu carrinho está vazio. Adicione produtos para finalizar a compra.'],
])('a cart with %j is refused with its text', async (change, error) => {
  const answer = await shop.post('/v1/order/create', { ...cart(shop.store, []), ...change });
  expect(answer).toMatchObject({ status: 422, body: { success: false } });
  if (!('clientId' in change) && !('paymentMethod' in change)) expect(answer.body.error).toBe(error);
});

test('an order given by hand needs a reason, costs nothing and can be taken back', async () => {
  const product = await makeProduct(shop.db, shop.store.id, { price: 5000, stock: 2 });
  const { paymentMethod: _, ...body } = cart(shop.store, [{ id: product, quantity: 1 }]);
  const none = await shop.post('/v1/order/manual', { ...body, reason: ' ' }, owner());
  expect(none.body).toMatchObject({ code: 'reason_required' });
  const given = await shop.post<{ order: { _id: string } }>(
    '/v1/order/manual',
    { ...body, reason: 'Sorteio' },
    owner(),
  );
  const target = { subdomain: shop.store.subdomain, id: given.body.order._id };
  const details = async () => (await shop.post<OrderDetails>('/v1/order/details', target, owner())).body;
  const { order, history } = await details();
  expect(order).toMatchObject({ status: 'completed', paymentMethod: 'manual', value: 50, finalvalue: 0 });
  expect(history.at(-1)).toMatchObject({ reason: 'Sorteio', actor: 'Dono da Loja' });
  expect((await shop.post('/v1/order/refund', target, owner())).body).toEqual({ success: true, result: 'done' });
  expect((await details()).order.status).toBe('cancelled');
});

test('the buyer hears of the payment the moment it is known', async () => {
  const product = await makeProduct(shop.db, shop.store.id);
  const placed = await shop.post<OrderCreateAnswer>(
    '/v1/order/create',
    cart(shop.store, [{ id: product, quantity: 1 }]),
  );
  const reference = placed.body.data.external_reference;
  const cut = new AbortController();
  const stream = await fetch(`${shop.address}/v1/order/${reference}/events`, { signal: cut.signal });
  expect(stream.headers.get('content-type')).toContain('text/event-stream');
  const seen: PublicOrder[] = [];
  const reading = (async () => {
    let text = '';
    for await (const piece of stream.body as unknown as AsyncIterable<Uint8Array>) {
      text += Buffer.from(piece).toString();
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const data = /^data: (.*)$/m.exec(event)?.[1];
        if (data) seen.push(JSON.parse(data) as PublicOrder);
      }
      if (seen.at(-1)?.status === 'completed') return;
    }
  })();
  await until(
    async () => seen.length,
    (count) => count > 0,
  );
  const [payment] = shop.provider.control.payments({ externalReference: reference });
  shop.provider.control.approve(payment?.id ?? '');
  await reading;
  cut.abort();
  expect(seen.map((one) => one.status)).toEqual(['pending', 'completed']);
});

test('a plan is paid by a link and gives a month, once', async () => {
  const scope = { subdomain: shop.store.subdomain };
  const read = async () => (await shop.post<SubscriptionAnswer>('/v1/subscription', scope, owner())).body;
  const started = await shop.post<{ data: { external_reference: string; payment: { init_point: string } } }>(
    '/v1/subscription/create',
    { ...scope, planId: 'pro', paymentMethod: 'credit_card' },
    owner(),
  );
  expect((await read()).history).toMatchObject([{ plan: 'Pro', value: 29.9, status: 'pending' }]);
  await fetch(started.body.data.payment.init_point, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ means: 'card', holder: 'APRO' }),
  });
  const paid = await until(read, (answer) => answer.history[0]?.status === 'paid');
  expect(paid.current).toMatchObject({ name: 'Pro', status: 'active' });
  const days = (Date.parse(paid.current.expiresAt ?? '') - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(27);
  const again = `/webhooks/mercadopago/plan/${started.body.data.external_reference}`;
  expect((await shop.post(again, { id: randomUUID() })).status).toBe(200);
  expect((await read()).current.expiresAt).toBe(paid.current.expiresAt);
  expect(
    (await shop.post('/v1/subscription/create', { ...scope, planId: 'x', paymentMethod: 'pix' }, owner())).body,
  ).toMatchObject({
    code: 'plan_not_found',
  });
});
