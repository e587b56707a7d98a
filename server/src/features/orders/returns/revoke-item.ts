import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { Refusal } from '../../../http/errors.ts';
import type { StoreId } from '../../../http/store.ts';
import { endRights } from '../../deliveries/end-rights.ts';
import type { LockedOrder } from '../lock-order.ts';

/**
 * Takes back what an item of a completed order gave, without a refund: what was not sent stops, and what can be taken back goes, unless
 * another purchase still gives it. Units, stock and money stay as they are. Refuses `right_not_revocable` the second time. The
 * caller holds the order's lock.
 */
export async function revokeItem(tx: Tx, store: StoreId, order: LockedOrder, item: string): Promise<void> {
  const revoked = await tx
    .updateTable('order_item')
    .set({ revoked_at: sql<Date>`now()` })
    .where('store_id', '=', store)
    .where('order_id', '=', order.id)
    .where('id', '=', item)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!revoked) throw new Refusal('right_not_revocable');
  await endRights(tx, store, order.id, 'revoked', { items: [item] });
}
