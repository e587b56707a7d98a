import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transaction } from '../../../db/transaction.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { type MadeStore, makeStore } from '../../../test/make.ts';
import { listOrders } from '../queries.ts';

/**
 * A search finds frequent matches among the newest orders. It finds rare ones by the words or by the tag: by the one that fewer
 * orders have. Here are more orders than it reads through, so each way is taken. Each page is compared with a look at every row.
 */
const ORDERS = 21_500;
const OF_ANOTHER_STORE = 500;
const LIMIT = 40;

interface Row {
  id: string;
  name: string;
  status: string;
  tags: string[];
}
let app: TestApp;
let store: MadeStore;
let rows: Row[];

async function fill({ id }: MadeStore, first: number, orders: number): Promise<void> {
  // Without triggers, because nothing here is counted.
  await transaction(app.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`
      insert into "order" (store_id, id, reference, number, status, client, discord_id, customer_name, payment_method,
                           subtotal_centavos, total_centavos, created_at, expires_at)
      select ${id}, ${id} || lpad(n::text, 6, '0'), ${id} || n, ${first}::int + n, case when n % 3 = 0 then 'cancelled' else 'completed' end, n, '',
             case when n % 1200 = 17 then 'Rara Quaresma' when n > 20200 and n % 5 = 0 then 'Antiga Souza' when n % 2 = 0 then 'Ana Lima' else 'Bia Rocha' end,
             'pix', 100, 100, now() - make_interval(mins => n), now()
        from generate_series(1, ${orders}::int) n`.execute(tx);
    await sql`
      insert into order_tag (store_id, order_id, tag)
      select ${id}, ${id} || lpad(n::text, 6, '0'), tag
        from generate_series(1, ${orders}::int) n
        join (values ('muitas', 2, 0), ('poucas', 30, 5), ('uma', 12000, 9000)) t (tag, every, rest) on n % every = rest`.execute(
      tx,
    );
  });
}

beforeAll(async () => {
  app = await createTestApp();
  store = await makeStore(app.db, app.deps.config.secret);
  await fill(store, 0, ORDERS);
  await fill(await makeStore(app.db, app.deps.config.secret), ORDERS, OF_ANOTHER_STORE);
  const found = await sql<Row>`
    select id, customer_name as name, status, array(select t.tag from order_tag t where t.store_id = o.store_id and t.order_id = o.id) as tags
      from "order" o where store_id = ${store.id} order by created_at desc, id desc`.execute(app.db);
  rows = found.rows;
});
afterAll(() => app.close());

test('each page of a search, a tag and a status is the one that a look at every row gives', async () => {
  const searches = { ana: /^Ana/, 'an so': /^Antiga Souza/, quaresma: /Quaresma/, inexistente: /^$/ };
  let long = 0;
  for (const [search, is] of Object.entries(searches)) {
    for (const tag of [undefined, 'muitas', 'poucas', 'uma', 'nenhuma']) {
      for (const status of [undefined, 'cancelled'] as const) {
        const wanted = rows
          .filter((row) => is.test(row.name) && (!tag || row.tags.includes(tag)) && (!status || row.status === status))
          .map(({ id }) => id);
        const asked = { search, limit: LIMIT, ...(tag && { tag }), ...(status && { status }) };
        const page = await listOrders(app.db, store.id, asked);
        expect(
          page.map(({ id }) => id),
          JSON.stringify(asked),
        ).toEqual(wanted.slice(0, LIMIT + 1));
        const cursor = wanted[LIMIT - 1];
        if (cursor === undefined || wanted.length <= LIMIT) continue;
        const next = await listOrders(app.db, store.id, { ...asked, cursor });
        expect(
          next.map(({ id }) => id),
          `after ${cursor}`,
        ).toEqual(wanted.slice(LIMIT, 2 * LIMIT + 1));
        long++;
      }
    }
  }
  expect(long).toBeGreaterThan(8);
});
