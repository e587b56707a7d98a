import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';

/**
 * What an order holds of the catalogue. Every statement locks the products in the order of their ids before it writes,
 * like placing an order does, so that none of them can wait for each other in a circle.
 */
const heldLines = (store: StoreId, order: string) => sql`
  held as materialized (
    select p.id, i.quantity, i.stocked, p.stock, p.reserved, p.buy_limit
      from product p join order_item i on i.store_id = p.store_id and i.product_id = p.id
     where p.store_id = ${store} and i.store_id = ${store} and i.order_id = ${order}
     order by p.id for no key update of p
  )`;

/** Reserved units leave the stock. Figures of what was sold are kept by the move itself (docs/decisions/0007). */
export async function sellReserved(tx: Tx, store: StoreId, order: string): Promise<void> {
  await sql`
    with ${heldLines(store, order)}
    update product p
       set stock = p.stock - held.quantity, reserved = p.reserved - held.quantity
      from held where held.stocked and p.store_id = ${store} and p.id = held.id`.execute(tx);
}

/** Gives back what a pending order held: stock, the buyer's units and the use of the coupon. Once: the caller's move guards it. */
export async function releaseReserved(tx: Tx, store: StoreId, order: string, client: number): Promise<void> {
  await sql`
    with ${heldLines(store, order)},
    freed as (
      update product p set reserved = p.reserved - held.quantity
        from held where held.stocked and p.store_id = ${store} and p.id = held.id
    ),
    fewer as (
      update product_buyer b set units = b.units - held.quantity
        from held where b.store_id = ${store} and b.product_id = held.id and b.client = ${client}
    ),
    unused as (
      update discount_use set released_at = now()
       where store_id = ${store} and order_id = ${order} and released_at is null
         and (select count(*) from held) >= 0
      returning discount_id
    )
    update discount d set uses = d.uses - 1
      from unused where d.store_id = ${store} and d.id = unused.discount_id`.execute(tx);
}

/** Units of a reversed order no longer count for its buyer; its coupon use stays used (DECISIONS.md, Orders). */
export async function forgetUnits(tx: Tx, store: StoreId, order: string, client: number): Promise<void> {
  await sql`
    with ${heldLines(store, order)}
    update product_buyer b set units = b.units - held.quantity
      from held where b.store_id = ${store} and b.product_id = held.id and b.client = ${client}`.execute(tx);
}

/**
 * Takes again, for a payment that arrived after the deadline, what expiry gave back; straight as sold. False, with
 * nothing changed, when stock, the buyer's limit or the coupon's limit no longer allow it.
 */
export async function sellAgain(
  tx: Tx,
  store: StoreId,
  order: { id: string; client: number; discount_id: string | null },
): Promise<boolean> {
  // In a statement of its own: the next one then sees the buyer's units as whoever had the products before us left them.
  await sql`with ${heldLines(store, order.id)} select from held`.execute(tx);
  const room = await sql<{ fits: boolean }>`
    with ${heldLines(store, order.id)}
    select coalesce(bool_and((held.stock is null or held.stock - held.reserved >= held.quantity)
                         and (held.buy_limit is null or coalesce(b.units, 0) + held.quantity <= held.buy_limit)), false) as fits
      from held left join product_buyer b
        on b.store_id = ${store} and b.product_id = held.id and b.client = ${order.client}`.execute(tx);
  if (!room.rows[0]?.fits) return false;
  if (order.discount_id && !(await takeCouponAgain(tx, store, order.id, order.discount_id))) return false;
  // The line keeps whether it holds stock by what the product is now.
  await sql`
    with ${heldLines(store, order.id)},
    line as (
      update order_item i set stocked = held.stock is not null
        from held where i.store_id = ${store} and i.order_id = ${order.id} and i.product_id = held.id
    ),
    more as (
      update product_buyer b set units = b.units + held.quantity
        from held where b.store_id = ${store} and b.product_id = held.id and b.client = ${order.client}
    )
    update product p set stock = p.stock - held.quantity
      from held where held.stock is not null and p.store_id = ${store} and p.id = held.id`.execute(tx);
  return true;
}

async function takeCouponAgain(tx: Tx, store: StoreId, order: string, discount: string): Promise<boolean> {
  // Everybody who uses or releases the coupon changes this row first, so the next look is the last word.
  const counted = await sql`
    update discount set uses = uses + 1
     where store_id = ${store} and id = ${discount} and (max_uses is null or uses < max_uses) returning id`.execute(tx);
  if (counted.rows.length === 0) return false;
  const taken = await sql`
    update discount_use u set released_at = null
     where u.store_id = ${store} and u.discount_id = ${discount} and u.order_id = ${order}
       and not exists (select from discount_use o
                        where o.store_id = ${store} and o.discount_id = ${discount} and o.identity = u.identity
                          and o.released_at is null and o.order_id <> ${order})
    returning u.order_id`.execute(tx);
  if (taken.rows.length === 1) return true;
  await sql`update discount set uses = uses - 1 where store_id = ${store} and id = ${discount}`.execute(tx);
  return false;
}
