import type { Config } from '../../config.ts';
import type { Tx } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';
import { createDeliveries } from '../deliveries/create-deliveries.ts';
import { noteEvent } from '../notices/note-event.ts';
import type { LockedOrder } from './lock-order.ts';
import { moveOrder } from './move-order.ts';
import { mayRevive } from './order.ts';
import { sendReceipt } from './receipt/send-receipt.ts';
import { sell, type Unsold } from './stock.ts';

/**
 * - `completed`: it is completed now, with its deliveries
 * - `already`: it was completed before, nothing changed
 * - `buy_limit`, `coupon_used`: an earlier payment took the buyer's limit or the use of the coupon; nothing changed,
 *   give the money back
 * - `gone`: it expired and others took what it held, or it was reversed; nothing changed, give the money back
 */
export type Completion = 'completed' | 'already' | Unsold;

interface CompletedBy {
  actor?: string | null;
  reason?: string | null;
  /** The payment's number at the provider, for the receipt. */
  payment?: string | null;
}

/**
 * Completes an order whose money has arrived (or whose total is 0), in the caller's transaction. Reserved stock becomes
 * sold, deliveries are created, receipt and history are written, and open pages are told. The caller holds the order's
 * lock and has checked the payment. A late payment completes an expired order if all that it held can be taken again.
 */
export async function completeOrder(
  tx: Tx,
  config: Pick<Config, 'publicUrl' | 'domain' | 'secret'>,
  store: StoreId,
  order: LockedOrder,
  { actor = null, reason = null, payment = null }: CompletedBy = {},
): Promise<Completion> {
  if (order.status === 'completed') return 'already';
  const late = order.status === 'cancelled';
  if (late && !mayRevive(order.note)) return 'gone';
  const unsold = await sell(tx, store, order);
  if (unsold) return unsold;
  await moveOrder(tx, store, order.id, order.status, 'completed', { note: late ? 'late' : null, actor, reason });
  await createDeliveries(tx, store, order.id);
  await sendReceipt(tx, config, store, order.reference, payment);
  if (order.kind === 'sale') await noteEvent(tx, store, { kind: 'sale', news: 'sold', order: order.id });
  return 'completed';
}
