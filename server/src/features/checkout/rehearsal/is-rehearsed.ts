import { sql } from 'kysely';

/**
 * True in SQL where a row of `delivery` is of a rehearsal that is under way: its member looks at each step, so nobody else
 * has to be told. What is still wrong after the end counts as any other delivery.
 */
export const isRehearsed = sql<boolean>`((delivery.store_id, delivery.order_id) in (
  select store_id, id from "order" where kind = 'rehearsal' and status <> 'cancelled'))`;
