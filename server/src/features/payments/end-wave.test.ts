import type { Answer } from '@vitrine/contract/calls/table';
import type { DashboardAnswer } from '@vitrine/contract/dashboard';
import type { OrderCreateAnswer } from '@vitrine/contract/orders';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { loggedActions } from '../../test/logged.ts';
import { makeDiscount, makeProduct } from '../../test/make-catalog.ts';
import { cart, until } from '../../test/make-shop.ts';
import { usePaymentShop } from '../../test/payment-shop.ts';
import { waveText } from '../orders/junk-wave.ts';
import { orderNotes } from '../orders/order.ts';

const { shop, see, atProvider, stockOf, details } = usePaymentShop();

const owner = () => ({ authorization: `Bearer ${shop.store.token}` });
const subdomain = () => ({ subdomain: shop.store.subdomain });
const wave = async () =>
  (await shop.post<Answer<'POST /order/wave'>>('/v1/order/wave', subdomain(), owner())).body.wave;
const end = async () => (await shop.post<{ ended: number }>('/v1/order/wave/end', subdomain(), owner())).body.ended;
/** Places this many unpaid orders from one address. Answers their references. */
async function flood(product: string, address: string, count: number, change: object = {}): Promise<string[]> {
  const references: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const body = cart(shop.store, [{ id: product, quantity: 1 }], change);
    const { body: placed } = await shop.post<OrderCreateAnswer>('/v1/order/create', body, {
      'x-forwarded-for': address,
    });
    if (placed.data) references.push(placed.data.external_reference);
  }
  return references;
}

test('the owner reads a wave in plain words and ends it with one press: stock and coupons are back', async () => {
  const product = await makeProduct(shop.db, shop.store.id, { stock: 100 });
  const coupon = await makeDiscount(shop.db, shop.store.id, { code: 'ONDA', maxUses: 50 });
  expect(await wave()).toBeNull();
  const honest = await flood(product, '198.51.100.9', 2);
  const junk = [
    ...(await flood(product, '198.51.100.1', 7, { coupon: 'ONDA' })),
    ...(await flood(product, '198.51.100.2', 7, { coupon: 'ONDA' })),
  ];
  // Seven from each network are not a wave yet.
  expect(await wave()).toBeNull();
  junk.push(...(await flood(product, '198.51.100.1', 1)), ...(await flood(product, '198.51.100.2', 1)));
  expect(junk).toHaveLength(16);
  expect(await wave()).toMatchObject({
    orders: 16,
    networks: 2,
    units: 16,
    coupons: 14,
    text: '16 pedidos sem pagamento de 2 redes em 1 min seguram 16 unidades e 14 usos de cupom',
  });
  const { body: panel } = await shop.post<DashboardAnswer>('/v1/dashboard', subdomain(), owner());
  expect(panel.attention).toContainEqual(expect.objectContaining({ kind: 'junk_wave', href: '/orders', count: 16 }));

  expect(await end()).toBe(16);
  await until(
    () => stockOf(product),
    ({ reserved }) => reserved === 2,
  );
  expect(await stockOf(product)).toMatchObject({ stock: 100, reserved: 2 });
  const { uses } = await shop.db
    .selectFrom('discount')
    .where('id', '=', coupon)
    .select('uses')
    .executeTakeFirstOrThrow();
  expect(uses).toBe(0);
  for (const reference of junk) {
    expect(await see(reference)).toMatchObject({ status: 'cancelled', note: orderNotes.wave });
    expect(atProvider(reference)[0]?.status).toBe('cancelled');
  }
  for (const reference of honest) expect((await see(reference)).status).toBe('pending');
  expect((await details(junk[0] ?? '')).history.at(-1)).toMatchObject({
    status: 'cancelled',
    actor: expect.any(String),
  });
  expect(await wave()).toBeNull();
  expect(await end()).toBe(0);
  expect((await loggedActions(shop.db, shop.store.id)).filter((action) => action === 'orders.wave')).toHaveLength(1);
}, 60_000);

test('whoever pays in the instant in which the wave is ended gets the product, or the money back', async () => {
  const product = await makeProduct(shop.db, shop.store.id, { stock: 100 });
  const junk = [...(await flood(product, '198.51.100.3', 8)), ...(await flood(product, '198.51.100.4', 8))];
  const pressed = end();
  const paid = junk.filter((reference) => {
    try {
      shop.provider.control.approve(atProvider(reference)[0]?.id ?? '');
      return true;
    } catch {
      // Its offer was withdrawn first, so nobody can pay.
      return false;
    }
  });
  await pressed;
  for (const reference of junk) {
    const order = await until(
      () => see(reference),
      ({ status }) => status !== 'pending',
      30_000,
    );
    expect(order.status).toBe(paid.includes(reference) ? 'completed' : 'cancelled');
  }
  expect(await stockOf(product)).toMatchObject({ stock: 100 - paid.length, reserved: 0, sold: paid.length });
}, 90_000);

test('two presses at once end a wave once', async () => {
  const product = await makeProduct(shop.db, shop.store.id, { stock: 100 });
  await Promise.all(['198.51.100.5', '198.51.100.6'].map((address) => flood(product, address, 8)));
  const ended = await Promise.all([end(), end(), end()]);
  expect(ended.sort((a, b) => a - b)).toEqual([0, 0, 16]);
}, 60_000);

test('half of a stock that orders of many networks hold for ten minutes is a wave too', async () => {
  const product = await makeProduct(shop.db, shop.store.id, { stock: 10 });
  const junk: string[] = [];
  for (const address of ['198.51.100.21', '198.51.100.22', '198.51.100.23']) {
    const body = cart(shop.store, [{ id: product, quantity: 2 }]);
    const placed = await shop.post<OrderCreateAnswer>('/v1/order/create', body, { 'x-forwarded-for': address });
    junk.push(placed.body.data.external_reference);
  }
  // A drop that sells out looks like this in its first minutes.
  expect(await wave()).toBeNull();
  await sql`update "order" set created_at = created_at - interval '11 minutes' where reference = any(${junk}::text[])`.execute(
    shop.db,
  );
  const late = await flood(product, '198.51.100.24', 1);
  expect(await wave()).toMatchObject({ orders: 3, networks: 3, units: 6 });
  expect(await end()).toBe(3);
  await until(
    () => stockOf(product),
    ({ reserved }) => reserved === 1,
  );
  for (const reference of late) expect((await see(reference)).status).toBe('pending');
}, 60_000);

test('the owner cancels one unpaid order, and only an unpaid one', async () => {
  const product = await makeProduct(shop.db, shop.store.id, { stock: 5 });
  const [reference = ''] = await flood(product, '198.51.100.31', 1);
  const target = { ...subdomain(), id: (await see(reference))._id };
  const cancel = (headers = owner()) => shop.post('/v1/order/cancel', target, headers);
  expect((await shop.post('/v1/order/cancel', target)).status).toBe(401);
  expect((await shop.post('/v1/order/cancel', { ...subdomain(), id: 'nobody' }, owner())).body.code).toBe(
    'order_not_found',
  );
  expect((await cancel()).status).toBe(200);
  // A second press, or one at the same time, counts as the same press.
  expect((await cancel()).status).toBe(200);
  const ended = await until(
    () => see(reference),
    ({ status }) => status === 'cancelled',
  );
  expect(ended).toMatchObject({ status: 'cancelled', note: orderNotes.wave });
  expect(await stockOf(product)).toMatchObject({ stock: 5, reserved: 0 });
  expect(atProvider(reference)[0]?.status).toBe('cancelled');
  expect((await details(reference)).history.at(-1)).toMatchObject({ status: 'cancelled', actor: expect.any(String) });
  expect((await cancel()).body.code).toBe('order_not_pending');
  expect((await loggedActions(shop.db, shop.store.id)).filter((action) => action === 'orders.cancel')).toHaveLength(1);
}, 30_000);

test('only a member with the right over money ends a wave', async () => {
  const { status } = await shop.post('/v1/order/wave/end', subdomain());
  expect(status).toBe(401);
});

test('the text of a wave names what it holds', () => {
  const base = { orders: 37, networks: 2, minutes: 10, units: 37, coupons: 0 };
  expect(waveText(base)).toBe('37 pedidos sem pagamento de 2 redes em 10 min seguram 37 unidades');
  expect(waveText({ ...base, networks: 1, units: 0, minutes: 300 })).toBe('37 pedidos sem pagamento de 1 rede em 5 h');
});
