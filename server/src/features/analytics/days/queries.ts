import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
import { type StoreId, storeIdOf } from '../../../http/store.ts';
import { type Figure, factsOf, failureFacts, figures, givenBack, moneyFacts, within } from '../facts/queries.ts';
import { type Clock, dayOf, type Span, type Stretch, type StretchSize, startOf, stretchesOf } from '../period.ts';

/** The written days of a store, and what is read in their place since. */

/** What a store's clock says, and the day up to which its days are written. */
export interface StoreClock extends Clock {
  zone: string;
  /** Empty, which sorts before any day, if no day is written. */
  written: string;
}

/**
 * Reads the store's clock. It also turns parallel workers off for its transaction, because a figure reads few rows, and starting a
 * worker takes longer than reading them.
 */
export async function readClock(db: Db | Tx, store: StoreId): Promise<StoreClock> {
  const { rows } = await sql<StoreClock & { set: string }>`
    select set_config('max_parallel_workers_per_gather', '0', true) as set, time_zone as zone, to_char(now() at time zone time_zone, 'YYYY-MM-DD') as today,
           to_char(now() at time zone time_zone, 'HH24:MI:SS.US') as time,
           coalesce(to_char(m.until, 'YYYY-MM-DD'), '') as written
      from store left join figure_mark m on m.store_id = store.id where store.id = ${store}`.execute(db);
  const row = rows[0];
  if (!row) throw new Error('the store was deleted while its figures were read');
  const { set: _, ...clock } = row;
  return clock;
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
export function seamOf({ from, until }: Span, { written }: StoreClock): string {
  const last = dayOf(until);
  const seam = written < last ? written : last;
  return seam > from ? seam : from;
}

/** Figures that a range shows day by day. The sums of the others are kept by month too. */
const DAILY: readonly Figure[] = ['sale', 'refund'];

/** The table that keeps the sums of each size, with the condition that finds only them. `firstDay` is the column of their first day. */
const kept: Record<StretchSize, RawBuilder<unknown>> = {
  day: sql`figure_day where`,
  month: sql`figure_month where`,
  third: sql`figure_span where size = 'third' and`,
  quarter: sql`figure_span where size = 'quarter' and`,
};
const firstDay: Record<StretchSize, RawBuilder<unknown>> = {
  day: sql`day`,
  month: sql`month`,
  third: sql`start`,
  quarter: sql`start`,
};

/** How many stretches of each size a span has at most: one before the longer stretches, and one after them. */
const AT_MOST: Record<StretchSize, number> = { day: 2, third: 2, month: 2, quarter: 1 };
const nothing = (size: StretchSize): Stretch => ({ size, from: '2000-01-01', until: '2000-01-01' });

/**
 * In SQL, the written rows of these figures in stretches of days. A stretch that the span does not have is read as one of no days.
 * So spans of any length are one statement, which PostgreSQL plans once.
 */
export function writtenIn(
  store: StoreId,
  stretches: readonly Stretch[],
  sizes: readonly StretchSize[],
  wanted: readonly Figure[],
): RawBuilder<unknown>[] {
  const padded = sizes.flatMap((size) => {
    const own = stretches.filter((one) => one.size === size);
    return [...own, ...Array.from({ length: Math.max(0, AT_MOST[size] - own.length) }, () => nothing(size))];
  });
  return padded.map(
    ({ size, from, until }) => sql`
    select figure, '' as day, key, count, centavos from ${kept[size]} store_id = ${store} and figure = any(${[...wanted]}::text[])
       and ${firstDay[size]} >= ${from}::date and ${firstDay[size]} < ${until}::date`,
  );
}

/**
 * In SQL, rows of these figures in a span. Written days are read in the longest stretches that the span has, later days from the
 * orders (`since`).
 * Only sales and refunds come by day. A key may come several times.
 */
function factsIn(
  store: StoreId,
  clock: StoreClock,
  span: Span,
  wanted: readonly Figure[],
  since: typeof factsOf,
): RawBuilder<unknown> {
  const seam = seamOf(span, clock);
  const daily = wanted.filter((figure) => DAILY.includes(figure));
  const sums = wanted.filter((figure) => !DAILY.includes(figure));
  const byDay = sql`
    select figure, day::text as day, key, count, centavos from figure_day
     where store_id = ${store} and figure = any(${daily}::text[]) and day >= ${span.from}::date and day < ${seam}::date`;
  const inOne =
    sums.length > 0 ? writtenIn(store, stretchesOf(span.from, seam), ['day', 'third', 'month', 'quarter'], sums) : [];
  return sql.join(
    [
      ...(daily.length > 0 ? [byDay] : []),
      ...inOne,
      sql`
    select figure, case when figure = any(${DAILY}::text[]) then day::text else '' end, key, count, centavos
      from (${since({ store, zone: clock.zone, from: startOf(seam), until: span.until }, wanted)}) since`,
    ],
    sql` union all `,
  );
}

/** Figures that `products/queries.ts` reads, because a store may have thousands of products and a page shows few. */
const OF_PRODUCTS: readonly Figure[] = ['product', 'product_back'];
const few = figures.filter((figure) => !OF_PRODUCTS.includes(figure));

/** In SQL, a limit; nothing for `Infinity`. */
export const limitOf = (atMost: number) => (Number.isFinite(atMost) ? sql`limit ${atMost}` : sql``);

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
      from (${factsIn(store, clock, span, wanted, factsOf)}) f
     group by 1, 2, 3`.execute(db);
  return rows;
}

export interface Failures {
  by: 'product' | 'cause' | 'server';
  /** The name of a product, a code, or the name of a game server; null if a failure has none. */
  name: string | null;
  /** Only servers have one. */
  target: string | null;
  count: number;
}

/**
 * Deliveries that failed or became uncertain in a span, each once with its last cause: counted by product, by cause and by server,
 * most first. A delivery that failed on several days of the span counts on the last of them. Of the products, only the first `atMost`
 * are read.
 */
export async function readFailures(
  db: Db | Tx,
  store: StoreId,
  clock: StoreClock,
  span: Span,
  atMost: number,
): Promise<Failures[]> {
  // A key is read as JSON once, when its stretches are summed. The names are a table of their own, because one look-up for each
  // of thousands of products takes longer.
  const { rows } = await sql<Failures>`
    with summed as materialized (
      select figure, key, sum(count)::int as n
        from (${factsIn(store, clock, span, ['failure', 'failure_again'], failureFacts)}) f group by 1, 2
    ), failed as materialized (
      select case figure when 'failure' then k else k - 0 end as k, case figure when 'failure' then n else -n end as n
        from (select figure, key::jsonb as k, n from summed offset 0) s
       where figure = 'failure' or k ->> 0 >= ${span.from}
    )
    (select 'product' as by, p.name, null as target, sum(n)::int as count
       from (select k ->> 0 as id, sum(n)::int as n from failed group by 1) s
       join (select id, name from product where store_id = ${store} offset 0) p using (id) group by p.name
      having sum(n) > 0 order by sum(n) desc, p.name collate "C" ${limitOf(atMost)})
    union all
    select 'cause', k ->> 3, null, sum(n)::int from failed group by 2
    union all
    select 'server', g.name, target, sum(n)::int
      from (select k ->> 1 as target, k ->> 2 as id, sum(n)::int as n from failed group by 1, 2) s
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

/** Writes the days and moves the mark behind them. Triggers add them to `figure_month`, `figure_span` and `figure_year`. */
export async function writeDays(tx: Tx, { store, zone, from, until }: DueDays): Promise<void> {
  await sql`
    insert into figure_day (store_id, figure, day, key, count, centavos)
    select ${store}, figure, day, key, count, centavos
      from (${factsOf({ store, zone, from: startOf(from), until: startOf(until) })}) f`.execute(tx);
  await sql`
    insert into figure_mark (store_id, until) values (${store}, ${until}::date)
    on conflict (store_id) do update set until = excluded.until`.execute(tx);
}
