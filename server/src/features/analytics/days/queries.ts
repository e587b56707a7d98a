import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
import { type StoreId, storeIdOf } from '../../../http/store.ts';
import { type Clock, dayOf, type Span, startOf } from '../period.ts';

/**
 * What is counted of a store, day by day. One statement says it: the sweep writes its rows into `figure_day` for days that
 * ended, and readers ask it for what came since. Each fact belongs to the day on which it happened and never changes: a sale
 * to the day on which its money arrived, a refund to the day on which it was given. Money is in centavos.
 *
 * | figure | key | count | centavos |
 * |---|---|---|---|
 * | `sale` | | orders that were paid | their totals |
 * | `first` | | of these, the first order of its buyer | |
 * | `method` | payment method | orders | totals |
 * | `coupon` | code | orders | totals |
 * | `coupon_off` | code | orders | discounts |
 * | `product` | product | units | what they were sold for |
 * | `refund` | `whole`, `part` or `chargeback` | orders | money given back |
 * | `product_back` | product | units that went back, with a part refund or with their whole order | what they were sold for |
 * | `gift` | | orders without payment | |
 * | `dispute` | | disputes that began | |
 * | `arrival` | seconds | deliveries that came so many seconds after their payment | |
 */
const figures = [
  'sale',
  'first',
  'method',
  'coupon',
  'coupon_off',
  'product',
  'refund',
  'product_back',
  'gift',
  'dispute',
  'arrival',
] as const;
export type Figure = (typeof figures)[number];

interface Stretch extends Span {
  store: StoreId;
  zone: string;
}

type Facts = RawBuilder<unknown>;

/** The moment at which the store's clock shows this point. */
const momentOf = (zone: string, point: string) => sql`(${point}::timestamp at time zone ${zone}::text)`;

function within({ zone, from, until }: Stretch, column: string) {
  const at = sql.ref(column);
  return sql`${at} >= ${momentOf(zone, from)} and ${at} < ${momentOf(zone, until)}`;
}

const dayAt = ({ zone }: Stretch, column: string) => sql`(${sql.ref(column)} at time zone ${zone}::text)::date`;

/** An order that was paid and then cancelled. */
const takenBack = sql`o.status = 'cancelled' and o.completed_at is not null`;

/**
 * Money that went back to buyers of paid orders. A refund counts when the provider gave it. When an order is taken back
 * whole, by a refund or a chargeback, what was not given back before counts at that moment, and what follows is the same
 * money. Refunds of payments that never paid an order (late, twice, beyond a limit) were never revenue.
 */
function givenBack(stretch: Stretch): Facts {
  const { store } = stretch;
  const counts = sql`r.status in ('approved', 'returned') and r.reason not in ('late', 'limit', 'duplicate')`;
  return sql`
    select r.finished_at as at, 'part' as why, o.id, r.amount_centavos::bigint as centavos
      from refund r
      join payment p on p.store_id = r.store_id and p.id = r.payment_id
      join "order" o on o.store_id = p.store_id and o.id = p.order_id
     where r.store_id = ${store} and ${counts} and ${within(stretch, 'r.finished_at')}
       and o.kind = 'sale' and o.completed_at is not null
       and not (o.status = 'cancelled' and r.finished_at >= o.cancelled_at)
    union all
    select o.cancelled_at,
           case when exists (select from payment p where p.store_id = o.store_id and p.order_id = o.id
                                and p.status = 'charged_back') then 'chargeback' else 'whole' end,
           o.id,
           greatest(0, o.total_centavos - coalesce((
             select sum(r.amount_centavos) from payment p
               join refund r on r.store_id = p.store_id and r.payment_id = p.id and ${counts} and r.finished_at < o.cancelled_at
              where p.store_id = o.store_id and p.order_id = o.id), 0))
      from "order" o
     where o.store_id = ${store} and ${takenBack} and o.kind = 'sale' and ${within(stretch, 'o.cancelled_at')}`;
}

/** Sales and what was given back: all that a sum of money needs. */
function moneyFacts(stretch: Stretch): Facts {
  return sql`
    select 'sale' as figure, ${dayAt(stretch, 'o.completed_at')} as day, '' as key, count(*)::int as count,
           sum(o.total_centavos)::bigint as centavos
      from "order" o
     where o.store_id = ${stretch.store} and o.kind = 'sale' and ${within(stretch, 'o.completed_at')} group by 2
    union all
    select 'refund', ${dayAt(stretch, 'g.at')}, why, count(distinct id)::int, sum(centavos)::bigint
      from (${givenBack(stretch)}) g group by 2, 3`;
}

/** In SQL: the units of the refund `r` went back by themselves, before their order `o` was taken back whole. */
const returnedUnits = sql`r.status = 'returned' and not (o.status = 'cancelled' and r.finished_at >= o.cancelled_at)`;

/**
 * Units sold, and units that went back: those of a part refund when the provider gave it, and when an order is taken back whole
 * those that were left of it.
 */
function productFacts(stretch: Stretch): Facts {
  const { store } = stretch;
  return sql`
    select 'product' as figure, ${dayAt(stretch, 'o.completed_at')} as day, i.product_id as key, sum(i.quantity)::int as count,
           sum(i.line_centavos - i.discount_centavos)::bigint as centavos
      from "order" o join order_item i on i.store_id = o.store_id and i.order_id = o.id
     where o.store_id = ${store} and o.kind = 'sale' and ${within(stretch, 'o.completed_at')} group by 2, 3
    union all
    select 'product_back', ${dayAt(stretch, 'b.at')}, product_id, sum(units)::int, sum(centavos)::bigint
      from (select r.finished_at as at, i.product_id, u.units, u.amount_centavos as centavos
              from refund r
              join refund_item u on u.store_id = r.store_id and u.refund_id = r.id
              join order_item i on i.store_id = u.store_id and i.order_id = u.order_id and i.id = u.item_id
              join "order" o on o.store_id = i.store_id and o.id = i.order_id
             where r.store_id = ${store} and ${returnedUnits} and ${within(stretch, 'r.finished_at')} and o.kind = 'sale'
            union all
            select o.cancelled_at, i.product_id, i.quantity - coalesce(u.units, 0),
                   i.line_centavos - i.discount_centavos - coalesce(u.centavos, 0)
              from "order" o join order_item i on i.store_id = o.store_id and i.order_id = o.id
              left join lateral (
                select sum(u.units) as units, sum(u.amount_centavos) as centavos
                  from refund_item u join refund r on r.store_id = u.store_id and r.id = u.refund_id
                 where u.store_id = i.store_id and u.order_id = i.order_id and u.item_id = i.id and ${returnedUnits}) u on true
             where o.store_id = ${store} and ${takenBack} and o.kind = 'sale' and ${within(stretch, 'o.cancelled_at')}) b
     where units > 0 group by 2, 3`;
}

/**
 * Seconds with two digits that say something: `9`, `87`, `120`, `3400`. So a year of a store has some dozens of different
 * ones, and halves and ninety-fifths stay as exact as people read them.
 */
const fewDigits = (seconds: RawBuilder<unknown>) => sql`
  (case when ${seconds} < 100 then round(${seconds})
        else round(${seconds} / 10 ^ (floor(log(${seconds})) - 1)) * 10 ^ (floor(log(${seconds})) - 1) end)::bigint`;

/** Everything of the table above. */
function allFacts(stretch: Stretch): Facts {
  const { store } = stretch;
  const seconds = sql`extract(epoch from d.finished_at - o.completed_at)`;
  return sql`
    ${moneyFacts(stretch)}
    union all
    select 'first', ${dayAt(stretch, 'o.completed_at')}, '', count(*)::int, 0 from "order" o
     where o.store_id = ${store} and o.kind = 'sale' and ${within(stretch, 'o.completed_at')}
       and not exists (select from "order" e where e.store_id = o.store_id and e.discord_id = o.discord_id and e.discord_id <> ''
                          and e.kind = 'sale' and (e.completed_at, e.id) < (o.completed_at, o.id)) group by 2
    union all
    select 'method', ${dayAt(stretch, 'o.completed_at')}, o.payment_method, count(*)::int, sum(o.total_centavos)::bigint
      from "order" o
     where o.store_id = ${store} and o.kind = 'sale' and ${within(stretch, 'o.completed_at')} group by 2, 3
    union all
    select case off when 0 then 'coupon' else 'coupon_off' end, ${dayAt(stretch, 'o.completed_at')}, o.coupon, count(*)::int,
           sum(case off when 0 then o.total_centavos else o.discount_centavos end)::bigint
      from "order" o cross join generate_series(0, 1) off
     where o.store_id = ${store} and o.kind = 'sale' and o.coupon is not null and ${within(stretch, 'o.completed_at')}
     group by 1, 2, 3
    union all
    ${productFacts(stretch)}
    union all
    select 'gift', ${dayAt(stretch, 'o.completed_at')}, '', count(*)::int, 0 from "order" o
     where o.store_id = ${store} and o.kind = 'manual' and ${within(stretch, 'o.completed_at')} group by 2
    union all
    select 'dispute', ${dayAt(stretch, 'h.at')}, '', count(*)::int, 0 from order_history h
     where h.store_id = ${store} and h.reason = 'disputed' and ${within(stretch, 'h.at')} group by 2
    union all
    select 'arrival', ${dayAt(stretch, 'd.finished_at')}, ${fewDigits(seconds)}::text, count(*)::int, 0
      from delivery d join "order" o on o.store_id = d.store_id and o.id = d.order_id
     where d.store_id = ${store} and d.state = 'succeeded' and d.phase = 'confirmation' and d.resend = 0
       and d.delay_minutes = 0 and d.code is distinct from 'by_person' and ${within(stretch, 'd.finished_at')}
       and d.finished_at >= o.completed_at and o.kind = 'sale' group by 2, 3`;
}

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

const byDay = sql`case when figure in ('sale', 'refund') then day::text else '' end`;

/** The facts of a span. Only sales and refunds come by day. The clock was read in the same snapshot. */
export async function readFacts(db: Db | Tx, store: StoreId, clock: StoreClock, span: Span): Promise<Fact[]> {
  const seam = seamOf(span, clock);
  const { rows } = await sql<Fact>`
    select figure, day, key, sum(count)::int as count, sum(centavos)::float8 as centavos
      from (select figure, ${byDay} as day, key, count, centavos from figure_day
             where store_id = ${store} and figure = any(${figures}::text[]) and day >= ${span.from}::date and day < ${seam}::date
            union all
            select figure, ${byDay}, key, count, centavos
              from (${allFacts({ store, zone: clock.zone, from: startOf(seam), until: span.until })}) since) f
     group by 1, 2, 3`.execute(db);
  return rows;
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
  const live = { store, zone: clock.zone, from: startOf(seam), until: `${clock.today}T${clock.time}` };
  const { rows } = await sql<{ product: string; centavos: number }>`
    select key as product, sum(case figure when 'product' then centavos else -centavos end)::float8 as centavos
      from (select figure, key, centavos from figure_day
             where store_id = ${store} and figure in ('product', 'product_back') and day < ${seam}::date
            union all
            select figure, key, centavos from (${productFacts(live)}) since) f
     where key = any(${products}::text[]) group by 1`.execute(db);
  return new Map(rows.map(({ product, centavos }) => [product, centavos]));
}

/** Days of a store that ended and are not written yet. */
export interface DueDays {
  store: StoreId;
  zone: string;
  /** A month at most. `until` is the first day that is left out. */
  from: string;
  until: string;
}

/**
 * Stores with days to write, and which. A day is written an hour after its end, when each transaction that began in it is
 * over. A store begins with its first order.
 */
export async function dueDays(db: Db, atMost: number): Promise<DueDays[]> {
  const { rows } = await sql<{ store_id: string; zone: string; from: string; until: string }>`
    select s.id as store_id, s.time_zone as zone, to_char(b.day, 'YYYY-MM-DD') as from,
           to_char(least(b.day + 31, e.day), 'YYYY-MM-DD') as until
      from store s
      left join figure_mark m on m.store_id = s.id
     cross join lateral (select ((now() - interval '1 hour') at time zone s.time_zone)::date as day) e
     cross join lateral (select coalesce(m.until, (select (min(o.completed_at) at time zone s.time_zone)::date from "order" o
                                  where o.store_id = s.id and o.completed_at is not null)) as day) b
     where b.day < e.day limit ${atMost}`.execute(db);
  return rows.map(({ store_id, ...days }) => ({ store: storeIdOf({ store_id }), ...days }));
}

/** Writes the days and moves the mark behind them. */
export async function writeDays(tx: Tx, { store, zone, from, until }: DueDays): Promise<void> {
  await sql`
    insert into figure_day (store_id, figure, day, key, count, centavos)
    select ${store}, figure, day, key, count, centavos
      from (${allFacts({ store, zone, from: startOf(from), until: startOf(until) })}) f`.execute(tx);
  await sql`
    insert into figure_mark (store_id, until) values (${store}, ${until}::date)
    on conflict (store_id) do update set until = excluded.until`.execute(tx);
}
