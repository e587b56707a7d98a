import { sql } from 'kysely';

/**
 * In SQL: how many orders of the row `store` were paid, as the figures count them: those of written days, and those that came
 * since. A later refund takes no order out. Gifts and rehearsals do not count.
 */
export const paidOrders = sql<number>`(
  (select coalesce(sum(f.count), 0) from figure_day f where f.store_id = store.id and f.figure = 'sale')
  + (select count(*) from "order" o
      where o.store_id = store.id and o.kind = 'sale' and o.completed_at is not null and o.completed_at >= coalesce(
        (select m.until::timestamp at time zone store.time_zone from figure_mark m where m.store_id = store.id), '-infinity'))
)::int`;
