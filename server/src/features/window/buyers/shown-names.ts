import { windowLimits } from '@vitrine/contract/window-kinds';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
import type { StoreId } from '../../../http/store.ts';
import { maskName } from '../../../mask-name.ts';
import { touchPages } from '../../stores/touch-pages.ts';

/**
 * Whether the order `o` of the query around it may put a name into a window: a sale whose money is with the store and is
 * neither going back nor disputed, and whose buyer typed a name that nobody erased.
 */
const mayBeNamed = sql<boolean>`(o.kind = 'sale' and o.status = 'completed' and o.total_centavos > 0
  and o.customer_name is not null and o.erased_at is null
  and exists (select from payment p where p.store_id = o.store_id and p.order_id = o.id and p.status = 'approved'
                 and p.flag is null and p.refunded_centavos = 0
                 and not exists (select from refund r where r.store_id = p.store_id and r.payment_id = p.id
                                    and r.status in ('requested', 'in_process'))))`;

/** The buyer of the order `o`, so that somebody who bought often stands in a list once. */
const person = sql<string>`coalesce(nullif(o.discord_id, ''), lower(o.email), o.id)`;

/** Shows the buyer's name from now on. A second press changes nothing. False for an order that may not be named. */
export async function showName(tx: Tx, store: StoreId, order: string): Promise<boolean> {
  const { rows } = await sql`
    insert into shown_name (store_id, order_id, bought_at)
    select o.store_id, o.id, o.completed_at from "order" o
     where o.store_id = ${store} and o.id = ${order} and ${mayBeNamed}
    on conflict (store_id, order_id) do update set bought_at = excluded.bought_at
    returning order_id`.execute(tx);
  if (rows.length > 0) await touchPages(tx, store);
  return rows.length > 0;
}

/** Takes the buyer's name away, from the shop's pages too. */
export async function hideName(tx: Tx, store: StoreId, order: string): Promise<void> {
  const hidden = await tx
    .deleteFrom('shown_name')
    .where('store_id', '=', store)
    .where('order_id', '=', order)
    .returning('order_id')
    .executeTakeFirst();
  if (hidden) await touchPages(tx, store);
}

/** Whether the order's name is shown. Null if it is not shown and cannot be: the shop has no place for it, or may not show it. */
export async function isNameShown(db: Db, store: StoreId, order: string): Promise<boolean | null> {
  const { rows } = await sql<{ shown: boolean | null }>`
    select case when n.order_id is not null then true
                when ${mayBeNamed} and exists (
                  select from (select d.document from shop_window w
                                 join window_publication d on d.store_id = w.store_id and d.id = w.published_id
                                where w.store_id = o.store_id
                               union all
                               select p.published from shop_page p where p.store_id = o.store_id) seen
                   where seen.document @> '{"sections": [{"kind": "buyers"}]}'
                      or seen.document @> '{"sections": [{"kind": "supporters"}]}') then false end as shown
      from "order" o left join shown_name n on n.store_id = o.store_id and n.order_id = o.id
     where o.store_id = ${store} and o.id = ${order}`.execute(db);
  return rows[0]?.shown ?? null;
}

const masked = (rows: { name: string }[]): string[] => rows.flatMap(({ name }) => maskName(name) ?? []);

/** The last buyers who let their name be shown, the newest first, masked. The index of the newest bounds what is read. */
export async function recentBuyers(db: Db, store: StoreId): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recent as (
      select o.customer_name as name, ${person} as person, n.bought_at
        from shown_name n join "order" o on o.store_id = n.store_id and o.id = n.order_id
       where n.store_id = ${store} and n.bought_at > now() - make_interval(days => ${windowLimits.buyersDays}) and ${mayBeNamed}
       order by n.bought_at desc limit ${windowLimits.buyers * 10})
    select name from (select distinct on (person) name, bought_at from recent order by person, bought_at desc) one
     order by bought_at desc limit ${windowLimits.buyers}`.execute(db);
  return masked(rows);
}

/** Who spent most in the current month of the store's clock, in purchases whose name is shown, masked and in order. */
export async function topSupporters(db: Db, store: StoreId): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select (array_agg(o.customer_name order by n.bought_at desc))[1] as name
      from store s
      join shown_name n on n.store_id = s.id
       and n.bought_at >= date_trunc('month', now() at time zone s.time_zone) at time zone s.time_zone
      join "order" o on o.store_id = n.store_id and o.id = n.order_id
     where s.id = ${store} and ${mayBeNamed}
     group by ${person}
     order by sum(o.total_centavos) desc, min(n.bought_at) limit ${windowLimits.supporters}`.execute(db);
  return masked(rows);
}
