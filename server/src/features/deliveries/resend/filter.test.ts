import type { DeliveryState } from '@vitrine/contract/orders';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '../../../db/database.ts';
import { transaction } from '../../../db/transaction.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { type MadeStore, makeStore } from '../../../test/make.ts';
import { makeProduct } from '../../../test/make-catalog.ts';
import { listNewest } from '../queries.ts';

/**
 * The list finds frequent matches among the newest deliveries, and rare ones by their orders. Here are more deliveries than it
 * reads through, so both ways are taken. Each page is compared with a plain look at every row.
 */
const DELIVERIES = 4_600;
const LIMIT = 40;

let app: TestApp;
let store: MadeStore;
let other: MadeStore;
let products: string[];

interface Row {
  id: string;
  n: number;
  name: string;
  product: string;
  state: DeliveryState;
}
let rows: Row[];

async function fill(store: MadeStore, sold: string[]): Promise<void> {
  // Without triggers, because nothing here is counted.
  await transaction(app.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await insert(tx, store, sold);
  });
}

async function insert(tx: Tx, { id }: MadeStore, sold: string[]): Promise<void> {
  await sql`
    insert into "order" (store_id, id, reference, number, status, client, discord_id, customer_name, payment_method,
                         subtotal_centavos, total_centavos, created_at, expires_at, completed_at, players)
    select ${id}, 'o' || lpad(n::text, 6, '0'), ${id} || n, n + ${id === store.id ? 0 : 100_000}::int, 'completed', n, '', case when n % 900 = 17 then 'Rara Quaresma' when n % 2 = 0 then 'Ana Lima' else 'Bia Souza' end,
           'pix', 100, 100, now() - make_interval(mins => n), now(), now(), case when n % 800 = 3 then array['citizen_id:QUARESMA'] end
      from generate_series(1, ${DELIVERIES}::int) n`.execute(tx);
  await sql`
    insert into order_item (store_id, order_id, id, position, product_id, name, quantity, unit_centavos, line_centavos, stocked, actions)
    select o.store_id, o.id, o.id, 1, (${sold}::text[])[case when client % 1500 = 9 then 3 when client % 3 = 0 then 2 else 1 end], 'VIP', 1, 100, 100, false, '[]'
      from "order" o where o.store_id = ${id}`.execute(tx);
  await sql`
    insert into delivery (store_id, id, order_id, item_id, action_index, phase, target, action_type, args, label, player, discord_id, client,
                          state, created_at, finished_at)
    select o.store_id, 'd' || o.id, o.id, o.id, 0, 'confirmation', 'fivem', 'add_money', '{"amount":1}', 'VIP', client, '', client,
           case when client % 70 = 1 then 'failed' when client % 1000 = 2 then 'cancelled' else 'succeeded' end, o.created_at, o.created_at
      from "order" o where o.store_id = ${id}`.execute(tx);
}

beforeAll(async () => {
  app = await createTestApp();
  [store, other] = [await makeStore(app.db, app.deps.config.secret), await makeStore(app.db, app.deps.config.secret)];
  const make = async ({ id }: MadeStore) => [
    await makeProduct(app.db, id),
    await makeProduct(app.db, id),
    await makeProduct(app.db, id),
  ];
  products = await make(store);
  await fill(store, products);
  await fill(other, await make(other));
  const found = await sql<Row>`
    select d.id, d.client as n, coalesce(o.customer_name, '') || case when o.players is null then '' else ' QUARESMA' end as name,
           i.product_id as product, d.state
      from delivery d join "order" o on o.store_id = d.store_id and o.id = d.order_id
      join order_item i on i.store_id = d.store_id and i.order_id = d.order_id
     where d.store_id = ${store.id} order by d.created_at desc, d.id desc`.execute(app.db);
  rows = found.rows;
});
afterAll(() => app.close());

type Asked = { search?: string; productId?: string; state?: DeliveryState };
const searches: [search: string | undefined, is: (row: Row) => boolean][] = [
  [undefined, () => true],
  ['ana', ({ name }) => name.startsWith('Ana')],
  ['quaresma', ({ name }) => /quaresma/i.test(name)],
  ['inexistente', () => false],
  ['1234', ({ n }) => n === 1234],
];

test('each page of a search, a product and a state is the one that a look at every row gives', async () => {
  let compared = 0;
  for (const [search, is] of searches) {
    for (const productId of [undefined, ...products]) {
      for (const state of [undefined, 'failed', 'cancelled', 'succeeded'] as const) {
        const asked: Asked = { ...(search && { search }), ...(productId && { productId }), ...(state && { state }) };
        const wanted = rows
          .filter((row) => is(row) && (!productId || row.product === productId) && (!state || row.state === state))
          .map(({ id }) => id);
        const first = await listNewest(app.db, store.id, { ...asked, limit: LIMIT });
        expect(
          first.map(({ id }) => id),
          JSON.stringify(asked),
        ).toEqual(wanted.slice(0, LIMIT));
        // A page from the middle, behind which what is rare lies further than the list reads through.
        const after = wanted[Math.floor(wanted.length / 3)];
        const next = await listNewest(app.db, store.id, { ...asked, limit: LIMIT, after });
        const from = after === undefined ? 0 : wanted.indexOf(after) + 1;
        expect(
          next.map(({ id }) => id),
          JSON.stringify({ ...asked, after }),
        ).toEqual(wanted.slice(from, from + LIMIT));
        compared += first.length;
      }
    }
  }
  expect(compared).toBeGreaterThan(500);
});

test('another store finds only its own deliveries by the same name', async () => {
  const mine = await listNewest(app.db, other.id, { search: 'quaresma', limit: 500 });
  expect(mine).toHaveLength(rows.filter(({ name }) => /quaresma/i.test(name)).length);
  const { rows: owners } = await sql<{ store_id: string }>`
    select distinct store_id from "order" where store_id = ${other.id} and id = any(${mine.map((row) => row.order_id)}::text[])`.execute(
    app.db,
  );
  expect(owners).toEqual([{ store_id: other.id }]);
  // The ids of the two stores are the same, so only the numbers of their orders tell them apart.
  const theirs = await listNewest(app.db, store.id, { search: 'quaresma', limit: 500 });
  expect(mine.filter(({ number }) => theirs.some((one) => one.number === number && number !== null))).toEqual([]);
});
