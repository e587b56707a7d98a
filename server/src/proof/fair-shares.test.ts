import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { transaction } from '../db/transaction.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { makeStore } from '../test/make.ts';
import { makeProduct } from '../test/make-catalog.ts';
import { cart, connectSeller, type Shop, startShop, until } from '../test/make-shop.ts';

/** One store never stops another: work that takes all connections of its kind or store leaves the others their connections. */
let shop: Shop;
let held: pg.Client[] = [];
beforeEach(async () => {
  shop = await startShop();
});
afterEach(async () => {
  for (const client of held.splice(0)) await client.end();
  await shop.close();
});

/** Locks rows of a table, so that work on them waits while it holds a connection. */
async function lock(statement: string, values: unknown[]): Promise<() => Promise<void>> {
  const client = new pg.Client(shop.connection);
  client.on('error', () => {});
  await client.connect();
  await client.query('begin');
  await client.query(statement, values);
  held.push(client);
  return async () => {
    held = held.filter((one) => one !== client);
    await client.end();
  };
}

/** Resolves when a job of the store has run. */
async function jobRan(storeId: string): Promise<void> {
  await transaction(shop.db, (tx) => enqueue(tx, 'discord.guild', { storeId }));
  const state = async () =>
    (
      await shop.pool.query(`select state::text from pgboss.job where name = 'discord.guild' and group_id = $1`, [
        storeId,
      ])
    ).rows[0]?.state;
  expect(await until(state, (seen) => seen === 'completed')).toBe('completed');
}

test("attack: 100 orders at once wait for one store's product, and another store sells and its jobs start", async () => {
  const quiet = await makeStore(shop.db, shop.deps.config.secret);
  await connectSeller(shop.db, shop.deps.config.secret, quiet.id);
  const [hot, calm] = [await makeProduct(shop.db, shop.store.id), await makeProduct(shop.db, quiet.id)];
  const release = await lock('select from product where id = $1 for update', [hot]);
  const flood = Array.from({ length: 100 }, () =>
    shop.post('/v1/order/create', cart(shop.store, [{ id: hot, quantity: 1 }])).catch(() => ({ status: 0 })),
  );
  await delay(500);
  const [sold] = await Promise.all([
    shop.post('/v1/order/create', cart(quiet, [{ id: calm, quantity: 1 }])),
    jobRan(quiet.id),
  ]);
  // The lock is still held, so neither waited for it.
  expect(sold.status).toBe(200);
  await release();
  const answers = await Promise.all(flood);
  expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
}, 60_000);

test("attack: jobs of four stores wait for locked orders, and shoppers and another store's jobs do not", async () => {
  const quiet = await makeStore(shop.db, shop.deps.config.secret);
  const stores = await Promise.all(Array.from({ length: 4 }, () => makeStore(shop.db, shop.deps.config.secret)));
  for (const store of stores) {
    await connectSeller(shop.db, shop.deps.config.secret, store.id);
    const product = await makeProduct(shop.db, store.id);
    const orders = Array.from({ length: 6 }, () =>
      shop.post('/v1/order/create', cart(store, [{ id: product, quantity: 1 }])),
    );
    expect((await Promise.all(orders)).map(({ status }) => status)).toEqual(Array(6).fill(200));
  }
  const release = await lock('select from "order" where store_id <> $1 for update', [quiet.id]);
  for (const store of stores) {
    const { rows } = await shop.pool.query<{ id: string }>('select id from "order" where store_id = $1', [store.id]);
    await transaction(shop.db, async (tx) => {
      for (const { id } of rows) await enqueue(tx, 'payments.expire', { storeId: store.id, orderId: id });
    });
  }
  await delay(500);
  // The locks are still held, so neither waits for them.
  const [page] = await Promise.all([
    shop.post('/v1/public-products', { subdomain: quiet.subdomain }),
    jobRan(quiet.id),
  ]);
  expect(page.status).toBeLessThan(500);
  await release();
}, 60_000);
