import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';

/** A rule about money that some rows break. `rows` names them. */
export interface Violation {
  rule: string;
  rows: Record<string, unknown>[];
}

/**
 * The invariants about money of facts/security.md, section 2, as queries for rows that break them. They hold between any
 * two transactions. Tests run them after every race, and a sweep runs them in production.
 */
const rules = {
  'stock is never oversold': sql`
    select store_id, id, stock, reserved from product where stock < 0 or reserved < 0 or reserved > stock`,
  'reserved stock is what live pending orders hold': sql`
    select p.store_id, p.id, p.reserved, coalesce(h.units, 0) as held
      from product p
      left join (select i.store_id, i.product_id, sum(i.quantity) as units
                   from order_item i join "order" o on o.store_id = i.store_id and o.id = i.order_id
                  where o.status = 'pending' and o.reserved and i.stocked group by 1, 2) h
        on h.store_id = p.store_id and h.product_id = p.id
     where p.reserved <> coalesce(h.units, 0)`,
  'units of a buyer are those of completed orders': sql`
    select b.store_id, b.product_id, b.buyer, b.units, coalesce(h.units, 0) as held
      from product_buyer b
      left join (select i.store_id, i.product_id, player.key, sum(i.quantity - i.returned) as units
                   from order_item i join "order" o on o.store_id = i.store_id and o.id = i.order_id
                  cross join unnest(coalesce(o.players, array[o.client::text])) player(key)
                  where o.counted and o.status <> 'cancelled' group by 1, 2, 3) h
        on h.store_id = b.store_id and h.product_id = b.product_id and h.key = b.buyer
     where b.units <> coalesce(h.units, 0)`,
  'uses of a coupon are counted and within its limit': sql`
    select d.store_id, d.id, d.uses, d.max_uses, coalesce(u.n, 0) as counted
      from discount d
      left join (select store_id, discount_id, count(*) as n from discount_use where released_at is null group by 1, 2) u
        on u.store_id = d.store_id and u.discount_id = d.id
     where d.uses <> coalesce(u.n, 0) or d.uses > d.max_uses`,
  'what a holder keeps unpaid is what its pending orders hold': sql`
    select coalesce(k.store_id, h.store_id) as store_id, coalesce(k.product_id, h.product_id) as product_id, k.held, h.units
      from unpaid_hold k
      full join (with whose as (
                   select o.store_id, o.id, o.discount_id, key as holder
                     from "order" o cross join lateral (values (o.holder), (o.holder_wide)) k (key)
                    where o.status = 'pending' and key is not null)
                 select store_id, holder, '' as product_id, count(*) as units from whose group by 1, 2
                  union all
                 select store_id, holder, 'coupon:' || discount_id, count(*) from whose where discount_id is not null group by 1, 2, 3
                  union all
                 select o.store_id, o.holder, i.product_id, sum(i.quantity)
                   from order_item i join whose o on o.store_id = i.store_id and o.id = i.order_id
                  where i.stocked group by 1, 2, 3) h
        on h.store_id = k.store_id and h.holder = k.holder and h.product_id = k.product_id
     where coalesce(k.held, 0) <> coalesce(h.units, 0)`,
  'a coupon limited to an identity counts for it once the order is completed': sql`
    select u.store_id, u.order_id from discount_use u
      join "order" o on o.store_id = u.store_id and o.id = u.order_id
     where o.status = 'completed' and u.released_at is null and not u.counts`,
  'an order costs what its lines cost': sql`
    select o.store_id, o.id from "order" o
      join (select store_id, order_id, sum(line_centavos) as lines, sum(discount_centavos) as off
              from order_item group by 1, 2) i on i.store_id = o.store_id and i.order_id = o.id
     where o.subtotal_centavos <> i.lines or o.discount_centavos <> i.off
        or o.total_centavos <> i.lines - i.off`,
  'completed means paid, or nothing to pay': sql`
    select o.store_id, o.id from "order" o
     where o.status = 'completed' and o.total_centavos > 0
       and not exists (select from payment p
                        where p.store_id = o.store_id and p.order_id = o.id and p.status = 'approved'
                          and p.amount_centavos >= o.total_centavos
                          and coalesce(p.flag, '') not in ('late', 'limit', 'duplicate'))`,
  'no approved payment rests on an order that is not completed without refund or flag': sql`
    select p.store_id, p.id, p.order_id from payment p
      join "order" o on o.store_id = p.store_id and o.id = p.order_id
     where p.status = 'approved' and o.status <> 'completed' and p.flag is null
       and not exists (select from refund r where r.store_id = p.store_id and r.payment_id = p.id)`,
  'only one payment stands for an order': sql`
    select p.store_id, p.order_id, count(*) as payments from payment p
     where p.status = 'approved' and (p.flag is null or p.flag = 'dispute')
       and not exists (select from refund r where r.store_id = p.store_id and r.payment_id = p.id and r.status <> 'rejected')
     group by 1, 2 having count(*) > 1`,
  'refunds are at most what was paid': sql`
    select r.store_id, r.payment_id, sum(r.amount_centavos) as given, max(p.amount_centavos) as paid
      from refund r join payment p on p.store_id = r.store_id and p.id = r.payment_id
     where r.status <> 'rejected' group by 1, 2 having sum(r.amount_centavos) > max(p.amount_centavos)`,
  'no more units are returned than were bought, and each by a refund': sql`
    select i.store_id, i.order_id, i.id, i.quantity, i.returned, i.restocked, coalesce(sum(u.units), 0) as refunded
      from order_item i
      left join (select u.* from refund_item u join refund r on r.store_id = u.store_id and r.id = u.refund_id
                  where r.status = 'returned') u
        on u.store_id = i.store_id and u.order_id = i.order_id and u.item_id = i.id
     where i.returned > 0 or u.units is not null
     group by i.store_id, i.order_id, i.id
    having i.returned > i.quantity or i.returned <> coalesce(sum(u.units), 0) and (
      select o.status = 'completed' from "order" o where o.store_id = i.store_id and o.id = i.order_id)`,
  'a part refund is worth its units': sql`
    select r.store_id, r.id, r.amount_centavos, sum(u.amount_centavos) as units
      from refund r join refund_item u on u.store_id = r.store_id and u.refund_id = r.id
     where r.scope = 'items' group by 1, 2, 3 having r.amount_centavos <> sum(u.amount_centavos)`,
  'the last history row says where the order is': sql`
    select o.store_id, o.id, o.status, h.status as last from "order" o
     cross join lateral (select status from order_history h where h.store_id = o.store_id and h.order_id = o.id
                          order by at desc, id desc limit 1) h
     where h.status <> o.status`,
  'every order has a history': sql`
    select o.store_id, o.id from "order" o
     where not exists (select from order_history h where h.store_id = o.store_id and h.order_id = o.id)`,
} as const;

/** These queries read whole tables. At a million orders they take longer than the statement of a request may. */
const LONGEST_SECONDS = 60;

/** Every rule that is broken now, with `atMost` of its rows each; empty when all is well. */
export async function violations(db: Db, atMost = 100): Promise<Violation[]> {
  const found: Violation[] = [];
  for (const [rule, query] of Object.entries(rules)) {
    const rows = await db
      .transaction()
      .setAccessMode('read only')
      .execute(async (tx) => {
        await sql`set local statement_timeout = ${sql.lit(LONGEST_SECONDS * 1000)}`.execute(tx);
        return (await sql<Record<string, unknown>>`${query} limit ${atMost}`.execute(tx)).rows;
      });
    if (rows.length > 0) found.push({ rule, rows });
  }
  return found;
}
