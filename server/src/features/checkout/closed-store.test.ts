import type { OrderCreateAnswer } from '@vitrine/contract/orders';
import type { Store } from '@vitrine/contract/store-answers';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GameClient, result } from '../../test/game-client.ts';
import { makeMember } from '../../test/make.ts';
import { makeProduct } from '../../test/make-catalog.ts';
import { on } from '../../test/make-deliveries.ts';
import { cart, randomKey, type Shop, shopping, startShop, until } from '../../test/make-shop.ts';
import { placeOrder } from './place-order.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());
const { see, becomes, atProvider, place, refund } = shopping(() => shop);

const put = (status: string, token = shop.store.token) =>
  shop.post<{ response: Store; code?: string }>(
    '/v1/store/status',
    { subdomain: shop.store.subdomain, status },
    { authorization: `Bearer ${token}` },
  );
const order = (product: string, headers = {}, change = {}) =>
  shop.post<OrderCreateAnswer & { code?: string; error?: string }>(
    '/v1/order/create',
    cart(shop.store, [{ id: product, quantity: 1 }], change),
    headers,
  );

test('a closed store takes no new order in any way, and takes orders again once it is open', async () => {
  const product = await makeProduct(shop.db, shop.store.id, { stock: 5 });
  const key = { 'idempotency-key': randomKey() };
  const buyer = { clientId: 41 };
  const before = await order(product, key, buyer);
  expect(before.status).toBe(200);
  expect((await put('inactive')).body.response.status).toBe('inactive');

  const closed = { success: false, code: 'store_closed', error: 'Esta loja não está aberta no momento.' };
  expect(await order(product)).toMatchObject({ status: 422, body: closed });
  expect(await order(product, { 'idempotency-key': randomKey() })).toMatchObject({ status: 422, body: closed });
  const lines = { idProducts: [{ id: product, quantity: 1 }] };
  const quote = await shop.post('/v1/order/quote', { subdomain: shop.store.subdomain, ...lines });
  expect(quote).toMatchObject({ status: 422, body: closed });
  // What was ordered before is not a new order, so its lost answer is given again.
  expect((await order(product, key, buyer)).body).toEqual(before.body);
  const { rows } = await sql<{ reserved: number }>`select reserved from product where id = ${product}`.execute(shop.db);
  expect(rows).toEqual([{ reserved: 1 }]);
  // The owner still gives goods away.
  const gift = await shop.post(
    '/v1/order/manual',
    { subdomain: shop.store.subdomain, clientId: 7, discordId: '123456789012345678', ...lines, reason: 'Prêmio' },
    { authorization: `Bearer ${shop.store.token}` },
  );
  expect(gift.status).toBe(200);

  expect((await put('active')).body.response.status).toBe('active');
  expect((await order(product)).status).toBe(200);
  const entries = await shop.db
    .selectFrom('audit_entry')
    .where('store_id', '=', shop.store.id)
    .where('action', 'in', ['store.close', 'store.open'])
    .orderBy('id')
    .select('text')
    .execute();
  expect(entries.map(({ text }) => text)).toEqual(['Fechou a loja', 'Reabriu a loja']);
});

test('an order that passed the door before the store closed is refused by the statement that would place it', async () => {
  const product = await makeProduct(shop.db, shop.store.id);
  const { subdomain: _, ...late } = cart(shop.store, [{ id: product, quantity: 1 }]);
  const input = { ...late, paymentMethod: 'pix' as const };
  await put('inactive');
  await expect(placeOrder(shop.deps, shop.store.id, input)).rejects.toMatchObject({ code: 'store_closed' });
  await put('active');
  expect(await placeOrder(shop.deps, shop.store.id, input)).toMatchObject({ total: 1000 });
});

test('only a member who may change the settings may close the store', async () => {
  const { token: manager } = await makeMember(shop.db, shop.store.id, 'manager');
  const { token: admin } = await makeMember(shop.db, shop.store.id, 'admin');
  expect(await put('inactive', manager)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  expect((await put('inactive', admin)).status).toBe(200);
  expect((await put('away', admin)).status).toBe(400);
  expect((await put('active', admin)).status).toBe(200);
});

test('what was ordered before the store closed is paid, delivered, ended and given back', async () => {
  const { reference, product } = await place({ clientId: 17 });
  const actions = JSON.stringify([on.group('vip'), on.dropGroup('vip')]);
  await sql`update order_item set actions = ${actions}::jsonb, remove_days = 30 where product_id = ${product}`.execute(
    shop.db,
  );
  await put('inactive');
  // The notice of the provider still counts.
  shop.provider.control.approve(atProvider(reference)[0]?.id ?? '');
  expect((await becomes(reference, 'completed')).status).toBe('completed');

  const city = new GameClient(shop, shop.store.apiToken);
  await city.hello();
  const deliver = async (state: string) => {
    const commands = await until(
      () => city.take(),
      (found) => found.length > 0,
    );
    await city.report(...commands.map((command) => result(command)));
    return (await see(reference)).deliveries.filter((one) => one.state === state).map(({ phase }) => phase);
  };
  expect(await deliver('succeeded')).toEqual(['confirmation']);
  // Thirty days later.
  await sql`update delivery set due_at = now() where state = 'scheduled' and store_id = ${shop.store.id}`.execute(
    shop.db,
  );
  await sql`update right_source set ends_at = now() where store_id = ${shop.store.id}`.execute(shop.db);
  await sql`update customer_right set ends_at = now() where store_id = ${shop.store.id}`.execute(shop.db);
  expect(await deliver('succeeded')).toEqual(['confirmation', 'expiration']);

  expect((await refund(reference)).status).toBe(200);
  expect((await becomes(reference, 'cancelled')).payment?.status).toBe('refunded');
  await put('active');
});
