import { type RawBuilder, sql } from 'kysely';
import type { StoreId } from '../../../http/store.ts';
import type { Span } from '../period.ts';

/**
 * What is counted of a store, day by day, by one statement. For days that ended, the sweep writes its rows into `figure_day`.
 * For the time since then, readers run it themselves. Each fact belongs to the day on which it happened and never changes: a sale
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
 *
 * Deliveries that failed, `failure` and `failure_again`, are written by the trigger of migrations/0085_failures_by_day.sql.
 */
export const figures = [
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
export type Figure = (typeof figures)[number] | 'failure' | 'failure_again';

interface Stretch extends Span {
  store: StoreId;
  zone: string;
}

type Facts = RawBuilder<unknown>;

/** The moment at which the store's clock shows this point. */
const momentOf = (zone: string, point: string) => sql`(${point}::timestamp at time zone ${zone}::text)`;

export function within({ zone, from, until }: Stretch, column: string) {
  const at = sql.ref(column);
  return sql`${at} >= ${momentOf(zone, from)} and ${at} < ${momentOf(zone, until)}`;
}

const dayAt = ({ zone }: Stretch, column: string) => sql`(${sql.ref(column)} at time zone ${zone}::text)::date`;

/** An order that was paid and then cancelled. */
const takenBack = sql`o.status = 'cancelled' and o.completed_at is not null`;

/**
 * Money that went back to buyers of paid orders. A refund counts when the provider gave it. When a refund or
 * a chargeback takes a whole order back, the rest of its money counts at that moment. Refunds of the order that come later are
 * the same money and do not count again. Refunds of payments that never paid an order (late, twice, beyond a limit) were never revenue.
 */
export function givenBack(stretch: Stretch): Facts {
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

const refundFacts = (stretch: Stretch): Facts => sql`
  select 'refund' as figure, ${dayAt(stretch, 'g.at')} as day, why as key, count(distinct id)::int as count, sum(centavos)::bigint as centavos
    from (${givenBack(stretch)}) g group by 2, 3`;

/** Sales and what was given back: all that a sum of money needs. */
export function moneyFacts(stretch: Stretch): Facts {
  return sql`
    select 'sale' as figure, ${dayAt(stretch, 'o.completed_at')} as day, '' as key, count(*)::int as count,
           sum(o.total_centavos)::bigint as centavos
      from "order" o
     where o.store_id = ${stretch.store} and o.kind = 'sale' and ${within(stretch, 'o.completed_at')} group by 2
    union all
    ${refundFacts(stretch)}`;
}

/** In SQL, true if the units of the refund `r` went back alone, before their order `o` was taken back whole. */
const returnedUnits = sql`r.status = 'returned' and not (o.status = 'cancelled' and r.finished_at >= o.cancelled_at)`;

/** Units sold. */
export function productFacts(stretch: Stretch): Facts {
  return sql`
    select 'product' as figure, ${dayAt(stretch, 'o.completed_at')} as day, i.product_id as key, sum(i.quantity)::int as count,
           sum(i.line_centavos - i.discount_centavos)::bigint as centavos
      from "order" o join order_item i on i.store_id = o.store_id and i.order_id = o.id
     where o.store_id = ${stretch.store} and o.kind = 'sale' and ${within(stretch, 'o.completed_at')} group by 2, 3`;
}

/**
 * Units that went back. Units of a part refund count when the provider gave it. When a whole order is taken back, the units that
 * were left of it count.
 */
export function productBackFacts(stretch: Stretch): Facts {
  const { store } = stretch;
  return sql`
    select 'product_back' as figure, ${dayAt(stretch, 'b.at')} as day, product_id as key, sum(units)::int as count,
           sum(centavos)::bigint as centavos
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
 * Seconds rounded to two digits: `9`, `87`, `120`, `3400`. So a year of a store has only some dozens of different values, and the
 * times in which half and 95 per cent arrived stay as exact as people read them. The digits are counted, because a logarithm
 * of a `numeric` takes longer than the rest of the row.
 */
const fewDigits = (seconds: RawBuilder<unknown>) => sql`
  round(${seconds}, case when ${seconds} < 100 then 0 else 2 - length(trunc(${seconds})::text) end)::bigint`;

/**
 * In SQL, true if the buyer of the sale `o` had bought before, else null. The search begins with the buyer's oldest order, which
 * usually is the answer. It leaves out orders that were placed after this one was paid. Otherwise a buyer of a thousand orders
 * would cost a thousand rows for each of them.
 */
const earlier = sql`(select true from "order" e
   where e.store_id = o.store_id and e.discord_id = o.discord_id and e.kind = 'sale' and e.created_at <= o.completed_at
     and (e.completed_at, e.id) < (o.completed_at, o.id)
   order by e.created_at limit 1)`;

/**
 * The facts of the wanted figures (see the table above), by day. The sales are read once. A figure that is not wanted costs
 * nothing, because it is not even planned.
 */
export function factsOf(stretch: Stretch, wanted: readonly Figure[] = figures): Facts {
  const { store } = stretch;
  const seconds = sql`extract(epoch from d.finished_at - o.completed_at)`;
  const statements: Partial<Record<Figure, Facts>> = {
    sale: sql`
      select 'sale' as figure, day, '' as key, count(*)::int as count, sum(total_centavos)::bigint as centavos from sold group by 2`,
    first: sql`
      select 'first' as figure, day, '' as key, count(*)::int as count, 0::bigint as centavos from sold o
       where case when o.discord_id = '' then true else ${earlier} is null end group by 2`,
    method: sql`
      select 'method' as figure, day, payment_method as key, count(*)::int as count, sum(total_centavos)::bigint as centavos
        from sold group by 2, 3`,
    coupon: sql`
      select 'coupon' as figure, day, coupon as key, count(*)::int as count, sum(total_centavos)::bigint as centavos
        from sold where coupon is not null group by 2, 3`,
    coupon_off: sql`
      select 'coupon_off' as figure, day, coupon as key, count(*)::int as count, sum(discount_centavos)::bigint as centavos
        from sold where coupon is not null group by 2, 3`,
    product: productFacts(stretch),
    refund: refundFacts(stretch),
    product_back: productBackFacts(stretch),
    gift: sql`
      select 'gift' as figure, ${dayAt(stretch, 'o.completed_at')} as day, '' as key, count(*)::int as count, 0::bigint as centavos
        from "order" o where o.store_id = ${store} and o.kind = 'manual' and ${within(stretch, 'o.completed_at')} group by 2`,
    dispute: sql`
      select 'dispute' as figure, ${dayAt(stretch, 'h.at')} as day, '' as key, count(*)::int as count, 0::bigint as centavos
        from order_history h where h.store_id = ${store} and h.reason = 'disputed' and ${within(stretch, 'h.at')} group by 2`,
    arrival: sql`
      select 'arrival' as figure, ${dayAt(stretch, 'd.finished_at')} as day, ${fewDigits(seconds)}::text as key,
             count(*)::int as count, 0::bigint as centavos
        from delivery d join "order" o on o.store_id = d.store_id and o.id = d.order_id
       where d.store_id = ${store} and d.state = 'succeeded' and d.phase = 'confirmation' and d.resend = 0
         and d.delay_minutes = 0 and d.code is distinct from 'by_person' and ${within(stretch, 'd.finished_at')}
         and d.finished_at >= o.completed_at and o.kind = 'sale' group by 2, 3`,
  };
  const parts = wanted.flatMap((figure) => statements[figure] ?? []);
  return sql`
    with sold as materialized (
      select o.store_id, o.id, o.completed_at, o.discord_id, o.payment_method, o.coupon, o.total_centavos, o.discount_centavos,
             ${dayAt(stretch, 'o.completed_at')} as day
        from "order" o
       where o.store_id = ${store} and o.kind = 'sale' and ${within(stretch, 'o.completed_at')}
    )
    ${sql.join(parts, sql` union all `)}`;
}

/** Deliveries that failed, in the same rows that the trigger writes for a day that is over. */
export function failureFacts({ store, zone, from, until }: Stretch): Facts {
  return sql`
    select figure, day, key, count, 0::bigint as centavos
      from failure_facts(${store}, ${zone}::text, ${momentOf(zone, from)}, ${momentOf(zone, until)})`;
}
