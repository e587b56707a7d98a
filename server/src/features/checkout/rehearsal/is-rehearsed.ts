import { sql } from 'kysely';

/**
 * True in SQL where a row of `delivery` belongs to a rehearsal that is under way. The member who runs it looks at each step, so
 * nobody else has to be told. A delivery that is still wrong after the end counts as any other.
 */
export const isRehearsed = sql<boolean>`((delivery.store_id, delivery.order_id) in (
  select store_id, id from "order" where kind = 'rehearsal' and status <> 'cancelled'))`;
