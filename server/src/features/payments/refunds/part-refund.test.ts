import type { OrderCreateAnswer, RefundPreview } from '@vitrine/contract/orders';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readMails } from '../../../test/mails.ts';
import { makeMember } from '../../../test/make.ts';
import { makeDiscount, makeProduct } from '../../../test/make-catalog.ts';
import { on } from '../../../test/make-deliveries.ts';
import { cart, SELLER, until } from '../../../test/make-shop.ts';
import { usePaymentShop } from '../../../test/payment-shop.ts';
import { orderSweeps } from '../../orders/jobs.ts';
import { runRefund } from './run-refund.ts';

const { shop, see, becomes, atProvider, pay, stockOf, details, refund } = usePaymentShop();

const owner = () => ({ authorization: `Bearer ${shop.store.token}` });
const ask = async <T>(path: string, reference: string, body: object, headers = owner()) =>
  await shop.post<T>(path, { subdomain: shop.store.subdomain, id: (await see(reference))._id, ...body }, headers);
const refundPart = (reference: string, body: object) => ask<{ code?: string }>('/v1/order/refund', reference, body);
const preview = (reference: string, body: object) => ask<RefundPreview>('/v1/order/refund/preview', reference, body);

/** A paid order: `vip` once at R$ 29,90 and `water` three times at R$ 10,00. */
async function bought(change: object = {}) {
  const sale = { price: 2990, stock: 5, actions: [on.group('vip')] };
  const vip = await makeProduct(shop.db, shop.store.id, { name: 'VIP Ouro', ...sale });
  const more = { price: 1000, stock: 9, buyLimit: 3, actions: [on.item('agua', 1)] };
  const water = await makeProduct(shop.db, shop.store.id, { name: 'Água', ...more });
  const lines = [
    { id: vip, quantity: 1 },
    { id: water, quantity: 3 },
  ];
  const body = cart(shop.store, lines, change);
  const placed = await shop.post<OrderCreateAnswer>('/v1/order/create', body);
  expect(placed.status).toBe(200);
  const { external_reference: reference } = placed.body.data;
  await pay(reference);
  const [first, second] = (await see(reference)).name;
  return { reference, products: { vip, water }, vip: first?._id ?? '', water: second?._id ?? '' };
}

const unitsOf = async (product: string) =>
  (await shop.db.selectFrom('product_buyer').where('product_id', '=', product).select('units').executeTakeFirst())
    ?.units;
const statesOf = async (reference: string) =>
  (await details(reference)).deliveries.map(({ phase, product, state }) => `${product} ${phase} ${state}`);
const sweep = async () => await orderSweeps.find(({ name }) => name === 'orders.restock')?.run(shop.deps);

test('a refund of one item takes only that item back, and the order stays', async () => {
  const { reference, vip, products } = await bought({ email: 'ana@exemplo.com.br' });
  const items = [{ id: vip, quantity: 1 }];
  const foreseen = (await preview(reference, { items })).body;
  expect(foreseen).toMatchObject({ value: 29.9, left: 59.9, whole: false });
  expect(foreseen.effects).toMatchObject([
    { product: 'VIP Ouro', outcome: 'stopped', days: null },
    { product: 'Água', outcome: 'stays', days: null },
  ]);

  expect((await refundPart(reference, { items, seen: 29.9, reason: 'engano' })).body).toEqual({
    success: true,
    result: 'done',
  });
  const order = await see(reference);
  expect(order).toMatchObject({ status: 'completed', payment: { status: 'approved' }, note: null });
  expect(order.paid).toMatchObject({ value: 59.9, returned: 29.9 });
  expect(order.name.map(({ quantity, returned }) => [quantity, returned])).toEqual([
    [1, 1],
    [3, 0],
  ]);
  expect(await statesOf(reference)).toEqual(['VIP Ouro confirmation cancelled', 'Água confirmation queued']);
  expect(await unitsOf(products.vip)).toBe(0);
  expect(await unitsOf(products.water)).toBe(3);
  await sweep();
  expect(await stockOf(products.vip)).toMatchObject({ stock: 5, reserved: 0 });
  expect(await stockOf(products.water)).toMatchObject({ stock: 6, reserved: 0 });

  const told = await details(reference);
  expect(told.order).toMatchObject({ status: 'completed', refunded: 29.9 });
  expect(told.refunds).toMatchObject([
    { scope: 'items', state: 'done', value: 29.9, items: [{ name: 'VIP Ouro', quantity: 1 }], note: 'engano' },
  ]);
  expect(told.history.at(-1)).toMatchObject({
    status: 'completed',
    reason: 'Reembolsado em parte: R$ 29,90 (1 × VIP Ouro)',
  });
  const mail = (await readMails(shop, 'ana@exemplo.com.br')).find(({ subject }) => subject.includes('voltaram'));
  expect(mail?.subject).toBe(`R$ 29,90 do pedido ${order.number} voltaram para você`);
  expect(mail?.text).toContain('1 x VIP Ouro');
  const entry = await shop.db
    .selectFrom('audit_entry')
    .where('object_id', '=', order._id)
    .where('action', '=', 'order.refund')
    .select(['text', 'before', 'after'])
    .executeTakeFirst();
  expect(entry).toMatchObject({
    text: `Reembolsou R$ 29,90 do pedido ${order.number}: engano`,
    before: { refunded: 'R$ 0,00' },
    after: { refunded: 'R$ 29,90', items: ['1 × VIP Ouro'] },
  });
});

test('units are worth their share of the coupon to the centavo, and the last part takes what is left', async () => {
  const code = 'DEZPORCENTO';
  await makeDiscount(shop.db, shop.store.id, { code });
  const { reference, vip, water, products } = await bought({ coupon: code });
  expect((await see(reference)).finalvalue).toBe(53.91);
  const values: number[] = [];
  for (const items of [[{ id: water, quantity: 1 }], [{ id: water, quantity: 2 }]]) {
    values.push((await preview(reference, { items })).body.value);
    expect((await refundPart(reference, { items })).status).toBe(200);
  }
  expect(values).toEqual([9, 18]);
  expect(await unitsOf(products.water)).toBe(0);
  expect((await refundPart(reference, { items: [{ id: water, quantity: 1 }] })).body.code).toBe('refund_items');
  const rest = (await preview(reference, { items: [{ id: vip, quantity: 1 }] })).body;
  expect(rest).toMatchObject({ value: 26.91, left: 26.91, whole: true });
  expect((await refundPart(reference, { items: [{ id: vip, quantity: 1 }] })).status).toBe(200);
  const order = await becomes(reference, 'cancelled');
  expect(order).toMatchObject({ status: 'cancelled', payment: { status: 'refunded' }, paid: { returned: 53.91 } });
  expect(await unitsOf(products.vip)).toBe(0);
  await sweep();
  expect(await stockOf(products.vip)).toMatchObject({ stock: 5 });
  expect(await stockOf(products.water)).toMatchObject({ stock: 9 });
  const use = await shop.db.selectFrom('discount').where('code', '=', code).select('uses').executeTakeFirst();
  expect(use?.uses).toBe(1);
});

test('a refund by value takes nothing, and the value left is the most that can go back', async () => {
  const { reference, vip, products } = await bought();
  expect((await preview(reference, { value: 10 })).body.effects).toMatchObject([
    { product: 'VIP Ouro', outcome: 'stays' },
    { product: 'Água', outcome: 'stays' },
  ]);
  expect((await refundPart(reference, { value: 10 })).status).toBe(200);
  expect(await see(reference)).toMatchObject({ status: 'completed', paid: { returned: 10 } });
  expect(await statesOf(reference)).toEqual(['VIP Ouro confirmation queued', 'Água confirmation queued']);
  expect(await unitsOf(products.vip)).toBe(1);
  expect((await refundPart(reference, { value: 49.91 })).body.code).toBe('refund_value');
  expect((await refundPart(reference, { value: 10, seen: 11 })).body.code).toBe('refund_changed');
  for (const body of [{ value: 0 }, { value: 1.005 }, { items: [] }, { items: [{ id: vip, quantity: 1 }], value: 1 }]) {
    expect((await refundPart(reference, body)).status, JSON.stringify(body)).toBe(422);
  }
  expect((await refundPart(reference, { items: [{ id: 'outro', quantity: 1 }] })).body.code).toBe('refund_items');
  expect((await refundPart(reference, { value: 49.9 })).status).toBe(200);
  expect((await becomes(reference, 'cancelled')).paid).toMatchObject({ returned: 59.9 });
});

test('of two refunds at once, and of a double press, one happens', async () => {
  const { reference, vip, water } = await bought();
  const answers = await Promise.all([
    refundPart(reference, { items: [{ id: vip, quantity: 1 }] }),
    refundPart(reference, { items: [{ id: vip, quantity: 1 }] }),
    refundPart(reference, { items: [{ id: water, quantity: 3 }], seen: 30 }),
    refundPart(reference, { value: 59.9, seen: 59.9 }),
  ]);
  const done = answers.filter(({ status }) => status === 200);
  expect(done.length).toBeGreaterThanOrEqual(1);
  const payment = atProvider(reference)[0];
  const given = (payment?.refunds ?? []).reduce((sum, one) => sum + one.amount, 0);
  expect(given).toBeLessThanOrEqual(5990);
  await until(
    async () => (await details(reference)).refunds.filter(({ state }) => state === 'done').length,
    (count) => count === done.length,
  );
  const told = (await details(reference)).refunds.filter(({ state }) => state === 'done');
  expect(told.reduce((sum, { value }) => sum + Math.round(value * 100), 0)).toBe(given);
});

test('a refund that the provider refuses or works on takes nothing before it is done', async () => {
  const { reference, vip } = await bought();
  const items = [{ id: vip, quantity: 1 }];
  shop.provider.control.seed({ sellers: [{ ...SELLER, balance: 0 }] });
  expect((await refundPart(reference, { items })).body.code).toBe('refund_balance');
  expect(await see(reference)).toMatchObject({ status: 'completed', paid: { returned: 0 } });
  shop.provider.control.seed({ sellers: [{ ...SELLER, balance: 1000, refundMode: 'in_process' }] });
  expect((await refundPart(reference, { items })).status).toBe(200);
  expect((await refundPart(reference, { value: 1 })).body.code).toBe('refund_under_way');
  expect((await refundPart(reference, {})).body.code).toBe('refund_under_way');
  expect((await preview(reference, { value: 1 })).body).toMatchObject({ code: 'refund_under_way' });
  expect((await see(reference)).name[0]?.returned).toBe(0);
  expect((await details(reference)).refunds.at(-1)).toMatchObject({ state: 'open' });
  shop.provider.control.settleRefund(atProvider(reference)[0]?.id ?? '', 'approved');
  const order = await until(
    async () => {
      await sql`update refund set part_check_at = now() where status = 'in_process'`.execute(shop.db);
      return await see(reference);
    },
    (seen) => seen.name[0]?.returned === 1,
  );
  expect(order).toMatchObject({ status: 'completed', paid: { returned: 29.9 } });
});

test('after a crash behind the call, the refund goes on with its key and happens once', async () => {
  const { reference, water } = await bought();
  expect((await refundPart(reference, { items: [{ id: water, quantity: 1 }] })).status).toBe(200);
  const { _id } = await see(reference);
  // As if the process had died before it stored the answer.
  await sql`
    update order_item set returned = 0, returned_at = null where order_id = ${_id}`.execute(shop.db);
  await sql`update product_buyer set units = units + 1 where product_id = (
    select product_id from order_item where order_id = ${_id} and id = ${water})`.execute(shop.db);
  const { rows } = await sql<{ id: string }>`
    update refund set status = 'requested', provider_id = null, finished_at = null, part_check_at = now()
     where payment_id in (select id from payment where order_id = ${_id}) returning id`.execute(shop.db);
  await Promise.all([1, 2, 3].map(() => runRefund(shop.deps, shop.store.id, rows[0]?.id ?? '')));
  const order = await until(
    () => see(reference),
    (seen) => seen.name[1]?.returned === 1,
  );
  expect(order.paid).toMatchObject({ returned: 10 });
  expect(atProvider(reference)[0]?.refunds).toHaveLength(1);
});

test("a part given back on the provider's own page marks the order, takes nothing and is told once", async () => {
  const { reference } = await bought({ email: 'caio@exemplo.com.br' });
  const payment = atProvider(reference)[0]?.id ?? '';
  shop.provider.control.refund(payment, { amount: 10 });
  const order = await until(
    () => see(reference),
    (seen) => (seen.paid?.returned ?? 0) > 0,
  );
  expect(order).toMatchObject({ status: 'completed', paid: { returned: 10 } });
  const told = await details(reference);
  expect(told.order.refunded).toBe(10);
  expect(told.refunds).toMatchObject([{ scope: 'value', state: 'done', value: 10, items: [], actor: null }]);
  expect(told.history.at(-1)?.reason).toBe(
    'Reembolsado em parte pelo Mercado Pago: R$ 10,00 (nenhum item foi devolvido)',
  );
  expect(await statesOf(reference)).toEqual(['VIP Ouro confirmation queued', 'Água confirmation queued']);
  shop.provider.control.refund(payment, { amount: 4.9 });
  await until(
    async () => (await details(reference)).refunds.length,
    (count) => count === 2,
  );
  expect((await refund(reference)).body).toEqual({ success: true, result: 'done' });
  expect((await becomes(reference, 'cancelled')).paid).toMatchObject({ returned: 59.9 });
  const subjects = (await readMails(shop, 'caio@exemplo.com.br')).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.includes('voltaram'))).toHaveLength(2);
});

test('whoever may not refund sees no preview and moves no money', async () => {
  const { reference } = await bought();
  const { token } = await makeMember(shop.db, shop.store.id, 'attendant');
  for (const path of ['/v1/order/refund', '/v1/order/refund/preview']) {
    const answer = await ask(path, reference, { value: 1 }, { authorization: `Bearer ${token}` });
    expect(answer.status).toBe(403);
  }
  expect(atProvider(reference)[0]?.refunds).toEqual([]);
});
