import { type RawBuilder, sql } from 'kysely';

/**
 * True in SQL for an order `o` that has a receipt: it was paid or given, and keeps the receipt when the money went back. The page of
 * an order goes by the same rule (`paidOf` in read-public-order.ts).
 */
export const hasReceipt: RawBuilder<boolean> = sql`(o.status = 'completed' or o.status = 'cancelled' and exists (
  select from payment p where p.store_id = o.store_id and p.order_id = o.id
     and p.status in ('approved', 'refunded', 'charged_back')))`;
