import { type RawBuilder, sql } from 'kysely';
import type { OrderToPlace } from '../insert-order.ts';

/** The lines of an order, as steps of the statement that places it (insert-order.ts). */

type Fragment = RawBuilder<unknown>;

/** Turns the order's parallel arrays into lines. */
export function linesOf(order: OrderToPlace): Fragment {
  return sql`
    select * from unnest(${order.products}::text[], ${order.quantities}::int[], ${order.units}::int[], ${order.lines}::int[],
                         ${order.discounts}::int[], ${order.categories}::text[], ${order.itemIds}::text[],
                         ${order.asked}::jsonb[], ${order.options}::jsonb[])
      with ordinality as line (product_id, quantity, unit_centavos, line_centavos, discount_centavos, category_id, item_id,
                               asked, options, position)`;
}

/** Each product once: its lines were priced alike, and may differ in the buyer's answers. */
export const unitsOfLines: Fragment = sql`
    select product_id, unit_centavos, category_id, asked, sum(quantity)::int as quantity
      from line group by product_id, unit_centavos, category_id, asked`;

/** Writes the lines, with the products' names, pictures and actions as they are now. */
export const insertItems: Fragment = sql`
    insert into order_item (store_id, order_id, id, position, product_id, name, image, quantity,
                            unit_centavos, line_centavos, discount_centavos, remove_days, stocked, actions, options)
    select placed.store_id, placed.id, line.item_id, line.position, locked.id, locked.name, locked.image, line.quantity,
           line.unit_centavos, line.line_centavos, line.discount_centavos, locked.remove_days, locked.stock is not null, locked.actions,
           line.options
      from placed, locked join line on line.product_id = locked.id`;
