import { sql } from 'kysely';

/**
 * True in SQL where the purchase of the delivery `d` stands: its order `o` is completed, and its item was not returned whole, nor
 * revoked by the store.
 */
export const stands = sql<boolean>`(o.status = 'completed' and not exists (
  select from order_item gone
   where gone.store_id = d.store_id and gone.order_id = d.order_id and gone.id = d.item_id
     and (gone.returned = gone.quantity or gone.revoked_at is not null)))`;
