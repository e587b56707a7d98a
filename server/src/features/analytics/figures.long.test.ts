import type { Profile } from '@vitrine/contract/account-answers';
import type { DashboardAnswer } from '@vitrine/contract/dashboard';
import type { OrderListAnswer } from '@vitrine/contract/orders';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { asked, compareReport } from '../../test/expected-figures.ts';
import type { MadeStore } from '../../test/make.ts';
import { makeDiscount } from '../../test/make-catalog.ts';
import { makeSoldStores, zones } from '../../test/make-sold-stores.ts';
import { dueDays } from './days/queries.ts';
import { daysSweep } from './days/write-days.ts';

/**
 * 50 000 orders of three stores in three time zones over 14 months, in every status, with refunds whole and in part,
 * chargebacks, disputes, gifts and coupons (`test/make-sold-stores.ts`). The panel's figures are compared with sums over the orders.
 * The sums find a day as a range of instants, while the product stores local dates, so that both cannot have the same mistake.
 */
const ORDERS = 50_000;
const stores: MadeStore[] = [];
let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
  stores.push(...(await makeSoldStores(app, ORDERS)));
}, 180_000);
afterAll(() => app.close());

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
  best: { id: string; quantity: number; value: number }[];
  newest: string[];
  paid: number;
  completed: number;
  pending: number;
  all: number;
}

/**
 * The same figures, computed from the orders and from what the generator wrote down of refunds. Sales are orders that were
 * bought and paid; money that was given back is taken off at its moment.
 */
async function expected(store: MadeStore, zone: string): Promise<Expected> {
  const { rows } = await sql<Expected>`
    with midnight as materialized (
      select (current_timestamp at time zone ${zone})::date::timestamp as d, current_timestamp at time zone ${zone} as local
    ), at as materialized (
      select d at time zone ${zone} as today, (d - interval '1 day') at time zone ${zone} as yesterday,
             (local - interval '1 day') at time zone ${zone} as this_time_yesterday,
             date_trunc('month', d) at time zone ${zone} as month,
             (date_trunc('month', d) - interval '1 month') at time zone ${zone} as before,
             least(date_trunc('month', d) at time zone ${zone},
                   (date_trunc('month', d) - interval '1 month' + (local - date_trunc('month', d))) at time zone ${zone}) as before_end,
             date_trunc('year', d) at time zone ${zone} as year,
             (d - interval '29 days') at time zone ${zone} as last30, (d - interval '59 days') at time zone ${zone} as last60,
             (local - interval '30 days') at time zone ${zone} as last60_end
        from midnight
    ), sale as materialized (
      select * from "order" where store_id = ${store.id} and completed_at is not null and kind = 'sale'
    ), money as materialized (
      select completed_at as at, total_centavos as centavos from sale
      union all select at, -centavos from given_back where store_id = ${store.id}
    )
    select
      (select coalesce(sum(centavos), 0) from money, at where money.at >= today)::float8 as today,
      (select coalesce(sum(centavos), 0) from money, at where money.at >= yesterday and money.at < this_time_yesterday)::float8 as yesterday,
      (select coalesce(sum(centavos), 0) from money, at where money.at >= month)::float8 as month,
      (select coalesce(sum(centavos), 0) from money, at where money.at >= before and money.at < before_end)::float8 as before,
      (select coalesce(sum(centavos), 0) from money, at where money.at >= year)::float8 as year,
      (select coalesce(sum(centavos), 0) from money)::float8 as total,
      (select coalesce(sum(centavos), 0) from money, at where money.at >= last30)::float8 as last30,
      (select coalesce(sum(centavos), 0) from money, at where money.at >= last60 and money.at < last60_end)::float8 as previous30,
      (select count(*) from sale, at where completed_at >= today)::int as orders_today,
      (select json_agg(coalesce((select sum(centavos) from money
                where money.at >= ((y + make_interval(months => m)) at time zone ${zone})
                  and money.at < ((y + make_interval(months => m + 1)) at time zone ${zone})), 0) order by m)
         from generate_series(0, 11) m, (select date_trunc('year', d) as y from midnight) starts) as months,
      (select json_agg(json_build_object('id', product_id, 'quantity', units, 'value', value) order by units desc, product_id)
         from (select i.product_id, sum(i.quantity)::int as units, 
                      sum(i.line_centavos - i.discount_centavos - case when i.returned > 0 then g.centavos else 0 end) / 100.0 as value
                 from order_item i
                 left join given_back g on g.store_id = i.store_id and g.id = i.order_id and g.why = 'part'
                where i.store_id = ${store.id} and i.order_id in (select id from sale where status = 'completed')
                group by 1 order by 2 desc, 1 limit 6) b) as best,
      (select json_agg(id order by created_at desc, id desc)
         from (select * from "order" where store_id = ${store.id} order by created_at desc, id desc limit 8) n) as newest,
      (select count(*) from sale)::int as paid,
      (select count(*) from "order" where store_id = ${store.id} and status in ('completed'))::int as completed,
      (select count(*) from "order" where store_id = ${store.id} and status not in ('completed', 'cancelled'))::int as pending,
      (select count(*) from "order" where store_id = ${store.id})::int as all`.execute(app.db);
  return rows[0] as Expected;
}

/** Days are written by the sweep until none is due. */
async function writeAllDays(): Promise<void> {
  while ((await dueDays(app.db, 1)).length > 0) await daysSweep.run(app.deps);
}

const reais = (centavos: number) => centavos / 100;
const percent = (now: number, before: number) => (before <= 0 ? null : Math.round((100 * now) / before - 100));

test('the generated orders have every fate, and enough of them were paid at the end of a month', async () => {
  const { rows } = await sql<{ fate: string; n: number; at_month_end: number }>`
    select fate, count(*)::int as n,
           count(*) filter (where to_char(paid at time zone s.time_zone, 'HH24:MI') = '23:30')::int as at_month_end
      from fate f join store s on s.id = f.store_id group by 1`.execute(app.db);
  expect(rows.map(({ fate }) => fate).sort()).toEqual([
    'charged_back',
    'completed',
    'expired',
    'part',
    'pending',
    'refunded',
  ]);
  expect(rows.reduce((sum, { n }) => sum + n, 0)).toBe(ORDERS);
  for (const row of rows) expect(Math.min(row.n / 10, row.at_month_end)).toBeGreaterThan(50);
});

// Before a day is written, in the middle of it, and when all that ended are: the answers are the same.
describe.each(['unwritten', 'half written', 'written'] as const)('with its days %s', (how) => {
  beforeAll(async () => {
    if (how === 'half written') for (let run = 0; run < 3; run++) await daysSweep.run(app.deps);
    if (how === 'written') await writeAllDays();
  }, 60_000);

  test.each(zones.map((zone, index) => [zone, index] as const))(
    'the dashboard in %s equals sums over the orders',
    async (zone, index) => await compareDashboard(stores[index] as MadeStore, zone),
  );

  test.each(zones.flatMap((zone, index) => asked.map((query) => [query, zone, index] as const)))(
    'the figures of %j in %s equal sums over the orders',
    async (query, zone, index) => await compareReport(app, stores[index] as MadeStore, zone, query),
  );
});

async function compareDashboard(store: MadeStore, zone: string): Promise<void> {
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
  // Not today and yesterday: a day that has just begun may have no sales yet.
  expect(want.previous30).toBeGreaterThan(0);
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
  expect(analytics.popularPackages.map(({ id, quantity, value }) => ({ id, quantity, value }))).toEqual(want.best);
  expect(orders.map(({ _id }) => _id)).toEqual(want.newest);
}

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
      paid: want.paid,
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

test('the profile counts the paid orders and the products of each store', async () => {
  const [first] = stores as [MadeStore];
  const profile = (await app.get('/v1/profile', { token: first.token })).json<Profile>();
  const { rows } = await sql<{ id: string; orders: number; products: number }>`
    select s.id, (select count(*) from "order" o where o.store_id = s.id and o.completed_at is not null and o.kind = 'sale')::int as orders, 9 as products
      from store s order by s.id`.execute(app.db);
  expect(profile.storeList.map(({ id, orders, products }) => ({ id, orders, products }))).toEqual(rows);
  expect(profile).toMatchObject({ stores: 3, orders: rows.reduce((sum, row) => sum + row.orders, 0) });
});

test('visits are counted by the store’s own days', async () => {
  for (const [index, store] of stores.entries()) {
    await sql`
      insert into store_visit (store_id, day, visits, hours)
      select ${store.id}, (now() at time zone ${zones[index]})::date - n, 24 * (3 + n), array_fill(3 + n, array[24])
        from generate_series(0, 70) n`.execute(app.db);
    const answer = await app.post('/v1/dashboard', { subdomain: store.subdomain }, { token: store.token });
    const { analytics, trends } = answer.json<DashboardAnswer>();
    const { rows } = await sql<{ day: number; hours: number; clock: string }>`
      select to_char(local, 'DD')::int as day, extract(hour from local)::int + extract(minute from local)::int / 60.0 as hours,
             to_char(local, 'HH24:MI') as clock
        from (select now() at time zone ${zones[index]} as local) l`.execute(app.db);
    const { day = 0, hours = 0, clock = '' } = rows[0] ?? {};
    expect(analytics).toMatchObject({ visitsToday: 24 * 3, visitsMonth: 24 * (3 * day + (day * (day - 1)) / 2) });
    // Yesterday had four in each hour.
    if (trends.visits.against === `que ontem até ${clock}`) {
      expect(trends.visits.percent).toBe(percent(24 * 3, Math.round(4 * hours)));
    }
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
