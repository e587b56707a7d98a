import { formatCentavos } from '@vitrine/contract/money';
import { orderStatusTexts } from '@vitrine/contract/orders';
import type { Tx } from '../../../db/database.ts';
import { transaction } from '../../../db/transaction.ts';
import { Refusal } from '../../../http/errors.ts';
import type { StoreId } from '../../../http/store.ts';
import { lockOrder } from '../../orders/lock-order.ts';
import { reverseOrder } from '../../orders/reverse-order.ts';
import { type Actor, recordAudit } from '../../stores/record-audit.ts';
import type { Outside } from '../look-up.ts';
import { type AttemptRow, attemptsOf } from '../queries.ts';
import { type RefundReason, requestRefund } from './request-refund.ts';
import { runRefund } from './run-refund.ts';

/**
 * Writes a refund of the oldest paid attempt that completed the order and has no refund yet; undefined when there is
 * none. `paid` is in the order of `attemptsOf`.
 */
export async function refundFirstPaid(
  tx: Tx,
  store: StoreId,
  paid: readonly AttemptRow[],
  reason: RefundReason,
  by: { actor: string; note: string | null },
): Promise<string | undefined> {
  for (const row of [...paid].reverse()) {
    const left = { id: row.id, amountCentavos: row.amount_centavos - row.refunded_centavos };
    const id = await requestRefund(tx, store, left, reason, by);
    if (id) return id;
  }
  return undefined;
}

/**
 * The store gives an order's money back. The provider refunds the whole payment; then the order is cancelled, with its
 * rights. An order without money (total 0, given by hand) is cancelled at once. Refuses what cannot be refunded, and
 * says when the balance does not cover it. A sweep finishes what is still under way.
 */
export async function refundOrder(
  outside: Outside,
  store: StoreId,
  orderId: string,
  by: { actor: Actor; reason: string | undefined },
): Promise<void> {
  const { actor, reason } = by;
  const refund = await transaction(outside.db, async (tx) => {
    const order = await lockOrder(tx, store, orderId);
    if (!order) throw new Refusal('order_not_found');
    const logged = async (says: string) =>
      await recordAudit(tx, store, actor, {
        action: 'order.refund',
        text: `${says} o pedido ${order.number}${reason ? `: ${reason}` : ''}`,
        object: orderId,
        before: { status: orderStatusTexts[order.status] },
        after: { status: orderStatusTexts.cancelled, refunded: formatCentavos(order.total_centavos) },
      });
    const paid = (await attemptsOf(tx, store, orderId)).filter((row) => row.status === 'approved');
    const [first] = paid;
    if (!first) {
      const free = order.status === 'completed' && order.total_centavos === 0;
      if (!free) throw new Refusal('order_not_refundable');
      const why = order.kind === 'rehearsal' ? 'rehearsal' : 'cancelled';
      await reverseOrder(tx, store, order, why, { actor: actor.name, reason: reason ?? null });
      await logged('Cancelou');
      return undefined;
    }
    const id = await refundFirstPaid(tx, store, paid, 'owner', { actor: actor.name, note: reason ?? null });
    if (!id) throw new Refusal('order_not_refundable');
    await logged('Reembolsou');
    return id;
  });
  if (!refund) return;
  const state = await runRefund(outside, store, refund);
  if (state === 'balance') throw new Refusal('refund_balance');
  if (state === 'rejected') throw new Refusal('order_not_refundable');
}
