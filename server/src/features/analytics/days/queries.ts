import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
import { type StoreId, storeIdOf } from '../../../http/store.ts';
import {
  allFacts,
  type Figure,
  failureFacts,
  figures,
  givenBack,
  moneyFacts,
  productFacts,
  within,
} from '../facts/queries.ts';
import { type Clock, dayOf, monthStart, type Span, type StretchSize, startOf, stretchesOf } from '../period.ts';

/** The written days of a store, and what is read in their place since. */

/** What a store's clock says, and the day up to which its days are written. */
export interface StoreClock extends Clock {
  zone: string;
  /** Sorts before any day where nothing is written. */
  written: string;
}

export async function readClock(db: Db | Tx, store: StoreId): Promise<StoreClock> {
  const { rows } = await sql<StoreClock>`
    select time_zone as zone, to_char(now() at time zone time_zone, 'YYYY-MM-DD') as today,
           to_char(now() at time zone time_zone, 'HH24:MI:SS.US') as time,
           coalesce(to_char(m.until, 'YYYY-MM-DD'), '') as written
      from store left join figure_mark m on m.store_id = store.id where store.id = ${store}`.execute(db);
  const row = rows[0];
  if (!row) throw new Error('the store was deleted while its figures were read');
  return row;
}

export interface Fact {
  figure: Figure;
  /** '' for a figure that does not come by day. */
  day: string;
  key: string;
  count: number;
  centavos: number;
}

/** Where the written days of a span end and its orders themselves are read. */
function seamOf({ from, until }: Span, { written }: StoreClock): string {
  const last = dayOf(until);
  const seam = written < last ? written : last;
  return seam > from ? seam : from;
}

/** Figures that a range shows day by day. The sums of the others are kept by month too. */
const DAILY: readonly Figure[] = ['sale', 'refund'];
const byDay = sql`case when figure = any(${DAILY}::text[]) then day::text else '' end`;

/** Where the sums of each size are kept, with the condition that leaves only them, and the name of their first day. */
const kept: Record<StretchSize, RawBuilder<unknown>> = {
  day: sql`figure_day where day`,
  month: sql`figure_month where month`,
  third: sql`figure_span where size = 'third' and start`,
  quarter: sql`figure_span where size = 'quarter' and start`,
};
const firstDay: Record<StretchSize, RawBuilder<unknown>> = {
  day: sql`day`,
  month: sql`month`,
  third: sql`start`,
  quarter: sql`start`,
};

/**
 * In SQL, rows of these figures in a span: from the longest written stretches that the span has, and from what came `since`.
 * Only sales and refunds come by day. A key may come several times.
 */
function factsIn(
  store: StoreId,
  clock: StoreClock,
  span: Span,
  wanted: readonly Figure[],
  since: typeof allFacts,
): RawBuilder<unknown> {
  const seam = seamOf(span, clock);
  const daily = wanted.filter((figure) => DAILY.includes(figure));
  const sums = wanted.filter((figure) => !DAILY.includes(figure));
  const written = [
    { size: 'day' as const, from: span.from, until: seam, of: daily, day: sql`day::text` },
    ...stretchesOf(span.from, seam).map((one) => ({ ...one, of: sums, day: sql`''` })),
  ].filter(({ of }) => of.length > 0);
  const parts = written.map(
    ({ size, from, until, of, day }) => sql`
    select figure, ${day} as day, key, count, centavos from ${kept[size]} >= ${from}::date and ${firstDay[size]} < ${until}::date
       and store_id = ${store} and figure = any(${of}::text[])
    union all`,
  );
  return sql`${sql.join(parts, sql` `)}
    select figure, ${byDay}, key, count, centavos
      from (${since({ store, zone: clock.zone, from: startOf(seam), until: span.until })}) since
     where figure = any(${wanted}::text[])`;
}

/** Figures that `readProducts` reads, because a store may have thousands of products and a page shows few. */
const OF_PRODUCTS: readonly Figure[] = ['product', 'product_back'];
const few = figures.filter((figure) => !OF_PRODUCTS.includes(figure));

/** The facts of a span, of these figures; those of products are left out. The clock was read in the same snapshot. */
export async function readFacts(
  db: Db | Tx,
  store: StoreId,
  clock: StoreClock,
  span: Span,
  wanted: readonly Figure[] = few,
): Promise<Fact[]> {
  const { rows } = await sql<Fact>`
    select figure, day, key, sum(count)::int as count, sum(centavos)::float8 as centavos
      from (${factsIn(store, clock, span, wanted, allFacts)}) f
     group by 1, 2, 3`.execute(db);
  return rows;
}

export interface SoldProduct {
  id: string;
  /** '' where its row is gone. */
  name: string;
  units: number;
  centavos: number;
  /** Units that went back in the span. */
  returned: number;
}

/** The products that brought most in a span, of which the first `atMost` are read with what went back of them. */
export async function readProducts(
  db: Db | Tx,
  store: StoreId,
  clock: StoreClock,
  span: Span,
  atMost: number,
): Promise<SoldProduct[]> {
  const facts = (figure: Figure) => factsIn(store, clock, span, [figure], productFacts);
  const limit = Number.isFinite(atMost) ? sql`limit ${atMost}` : sql``;
  const { rows } = await sql<SoldProduct>`
    with top as materialized (
      select key, sum(count)::int as units, sum(centavos)::float8 as centavos from (${facts('product')}) f
       group by key order by sum(centavos) desc, sum(count) desc, key ${limit}
    )
    select key as id, coalesce(p.name, '') as name, top.units, centavos, coalesce(b.units, 0) as returned
      from top
      left join product p on p.store_id = ${store} and p.id = key
      left join (select key, sum(count)::int as units from (${facts('product_back')}) f
                  where key = any(array(select key from top)) group by key) b using (key)
     order by centavos desc, top.units desc, key`.execute(db);
  return rows;
}

export interface Failures {
  by: 'product' | 'cause' | 'server';
  /** The name of a product, a code, or the name of a game server; null where a failure has none. */
  name: string | null;
  /** Only of servers. */
  target: string | null;
  count: number;
}

/**
 * Deliveries that failed or became uncertain in a span, each once with its last cause: counted by product, by cause and by server.
 * One that failed on several days of the span is taken off on all but the last.
 */
export async function readFailures(db: Db | Tx, store: StoreId, clock: StoreClock, span: Span): Promise<Failures[]> {
  const { rows } = await sql<Failures>`
    with failed as materialized (
      select case figure when 'failure' then key::jsonb else key::jsonb - 0 end as k,
             sum(case figure when 'failure' then count else -count end)::int as n
        from (${factsIn(store, clock, span, ['failure', 'failure_again'], failureFacts)}) f
       where figure = 'failure' or key::jsonb ->> 0 >= ${span.from} group by 1
    )
    select 'product' as by, p.name, null as target, sum(n)::int as count
      from (select k ->> 0 as id, sum(n) as n from failed group by 1) s
      join product p on p.store_id = ${store} and p.id = s.id group by p.name
    union all
    select 'cause', k ->> 3, null, sum(n)::int from failed group by 2
    union all
    select 'server', g.name, target, sum(n)::int
      from (select k ->> 1 as target, k ->> 2 as id, sum(n) as n from failed group by 1, 2) s
      left join game_seat g on g.store_id = ${store} and g.id = s.id group by 2, 3`.execute(db);
  return rows.filter(({ count }) => count > 0);
}

export interface Money {
  orders: number;
  /** What was sold less what was given back. */
  centavos: number;
}

/** Sales and money of a span, one row for each value of `day`. */
async function readMoney(db: Db | Tx, store: StoreId, clock: StoreClock, span: Span, day: RawBuilder<unknown>) {
  const seam = seamOf(span, clock);
  const { rows } = await sql<Money & { day: string }>`
    select ${day} as day, coalesce(sum(count) filter (where figure = 'sale'), 0)::int as orders,
           sum(case figure when 'sale' then centavos else -centavos end)::float8 as centavos
      from (select figure, day, count, centavos from figure_day
             where store_id = ${store} and figure in ('sale', 'refund') and day >= ${span.from}::date and day < ${seam}::date
            union all
            select figure, day, count, centavos
              from (${moneyFacts({ store, zone: clock.zone, from: startOf(seam), until: span.until })}) since) f
     group by 1`.execute(db);
  return rows;
}

/** Sales and money of each day that had any. */
export async function moneyByDay(db: Db | Tx, store: StoreId, clock: StoreClock, span: Span) {
  return await readMoney(db, store, clock, span, sql`day::text`);
}

/** Sales and money of a whole span. */
export async function moneyOf(db: Db | Tx, store: StoreId, clock: StoreClock, span: Span): Promise<Money> {
  const [sum] = await readMoney(db, store, clock, span, sql`''`);
  return sum ?? { orders: 0, centavos: 0 };
}

export interface HourMoney {
  /** Of the store's clock. */
  hour: number;
  orders: number;
  sold: number;
  refunded: number;
}

/** Sales and money of a day or a part of it, for each hour that had any. */
export async function moneyByHour(db: Db | Tx, store: StoreId, { zone }: StoreClock, span: Span): Promise<HourMoney[]> {
  const stretch = { store, zone, from: startOf(span.from), until: span.until };
  const { rows } = await sql<HourMoney>`
    select extract(hour from at at time zone ${zone}::text)::int as hour, sum(orders)::int as orders,
           sum(sold)::float8 as sold, sum(refunded)::float8 as refunded
      from (select o.completed_at as at, 1 as orders, o.total_centavos::bigint as sold, 0::bigint as refunded from "order" o
             where o.store_id = ${store} and o.kind = 'sale' and ${within(stretch, 'o.completed_at')}
            union all
            select at, 0, 0, centavos from (${givenBack(stretch)}) g) f
     group by 1`.execute(db);
  return rows;
}

/** What units of these products were sold for, less those that went back. Centavos by product. */
export async function soldFor(db: Db | Tx, store: StoreId, clock: StoreClock, products: string[]) {
  const seam = clock.written || '2000-01-01';
  const month = monthStart(seam);
  const live = { store, zone: clock.zone, from: startOf(seam), until: `${clock.today}T${clock.time}` };
  const { rows } = await sql<{ product: string; centavos: number }>`
    select key as product, sum(case figure when 'product' then centavos else -centavos end)::float8 as centavos
      from (select figure, key, centavos from figure_month
             where store_id = ${store} and figure in ('product', 'product_back') and month < ${month}::date
               and key = any(${products}::text[])
            union all
            select figure, key, centavos from figure_day
             where store_id = ${store} and figure in ('product', 'product_back') and day >= ${month}::date and day < ${seam}::date
               and key = any(${products}::text[])
            union all
            select figure, key, centavos from (${productFacts(live)}) since) f
     where key = any(${products}::text[]) group by 1`.execute(db);
  return new Map(rows.map(({ product, centavos }) => [product, centavos]));
}

/** Days of a store that ended and are not written yet. */
export interface DueDays {
  store: StoreId;
  zone: string;
  /** A week at most. `until` is the first day that is left out. */
  from: string;
  until: string;
}

/** Few, because a week of a very large store already takes seconds, and a statement ends after ten. */
const DAYS_AT_ONCE = 7;

/**
 * Stores with days to write, and which. A day is written an hour after its end, when each transaction that began in it is
 * over. A store begins with its first order.
 */
export async function dueDays(db: Db, atMost: number): Promise<DueDays[]> {
  const { rows } = await sql<{ store_id: string; zone: string; from: string; until: string }>`
    select s.id as store_id, s.time_zone as zone, to_char(b.day, 'YYYY-MM-DD') as from,
           to_char(least(b.day + ${sql.lit(DAYS_AT_ONCE)}::int, e.day), 'YYYY-MM-DD') as until
      from store s
      left join figure_mark m on m.store_id = s.id
     cross join lateral (select ((now() - interval '1 hour') at time zone s.time_zone)::date as day) e
     cross join lateral (select coalesce(m.until, (select (min(o.completed_at) at time zone s.time_zone)::date from "order" o
                                  where o.store_id = s.id and o.completed_at is not null)) as day) b
     where b.day < e.day limit ${atMost}`.execute(db);
  return rows.map(({ store_id, ...days }) => ({ store: storeIdOf({ store_id }), ...days }));
}

/** Writes the days and moves the mark behind them. A trigger adds them to the sums of their months (`figure_month`). */
export async function writeDays(tx: Tx, { store, zone, from, until }: DueDays): Promise<void> {
  await sql`
    insert into figure_day (store_id, figure, day, key, count, centavos)
    select ${store}, figure, day, key, count, centavos
      from (${allFacts({ store, zone, from: startOf(from), until: startOf(until) })}) f`.execute(tx);
  await sql`
    insert into figure_mark (store_id, until) values (${store}, ${until}::date)
    on conflict (store_id) do update set until = excluded.until`.execute(tx);
}
