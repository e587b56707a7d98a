import { type RawBuilder, sql } from 'kysely';
import type { StoreId } from '../../../http/store.ts';
import { lookUp, namesOf, type Outside, openGateway } from '../look-up.ts';
import { failureOf } from '../mercado-pago/mercado-pago.ts';
import { attemptsOf } from '../queries.ts';
import { finishRefund, type RefundRow } from './finish-refund.ts';

/** How a refund stands. `open`: the provider works on it, or could not be asked yet; a sweep goes on. */
export type RefundState = 'approved' | 'open' | 'rejected' | 'balance';

/**
 * Sets in SQL when the refund `r` is looked at next. A part has a column of its own, because an older version must not look at it
 * (migrations/0064_part_refunds.sql).
 */
const lookNext = (at: RawBuilder<unknown>) => sql`
  next_check_at = case when r.scope = 'whole' then ${at} end, part_check_at = case when r.scope <> 'whole' then ${at} end`;

/**
 * Takes a refund one step further: asks for it with its saved key, or asks how it went. A second caller finds it
 * claimed while a call is under way. The order follows the payment, which is read again at the provider.
 */
export async function runRefund(outside: Outside, store: StoreId, refundId: string): Promise<RefundState> {
  const { db } = outside;
  const claimed = await sql<RefundRow>`
    update refund r
       set checks = r.checks + 1, ${lookNext(sql`now() + make_interval(secs => least(900, 10 * 2 ^ least(r.checks, 7)))`)}
      from payment p, "order" o
     where r.store_id = ${store} and r.id = ${refundId} and r.status in ('requested', 'in_process')
       and coalesce(r.next_check_at, r.part_check_at) <= now()
       and p.store_id = r.store_id and p.id = r.payment_id and o.store_id = p.store_id and o.id = p.order_id
    returning r.id, r.status, r.scope, r.amount_centavos, r.actor, r.idempotency_key, r.provider_id, r.payment_id, r.reason,
              p.order_id, o.reference`.execute(db);
  const refund = claimed.rows[0];
  if (!refund) return 'open';
  const attempt = (await attemptsOf(db, store, refund.order_id)).find((row) => row.id === refund.payment_id);
  const open = await openGateway(outside, store);
  if (!attempt || !open) return 'open';
  const names = namesOf(attempt, refund.reference);

  if (refund.status === 'requested') {
    try {
      const part = refund.scope === 'whole' ? undefined : refund.amount_centavos;
      const made = await open.gateway.refund(names, refund.idempotency_key, part);
      await sql`
        update refund r set provider_id = ${made.id}, status = 'in_process', ${lookNext(sql`now() + interval '10 seconds'`)}
         where store_id = ${store} and id = ${refund.id} and status = 'requested'`.execute(db);
      refund.provider_id = made.id;
    } catch (error) {
      const failure = failureOf(error);
      outside.log.warn({ err: error, store, refund: refund.id }, 'a refund was not taken');
      if (failure.kind !== 'refused') return 'open';
      // The provider refuses what was already given back, so we ask it about the payment.
      if (await isGivenBack(outside, store, refund, attempt.provider_id ?? '')) return 'approved';
      const state = await reject(outside, store, refund, failure.refused === 'balance' ? 'refund_balance' : 'refused');
      // While this refund was open, we could not tell it from what somebody gave back on the provider's page. Now we can.
      await ask(outside, store, refund, attempt.provider_id ?? '');
      return state;
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
  await finishRefund(outside, store, refund, { status: 'approved' });
  return true;
}

async function followUp(outside: Outside, store: StoreId, refund: RefundRow, providerId: string): Promise<RefundState> {
  const news = await ask(outside, store, refund, providerId);
  if (!news) return 'open';
  const own = news.refunds.find(({ id }) => id === refund.provider_id);
  if (news.status === 'refunded' || own?.status === 'approved') {
    const isPart = refund.scope !== 'whole' && news.status !== 'refunded';
    await finishRefund(outside, store, refund, { status: isPart ? 'returned' : 'approved' });
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
  await finishRefund(outside, store, refund, { status: 'rejected', problem });
  return problem === 'refund_balance' ? 'balance' : 'rejected';
}
