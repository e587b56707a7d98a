import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
import type { StoreId } from '../../../http/store.ts';
import { dayOf, type Span, startOf } from '../period.ts';

/** What a report reads beside the facts of its days (`days/queries.ts`). */

const MIDNIGHT = startOf('').slice(1);

/**
 * Visits of a span. Of a last day that was cut, the hours up to the cut count, and of its last hour the part that had gone by.
 * Null if that day was counted before hours were kept.
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

/** Names of products, also of those that are no longer sold. */
export async function productNames(db: Tx, store: StoreId, ids: string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('product')
    .where('store_id', '=', store)
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .select(['id', 'name'])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export interface Failures {
  product: string;
  code: string | null;
  target: string;
  server: string | null;
  count: number;
  open: number;
}

/**
 * Deliveries that failed or became uncertain in a span, each once with its last cause, and how many of them still are.
 * Repeated purchases of one cause at one server are one row. Rehearsals are left out.
 */
export async function failuresOf(db: Tx, store: StoreId, zone: string, span: Span): Promise<Failures[]> {
  const { rows } = await sql<Failures>`
    with failed as materialized (
      select distinct on (h.delivery_id) h.delivery_id as id, h.code from delivery_history h
       where h.store_id = ${store} and h.state in ('failed', 'uncertain')
         and h.at >= (${startOf(span.from)}::timestamp at time zone ${zone}::text)
         and h.at < (${span.until}::timestamp at time zone ${zone}::text)
       order by h.delivery_id, h.at desc, h.id desc
    )
    select p.name as product, f.code, d.target, g.name as server, count(*)::int as count,
           count(*) filter (where d.state in ('failed', 'uncertain'))::int as open
      from failed f
      join delivery d on d.store_id = ${store} and d.id = f.id
      join order_item i on i.store_id = d.store_id and i.order_id = d.order_id and i.id = d.item_id
      join product p on p.store_id = i.store_id and p.id = i.product_id
      left join game_seat g on g.store_id = d.store_id and g.id = coalesce(d.seat_id, d.store_id) and d.target = 'fivem'
     where not exists (select from "order" o where o.store_id = ${store} and o.id = d.order_id and o.kind = 'rehearsal')
     group by 1, 2, 3, 4`.execute(db);
  return rows;
}
