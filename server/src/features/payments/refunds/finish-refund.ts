import type { RefundScope } from '@vitrine/contract/refund-words';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { transaction } from '../../../db/transaction.ts';
import type { StoreId } from '../../../http/store.ts';
import { type LockedOrder, lockOrder } from '../../orders/lock-order.ts';
import { noteOrder } from '../../orders/move-order.ts';
import { readPurchase } from '../../orders/read-purchase.ts';
import { returnItems } from '../../orders/returns/return-items.ts';
import type { Outside } from '../look-up.ts';
import { attemptsOf } from '../queries.ts';
import { type RefundReason, requestRefund, withdrawn } from './request-refund.ts';
import { tellPart } from './tell-part.ts';
import { tellRefusal } from './tell-refusal.ts';

/** A refund under way, with its order. */
export interface RefundRow {
  id: string;
  scope: RefundScope;
  amount_centavos: number;
  actor: string | null;
  status: 'requested' | 'in_process';
  idempotency_key: string;
  provider_id: string | null;
  payment_id: string;
  order_id: string;
  reference: string;
  reason: RefundReason;
}

/**
 * - `approved`: nothing of the payment is left; its order was cancelled when the payment was read
 * - `returned`: a part went back; its units are taken back now, and the order stays
 * - `rejected`: the provider gave nothing back
 */
type End = { status: 'approved' | 'returned' } | { status: 'rejected'; problem: 'refund_balance' | 'refused' };

/** Writes how a refund ended, with all that follows, once: a repetition changes nothing. */
export async function finishRefund(outside: Outside, store: StoreId, refund: RefundRow, end: End): Promise<void> {
  const problem = end.status === 'rejected' ? end.problem : null;
  await transaction(outside.db, async (tx) => {
    const order = await lockOrder(tx, store, refund.order_id);
    const done = await sql`
      update refund set status = ${end.status}, problem = ${problem}, next_check_at = null, part_check_at = null, finished_at = now()
       where store_id = ${store} and id = ${refund.id} and status in ('requested', 'in_process')`.execute(tx);
    if (!order || done.numAffectedRows !== 1n) return;
    if (end.status === 'returned' && order.status === 'completed') {
      const { rows: items } = await sql<{ item: string; units: number }>`
        select item_id as item, units from refund_item where store_id = ${store} and refund_id = ${refund.id}`.execute(
        tx,
      );
      if (items.length > 0) await returnItems(tx, store, order, items);
      const { amount_centavos: centavos, actor } = refund;
      await tellPart(tx, outside.config, store, order, { centavos, items, actor });
    }
    if (refund.scope !== 'whole' && (await goOnWithWithdrawal(tx, store, order, refund))) return;
    if (end.status === 'returned') await forgetRefusal(tx, store, order, refund);
    if (end.status !== 'rejected') return;
    await noteOrder(tx, store, order.id, 'refund_failed');
    // A buyer who asks twice is told once. An owner sees the result at once or finds it in the panel.
    if (refund.reason === 'customer') {
      const { reference } = refund;
      await tellRefusal(tx, outside, store, { id: order.id, reference }, problem === 'refund_balance');
    }
  });
}

/**
 * The buyer withdrew while this part was under way: now the rest of the payment goes back. Answers false where nobody withdrew, or
 * nothing of the payment is left.
 */
async function goOnWithWithdrawal(tx: Tx, store: StoreId, order: LockedOrder, refund: RefundRow): Promise<boolean> {
  if (order.status !== 'completed') return false;
  const [purchase, payment] = [await readPurchase(tx, order.reference), await paymentOf(tx, store, refund)];
  if (purchase?.withdrawal !== 'granted' || payment?.status !== 'approved') return false;
  const rest = { id: payment.id, amountCentavos: payment.amount_centavos - payment.refunded_centavos };
  return (await requestRefund(tx, store, rest, 'customer', withdrawn)) !== undefined;
}

/** An earlier refund was refused and the order says so. Money went back since, so nobody has to look any more. */
async function forgetRefusal(tx: Tx, store: StoreId, order: LockedOrder, refund: RefundRow): Promise<void> {
  if (order.status !== 'completed' || order.note !== 'refund_failed') return;
  const payment = await paymentOf(tx, store, refund);
  await noteOrder(tx, store, order.id, payment?.flag === 'dispute' ? 'disputed' : null);
}

const paymentOf = async (tx: Tx, store: StoreId, refund: RefundRow) =>
  (await attemptsOf(tx, store, refund.order_id)).find(({ id }) => id === refund.payment_id);
