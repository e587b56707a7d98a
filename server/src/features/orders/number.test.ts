import type { OrderCreateAnswer, PublicOrder } from '@vitrine/contract/orders';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '../../db/database.ts';
import { createPool } from '../../db/pool.ts';
import { transaction } from '../../db/transaction.ts';
import { type MadeStore, makeStore } from '../../test/make.ts';
import { makeProduct } from '../../test/make-catalog.ts';
import { cart, connectSeller, type Shop, startShop } from '../../test/make-shop.ts';
import { nextOrderNumber } from './number.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());

async function orderIn(store: MadeStore, product: string): Promise<number> {
  const body = cart(store, [{ id: product, quantity: 1 }], { paymentMethod: 'mercado_pago_checkout_pro' });
  const { body: placed } = await shop.post<OrderCreateAnswer>('/v1/order/create', body);
  const { body: seen } = await shop.get<{ response: PublicOrder }>(`/v1/order/${placed.data.external_reference}`);
  return seen.response.number;
}

test('the numbers of a store do not show how many orders other stores have', async () => {
  const other = await makeStore(shop.db, shop.deps.config.secret);
  await connectSeller(shop.db, shop.deps.config.secret, other.id);
  const [here, there] = [await makeProduct(shop.db, shop.store.id), await makeProduct(shop.db, other.id)];
  const mine = [await orderIn(shop.store, here)];
  for (let round = 0; round < 4; round += 1) {
    for (let n = 0; n < 12; n += 1) await orderIn(other, there);
    mine.push(await orderIn(shop.store, here));
  }
  for (const [at, number] of mine.slice(1).entries()) {
    const step = number - (mine[at] ?? 0);
    expect(step).toBeGreaterThanOrEqual(1);
    expect(step).toBeLessThanOrEqual(9);
  }
});

test('steps are random: the number of orders between two numbers is not their difference', async () => {
  const store = await makeStore(shop.db, shop.deps.config.secret);
  const numbers: number[] = [];
  for (let n = 0; n < 200; n += 1) numbers.push(await nextOrderNumber(shop.db, store.id));
  const steps = numbers.slice(1).map((number, at) => number - (numbers[at] ?? 0));
  expect(Math.min(...steps)).toBe(1);
  expect(Math.max(...steps)).toBe(9);
});

test('a store that gets its first block begins above the orders it has', async () => {
  const store = await makeStore(shop.db, shop.deps.config.secret);
  await sql`
    insert into "order" (store_id, id, reference, number, client, discord_id, payment_method, subtotal_centavos,
                         total_centavos, expires_at)
    values (${store.id}, 'older', 'an-older-order', 400000, 1, '1', 'pix', 100, 100, now())`.execute(shop.db);
  expect(await nextOrderNumber(shop.db, store.id)).toBeGreaterThan(400_000);
});

test('a lock on the row of the blocks keeps no order waiting', async () => {
  const product = await makeProduct(shop.db, shop.store.id);
  // Blocks of 1, 2, 4, 8 and 16: after these the process has more than four numbers left.
  const placed = await shop.db.selectFrom('order').where('store_id', '=', shop.store.id).select('id').execute();
  for (let n = placed.length; n < 24; n += 1) await orderIn(shop.store, product);
  await transaction(shop.db, async (tx) => {
    await sql`select from order_number_next where store_id = ${shop.store.id} for update`.execute(tx);
    for (let n = 0; n < 4; n += 1) expect(await orderIn(shop.store, product)).toBeGreaterThan(0);
  });
});

test('a block that could not be reserved fails the order that asked for it, and the others ask again', async () => {
  const store = await makeStore(shop.db, shop.deps.config.secret);
  const pool = createPool(shop.connection, { onError: () => {} });
  const query = pool.query.bind(pool) as (...given: unknown[]) => unknown;
  const connect = pool.connect.bind(pool) as (...given: unknown[]) => unknown;
  let faults = 1;
  const failing =
    (real: (...given: unknown[]) => unknown) =>
    (...given: unknown[]) => {
      faults -= 1;
      return faults < 0 ? real(...given) : Promise.reject(new Error('the connection was lost'));
    };
  Object.assign(pool, { query: failing(query), connect: failing(connect) });
  const process = createDatabase(pool);
  try {
    const given = await Promise.allSettled(Array.from({ length: 50 }, () => nextOrderNumber(process, store.id)));
    expect(given.filter(({ status }) => status === 'fulfilled')).toHaveLength(49);
    // While nothing can be reserved all orders fail, each after two tries at most.
    faults = Number.POSITIVE_INFINITY;
    const later = () => Date.now() + 61_000;
    const refused = await Promise.allSettled(
      Array.from({ length: 50 }, () => nextOrderNumber(process, store.id, later)),
    );
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set(['rejected']));
  } finally {
    await pool.end();
  }
});

test('an order whose number another process already gave takes the next one', async () => {
  const product = await makeProduct(shop.db, shop.store.id);
  const number = await orderIn(shop.store, product);
  // A process of the previous version leaves this state: its numbers are not counted where ours are reserved.
  await sql`
    insert into "order" (store_id, id, reference, number, client, discord_id, payment_method, subtotal_centavos,
                         total_centavos, expires_at)
    select ${shop.store.id}, 'other' || n, 'other-process-' || n, ${number}::int + n, 1, '1', 'pix', 100, 100, now()
      from generate_series(1, 9) n`.execute(shop.db);
  await sql`update order_number_next set last = ${number} where store_id = ${shop.store.id}`.execute(shop.db);
  expect(await orderIn(shop.store, product)).toBeGreaterThan(number + 9);
});

test('two processes at once never give a number twice, and after a minute the later order has the higher one', async () => {
  const store = await makeStore(shop.db, shop.deps.config.secret);
  const pools = [1, 2].map(() => createPool(shop.connection, { onError: () => {} }));
  const processes = pools.map((pool) => createDatabase(pool));
  try {
    const given = await Promise.all(
      Array.from({ length: 400 }, (_, n) => nextOrderNumber(processes[n % 2] ?? shop.db, store.id)),
    );
    expect(new Set(given).size).toBe(400);
    const inAMinute = () => Date.now() + 61_000;
    for (const db of processes) {
      expect(await nextOrderNumber(db, store.id, inAMinute)).toBeGreaterThan(Math.max(...given));
    }
  } finally {
    await Promise.all(pools.map((pool) => pool.end()));
  }
});
