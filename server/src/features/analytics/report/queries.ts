import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
import type { StoreId } from '../../../http/store.ts';
import { dayOf, type Span, startOf } from '../period.ts';

/** What a report reads beside the facts of its days (`days/queries.ts`). */

const MIDNIGHT = startOf('').slice(1);

/**
 * Visits of a span. If the span ends inside a day before today, that day counts up to the end: its whole hours, and the part of
 * the last hour that had gone by. Null if that day was counted before hours were kept.
 */
export async function visitsOf(db: Db | Tx, store: StoreId, span: Span, today: string): Promise<number | null> {
  const last = dayOf(span.until);
  const [hour = 0, minute = 0] = span.until.slice(11).split(':').map(Number);
  const cut = last !== today && !span.until.endsWith(MIDNIGHT);
  const { rows } = await sql<{ visits: number; unknown: boolean }>`
    select coalesce(sum(visits) filter (where day <> ${last}::date or not ${cut}::boolean), 0)::int
           + coalesce(round(sum(part) filter (where day = ${last}::date and ${cut}::boolean)), 0)::int as visits,
           coalesce(bool_or(part is null) filter (where day = ${last}::date and ${cut}::boolean), false) as unknown
      from (select day, visits,
                   case when visits = (select sum(n) from unnest(hours) n)
                        then coalesce((select sum(n) from unnest(hours[1:${hour}::int]) n), 0)
                             + hours[${hour}::int + 1] * ${minute}::int / 60.0 end as part
              from store_visit
             where store_id = ${store} and day >= ${span.from}::date
               and (day < ${last}::date or day = ${last}::date and ${!span.until.endsWith(MIDNIGHT)}::boolean)) v`.execute(
    db,
  );
  const row = rows[0];
  return !row || row.unknown ? null : row.visits;
}

/**
 * How many deliveries that failed or became uncertain in a span still are failed or uncertain. Rehearsals are left out. The query
 * begins with the deliveries that are in these states now. They are few, while a long span has thousands that were repaired.
 * So the index of what has not arrived must serve it (`<> 'succeeded'`), and it reads the history row by row (`limit 1`).
 */
export async function openFailures(db: Tx, store: StoreId, zone: string, span: Span): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from delivery d
     where d.store_id = ${store} and d.state in ('failed', 'uncertain') and d.state <> 'succeeded'
       and not exists (select from "order" o where o.store_id = d.store_id and o.id = d.order_id and o.kind = 'rehearsal')
       and (select true from delivery_history h
             where h.store_id = d.store_id and h.delivery_id = d.id and h.state in ('failed', 'uncertain')
               and h.at >= (${startOf(span.from)}::timestamp at time zone ${zone}::text)
               and h.at < (${span.until}::timestamp at time zone ${zone}::text) limit 1)`.execute(db);
  return rows[0]?.open ?? 0;
}
