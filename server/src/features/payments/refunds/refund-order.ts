import type { PendingApproval } from '@vitrine/contract/approvals';
import { formatCentavos } from '@vitrine/contract/money';
import { orderStatusTexts } from '@vitrine/contract/orders';
import type { Tx } from '../../../db/database.ts';
import { transaction } from '../../../db/transaction.ts';
import { Refusal } from '../../../http/errors.ts';
import type { StoreId } from '../../../http/store.ts';
import { askApproval } from '../../approvals/ask-approval.ts';
import { claimApproval, type Decider } from '../../approvals/claim-approval.ts';
import { approvalRule } from '../../approvals/rule.ts';
import { type LockedOrder, lockOrder } from '../../orders/lock-order.ts';
import { returnedLines } from '../../orders/returns/returned-lines.ts';
import { reverseOrder } from '../../orders/reverse-order.ts';
import { lockStore } from '../../stores/lock-store.ts';
import { recordAudit } from '../../stores/record-audit.ts';
import type { Outside } from '../look-up.ts';
import { type AttemptRow, attemptsOf } from '../queries.ts';
import { needsSecond } from './needs-second.ts';
import { isUnderWay, type PlannedRefund, planRefund, type RefundChoice } from './plan-refund.ts';
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
  /** The member whose press moves the money: the one who refunds, or the one who approves another member's request. */
  actor: Decider;
  reason: string | undefined;
  /** The amount that the person saw, in centavos. */
  seen?: number | undefined;
  /** Name of another member who asked for it, where two people were needed. */
  asker?: string;
}

/** Both names, for the log. */
const byBoth = ({ actor, asker }: Asked) => (asker ? ` (pedido por ${asker}, aprovado por ${actor.name})` : '');
/** The refund's row names the member who wanted the refund. */
const rowBy = ({ actor, asker, reason }: Asked) => ({ actor: asker ?? actor.name, note: reason ?? null });

/** The refund that was written, or undefined where an order without money was cancelled at once. */
async function refundWhole(tx: Tx, store: StoreId, order: LockedOrder, asked: Asked): Promise<string | undefined> {
  const { actor, reason } = asked;
  const logged = async (says: string) =>
    await recordAudit(tx, store, actor, {
      action: 'order.refund',
      text: `${says} o pedido ${order.number}${reason ? `: ${reason}` : ''}${byBoth(asked)}`,
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
  const id = await refundFirstPaid(tx, store, paid, 'owner', rowBy(asked));
  if (!id) {
    for (const row of paid) if (await isUnderWay(tx, store, row.id)) throw new Refusal('refund_under_way');
    throw new Refusal('order_not_refundable');
  }
  await logged('Reembolsou');
  return id;
}

/** Writes the refund of a part. */
async function writePart(
  tx: Tx,
  store: StoreId,
  order: LockedOrder,
  asked: Asked,
  { payment, centavos, part }: PlannedRefund & { part: NonNullable<PlannedRefund['part']> },
): Promise<string> {
  const { actor, reason } = asked;
  const by = { ...rowBy(asked), part };
  const id = await requestRefund(tx, store, { id: payment, amountCentavos: centavos }, 'owner', by);
  if (!id) throw new Refusal('order_not_refundable');
  const lines = await returnedLines(tx, store, order.id, part.items);
  await recordAudit(tx, store, actor, {
    action: 'order.refund',
    text: `Reembolsou ${formatCentavos(centavos)} do pedido ${order.number}${reason ? `: ${reason}` : ''}${byBoth(asked)}`,
    object: order.id,
    before: { refunded: formatCentavos(order.refunded_centavos) },
    after: {
      refunded: formatCentavos(order.refunded_centavos + centavos),
      items: lines.map(({ name, quantity }) => `${quantity} × ${name}`),
    },
  });
  return id;
}

/** The arguments of a refund that are stored while it waits for another person. */
type Kept = Pick<Asked, 'items' | 'value' | 'reason' | 'seen'>;

/** Stores the refund for another person to approve. `seen` keeps the amount of now: the approval refuses any other amount. */
async function ask(tx: Tx, store: StoreId, order: LockedOrder, asked: Asked, planned: PlannedRefund) {
  const { actor, reason, items, value } = asked;
  const { centavos, part } = planned;
  const lines = part ? await returnedLines(tx, store, order.id, part.items) : [];
  const units = lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ');
  return await askApproval(tx, store, {
    kind: 'refund',
    order: { id: order.id, number: order.number },
    centavos,
    what: part ? units || 'Uma parte do valor, sem devolver itens' : 'Tudo o que resta; o pedido é cancelado',
    reason,
    input: { items, value, reason, seen: centavos } satisfies Kept,
    asker: actor,
  });
}

type Written = { refund: string | undefined } | { pending: PendingApproval };

async function write(tx: Tx, store: StoreId, orderId: string, asked: Asked): Promise<Written> {
  const order = await lockOrder(tx, store, orderId);
  if (!order) throw new Refusal('order_not_found');
  const { seen } = asked;
  const chosen = asked.items !== undefined || asked.value !== undefined;
  const isPaid = (await attemptsOf(tx, store, order.id)).some(({ status }) => status === 'approved');
  // An unpaid order gives no money back, so it needs no approval. Without a rule for approvals, a whole refund checks for itself.
  const simple = !chosen && seen === undefined && (!isPaid || (await approvalRule(tx, store)) === null);
  if (simple) return { refund: await refundWhole(tx, store, order, asked) };
  const planned = await planRefund(tx, store, order, asked);
  const { payment, centavos, part } = planned;
  if (await isUnderWay(tx, store, payment)) throw new Refusal('refund_under_way');
  if (seen !== undefined && seen !== centavos) throw new Refusal('refund_changed');
  if (asked.asker === undefined && (await needsSecond(tx, store, order.id, centavos))) {
    const pending = await ask(tx, store, order, asked, planned);
    if (pending) return { pending };
  }
  return {
    refund: await (part
      ? writePart(tx, store, order, asked, { ...planned, part })
      : refundWhole(tx, store, order, asked)),
  };
}

/** Asks the provider at once, outside any transaction. */
async function giveBack(outside: Outside, store: StoreId, refund: string | undefined): Promise<void> {
  if (!refund) return;
  const state = await runRefund(outside, store, refund);
  if (state === 'balance') throw new Refusal('refund_balance');
  if (state === 'rejected') throw new Refusal('order_not_refundable');
}

/**
 * The store gives an order's money back:
 *
 * - all of it: the provider refunds the whole payment, then the order is cancelled, and its rights end
 * - some units: the provider gives their money back, then only these units lose what they gave. The order stays completed
 * - an amount: the provider gives it back. The order stays completed, and the buyer keeps everything
 * - an order without money (total 0, given by hand) is cancelled at once
 *
 * If the store wants two people for the amount, this only asks for the refund, and answers the request (docs/decisions/0118).
 * Refuses what cannot be refunded (as `planRefund`), `refund_under_way` beside another refund, `refund_changed` if the person
 * saw another amount, and `refund_balance` if the balance is too small. A sweep finishes what is still under way.
 */
export async function refundOrder(
  outside: Outside,
  store: StoreId,
  orderId: string,
  asked: Omit<Asked, 'asker'>,
): Promise<PendingApproval | undefined> {
  const written = await transaction(outside.db, (tx) => write(tx, store, orderId, asked));
  if ('pending' in written) return written.pending;
  await giveBack(outside, store, written.refund);
  return undefined;
}

/**
 * Does the refund that another member asked for, once, by the rules of now. The approval and the row of the refund are written in
 * one transaction, so after a crash the sweep goes on as with any refund. Refuses as `claimApproval` and `refundOrder` do. Then
 * the request goes on waiting, unless it was the provider that refused.
 */
export async function approveRefund(
  outside: Outside,
  store: StoreId,
  id: string,
  order: string,
  by: Decider,
): Promise<void> {
  const written = await transaction(outside.db, async (tx) => {
    // In the order in which others lock them: the store, the order, the request.
    await lockStore(tx, store);
    await lockOrder(tx, store, order);
    const { input, asker } = await claimApproval<Kept>(tx, store, id, by);
    return await write(tx, store, order, { ...input, actor: by, reason: input.reason, asker });
  });
  if ('refund' in written) await giveBack(outside, store, written.refund);
}
