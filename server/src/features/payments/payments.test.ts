import type { OrderCreateAnswer } from '@vitrine/contract/orders';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeDiscount, makeProduct } from '../../test/make-catalog.ts';
import { cart, randomKey, SELLER, until } from '../../test/make-shop.ts';
import { usePaymentShop } from '../../test/payment-shop.ts';
import { expire } from './expire-orders.ts';

const { shop, goTo, see, becomes, atProvider, place, stockOf, details, refund, payByCard, overdue } = usePaymentShop();

test('without any notice an open page sees the payment', async () => {
  shop.provider.control.addWebhookFault({ kind: 'drop', times: 10 });
  const { reference } = await place();
  shop.provider.control.approve(atProvider(reference)[0]?.id ?? '');
  expect((await becomes(reference, 'completed')).status).toBe('completed');
});

test('an order whose payment could not be begun holds its stock for minutes only', async () => {
  const product = await makeProduct(shop.db, shop.store.id, { stock: 1 });
  await sql`
    create function broken() returns trigger language plpgsql as $$ begin raise exception 'a fault of ours'; end $$;
    create trigger broken before update on payment for each row execute function broken()`.execute(shop.db);
  try {
    const body = cart(shop.store, [{ id: product, quantity: 1 }]);
    expect((await shop.post('/v1/order/create', body)).status).toBe(500);
  } finally {
    await sql`drop function broken cascade`.execute(shop.db);
  }
  const { rows } = await sql<{ minutes: number }>`
    select extract(epoch from o.expires_at - now()) / 60 as minutes from "order" o
      join order_item i on i.store_id = o.store_id and i.order_id = o.id where i.product_id = ${product}`.execute(
    shop.db,
  );
  expect(rows.map(({ minutes }) => Math.round(minutes))).toEqual([5]);
});

test('the same notice 50 times completes once, and nothing in a notice is believed', async () => {
  const { reference, product } = await place({}, { stock: 3 });
  const payment = atProvider(reference)[0];
  const { notice_key } = await shop.db.selectFrom('store_credential').select('notice_key').executeTakeFirstOrThrow();
  const address = `/webhooks/mercadopago/${shop.store.id}/${notice_key}`;
  const notice = { id: 99, type: 'payment', action: 'payment.updated', data: { id: payment?.id, status: 'approved' } };
  expect((await shop.post(address, notice)).status).toBe(200);
  expect((await see(reference)).status).toBe('pending');
  expect((await shop.post(`/webhooks/mercadopago/${shop.store.id}/outra`, notice)).status).toBe(404);
  shop.provider.control.approve(payment?.id ?? '');
  const answers = await Promise.all(Array.from({ length: 50 }, () => shop.post(address, { ...notice, id: 100 })));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  await becomes(reference, 'completed');
  expect(await stockOf(product)).toEqual({ stock: 2, reserved: 0, sold: 1 });
  const { history } = await details(reference);
  expect(history.map(({ status }) => status)).toEqual(['pending', 'completed']);
});

test('any bytes at the notice address get an answer and change nothing', async () => {
  const { notice_key } = await shop.db.selectFrom('store_credential').select('notice_key').executeTakeFirstOrThrow();
  const address = `${shop.address}/webhooks/mercadopago/${shop.store.id}/${notice_key}?data.id=../../users/me&type=payment`;
  for (const body of ['', 'not json', '[]', '"x"', '{"data":{"id":{"$gt":1}},"type":"payment"}', '\u0000']) {
    const answer = await fetch(address, { method: 'POST', body, headers: { 'content-type': 'text/plain' } });
    expect(answer.status).toBe(200);
  }
  expect((await fetch(address, { method: 'POST', body: 'x'.repeat(100_000) })).status).toBe(413);
});

test('strangers get at most 60 looks a minute out of a store', async () => {
  const { notice_key } = await shop.db.selectFrom('store_credential').select('notice_key').executeTakeFirstOrThrow();
  const before = shop.provider.control.requests({ path: '/v1/payments/' }).length;
  const send = (id: number) =>
    shop.post(`/webhooks/mercadopago/${shop.store.id}/${notice_key}`, {
      type: 'payment',
      data: { id: 9_000_000 + id },
    });
  await Promise.all(Array.from({ length: 90 }, (_, index) => send(index)));
  const looks = () => shop.provider.control.requests({ path: '/v1/payments/' }).length - before;
  const tried = () => shop.db.selectFrom('payment_notice').where('tried_at', 'is not', null).select('id').execute();
  await until(tried, (rows) => rows.length >= 40);
  await until(
    async () =>
      (
        await shop.db
          .selectFrom('payment_notice')
          .where('tried_at', 'is', null)
          .where('next_at', '>', new Date(Date.now() + 35_000))
          .select('id')
          .execute()
      ).length,
    (postponed) => postponed > 20,
  );
  expect(looks()).toBeGreaterThan(30);
  expect(looks()).toBeLessThanOrEqual(60);
  await shop.db.deleteFrom('payment_notice').execute();
});

test('an order that nobody pays expires, is withdrawn at the provider, and gives everything back once', async () => {
  const coupon = await makeDiscount(shop.db, shop.store.id, { code: 'UMAVEZ', maxUses: 1, limitBy: 'user_id' });
  const { reference, product } = await place({ coupon: 'UMAVEZ' }, { stock: 1 });
  expect(await stockOf(product)).toMatchObject({ stock: 1, reserved: 1 });
  const run = async () => expire(shop.deps, shop.store.id, (await see(reference))._id);
  await overdue(reference, false);
  await Promise.all([run(), run(), run()]);
  expect((await see(reference)).status).toBe('cancelled');
  expect(atProvider(reference)[0]?.status).toBe('cancelled');
  expect(await stockOf(product)).toMatchObject({ stock: 1, reserved: 0 });
  const uses = await shop.db.selectFrom('discount').where('id', '=', coupon).select('uses').executeTakeFirst();
  expect(uses?.uses).toBe(0);
});

test('a payment made just before expiry completes the order instead', async () => {
  shop.provider.control.addWebhookFault({ kind: 'drop', times: 10 });
  const { reference } = await place();
  shop.provider.control.approve(atProvider(reference)[0]?.id ?? '');
  await overdue(reference);
  expect((await see(reference)).status).toBe('completed');
});

test('of an approval and an expiry in one moment, exactly one happens', async () => {
  const orders = await Promise.all(Array.from({ length: 8 }, () => place({}, { stock: 1 })));
  await Promise.all(
    orders.flatMap(({ reference }) => [
      overdue(reference),
      (async () => {
        const [payment] = atProvider(reference);
        try {
          shop.provider.control.approve(payment?.id ?? '');
        } catch {
          // Its offer was withdrawn first, so nobody can pay.
        }
      })(),
    ]),
  );
  for (const { reference, product } of orders) {
    const paid = atProvider(reference)[0]?.status === 'approved';
    const order = await becomes(reference, paid ? 'completed' : 'cancelled');
    expect(order.status).toBe(paid ? 'completed' : 'cancelled');
    expect(await stockOf(product)).toMatchObject(paid ? { stock: 0, sold: 1 } : { stock: 1, sold: 0 });
  }
});

test('an account without Payments is charged by Orders, then by a link, and we remember which worked', async () => {
  for (const [type, adapter] of [
    ['orders', 'orders'],
    ['checkout_pro', 'preference'],
  ] as const) {
    shop.provider.control.seed({ sellers: [{ ...SELLER, applicationType: type }] });
    const { reference } = await place();
    const seen = await see(reference);
    if (adapter === 'orders') expect(seen.payment?.pixCode).toMatch(/^000201/);
    else expect((await goTo(seen.payment?.payUrl ?? '')).address).toContain('pref_id=');
    const row = await shop.db.selectFrom('store_credential').select('pix_adapter').executeTakeFirst();
    expect(row?.pix_adapter).toBe(adapter);
    if (adapter === 'orders') {
      shop.provider.control.approve(atProvider(reference)[0]?.id ?? '');
      expect((await becomes(reference, 'completed')).status).toBe('completed');
      expect((await refund(reference)).body).toEqual({ success: true, result: 'done' });
      expect((await becomes(reference, 'cancelled')).status).toBe('cancelled');
    }
  }
});

test('an account that takes neither direct Pix nor Orders sells by a link, and its token still counts as good', async () => {
  for (const status of [401, 403]) {
    shop.provider.control.seed({ sellers: [{ ...SELLER, applicationType: 'checkout_pro' }] });
    shop.provider.control.addFault({ kind: 'status', status, match: { method: 'POST', path: '/v1/orders' } });
    const { reference } = await place();
    expect((await goTo((await see(reference)).payment?.payUrl ?? '')).address).toContain('pref_id=');
    const row = await shop.db.selectFrom('store_credential').select(['pix_adapter', 'problem']).executeTakeFirst();
    expect(row).toEqual({ pix_adapter: 'preference', problem: null });
    shop.provider.control.clearFaults();
  }
});

test('a charge whose answer was lost is found and not made twice: the same key resumes it', async () => {
  const product = await makeProduct(shop.db, shop.store.id, {});
  for (const fault of [
    { kind: 'reset-after', times: 3 },
    { kind: 'status', status: 500, times: 3 },
  ]) {
    shop.provider.control.addFault({ ...fault, match: { method: 'POST', path: '/v1/payments' } });
    const body = cart(shop.store, [{ id: product, quantity: 1 }]);
    const key = { 'idempotency-key': randomKey() };
    const failed = await shop.post('/v1/order/create', body, key);
    expect(failed.status).toBe(502);
    expect(failed.body).toMatchObject({
      success: false,
      error: 'Erro ao finalizar a compra. Por favor, tente novamente.',
    });
    shop.provider.control.clearFaults();
    const resumed = await shop.post<OrderCreateAnswer>('/v1/order/create', body, key);
    expect(resumed.status).toBe(200);
    expect(atProvider(resumed.body.data.external_reference)).toHaveLength(1);
  }
});

test('a refused payer changes nothing, and the key is free for other data', async () => {
  const product = await makeProduct(shop.db, shop.store.id, { stock: 1 });
  const key = { 'idempotency-key': randomKey() };
  const body = cart(shop.store, [{ id: product, quantity: 1 }], { email: SELLER.email });
  const refused = await shop.post('/v1/order/create', body, key);
  expect(refused).toMatchObject({ status: 422, body: { code: 'payer_email_refused', field: 'email' } });
  expect(await stockOf(product)).toMatchObject({ stock: 1, reserved: 0 });
  expect((await shop.post('/v1/order/create', { ...body, email: 'ana@example.com' }, key)).status).toBe(200);
});

test('the owner learns of a revoked token, and new orders stop', async () => {
  shop.provider.control.seed({ sellers: [{ ...SELLER, revoked: true }] });
  const product = await makeProduct(shop.db, shop.store.id, {});
  const again = () => shop.post('/v1/order/create', cart(shop.store, [{ id: product, quantity: 1 }]));
  // 422 where a look at an earlier payment found out first.
  expect([502, 422]).toContain((await again()).status);
  const problem = await until(
    () => shop.db.selectFrom('store_credential').select('problem').executeTakeFirst(),
    (row) => row?.problem !== null,
  );
  expect(problem?.problem).toBe('token_refused');
  expect((await again()).body).toMatchObject({ code: 'payments_not_configured' });
});

test('a refused card leaves the order payable, and the method can change', async () => {
  const { reference, initPoint } = await place({ paymentMethod: 'credit_card' });
  await payByCard(initPoint, 'OTHE');
  const refused = await until(
    () => see(reference),
    (seen) => seen.payment?.status === 'rejected',
  );
  expect(refused).toMatchObject({ status: 'pending', payment: { status: 'rejected', payUrl: initPoint } });
  const renewed = await shop.post<OrderCreateAnswer>('/v1/order/pay', {
    external_reference: reference,
    paymentMethod: 'pix',
  });
  expect(renewed.body.data.payment.init_point).toContain(`/checkout/pix/${reference}`);
  const pix = atProvider(reference).find((one) => one.methodId === 'pix');
  shop.provider.control.approve(pix?.id ?? '');
  expect((await becomes(reference, 'completed')).paymentMethod).toBe('pix');
});
