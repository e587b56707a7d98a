import type { Config } from '../../config.ts';
import type { Tx } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';
import { createDeliveries } from '../fulfilment/create-deliveries.ts';
import type { LockedOrder } from './lock-order.ts';
import { moveOrder } from './move-order.ts';
import { mayRevive } from './order.ts';
import { sendReceipt } from './send-receipt.ts';
import { sellAgain, sellReserved } from './stock.ts';

/**
 * - `completed`: it is completed now, with its deliveries
 * - `already`: it was completed before, nothing changed
 * - `gone`: it expired and what it held is no longer there, or it was reversed; nothing changed: give the money back
 */
export type Completion = 'completed' | 'already' | 'gone';

/**
 * Completes an order whose money has arrived (or whose total is 0), in the caller's transaction: reserved stock becomes
 * sold, deliveries are created, the receipt is written, the history grows, everyone who looks is told. The caller holds the order's lock and has
 * checked the payment. A late payment completes an expired order if all that it held can be taken again.
 */
export async function completeOrder(
  tx: Tx,
  config: Pick<Config, 'publicUrl' | 'domain'>,
  store: StoreId,
  order: LockedOrder,
  { actor = null, reason = null }: { actor?: string | null; reason?: string | null } = {},
): Promise<Completion> {
  if (order.status === 'completed') return 'already';
  if (order.status === 'pending') {
    await sellReserved(tx, store, order.id);
    await moveOrder(tx, store, order.id, 'pending', 'completed', { note: null, actor, reason });
  } else {
    if (!mayRevive(order.note) || !(await sellAgain(tx, store, order))) return 'gone';
    await moveOrder(tx, store, order.id, 'cancelled', 'completed', { note: 'late', actor, reason });
  }
  await createDeliveries(tx, store, order.id);
  await sendReceipt(tx, config, store, order.reference);
  return 'completed';
}
