import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';
import { type Buyer, playersOf } from '../deliveries/player.ts';
import type { LockedOrder } from './lock-order.ts';

/** Units of each product that were not returned, because lines that differ in their options may share one. */
const unitsOf = (store: StoreId, order: string) => sql`
  select product_id, sum(quantity - returned)::int as quantity, bool_and(stocked) as stocked
    from order_item where store_id = ${store} and order_id = ${order} group by product_id`;

/**
 * What an order holds of each product, in all its lines. Every statement locks the products in the order of their ids before it writes,
 * as placing an order does, so that they cannot deadlock.
 */
const heldLines = (store: StoreId, order: string) => sql`
  held as materialized (
    select p.id, i.quantity, i.stocked, p.stock, p.reserved, p.buy_limit
      from product p join (${unitsOf(store, order)}) i on i.product_id = p.id
     where p.store_id = ${store}
     order by p.id for no key update of p
  )`;

/** Why a paid order cannot be sold and is refunded. `gone`: it expired, and its stock or coupon is taken. */
export type Unsold = 'buy_limit' | 'coupon_used' | 'gone';

/**
 * Sells what an order holds: units leave the stock and count for the buyer, and the coupon's use counts for its
 * identity. For an order that expired and was paid late, it takes them again first. The limits of a customer are
 * decided here, when the order is paid, because typed ids hold nothing before (docs/decisions/0035). If it cannot
 * sell, it answers why and changes nothing. A gift has no limits, and a rehearsal sells nothing. The caller holds the order's lock.
 */
export async function sell(tx: Tx, store: StoreId, order: LockedOrder): Promise<Unsold | undefined> {
  if (order.kind === 'rehearsal') return undefined;
  const held = order.status === 'pending';
  const players = [...playersOf(order)];
  const free = order.kind === 'manual' || order.counted;
  // A statement of its own, so that the next one sees the units that a transaction counted while we waited for its lock.
  await sql`with ${heldLines(store, order.id)} select from held`.execute(tx);
  const { rows } = await sql<{ stock: boolean; limit: boolean }>`
    with ${heldLines(store, order.id)}
    select ${held}::boolean or coalesce(bool_and(held.stock is null or held.stock - held.reserved >= held.quantity), false) as stock,
           ${free}::boolean or coalesce(bool_and(held.buy_limit is null or coalesce(b.units, 0) + held.quantity <= held.buy_limit), true) as "limit"
      from held left join product_buyer b
        on b.store_id = ${store} and b.product_id = held.id and b.buyer = any(${players}::text[])`.execute(tx);
  if (!rows[0]?.stock) return 'gone';
  if (!rows[0].limit) return 'buy_limit';
  if (order.discount_id) {
    const refused = await useCoupon(tx, store, order.id, order.discount_id, held);
    if (refused) return refused;
  }
  // When a line is taken again, the product as it is now decides whether the line holds stock.
  await sql`
    with ${heldLines(store, order.id)},
    line as (
      update order_item i set stocked = held.stock is not null
        from held where not ${held}::boolean and i.store_id = ${store} and i.order_id = ${order.id} and i.product_id = held.id
    ),
    more as (
      ${addUnits(store, players, sql`held where not ${order.counted}::boolean`)}
    )
    update product p
       set stock = p.stock - held.quantity, reserved = p.reserved - case when ${held}::boolean then held.quantity else 0 end
      from held
     where p.store_id = ${store} and p.id = held.id
       and case when ${held}::boolean then held.stocked else held.stock is not null end`.execute(tx);
  return undefined;
}

/**
 * From now on the use of the coupon counts for its identity. A use that expiry gave back is taken again. Everybody who
 * uses or releases the coupon changes or locks its row first. So what this function reads after that is final.
 */
async function useCoupon(
  tx: Tx,
  store: StoreId,
  order: string,
  discount: string,
  held: boolean,
): Promise<Unsold | undefined> {
  const counted = held
    ? await sql`select id from discount where store_id = ${store} and id = ${discount} for no key update`.execute(tx)
    : await sql`
        update discount set uses = uses + 1
         where store_id = ${store} and id = ${discount} and (max_uses is null or uses < max_uses) returning id`.execute(
        tx,
      );
  if (counted.rows.length === 0) return 'gone';
  const taken = await sql`
    update discount_use u set released_at = null, counts = true
     where u.store_id = ${store} and u.discount_id = ${discount} and u.order_id = ${order}
       and not exists (select from discount_use o
                        where o.store_id = ${store} and o.discount_id = ${discount} and o.identity = u.identity
                          and o.released_at is null and o.counts and o.order_id <> ${order})
    returning u.order_id`.execute(tx);
  if (taken.rows.length === 1) return undefined;
  if (!held) await sql`update discount set uses = uses - 1 where store_id = ${store} and id = ${discount}`.execute(tx);
  return 'coupon_used';
}

/**
 * Gives back what a pending order held: stock, units that count already, and the use of the coupon. It happens once,
 * because the caller moves the order only once.
 */
export async function releaseReserved(
  tx: Tx,
  store: StoreId,
  { id: order, counted, ...buyer }: LockedOrder,
): Promise<void> {
  await sql`
    with ${heldLines(store, order)},
    freed as (
      update product p set reserved = p.reserved - held.quantity
        from held where held.stocked and p.store_id = ${store} and p.id = held.id
    ),
    fewer as (
      update product_buyer b set units = b.units - held.quantity
        from held where ${counted}::boolean and b.store_id = ${store} and b.product_id = held.id
         and b.buyer = any(${[...playersOf(buyer)]}::text[])
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

/** Stops counting a reversed order's units for its buyer. Its coupon use stays used (DECISIONS.md, Orders). */
export async function forgetUnits(tx: Tx, store: StoreId, order: LockedOrder): Promise<void> {
  await sql`
    with ${heldLines(store, order.id)}
    update product_buyer b set units = b.units - held.quantity
      from held where b.store_id = ${store} and b.product_id = held.id
       and b.buyer = any(${[...playersOf(order)]}::text[])`.execute(tx);
}

/** Adds the lines' units for each of these players: in `client` for a city id, in `player` for any other key. */
function addUnits(store: StoreId, players: readonly string[], lines: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    insert into product_buyer (store_id, product_id, client, player, units)
    select ${store}, line.id, case when key ~ '^[0-9]+$' then key::int end, case when key !~ '^[0-9]+$' then key end, line.units
      from (select id, quantity as units from ${lines}) line, unnest(${[...players]}::text[]) key
     order by line.id, key
    on conflict (store_id, product_id, buyer) do update set units = product_buyer.units + excluded.units`;
}

/**
 * The limit per customer counts an order's units for its players, so the units follow the order to its corrected ids.
 * Otherwise its refund would give them back to somebody who never had them.
 */
export async function moveUnits(tx: Tx, store: StoreId, order: string, before: Buyer, after: Buyer): Promise<void> {
  const [from, to] = [playersOf(before), playersOf(after)];
  const gone = from.filter((key) => !to.includes(key));
  const came = to.filter((key) => !from.includes(key));
  await sql`
    with ${heldLines(store, order)},
    fewer as (
      update product_buyer b set units = b.units - held.quantity
        from held where b.store_id = ${store} and b.product_id = held.id and b.buyer = any(${gone}::text[])
    )
    ${addUnits(store, came, sql`held`)}`.execute(tx);
}

/**
 * Moves the use of a coupon that allows one use per person: it follows the order to the corrected id, and the id that was
 * typed by mistake may use the coupon again. If the right person used it in another order, this use counts for nobody,
 * because the correction is never refused. The coupon is locked after products, as everywhere.
 */
export async function moveCouponUse(tx: Tx, store: StoreId, order: string, before: Buyer, after: Buyer): Promise<void> {
  const { rows } = await sql<{ id: string; limit_by: string }>`
    select d.id, d.limit_by from discount d
     where d.store_id = ${store} and d.limit_by in ('user_id', 'discord')
       and d.id in (select discount_id from discount_use where store_id = ${store} and order_id = ${order})
       for no key update of d`.execute(tx);
  const coupon = rows[0];
  if (!coupon) return;
  const [old, identity] =
    coupon.limit_by === 'user_id'
      ? [playersOf(before)[0] ?? '', playersOf(after)[0] ?? '']
      : [before.discord_id, after.discord_id];
  if (old === identity) return;
  await sql`
    update discount_use u
       set identity = case when u.released_at is null and exists (
             select from discount_use o where o.store_id = u.store_id and o.discount_id = u.discount_id
                and o.identity = ${identity} and o.released_at is null and o.counts and o.order_id <> u.order_id
           ) then null else ${identity} end
     where u.store_id = ${store} and u.discount_id = ${coupon.id} and u.order_id = ${order}`.execute(tx);
}

/** Counts fewer units for the buyer, in the transaction that returns them. Products are locked in the order of their ids. */
export async function forgetReturned(
  tx: Tx,
  store: StoreId,
  order: LockedOrder,
  returned: readonly { item: string; units: number }[],
): Promise<void> {
  await sql`
    with ${heldLines(store, order.id)},
    less as (
      select i.product_id, sum(w.units)::int as units
        from jsonb_to_recordset(${JSON.stringify(returned)}::jsonb) as w(item text, units int)
        join order_item i on i.store_id = ${store} and i.order_id = ${order.id} and i.id = w.item
       group by 1
    )
    update product_buyer b set units = b.units - less.units
      from less join held on held.id = less.product_id
     where ${order.counted}::boolean and b.store_id = ${store} and b.product_id = less.product_id
       and b.buyer = any(${[...playersOf(order)]}::text[])`.execute(tx);
}

/**
 * Puts units back into the stock, because their goods were taken back or never went out. These are all units of a reversed
 * order, or `units` of one of its items. No unit comes back twice. The caller holds the order's lock.
 */
export async function restock(
  tx: Tx,
  store: StoreId,
  order: string,
  only?: { item: string; units: number },
): Promise<void> {
  await sql`
    with back as (
      update "order" set restocked_at = now()
       where store_id = ${store} and id = ${order} and restocked_at is null and ${only === undefined}::boolean
      returning id
    ), unit as (
      select i.id, i.product_id, i.stocked,
             least(coalesce(${only?.units ?? null}::int, i.quantity), i.quantity - i.restocked) as units
        from order_item i
       where i.store_id = ${store} and i.order_id = ${order}
         and case when ${only === undefined}::boolean then exists (select from back) else i.id = ${only?.item ?? null} end
    ), marked as (
      update order_item i set restocked = i.restocked + unit.units
        from unit where i.store_id = ${store} and i.order_id = ${order} and i.id = unit.id
    ), line as materialized (
      select p.id, i.units from product p
        join (select product_id, sum(units)::int as units from unit where stocked group by 1) i on i.product_id = p.id
       where p.store_id = ${store} order by p.id for no key update of p
    )
    update product p set stock = p.stock + line.units
      from line where p.store_id = ${store} and p.id = line.id`.execute(tx);
}
