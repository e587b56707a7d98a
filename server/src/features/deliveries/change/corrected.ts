import { sql } from 'kysely';

/** A code in the history of a delivery: from this line on, its arguments come from a person and not from the order's copy. */
export const CORRECTED = 'corrected';

/** True in SQL where a person corrected the arguments of the goods `d`, in any of their deliveries. */
export const isCorrected = sql<boolean>`exists (
  select from delivery same join delivery_history h on h.store_id = same.store_id and h.delivery_id = same.id
   where same.store_id = d.store_id and same.order_id = d.order_id and same.item_id = d.item_id
     and same.action_index = d.action_index and same.occurrence = d.occurrence and same.phase = d.phase
     and coalesce(same.seat_id, same.store_id) = coalesce(d.seat_id, d.store_id) and h.code = ${CORRECTED})`;
