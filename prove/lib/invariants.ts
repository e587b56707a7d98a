import type { World } from './world.ts';

/**
 * The rules about money and stock, asked by an outsider with the database's password: each statement finds the rows
 * that break a rule. They are written apart from the product's own, so that one mistake cannot hide in both.
 */
const rules: Record<string, string> = {
  'stock below zero or oversold': `
    select id from product where stock < 0 or reserved < 0 or reserved > stock`,
  'reserved units that no pending order holds': `
    select p.id from product p
     where p.reserved <> (select coalesce(sum(i.quantity), 0) from order_item i
                            join "order" o on o.store_id = i.store_id and o.id = i.order_id
                           where i.store_id = p.store_id and i.product_id = p.id
                             and o.status = 'pending' and o.reserved and i.stocked)`,
  'a coupon used more often than it may be': `
    select id from discount where uses > max_uses
    union all
    select d.id from discount d
     where d.uses <> (select count(*) from discount_use u
                       where u.store_id = d.store_id and u.discount_id = d.id and u.released_at is null)`,
  'completed without an approved payment of at least the total': `
    select o.id from "order" o where o.status = 'completed' and o.total_centavos > 0
       and not exists (select from payment p where p.store_id = o.store_id and p.order_id = o.id
                          and p.status = 'approved' and p.amount_centavos >= o.total_centavos)`,
  'approved money on an order that is not completed, without refund or mark': `
    select p.id from payment p join "order" o on o.store_id = p.store_id and o.id = p.order_id
     where p.status = 'approved' and o.status <> 'completed' and p.flag is null
       and not exists (select from refund r where r.store_id = p.store_id and r.payment_id = p.id)`,
  'more given back than was paid': `
    select p.id from payment p join refund r on r.store_id = p.store_id and r.payment_id = p.id
     where r.status <> 'rejected' group by p.id, p.amount_centavos having sum(r.amount_centavos) > p.amount_centavos`,
  'an order completed twice': `
    select order_id as id from order_history where status = 'completed' group by store_id, order_id having count(*) > 1`,
  'a delivery made twice of one action': `
    select order_id as id from delivery where phase = 'confirmation'
     group by store_id, order_id, item_id, action_index, occurrence having count(*) > 1`,
  'a row that refers to another store': `
    select o.id from order_item i join "order" o on o.id = i.order_id where o.store_id <> i.store_id
    union all
    select p.id from payment p join "order" o on o.id = p.order_id where o.store_id <> p.store_id`,
};

/** Every broken rule, one line each. */
export async function broken(world: World): Promise<string[]> {
  const found: string[] = [];
  for (const [rule, statement] of Object.entries(rules)) {
    const rows = await world.rows<{ id: string }>(`${statement} limit 5`);
    if (rows.length > 0) found.push(`${rule}: ${rows.map(({ id }) => id).join(', ')}`);
  }
  return found;
}
