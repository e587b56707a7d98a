import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import type { StoreId } from '../../../http/store.ts';

/**
 * Stores with the order how much of its money went back, after one of its payments was read. A completed order counts the
 * payment that stands for it, and a cancelled order the payment that was refunded. Money that a second payment gave back is no
 * refund of the order. The caller holds the order's lock.
 */
export async function markRefunded(tx: Tx, store: StoreId, order: string): Promise<void> {
  await sql`
    update "order" o set refunded_centavos = back.centavos
      from (select coalesce(max(p.refunded_centavos), 0) as centavos
              from "order" b
              left join payment p on p.store_id = b.store_id and p.order_id = b.id
               and p.status = case b.status when 'completed' then 'approved' else 'refunded' end
               and coalesce(p.flag, '') not in ('late', 'limit', 'duplicate')
             where b.store_id = ${store} and b.id = ${order}) back
     where o.store_id = ${store} and o.id = ${order} and o.refunded_centavos <> back.centavos`.execute(tx);
}
