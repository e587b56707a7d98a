import { sql } from 'kysely';
import { transaction } from '../../../db/transaction.ts';
import type { StoreId } from '../../../http/store.ts';
import { lockOrder } from '../../orders/lock-order.ts';
import { noteOrder } from '../../orders/move-order.ts';
import { lookUp, namesOf, type Outside, openGateway } from '../look-up.ts';
import { failureOf } from '../mercado-pago/mercado-pago.ts';
import { attemptsOf } from '../queries.ts';
import type { RefundReason } from './request-refund.ts';
import { tellRefusal } from './tell-refusal.ts';

/** How a refund stands. `open`: the provider works on it, or could not be asked yet; a sweep goes on. */
export type RefundState = 'approved' | 'open' | 'rejected' | 'balance';

interface RefundRow {
  id: string;
  status: 'requested' | 'in_process';
  idempotency_key: string;
  provider_id: string | null;
  payment_id: string;
  order_id: string;
  reference: string;
  reason: RefundReason;
}

/**
 * Takes a refund one step further: asks for it with its saved key, or asks how it went. A second caller finds it
 * claimed while a call is under way. The order follows the payment, which is read again at the provider.
 */
export async function runRefund(outside: Outside, store: StoreId, refundId: string): Promise<RefundState> {
  const { db } = outside;
  const claimed = await sql<RefundRow>`
    update refund r
       set checks = r.checks + 1,
           next_check_at = now() + make_interval(secs => least(900, 10 * 2 ^ least(r.checks, 7)))
      from payment p, "order" o
     where r.store_id = ${store} and r.id = ${refundId} and r.status in ('requested', 'in_process')
       and r.next_check_at <= now()
       and p.store_id = r.store_id and p.id = r.payment_id and o.store_id = p.store_id and o.id = p.order_id
    returning r.id, r.status, r.idempotency_key, r.provider_id, r.payment_id, r.reason, p.order_id, o.reference`.execute(
    db,
  );
  const refund = claimed.rows[0];
  if (!refund) return 'open';
  const attempt = (await attemptsOf(db, store, refund.order_id)).find((row) => row.id === refund.payment_id);
  const open = await openGateway(outside, store);
  if (!attempt || !open) return 'open';
  const names = namesOf(attempt, refund.reference);

  if (refund.status === 'requested') {
    try {
      const made = await open.gateway.refund(names, refund.idempotency_key);
      await sql`
        update refund set provider_id = ${made.id}, status = 'in_process', next_check_at = now() + interval '10 seconds'
         where store_id = ${store} and id = ${refund.id} and status = 'requested'`.execute(db);
      refund.provider_id = made.id;
    } catch (error) {
      const failure = failureOf(error);
      outside.log.warn({ err: error, store, refund: refund.id }, 'a refund was not taken');
      if (failure.kind !== 'refused') return 'open';
      // The provider refuses what was already given back, so we ask it about the payment.
      if (await isGivenBack(outside, store, refund, attempt.provider_id ?? '')) return 'approved';
      return await reject(outside, store, refund, failure.refused === 'balance' ? 'refund_balance' : 'refused');
    }
  }
  return await followUp(outside, store, refund, attempt.provider_id ?? '');
}

async function ask(outside: Outside, store: StoreId, refund: RefundRow, providerId: string) {
  const looked = await lookUp(outside, store, async (gateway) => {
    const row = (await attemptsOf(outside.db, store, refund.order_id)).find((one) => one.id === refund.payment_id);
    return row
      ? await gateway.find({
          ...namesOf(row, refund.reference),
          adapter: row.provider_order_id ? 'orders' : 'payments',
        })
      : [];
  });
  return looked.result === 'settled' ? looked.found.find((news) => news.providerId === providerId) : undefined;
}

async function isGivenBack(outside: Outside, store: StoreId, refund: RefundRow, providerId: string): Promise<boolean> {
  const news = await ask(outside, store, refund, providerId);
  if (news?.status !== 'refunded') return false;
  await finish(outside, store, refund, 'approved', null);
  return true;
}

async function followUp(outside: Outside, store: StoreId, refund: RefundRow, providerId: string): Promise<RefundState> {
  const news = await ask(outside, store, refund, providerId);
  if (!news) return 'open';
  const own = news.refunds.find(({ id }) => id === refund.provider_id);
  if (news.status === 'refunded' || own?.status === 'approved') {
    await finish(outside, store, refund, 'approved', null);
    return 'approved';
  }
  return own?.status === 'rejected' ? await reject(outside, store, refund, 'refused') : 'open';
}

async function reject(
  outside: Outside,
  store: StoreId,
  refund: RefundRow,
  problem: 'refund_balance' | 'refused',
): Promise<RefundState> {
  await finish(outside, store, refund, 'rejected', problem);
  return problem === 'refund_balance' ? 'balance' : 'rejected';
}

async function finish(
  outside: Outside,
  store: StoreId,
  refund: RefundRow,
  status: 'approved' | 'rejected',
  problem: string | null,
): Promise<void> {
  await transaction(outside.db, async (tx) => {
    const order = await lockOrder(tx, store, refund.order_id);
    const done = await sql`
      update refund set status = ${status}, problem = ${problem}, next_check_at = null, finished_at = now()
       where store_id = ${store} and id = ${refund.id} and status in ('requested', 'in_process')`.execute(tx);
    if (status !== 'rejected' || !order) return;
    await noteOrder(tx, store, order.id, 'refund_failed');
    // A buyer who asks twice is told once. An owner sees the result at once or finds it in the panel.
    if (refund.reason === 'customer' && done.numAffectedRows === 1n) {
      await tellRefusal(
        tx,
        outside,
        store,
        { id: order.id, reference: refund.reference },
        problem === 'refund_balance',
      );
    }
  });
}
