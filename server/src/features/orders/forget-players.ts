import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';

/** In SQL: whether the key of a player says who somebody is. A city id is only a number in the store's own city. */
export const isPersonalKey = (column: string): RawBuilder<boolean> => sql<boolean>`(${sql.ref(column)} ~ '^[a-z_]+:')`;

/** Stops counting units of these orders for players whose id is personal. Call it before the orders are forgotten. */
export async function forgetPlayers(tx: Tx, store: StoreId, orders: string[]): Promise<void> {
  await sql`
    with gone as (
      select i.product_id, key, sum(i.quantity - i.returned)::int as units
        from "order" o
        join order_item i on i.store_id = o.store_id and i.order_id = o.id
        cross join unnest(o.players) key
       where o.store_id = ${store} and o.id = any(${orders}) and o.counted and o.status <> 'cancelled' and ${isPersonalKey('key')}
       group by 1, 2
    )
    update product_buyer b set units = b.units - gone.units
      from gone where b.store_id = ${store} and b.product_id = gone.product_id and b.buyer = gone.key`.execute(tx);
  await sql`
    delete from product_buyer b using "order" o
     where o.store_id = ${store} and o.id = any(${orders}) and b.store_id = o.store_id and b.player = any(o.players)
       and b.units <= 0`.execute(tx);
}

/** What the buyers typed for products is forgotten with their names. */
export async function forgetAnswers(tx: Tx, store: StoreId, orders: string[]): Promise<void> {
  await sql`
    update order_item set options = '[]'
     where store_id = ${store} and order_id = any(${orders}) and options <> '[]'`.execute(tx);
}

/** What was written about these orders is forgotten with their buyers. */
export async function forgetRemarks(tx: Tx, store: StoreId, orders: string[]): Promise<void> {
  await sql`delete from order_remark where store_id = ${store} and order_id = any(${orders})`.execute(tx);
  await sql`delete from order_tag where store_id = ${store} and order_id = any(${orders})`.execute(tx);
}
