import type { PaymentStatus } from '@vitrine/contract/orders';
import type { Config } from '../../config.ts';
import type { Tx } from '../../db/database.ts';
import { notify } from '../../db/notify.ts';
import type { StoreId } from '../../http/store.ts';
import { noteEvent } from '../notices/note-event.ts';
import { cancelOrder } from '../orders/cancel-order.ts';
import { completeOrder } from '../orders/complete-order.ts';
import { type LockedOrder, lockOrderByReference } from '../orders/lock-order.ts';
import { noteOrder } from '../orders/move-order.ts';
import { markRefunded } from '../orders/returns/mark-refunded.ts';
import { reverseOrder } from '../orders/reverse-order.ts';
import { holdReason, isLive, mayMovePayment, nextCheckSeconds, type ProviderPayment, surplusFlags } from './payment.ts';
import { type AttemptRow, addHistory, attemptsOf, insertFound, savePayment } from './queries.ts';
import { keepForeignRefunds } from './refunds/keep-foreign-refunds.ts';
import { requestRefund } from './refunds/request-refund.ts';
import { tellLimit } from './refunds/tell-refusal.ts';

/** `unknown`: no order of this store has this reference. `same`: nothing is new. `moved`: the payment moved. */
export type Settled = 'unknown' | 'same' | 'moved';

/**
 * Writes what the provider says about a payment now, in the caller's transaction, with all that follows from it. The
 * payment only moves forward; its order is completed, reversed or held, or its money is sent back. Safe to repeat and
 * to run from several places at once, because the order's lock makes them take turns. `news` was just read with the
 * store's own token.
 */
export async function settlePayment(
  tx: Tx,
  config: Pick<Config, 'publicUrl' | 'domain' | 'secret'>,
  store: StoreId,
  collectorId: string,
  news: ProviderPayment,
): Promise<Settled> {
  if (!news.reference) return 'unknown';
  const order = await lockOrderByReference(tx, store, news.reference);
  if (!order) return 'unknown';
  const attempts = await attemptsOf(tx, store, order.id);
  const attempt = await rowOf(tx, store, order, attempts, news);
  if (attempt.provider_updated_at && news.updatedAt && news.updatedAt < attempt.provider_updated_at) return 'same';

  const moved = news.status !== attempt.status && mayMovePayment(attempt.status, news.status) ? news.status : undefined;
  const status: PaymentStatus = moved ?? attempt.status;
  const others = attempts.filter((other) => other.id !== attempt.id);
  const flag = moved ? await follow(tx, store, order, { attempt, others, news, collectorId, config }) : attempt.flag;
  const disputed = await dispute(tx, store, order, status, flag, news);
  const checks = moved && !isLive(status) ? 0 : attempt.checks;
  await savePayment(tx, store, attempt.id, {
    news,
    moved,
    flag: disputed,
    nextSeconds: nextCheckSeconds(status, checks),
    checks: checks + 1,
  });
  if (status === 'approved') await keepForeignRefunds(tx, config, store, order, { id: attempt.id, news });
  await markRefunded(tx, store, order.id);
  if (moved || disputed !== attempt.flag) await notify(tx, 'orders', `${store}:${order.id}`);
  return moved ? 'moved' : 'same';
}

/** The row of the attempt: by the provider's id, else the live one without an id, else a new one. */
async function rowOf(
  tx: Tx,
  store: StoreId,
  order: LockedOrder,
  attempts: AttemptRow[],
  news: ProviderPayment,
): Promise<AttemptRow> {
  const own = attempts.find(
    (row) =>
      row.provider_id === news.providerId ||
      (news.providerOrderId !== null && row.provider_order_id === news.providerOrderId),
  );
  if (own) return own;
  const fits = (row: AttemptRow) => (row.adapter === 'orders') === (news.providerOrderId !== null);
  const open = attempts.find((row) => row.provider_id === null && fits(row) && isLive(row.status));
  if (open) return open;
  const method = order.payment_method === 'manual' ? 'mercado_pago_checkout_pro' : order.payment_method;
  const like = attempts.find(fits) ?? {
    adapter: news.providerOrderId === null ? ('preference' as const) : ('orders' as const),
    method,
    preference_id: null,
  };
  const id = await insertFound(tx, store, order.id, like, news);
  await addHistory(tx, store, id, 'created', null);
  const found = (await attemptsOf(tx, store, order.id)).find((row) => row.id === id);
  if (!found) throw new Error('a payment that was just written is not there');
  return found;
}

interface Step {
  attempt: AttemptRow;
  others: AttemptRow[];
  news: ProviderPayment;
  collectorId: string;
  config: Pick<Config, 'publicUrl' | 'domain' | 'secret'>;
}

/** Does what follows from a payment's move. Returns the flag that the payment carries from now on. */
async function follow(tx: Tx, store: StoreId, order: LockedOrder, step: Step): Promise<string | null> {
  const { attempt, others, news, collectorId, config } = step;
  if (news.status === 'approved') {
    const held = holdReason(news, { totalCentavos: order.total_centavos, collectorId });
    if (held) {
      if (order.status !== 'completed') await noteOrder(tx, store, order.id, `held_${held}`);
      return held;
    }
    const completion = await completeOrder(tx, config, store, order, { payment: news.providerId });
    if (completion === 'completed') return null;
    const paid = { id: attempt.id, amountCentavos: news.amountCentavos };
    if (completion === 'buy_limit' || completion === 'coupon_used') {
      await requestRefund(tx, store, paid, 'limit');
      const note = completion === 'buy_limit' ? 'limit_refund' : 'coupon_refund';
      if (!(await cancelOrder(tx, store, order, { note }))) await noteOrder(tx, store, order.id, note);
      await tellLimit(tx, config, store, order.reference, note);
      return 'limit';
    }
    const reason = completion === 'already' ? 'duplicate' : 'late';
    await requestRefund(tx, store, paid, reason);
    const ended = order.note === 'discarded' || order.note === 'replaced';
    await noteOrder(tx, store, order.id, ended ? 'ended_refund' : `${reason}_refund`);
    return reason;
  }
  if (news.status !== 'refunded' && news.status !== 'charged_back') return attempt.flag;

  // If another payment still pays for the order, its goods stay.
  const paidElsewhere = others.some((other) => other.status === 'approved' && !surplusFlags.includes(other.flag));
  const surplus = attempt.flag === 'duplicate' || attempt.flag === 'late' || attempt.flag === 'limit';
  if (!paidElsewhere && !surplus) {
    const why = news.status === 'refunded' ? 'refund' : 'chargeback';
    if (!(await reverseOrder(tx, store, order, why))) {
      await cancelOrder(tx, store, order, { note: why === 'refund' ? 'refunded' : 'charged_back' });
    }
  }
  return null;
}

/** Disputes do not move a payment. They are shown while they last, and a person judges their end. */
async function dispute(
  tx: Tx,
  store: StoreId,
  order: LockedOrder,
  status: PaymentStatus,
  flag: string | null,
  news: ProviderPayment,
): Promise<string | null> {
  if (status === 'approved' && news.disputed && flag === null) {
    if (order.status === 'completed') await noteOrder(tx, store, order.id, 'disputed');
    await noteEvent(tx, store, { kind: 'dispute', news: 'opened', order: order.id });
    return 'dispute';
  }
  if (flag === 'dispute' && !news.disputed) {
    if (status === 'approved' && order.status === 'completed') await noteOrder(tx, store, order.id, null);
    return null;
  }
  if (status === 'charged_back' && news.detail === 'reimbursed' && flag !== 'reimbursed') {
    await noteOrder(tx, store, order.id, 'reimbursed');
    return 'reimbursed';
  }
  return flag;
}
