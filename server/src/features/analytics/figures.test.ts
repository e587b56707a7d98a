import type { Profile } from '@vitrine/contract/account-answers';
import type { DashboardAnswer } from '@vitrine/contract/dashboard';
import type { OrderListAnswer } from '@vitrine/contract/orders';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { type MadeStore, makeAccount, makeStore } from '../../test/make.ts';
import { makeDiscount, makeProduct } from '../../test/make-catalog.ts';

/**
 * 50 000 orders of three stores in three time zones over 14 months, in every status. The panel's figures are compared with
 * sums over the orders. The sums find a day as a range of instants, while the product stores local dates, so that both
 * cannot have the same mistake.
 */
const ORDERS = 50_000;
const MOVES_AT_ONCE = 500;
const zones = ['America/Sao_Paulo', 'America/Manaus', 'America/Noronha'] as const;

let app: TestApp;
const stores: MadeStore[] = [];

beforeAll(async () => {
  app = await createTestApp();
  const owner = await makeAccount(app.db, { name: 'Dona de Três Lojas' });
  for (const zone of zones) {
    const store = await makeStore(app.db, app.deps.config.secret, { owner });
    await app.db.updateTable('store').set({ time_zone: zone }).where('id', '=', store.id).execute();
    for (let n = 0; n < 9; n++) await makeProduct(app.db, store.id, { name: `Produto ${n}`, price: 1000 + n });
    stores.push(store);
  }
  await placeAll();
  await moveAll();
}, 120_000);
afterAll(() => app.close());

/**
 * Places the orders: pending, with one or two lines. Every 40th is paid at 23:30 of its store's clock on the last day of a
 * month, which is the next month in UTC. Every 50th is paid in the last two days. Every 20th is a gift.
 */
async function placeAll(): Promise<void> {
  await sql`select setseed(0.42)`.execute(app.db);
  await sql`
    create unlogged table fate (store_id text, id text, paid timestamptz, fate text, batch int);
    create index on fate (batch)`.execute(app.db);
  await sql`
    insert into fate
    select s.id, 'o' || lpad(n::text, 8, '0'),
           case when n % 40 = 0 then
                  (date_trunc('month', now() at time zone s.time_zone) - make_interval(months => n % 13)
                    - interval '30 minutes') at time zone s.time_zone
                when n % 50 = 1 then now() - random() * interval '2 days'
                else now() - random() * interval '425 days' end,
           (array['completed', 'completed', 'completed', 'completed', 'completed', 'completed',
                  'refunded', 'expired', 'expired', 'pending'])[1 + (random() * 9.99)::int % 10],
           n / ${MOVES_AT_ONCE}
      from generate_series(1, ${ORDERS}::int) n
      join (select id, time_zone, row_number() over (order by id) as r from store) s on s.r = 1 + least(2, n % 5)`.execute(
    app.db,
  );
  for (let tenth = 0; tenth < 10; tenth++) await placeTenth(tenth);
}

async function placeTenth(tenth: number): Promise<void> {
  await sql`
    insert into "order" (store_id, id, reference, kind, client, discord_id, customer_name, payment_method, subtotal_centavos,
                         discount_centavos, total_centavos, created_at, expires_at)
    select store_id, id, 'r' || id, case when gift then 'manual' else 'sale' end, 1 + (random() * 2000)::int,
           '123456789012345678', case when right(id, 5)::int % 500 < 5 then 'Raro Ávila' when batch % 3 = 0 then 'Ana Comum' end,
           case when gift then 'manual' else 'pix' end, cents, case when gift then cents else 0 end,
           case when gift then 0 else cents end, paid - interval '1 minute', now() + interval '1 hour'
      from (select *, right(id, 5)::int % 20 = 7 as gift, 100 + (random() * 50000)::int as cents from fate where batch % 10 = ${tenth}) f`.execute(
    app.db,
  );
  await sql`
    insert into order_item (store_id, order_id, id, position, product_id, name, quantity, unit_centavos, line_centavos,
                            stocked, actions)
    select f.store_id, f.id, 'l' || line, line, p.id, p.name, 1 + (random() * 3)::int, 100, 100, false, '[]'
      from fate f
      cross join generate_series(1, 2) line
      join (select store_id, id, name, row_number() over (partition by store_id order by id) - 1 as r from product) p
        on p.store_id = f.store_id and p.r = (right(f.id, 5)::int * line / 5) % 9
     where f.batch % 10 = ${tenth} and (line = 1 or right(f.id, 5)::int % 3 = 0)`.execute(app.db);
}

/** Pays, expires and refunds the orders, batch by batch. */
async function moveAll(): Promise<void> {
  for (let batch = 0; batch <= ORDERS / MOVES_AT_ONCE; batch++) {
    const move = (fates: string[], change: ReturnType<typeof sql>) => sql`
      update "order" o set ${change} from fate f
       where f.batch = ${batch} and o.store_id = f.store_id and o.id = f.id and f.fate = any(${fates}::text[])`;
    await move(['completed', 'refunded'], sql`status = 'completed', completed_at = f.paid`).execute(app.db);
    await move(['refunded', 'expired'], sql`status = 'cancelled', cancelled_at = now()`).execute(app.db);
  }
}

interface Expected {
  today: number;
  yesterday: number;
  month: number;
  before: number;
  year: number;
  total: number;
  last30: number;
  previous30: number;
  orders_today: number;
  months: number[];
  best: { id: string; quantity: number }[];
  newest: string[];
  completed: number;
  pending: number;
  all: number;
}

/** The same figures, computed from the orders alone. Sales are completed orders that were bought; gifts do not count. */
async function expected(store: MadeStore, zone: string): Promise<Expected> {
  const { rows } = await sql<Expected>`
    with midnight as materialized (
      select (current_timestamp at time zone ${zone})::date::timestamp as d
    ), at as materialized (
      select d at time zone ${zone} as today, (d - interval '1 day') at time zone ${zone} as yesterday,
             date_trunc('month', d) at time zone ${zone} as month,
             (date_trunc('month', d) - interval '1 month') at time zone ${zone} as before,
             date_trunc('year', d) at time zone ${zone} as year,
             (d - interval '29 days') at time zone ${zone} as last30, (d - interval '59 days') at time zone ${zone} as last60
        from midnight
    ), sale as materialized (
      select * from "order" where store_id = ${store.id} and status = 'completed' and kind = 'sale'
    )
    select
      (select coalesce(sum(total_centavos), 0) from sale, at where completed_at >= today)::float8 as today,
      (select coalesce(sum(total_centavos), 0) from sale, at where completed_at >= yesterday and completed_at < today)::float8 as yesterday,
      (select coalesce(sum(total_centavos), 0) from sale, at where completed_at >= month)::float8 as month,
      (select coalesce(sum(total_centavos), 0) from sale, at where completed_at >= before and completed_at < month)::float8 as before,
      (select coalesce(sum(total_centavos), 0) from sale, at where completed_at >= year)::float8 as year,
      (select coalesce(sum(total_centavos), 0) from sale)::float8 as total,
      (select coalesce(sum(total_centavos), 0) from sale, at where completed_at >= last30)::float8 as last30,
      (select coalesce(sum(total_centavos), 0) from sale, at where completed_at >= last60 and completed_at < last30)::float8 as previous30,
      (select count(*) from sale, at where completed_at >= today)::int as orders_today,
      (select json_agg(coalesce((select sum(total_centavos) from sale
                where completed_at >= ((y + make_interval(months => m)) at time zone ${zone})
                  and completed_at < ((y + make_interval(months => m + 1)) at time zone ${zone})), 0) order by m)
         from generate_series(0, 11) m, (select date_trunc('year', d) as y from midnight) starts) as months,
      (select json_agg(json_build_object('id', product_id, 'quantity', units) order by units desc, product_id)
         from (select i.product_id, sum(i.quantity)::int as units from order_item i
                where i.store_id = ${store.id} and i.order_id in (select id from sale)
                group by 1 order by 2 desc, 1 limit 6) b) as best,
      (select json_agg(id order by created_at desc, id desc)
         from (select * from "order" where store_id = ${store.id} order by created_at desc, id desc limit 8) n) as newest,
      (select count(*) from "order" where store_id = ${store.id} and status in ('completed'))::int as completed,
      (select count(*) from "order" where store_id = ${store.id} and status not in ('completed', 'cancelled'))::int as pending,
      (select count(*) from "order" where store_id = ${store.id})::int as all`.execute(app.db);
  return rows[0] as Expected;
}

const reais = (centavos: number) => centavos / 100;
const percent = (now: number, before: number) => (before === 0 ? null : Math.round((100 * now) / before - 100));

test('the generated orders have every status, and enough of them were paid at the end of a month', async () => {
  const { rows } = await sql<{ fate: string; n: number; at_month_end: number }>`
    select fate, count(*)::int as n,
           count(*) filter (where to_char(paid at time zone s.time_zone, 'HH24:MI') = '23:30')::int as at_month_end
      from fate f join store s on s.id = f.store_id group by 1`.execute(app.db);
  expect(rows.map(({ fate }) => fate).sort()).toEqual(['completed', 'expired', 'pending', 'refunded']);
  expect(rows.reduce((sum, { n }) => sum + n, 0)).toBe(ORDERS);
  for (const row of rows) expect(Math.min(row.n / 10, row.at_month_end)).toBeGreaterThan(50);
});

test.each(zones.map((zone, index) => [zone, index] as const))(
  'the dashboard in %s equals sums over the orders',
  async (zone, index) => {
    const store = stores[index] as MadeStore;
    const read = async () => {
      const answer = await app.post('/v1/dashboard', { subdomain: store.subdomain }, { token: store.token });
      return answer.json<DashboardAnswer>();
    };
    // Read before and after the dashboard, to notice a day that ends in between.
    let before = await expected(store, zone);
    let { analytics, trends, orders } = await read();
    let want = await expected(store, zone);
    if (want.today !== before.today) {
      before = want;
      ({ analytics, trends, orders } = await read());
      want = await expected(store, zone);
    }
    expect(want).toEqual(before);
    // Only past periods: a day or month that has just begun may have no sales yet.
    expect(Math.min(want.yesterday, want.before, want.previous30)).toBeGreaterThan(0);
    expect(analytics).toMatchObject({
      salesToday: reais(want.today),
      salesMonth: reais(want.month),
      salesYear: reais(want.year),
      totalSales: reais(want.total),
      ordersToday: want.orders_today,
      monthlyRevenue: want.months.map(reais),
    });
    expect(trends).toMatchObject({
      today: { percent: percent(want.today, want.yesterday) },
      month: { percent: percent(want.month, want.before) },
      total: { percent: percent(want.last30, want.previous30) },
    });
    expect(analytics.popularPackages.map(({ id, quantity }) => ({ id, quantity }))).toEqual(want.best);
    expect(orders.map(({ _id }) => _id)).toEqual(want.newest);
  },
);

test.each(zones.map((zone, index) => [zone, index] as const))(
  'the counters of /orders in %s equal counts of the orders',
  async (zone, index) => {
    const store = stores[index] as MadeStore;
    const answer = await app.post('/v1/order', { subdomain: store.subdomain, limit: 1 }, { token: store.token });
    const want = await expected(store, zone);
    expect(answer.json<OrderListAnswer>().counters).toEqual({
      total: want.all,
      completed: want.completed,
      pending: want.pending,
    });
  },
);

test.each([
  ['raro avi', 'Raro Ávila', undefined],
  ['raro', 'Raro Ávila', 'cancelled'],
  ['comum', 'Ana Comum', 'completed'],
] as const)('a search for %s finds every order of %s with status %s, page by page', async (search, name, status) => {
  const [store] = stores as [MadeStore];
  const { rows } = await sql<{ id: string }>`
    select id from "order" where store_id = ${store.id} and customer_name like ${name}
       and status = coalesce(${status ?? null}::text, status) order by created_at desc, id desc limit 300`.execute(
    app.db,
  );
  expect(rows.length).toBeGreaterThan(20);
  const found: string[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null && found.length < 300) {
    const body = { subdomain: store.subdomain, search, status, limit: 60, ...(cursor && { cursor }) };
    const page = (await app.post('/v1/order', body, { token: store.token })).json<OrderListAnswer>();
    found.push(...page.response.map(({ _id }) => _id));
    cursor = page.nextCursor;
  }
  expect(found.slice(0, 300)).toEqual(rows.map(({ id }) => id));
});

test('the profile counts the orders and products of each store', async () => {
  const [first] = stores as [MadeStore];
  const profile = (await app.get('/v1/profile', { token: first.token })).json<Profile>();
  const { rows } = await sql<{ id: string; orders: number; products: number }>`
    select s.id, (select count(*) from "order" o where o.store_id = s.id and o.status = 'completed')::int as orders, 9 as products
      from store s order by s.id`.execute(app.db);
  expect(profile.storeList.map(({ id, orders, products }) => ({ id, orders, products }))).toEqual(rows);
  expect(profile).toMatchObject({ stores: 3, orders: rows.reduce((sum, row) => sum + row.orders, 0) });
});

test('visits are counted by the store’s own days', async () => {
  for (const [index, store] of stores.entries()) {
    await sql`
      insert into store_visit (store_id, day, visits)
      select ${store.id}, (now() at time zone ${zones[index]})::date - n, 3 + n from generate_series(0, 70) n`.execute(
      app.db,
    );
    const answer = await app.post('/v1/dashboard', { subdomain: store.subdomain }, { token: store.token });
    const { analytics, trends } = answer.json<DashboardAnswer>();
    const { rows } = await sql<{ day: number }>`
      select to_char(now() at time zone ${zones[index]}, 'DD')::int as day`.execute(app.db);
    const day = rows[0]?.day ?? 0;
    expect(analytics).toMatchObject({ visitsToday: 3, visitsMonth: 3 * day + (day * (day - 1)) / 2 });
    expect(trends.visits).toEqual({ percent: -25 });
  }
});

test('the dashboard shows only coupons that can be used', async () => {
  const [store] = stores as [MadeStore];
  const make = (code: string, options: object = {}) => makeDiscount(app.db, store.id, { code, ...options });
  await make('BOM');
  await make('FIXO', { type: 'fixed', value: 500, maxUses: 3 });
  await make('ONTEM', { expiresAt: new Date(Date.now() - 1000) });
  await app.db
    .updateTable('discount')
    .set({ active: false })
    .where('id', '=', await make('DESLIGADO'))
    .execute();
  await app.db
    .updateTable('discount')
    .set({ uses: 2 })
    .where('id', '=', await make('ESGOTADO', { maxUses: 2 }))
    .execute();
  await app.db
    .updateTable('discount')
    .set({ deleted_at: new Date() })
    .where('id', '=', await make('APAGADO'))
    .execute();
  const answer = await app.post('/v1/dashboard', { subdomain: store.subdomain }, { token: store.token });
  const { coupons } = answer.json<DashboardAnswer>();
  expect(coupons.map(({ code, usage }) => [code, usage])).toEqual([
    ['FIXO', '0/3'],
    ['BOM', '0'],
  ]);
});
