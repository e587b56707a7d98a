import { sql } from 'kysely';

/** In the history of a delivery: from here on its arguments are a person's, and not those of the order's copy of the action. */
export const CORRECTED = 'corrected';

/** True in SQL where a person corrected the arguments of the goods `d`, in whichever of their deliveries. */
export const isCorrected = sql<boolean>`exists (
  select from delivery same join delivery_history h on h.store_id = same.store_id and h.delivery_id = same.id
   where same.store_id = d.store_id and same.order_id = d.order_id and same.item_id = d.item_id
     and same.action_index = d.action_index and same.occurrence = d.occurrence and same.phase = d.phase
     and coalesce(same.seat_id, same.store_id) = coalesce(d.seat_id, d.store_id) and h.code = ${CORRECTED})`;
