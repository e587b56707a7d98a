import type { FiguresAnswer } from '@vitrine/contract/figures';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { codeOf } from '../features/deliveries/delivery.ts';
import type { TestApp } from './app.ts';
import type { MadeStore } from './make.ts';

/**
 * The figures of a range once more, written plainly: sums over all orders of a store between two instants. Of refunds it reads
 * what the generator wrote down (`make-sold-stores.ts`), and not the tables of the product.
 */

interface Query {
  range: 'today' | '7d' | '30d' | '90d' | 'year' | 'custom';
  by: 'day' | 'week' | 'month';
  from?: string;
  to?: string;
}

/** A day some months ago, as an owner would type it. */
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Ranges that are compared. The last ones are over, and one of them is a single day. */
export const asked: Query[] = [
  { range: 'today', by: 'day' },
  { range: '7d', by: 'day' },
  { range: '30d', by: 'week' },
  { range: '90d', by: 'month' },
  { range: 'year', by: 'month' },
  { range: 'custom', by: 'week', from: ago(200), to: ago(101) },
  { range: 'custom', by: 'day', from: ago(60), to: ago(60) },
];

/** Local beginnings and ends of the range and of the one before, in SQL of the store's clock `local`. */
function bordersOf({ range, from, to }: Query) {
  const days = { today: 1, '7d': 7, '30d': 30, '90d': 90 };
  if (range === 'year') {
    return sql`select date_trunc('year', local) as a, local as b, date_trunc('year', local) - interval '1 year' as c,
      case when to_char(local, 'MM-DD') = '02-29' then date_trunc('year', local) - interval '1 year' + interval '2 months'
           else local - interval '1 year' end as d from clock`;
  }
  if (range === 'custom') {
    return sql`select ${from}::date::timestamp as a, ${to}::date + interval '1 day' as b,
      ${from}::date::timestamp - (${to}::date - ${from}::date + 1) * interval '1 day' as c, ${from}::date::timestamp as d`;
  }
  return sql`select date_trunc('day', local) - ${days[range] - 1}::int * interval '1 day' as a, local as b,
    date_trunc('day', local) - ${2 * days[range] - 1}::int * interval '1 day' as c, local - ${days[range]}::int * interval '1 day' as d from clock`;
}

interface Expected {
  sold: number;
  refunded: number;
  orders: number;
  first: number;
  former_sold: number;
  former_refunded: number;
  former_orders: number;
  former_first: number;
  methods: { method: string; orders: number; value: number }[];
  products: { id: string; units: number; value: number; returned: number }[];
  coupons: { code: string; orders: number; value: number; discount: number }[];
  steps: { start: string; orders: number; sold: number; refunded: number }[];
  marks: FiguresAnswer['marks'];
  arrived: number;
  half: number | null;
  most: number | null;
  failed: number;
  open: number;
  /** Failures by the last cause, and by product with the most first. */
  causes: Record<string, number>;
  failing: number[];
}

async function expectedOf(app: TestApp, store: MadeStore, zone: string, query: Query): Promise<Expected> {
  const step = query.range === 'today' || (query.from !== undefined && query.from === query.to) ? 'hour' : query.by;
  const { rows } = await sql<Expected>`
    with clock as materialized (select current_timestamp at time zone ${zone} as local),
    borders as materialized (${bordersOf(query)}),
    at as materialized (select a as local_a, a at time zone ${zone} as a, b at time zone ${zone} as b,
                               c at time zone ${zone} as c, d at time zone ${zone} as d from borders),
    ever as materialized (
      select *, row_number() over (partition by discord_id order by completed_at, id) = 1 as first from "order"
       where store_id = ${store.id} and kind = 'sale' and completed_at is not null),
    sale as materialized (select ever.* from ever, at where completed_at >= a and completed_at < b),
    former as materialized (select ever.* from ever, at where completed_at >= c and completed_at < d),
    back as materialized (select g.* from given_back g, at where g.store_id = ${store.id} and g.at >= a and g.at < b),
    line as materialized (select i.* from order_item i join sale on sale.id = i.order_id where i.store_id = ${store.id}),
    arrival as materialized (
      select case when s < 100 then round(s) else round(s, 1 - floor(log(s))::int) end as s
        from (select extract(epoch from dl.finished_at - ever.completed_at) as s
                from delivery dl join ever on ever.id = dl.order_id, at
               where dl.store_id = ${store.id} and dl.state = 'succeeded' and dl.code <> 'by_person' and dl.delay_minutes = 0
                 and dl.finished_at >= a and dl.finished_at < b) x),
    failure as materialized (
      select distinct on (h.delivery_id) h.delivery_id, h.code, i.product_id from delivery_history h
        join delivery dl on dl.store_id = h.store_id and dl.id = h.delivery_id
        join order_item i on i.store_id = dl.store_id and i.order_id = dl.order_id and i.id = dl.item_id, at
       where h.store_id = ${store.id} and h.state in ('failed', 'uncertain') and h.at >= a and h.at < b
       order by h.delivery_id, h.at desc, h.id desc),
    moment as materialized (
      select completed_at at time zone ${zone} as local, 1 as orders, total_centavos as sold, 0 as refunded from sale
      union all select back.at at time zone ${zone}, 0, 0, centavos from back)
    select (select coalesce(sum(total_centavos), 0) from sale)::float8 as sold,
           (select coalesce(sum(centavos), 0) from back)::float8 as refunded,
           (select count(*) from sale)::int as orders, (select count(*) from sale where first)::int as first,
           (select coalesce(sum(total_centavos), 0) from former)::float8 as former_sold,
           (select coalesce(sum(centavos), 0) from given_back g, at where g.store_id = ${store.id} and g.at >= c and g.at < d)::float8 as former_refunded,
           (select count(*) from former)::int as former_orders, (select count(*) from former where first)::int as former_first,
           (select coalesce(json_agg(m order by m.value desc), '[]') from (
              select payment_method as method, count(*)::int as orders, sum(total_centavos) / 100.0 as value from sale group by 1) m) as methods,
           (select coalesce(json_agg(p order by p.value desc), '[]') from (
              select product_id as id, sum(quantity)::int as units, sum(line_centavos - discount_centavos) / 100.0 as value,
                     (select coalesce(sum(case when g.why = 'part' then 1 else i.quantity - i.returned end), 0)::int from order_item i
                        join given_back g on g.store_id = i.store_id and g.id = i.order_id and (g.why <> 'part' or i.returned > 0), at
                       where i.store_id = ${store.id} and i.product_id = line.product_id and g.at >= a and g.at < b) as returned
                from line group by product_id) p) as products,
           (select coalesce(json_agg(k order by k.value desc), '[]') from (
              select coupon as code, count(*)::int as orders, sum(total_centavos) / 100.0 as value, sum(discount_centavos) / 100.0 as discount
                from sale where coupon is not null group by 1) k) as coupons,
           (select coalesce(json_agg(s order by s.first), '[]') from (
              select min(local) as first,
                     case ${step}::text when 'hour' then extract(hour from local)::text
                       else to_char(greatest(date_trunc(${step}, local), local_a), 'YYYY-MM-DD') end as start,
                     sum(orders)::int as orders, sum(sold) / 100.0 as sold, sum(refunded) / 100.0 as refunded
                from moment, at group by 2) s) as steps,
           json_build_object(
             'gifts', (select count(*) from "order" o, at where o.store_id = ${store.id} and o.kind = 'manual' and o.completed_at >= a and o.completed_at < b),
             'refunded', (select count(*) from back where why = 'whole'), 'refundedInPart', (select count(*) from back where why = 'part'),
             'chargebacks', (select count(*) from back where why = 'chargeback'),
             'disputes', (select count(*) from order_history h, at where h.store_id = ${store.id} and h.reason = 'disputed' and h.at >= a and h.at < b)) as marks,
           (select count(*) from arrival)::int as arrived,
           (select percentile_disc(0.5) within group (order by s) from arrival)::float8 as half,
           (select percentile_disc(0.95) within group (order by s) from arrival)::float8 as most,
           (select count(*) from failure)::int as failed,
           (select coalesce(json_object_agg(code, n), '{}') from (select code, count(*)::int as n from failure group by 1) c) as causes,
           (select coalesce(json_agg(n order by n desc), '[]') from (
              select count(*)::int as n from failure f join product p on p.id = f.product_id group by p.name) c) as failing,
           (select count(*) from failure f join delivery dl on dl.store_id = ${store.id} and dl.id = f.delivery_id
             where dl.state in ('failed', 'uncertain'))::int as open`.execute(app.db);
  return rows[0] as Expected;
}

const reais = (centavos: number) => centavos / 100;

/** Reads the figures of a range through the API and compares each with the plain sums. */
export async function compareReport(app: TestApp, store: MadeStore, zone: string, query: Query): Promise<void> {
  const read = async () => {
    const answer = await app.post('/v1/figures', { subdomain: store.subdomain, ...query }, { token: store.token });
    expect(answer.status, answer.text).toBe(200);
    return answer.json<FiguresAnswer>();
  };
  // Read before and after the figures, to notice a sale of the former range that falls between.
  let before = await expectedOf(app, store, zone, query);
  let got = await read();
  let want = await expectedOf(app, store, zone, query);
  if (JSON.stringify(want) !== JSON.stringify(before)) {
    before = want;
    got = await read();
    want = await expectedOf(app, store, zone, query);
  }
  expect(want).toEqual(before);
  const sums = (sold: number, refunded: number, orders: number, first: number) => ({
    revenue: reais(sold - refunded),
    sold: reais(sold),
    refunded: reais(refunded),
    orders,
    average: orders === 0 ? null : reais(Math.round(sold / orders)),
    firstOrders: first,
    returningOrders: orders - first,
  });
  expect(got.now).toMatchObject(sums(want.sold, want.refunded, want.orders, want.first));
  expect(got.former).toMatchObject(sums(want.former_sold, want.former_refunded, want.former_orders, want.former_first));
  expect(got.methods).toEqual(want.methods);
  expect(got.products.map(({ name: _, ...product }) => product)).toEqual(want.products);
  expect(got.coupons).toEqual(want.coupons);
  const busy = got.steps.filter(({ orders, refunded }) => orders > 0 || refunded > 0);
  expect(busy.map(({ start, orders, sold, refunded }) => ({ start, orders, sold, refunded }))).toEqual(
    want.steps.map(({ start, orders, sold, refunded }) => ({ start, orders, sold, refunded })),
  );
  // The parts of the range before stand beside those of the range, so they come to the same sum.
  const former = got.steps.reduce((sum, step) => sum + Math.round(step.former * 100), 0);
  expect(reais(former)).toBe(got.former.revenue);
  expect(got.marks).toEqual(want.marks);
  const { arrived, half, most, failed, open, causes } = got.deliveries;
  expect({ arrived, half, most, failed, open }).toEqual({
    arrived: want.arrived,
    half: want.half,
    most: want.most,
    failed: want.failed,
    open: want.open,
  });
  // Each failure counts once, with its last cause in the range.
  expect(Object.fromEntries(causes.map(({ name, count }) => [name, count]))).toEqual(
    Object.fromEntries(Object.entries(want.causes).map(([code, count]) => [codeOf(code).text, count])),
  );
  expect(got.deliveries.products.map(({ count }) => count)).toEqual(want.failing);
}
