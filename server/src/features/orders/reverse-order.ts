import type { Tx } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';
import { endRights } from '../deliveries/end-rights.ts';
import { noteEvent } from '../notices/note-event.ts';
import type { LockedOrder } from './lock-order.ts';
import { moveOrder } from './move-order.ts';
import { forgetUnits } from './stock.ts';

const notes = {
  refund: 'refunded',
  chargeback: 'charged_back',
  cancelled: 'cancelled_by_store',
  withdrawal: 'withdrawn',
  rehearsal: 'rehearsal_ended',
} as const;

/**
 * Takes a completed order back: it is cancelled, its rights end now, and its units no longer count for the buyer. Stock
 * comes back only with the goods (`restock`). The caller holds the order's lock. Answers false when it is not
 * completed.
 */
export async function reverseOrder(
  tx: Tx,
  store: StoreId,
  order: LockedOrder,
  why: keyof typeof notes,
  { actor = null, reason = null }: { actor?: string | null; reason?: string | null } = {},
): Promise<boolean> {
  if (order.status !== 'completed') return false;
  if (order.counted) await forgetUnits(tx, store, order);
  await moveOrder(tx, store, order.id, 'completed', 'cancelled', { note: notes[why], actor, reason });
  await endRights(tx, store, order.id, why);
  if (why === 'refund') await noteEvent(tx, store, { kind: 'refund', news: 'whole', order: order.id });
  if (why === 'chargeback') await noteEvent(tx, store, { kind: 'dispute', news: 'lost', order: order.id });
  return true;
}
