import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { transaction } from '../../db/transaction.ts';
import type { StoreId } from '../../http/store.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { type Looked, lookUp, namesOf, type Outside } from './look-up.ts';
import { isLive, liveStatuses, nextCheckSeconds } from './payment.ts';
import { type AttemptRow, attemptsOf } from './queries.ts';

/** How many payments a run takes, of all stores and of one store, so that a busy store does not keep others waiting. */
const BATCH = 200;
const PER_STORE = 40;
const DEADLINE_MS = 5000;

/**
 * Leaves a job for every payment that is due to be asked about; this finds what no notice told (facts/mercado-pago.md,
 * 1.6). Moving its next look ahead claims a payment, so that several processes never ask twice.
 */
export async function enqueueLooks(db: Db): Promise<void> {
  await transaction(db, async (tx) => {
    const due = await sql<{ store_id: string; id: string }>`
      with soon as (
        select store_id, id, next_check_at from payment where next_check_at <= now() order by next_check_at limit 2000
      ), ranked as (
        select *, row_number() over (partition by store_id order by next_check_at) as place from soon
      ), picked as (
        select store_id, id from ranked where place <= ${PER_STORE} order by next_check_at limit ${BATCH}
      )
      update payment p set next_check_at = now() + interval '30 seconds'
        from picked where p.store_id = picked.store_id and p.id = picked.id and p.next_check_at <= now()
      returning p.store_id, p.id`.execute(tx);
    for (const row of due.rows) await enqueue(tx, 'payments.reconcile', { storeId: row.store_id, paymentId: row.id });
  });
}

/** Asks the provider about one payment. Without news its schedule goes on. */
export async function reconcile(outside: Outside, store: StoreId, paymentId: string): Promise<void> {
  const row = await outside.db
    .selectFrom('payment')
    .innerJoin('order', (join) =>
      join.onRef('order.store_id', '=', 'payment.store_id').onRef('order.id', '=', 'payment.order_id'),
    )
    .where('payment.store_id', '=', store)
    .where('payment.id', '=', paymentId)
    .select(['order.id as order_id', 'order.reference'])
    .executeTakeFirst();
  if (row) await look(outside, store, { id: paymentId, ...row });
}

async function look(
  outside: Outside,
  store: StoreId,
  due: { id: string; order_id: string; reference: string },
): Promise<void> {
  const attempt = (await attemptsOf(outside.db, store, due.order_id)).find((row) => row.id === due.id);
  if (!attempt) return;
  const looked = await askAbout(outside, store, attempt, due.reference);
  const seen = looked.result === 'settled' && looked.found.some((news) => news.providerId === attempt.provider_id);
  if (seen) return;
  // The provider shows nothing yet, or could not be asked. The schedule goes on.
  const seconds = nextCheckSeconds(attempt.status, attempt.checks);
  await sql`
    update payment set checks = checks + 1, checked_at = now(),
           next_check_at = case when status = ${attempt.status} then now() + make_interval(secs => ${seconds}) else next_check_at end
     where store_id = ${store} and id = ${attempt.id}
       and (${isLive(attempt.status)} or status = ${attempt.status})`.execute(outside.db);
}

/** Asks the provider about one attempt and settles what it knows. */
export async function askAbout(
  outside: Outside,
  store: StoreId,
  attempt: AttemptRow,
  reference: string,
): Promise<Looked> {
  return await lookUp(outside, store, (gateway) => gateway.find(namesOf(attempt, reference)), DEADLINE_MS);
}

/**
 * The buyer is looking at the order: its open payment is due now, unless it was asked about in the last 4 s. With the
 * sweep, an approval shows within 15 s even without a notice (facts/security.md, P2).
 */
export async function hurryPayment(outside: Pick<Outside, 'db'>, reference: string): Promise<void> {
  await sql`
    update payment p set next_check_at = now(), checks = 0
      from "order" o
     where o.reference = ${reference} and p.store_id = o.store_id and p.order_id = o.id and o.status = 'pending'
       and p.status in (${sql.join(liveStatuses.map((status) => sql.lit(status)))}) and p.next_check_at > now()
       and coalesce(p.checked_at, p.created_at) < now() - interval '4 seconds'`.execute(outside.db);
}
