import type { OrderCreateAnswer, OrderQuoteAnswer } from '@vitrine/contract/orders';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCategory, makeProduct } from '../../../test/make-catalog.ts';
import { cart, type Shop, startShop } from '../../../test/make-shop.ts';
import { storefrontCategories, storefrontPageIds, storefrontProduct } from '../../catalog/read-storefront.ts';
import { saleSweep } from '../../catalog/sale.ts';
import { placeOrder } from '../place-order.ts';

/** Which products of the catalogue buyers see and may buy, by every way to them. */

let shop: Shop;
let category: string;
beforeAll(async () => {
  shop = await startShop();
  category = await makeCategory(shop.db, shop.store.id, 'VIPs');
  await makeProduct(shop.db, shop.store.id, { categoryId: category, name: 'Sempre à venda' });
});
afterAll(() => shop.close());

const asOwner = () => ({ authorization: `Bearer ${shop.store.token}` });
const edit = (productId: string, change: object) =>
  shop.post<{ code?: string; field?: string }>(
    '/v1/products/edit/',
    { productId, productData: { subdomain: shop.store.subdomain, ...change } },
    asOwner(),
  );
const lines = (id: string) => ({ subdomain: shop.store.subdomain, idProducts: [{ id, quantity: 1 }] });
const make = () => makeProduct(shop.db, shop.store.id, { categoryId: category, name: 'Passe' });
const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();

/** Where a buyer meets the product. */
async function met(id: string): Promise<Record<string, boolean>> {
  const { db, store } = shop;
  const listed = await shop.post<{ products: { _id: string }[] }>('/v1/products', { subdomain: store.subdomain });
  const read = await fetch(`${shop.address}/v1/products/${id}`);
  const quote = await shop.post<OrderQuoteAnswer>('/v1/order/quote', lines(id));
  const coupon = await shop.post('/v1/discounts/check', { ...lines(id), code: 'NENHUM' });
  expect(coupon.status).toBeLessThan(500);
  const order = await shop.post<OrderCreateAnswer & { code?: string }>(
    '/v1/order/create',
    cart(store, [{ id, quantity: 1 }]),
  );
  if (order.status !== 200) expect(order.body.code).toBe('product_unavailable');
  return {
    listed: listed.body.products.some(({ _id }) => _id === id),
    read: read.status === 200,
    window: (await storefrontCategories(db, store.id)).some(({ products }) => products.some(({ _id }) => _id === id)),
    page: (await storefrontProduct(db, store.id, id)) !== null,
    address: (await storefrontPageIds(db, store.id)).has(id),
    quoted: quote.body.lines.length > 0,
    ordered: order.status === 200,
  };
}
const everywhere = (yes: boolean) =>
  Object.fromEntries(['listed', 'read', 'window', 'page', 'address', 'quoted', 'ordered'].map((way) => [way, yes]));

test('only a shown product inside its window is met and bought, by every way', async () => {
  const id = await make();
  expect(await met(id)).toEqual(everywhere(true));
  for (const status of ['draft', 'hidden', 'archived']) {
    expect((await edit(id, { status })).status).toBe(200);
    expect(await met(id), status).toEqual(everywhere(false));
  }
  await edit(id, { status: 'shown', showsAt: hours(1) });
  expect(await met(id), 'before its window').toEqual(everywhere(false));
  await edit(id, { showsAt: hours(-1), hidesAt: hours(1) });
  expect(await met(id), 'inside its window').toEqual(everywhere(true));
  await edit(id, { showsAt: hours(-2), hidesAt: hours(-1) });
  expect(await met(id), 'after its window').toEqual(everywhere(false));
  await edit(id, { showsAt: null, hidesAt: null });
  expect(await met(id)).toEqual(everywhere(true));
});

test('an order that was priced before a product was hidden is refused by the statement that would place it', async () => {
  const id = await make();
  const { subdomain: _, ...input } = cart(shop.store, [{ id, quantity: 1 }]);
  // The window ends between the look at the cart and the order.
  await sql`update product set hides_at = now() + interval '150 ms' where id = ${id}`.execute(shop.db);
  const late = async () => {
    for (;;) await placeOrder(shop.deps, shop.store.id, { ...input, paymentMethod: 'pix' as const });
  };
  await expect(late()).rejects.toMatchObject({ code: 'product_unavailable' });
});

test('an order that is already placed can still be paid after its product left the shop', async () => {
  const id = await make();
  const order = await shop.post<OrderCreateAnswer>('/v1/order/create', cart(shop.store, [{ id, quantity: 1 }]));
  expect(order.status).toBe(200);
  await edit(id, { status: 'hidden' });
  const row = await shop.db
    .selectFrom('order')
    .innerJoin('order_item', 'order_item.order_id', 'order.id')
    .where('order_item.product_id', '=', id)
    .select('order.status')
    .executeTakeFirstOrThrow();
  expect(row.status).toBe('pending');
});

test('the store may give a product that is a draft, but not one that is archived', async () => {
  const id = await make();
  await edit(id, { status: 'draft' });
  const give = () =>
    shop.post<{ code?: string }>(
      '/v1/order/manual',
      { ...lines(id), clientId: 7, discordId: '123456789012345678', reason: 'Teste' },
      asOwner(),
    );
  expect((await give()).status).toBe(200);
  await edit(id, { status: 'archived' });
  expect((await give()).body.code).toBe('product_unavailable');
});

test('the kept pages turn by themselves when a window begins and when it ends', async () => {
  const id = await make();
  const version = async () => {
    const row = await shop.db
      .selectFrom('store')
      .where('id', '=', shop.store.id)
      .select('page_version')
      .executeTakeFirstOrThrow();
    return Number(row.page_version);
  };
  await edit(id, { showsAt: hours(1), hidesAt: hours(2) });
  const before = await version();
  await saleSweep.run(shop.deps);
  expect(await version(), 'nothing is due').toBe(before);
  const pass = (back: string) =>
    sql`update product set shows_at = shows_at - ${back}::interval, hides_at = hides_at - ${back}::interval,
                           turns_at = turns_at - ${back}::interval where id = ${id}`.execute(shop.db);
  await pass('61 minutes');
  await Promise.all([saleSweep.run(shop.deps), saleSweep.run(shop.deps)]);
  expect(await version(), 'it began').toBe(before + 1);
  expect(await met(id)).toEqual(everywhere(true));
  await pass('60 minutes');
  await saleSweep.run(shop.deps);
  await saleSweep.run(shop.deps);
  expect(await version(), 'it ended').toBe(before + 2);
  expect(await met(id)).toEqual(everywhere(false));
});

test('a window that ends before it begins is refused at its field, and the log says what changed', async () => {
  const id = await make();
  const wrong = await edit(id, { showsAt: hours(2), hidesAt: hours(1) });
  expect(wrong).toMatchObject({ status: 422, body: { code: 'product_window', field: 'hidesAt' } });
  await edit(id, { hidesAt: hours(1) });
  expect((await edit(id, { showsAt: hours(2) })).body.code, 'the other end is the stored one').toBe('product_window');
  expect((await edit(id, { showsAt: 'amanhã' })).body).toMatchObject({ code: 'validation_failed' });
  expect((await edit(id, { status: 'sumido' })).body).toMatchObject({ code: 'validation_failed' });
  await edit(id, { status: 'hidden', hidesAt: null });
  const entry = await shop.db
    .selectFrom('audit_entry')
    .where('object_id', '=', id)
    .orderBy('id', 'desc')
    .select(['before', 'after'])
    .executeTakeFirstOrThrow();
  expect(entry).toMatchObject({ before: { status: 'shown' }, after: { status: 'hidden', hides_at: null } });
});
