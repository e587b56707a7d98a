import type { Db } from '../../db/database.ts';
import { transaction } from '../../db/transaction.ts';
import { Refusal } from '../../http/errors.ts';
import type { StoreId } from '../../http/store.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { lockOrder } from '../orders/lock-order.ts';
import { endUnpaid } from '../orders/unpaid-deadline.ts';
import { type Actor, recordAudit } from '../stores/record-audit.ts';

/**
 * The store ends one order that nobody paid: its deadline is set to now, so it ends like any expired order. The offer
 * is withdrawn at the provider first, and an order that was paid in that instant is completed. Safe to repeat. Refuses
 * `order_not_found`, and `order_not_pending` for an order that is completed or cancelled.
 */
export async function cancelUnpaid(db: Db, store: StoreId, orderId: string, actor: Actor): Promise<void> {
  await transaction(db, async (tx) => {
    const order = await lockOrder(tx, store, orderId);
    if (!order) throw new Refusal('order_not_found');
    if (order.status !== 'pending') throw new Refusal('order_not_pending');
    if ((await endUnpaid(tx, store, [orderId], actor.name)).length === 0) return;
    await enqueue(tx, 'payments.expire', { storeId: store, orderId });
    await recordAudit(tx, store, actor, {
      action: 'orders.cancel',
      text: `Cancelou o pedido ${order.number}, que não tinha sido pago`,
      object: orderId,
    });
  });
}
