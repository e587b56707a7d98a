import { formatCentavos } from '@vitrine/contract/money';
import { orderStatusTexts } from '@vitrine/contract/orders';
import type { Tx } from '../../../db/database.ts';
import { transaction } from '../../../db/transaction.ts';
import { Refusal } from '../../../http/errors.ts';
import type { StoreId } from '../../../http/store.ts';
import { type LockedOrder, lockOrder } from '../../orders/lock-order.ts';
import { returnedLines } from '../../orders/returns/returned-lines.ts';
import { reverseOrder } from '../../orders/reverse-order.ts';
import { type Actor, recordAudit } from '../../stores/record-audit.ts';
import type { Outside } from '../look-up.ts';
import { type AttemptRow, attemptsOf } from '../queries.ts';
import { isUnderWay, planRefund, type RefundChoice } from './plan-refund.ts';
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

interface Asked extends RefundChoice {
  actor: Actor;
  reason: string | undefined;
  /** The amount that the person saw, in centavos. */
  seen?: number | undefined;
}

/** The refund that was written, or undefined where an order without money was cancelled at once. */
async function refundWhole(tx: Tx, store: StoreId, order: LockedOrder, asked: Asked): Promise<string | undefined> {
  const { actor, reason } = asked;
  const logged = async (says: string) =>
    await recordAudit(tx, store, actor, {
      action: 'order.refund',
      text: `${says} o pedido ${order.number}${reason ? `: ${reason}` : ''}`,
      object: order.id,
      before: { status: orderStatusTexts[order.status] },
      after: { status: orderStatusTexts.cancelled, refunded: formatCentavos(order.total_centavos) },
    });
  const paid = (await attemptsOf(tx, store, order.id)).filter((row) => row.status === 'approved');
  if (paid.length === 0) {
    const free = order.status === 'completed' && order.total_centavos === 0;
    if (!free) throw new Refusal('order_not_refundable');
    const why = order.kind === 'rehearsal' ? 'rehearsal' : 'cancelled';
    await reverseOrder(tx, store, order, why, { actor: actor.name, reason: reason ?? null });
    await logged('Cancelou');
    return undefined;
  }
  const id = await refundFirstPaid(tx, store, paid, 'owner', { actor: actor.name, note: reason ?? null });
  if (!id) {
    for (const row of paid) if (await isUnderWay(tx, store, row.id)) throw new Refusal('refund_under_way');
    throw new Refusal('order_not_refundable');
  }
  await logged('Reembolsou');
  return id;
}

async function write(tx: Tx, store: StoreId, orderId: string, asked: Asked): Promise<string | undefined> {
  const order = await lockOrder(tx, store, orderId);
  if (!order) throw new Refusal('order_not_found');
  const { actor, reason, seen } = asked;
  const chosen = asked.items !== undefined || asked.value !== undefined;
  if (!chosen && seen === undefined) return await refundWhole(tx, store, order, asked);
  const { payment, centavos, part } = await planRefund(tx, store, order, asked);
  if (await isUnderWay(tx, store, payment)) throw new Refusal('refund_under_way');
  if (seen !== undefined && seen !== centavos) throw new Refusal('refund_changed');
  if (!part) return await refundWhole(tx, store, order, asked);
  const by = { actor: actor.name, note: reason ?? null, part };
  const id = await requestRefund(tx, store, { id: payment, amountCentavos: centavos }, 'owner', by);
  if (!id) throw new Refusal('order_not_refundable');
  const lines = await returnedLines(tx, store, order.id, part.items);
  await recordAudit(tx, store, actor, {
    action: 'order.refund',
    text: `Reembolsou ${formatCentavos(centavos)} do pedido ${order.number}${reason ? `: ${reason}` : ''}`,
    object: orderId,
    before: { refunded: formatCentavos(order.refunded_centavos) },
    after: {
      refunded: formatCentavos(order.refunded_centavos + centavos),
      items: lines.map(({ name, quantity }) => `${quantity} × ${name}`),
    },
  });
  return id;
}

/**
 * The store gives an order's money back. All of it: the provider refunds the whole payment, then the order is cancelled, with
 * its rights. A part of it: once the provider gave it back, the order stays completed, and only the returned units lose what
 * they gave; an amount takes nothing. An order without money (total 0, given by hand) is cancelled at once.
 * Refuses what cannot be refunded (as `planRefund`), `refund_under_way` beside another one, `refund_changed` where the person
 * saw another amount, and says when the balance does not cover it. A sweep finishes what is still under way.
 */
export async function refundOrder(outside: Outside, store: StoreId, orderId: string, asked: Asked): Promise<void> {
  const refund = await transaction(outside.db, (tx) => write(tx, store, orderId, asked));
  if (!refund) return;
  const state = await runRefund(outside, store, refund);
  if (state === 'balance') throw new Refusal('refund_balance');
  if (state === 'rejected') throw new Refusal('order_not_refundable');
}
