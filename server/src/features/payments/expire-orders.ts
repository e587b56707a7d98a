import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { transaction } from '../../db/transaction.ts';
import type { StoreId } from '../../http/store.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { expireOrder } from '../orders/cancel-order.ts';
import { lockOrder } from '../orders/lock-order.ts';
import { namesOf, type Outside, openGateway } from './look-up.ts';
import { failureOf } from './mercado-pago/mercado-pago.ts';
import { isLive } from './payment.ts';
import { attemptsOf, endAttempt } from './queries.ts';
import { askAbout } from './reconcile.ts';

const BATCH = 200;
const PER_STORE = 50;
/** How long an order stays after its deadline while its provider cannot be asked. A late payment is handled anyway. */
const PATIENCE_SECONDS = 120;

/**
 * Leaves a job for every order whose deadline has passed, and claims it for half a minute. An order stays while one of
 * its payments is held for a person.
 */
export async function enqueueExpiries(db: Db): Promise<void> {
  await transaction(db, async (tx) => {
    const due = await sql<{ store_id: string; id: string }>`
      with soon as (
        select o.store_id, o.id, o.expires_at from "order" o
         where o.status = 'pending' and o.expires_at <= now()
           and (o.expiring_at is null or o.expiring_at < now() - interval '30 seconds')
           and not exists (select from payment p
                            where p.store_id = o.store_id and p.order_id = o.id and p.status = 'approved')
         order by o.expires_at limit 2000
      ), ranked as (
        select *, row_number() over (partition by store_id order by expires_at) as place from soon
      ), picked as (
        select store_id, id from ranked where place <= ${PER_STORE} order by expires_at limit ${BATCH}
      )
      update "order" o set expiring_at = now()
        from picked where o.store_id = picked.store_id and o.id = picked.id and o.status = 'pending'
      returning o.store_id, o.id`.execute(tx);
    for (const row of due.rows) await enqueue(tx, 'payments.expire', { storeId: row.store_id, orderId: row.id });
  });
}

/**
 * Ends an order whose deadline has passed. The offer to pay is withdrawn at the provider first, so that nobody pays for
 * what is no longer held; an order that was paid meanwhile is completed instead. While the provider cannot be asked,
 * the order waits for two minutes and is tried again.
 */
export async function expire(outside: Outside, store: StoreId, orderId: string): Promise<void> {
  const order = await outside.db
    .selectFrom('order')
    .where('store_id', '=', store)
    .where('id', '=', orderId)
    .where('status', '=', 'pending')
    .where('expires_at', '<=', sql<Date>`now()`)
    .select(['id', 'reference', sql<number>`extract(epoch from now() - expires_at)::float8`.as('overdue')])
    .executeTakeFirst();
  if (order) await withdrawAndExpire(outside, store, order);
}

async function withdrawAndExpire(
  outside: Outside,
  store: StoreId,
  order: { id: string; reference: string; overdue: number },
): Promise<void> {
  const live = (await attemptsOf(outside.db, store, order.id)).filter((row) => isLive(row.status));
  for (const attempt of live) {
    const withdrawn = await withdraw(outside, store, attempt, order.reference);
    if (withdrawn === 'away' && Number(order.overdue) < PATIENCE_SECONDS) return;
  }
  await transaction(outside.db, async (tx) => {
    // Under the lock we see what was paid or begun until now, and nothing can be added.
    const locked = await lockOrder(tx, store, order.id);
    if (!locked) return;
    const left = await attemptsOf(tx, store, order.id);
    // Approved meanwhile: the order is completed, or stays because its payment is held for a person.
    if (left.some((row) => row.status === 'approved')) return;
    // Begun meanwhile: it may be open at the provider, so the next sweep withdraws it first.
    if (left.some((row) => isLive(row.status) && !live.some(({ id }) => id === row.id))) return;
    if (!(await expireOrder(tx, store, locked))) return;
    for (const row of left) await endAttempt(tx, store, row.id, 'expired', 'deadline');
  });
}

/**
 * Withdraws the offer to pay at the provider and writes what the provider says then. `away`: the provider could not be
 * asked, so somebody may still pay.
 */
export async function withdraw(
  outside: Outside,
  store: StoreId,
  attempt: Parameters<typeof namesOf>[0],
  reference: string,
): Promise<'done' | 'away'> {
  const before = await askAbout(outside, store, attempt, reference);
  if (before.result === 'away') return 'away';
  const open = await openGateway(outside, store);
  if (!open) return 'done';
  const [now] = (await attemptsOf(outside.db, store, attempt.order_id)).filter((row) => row.id === attempt.id);
  if (!now || !isLive(now.status)) return 'done';
  try {
    await open.gateway.cancel(namesOf(now, reference), now.idempotency_key);
  } catch (error) {
    if (failureOf(error).kind !== 'refused') return 'away';
    // A refusal may mean that it was paid in this moment. What the provider says next decides.
  }
  return (await askAbout(outside, store, now, reference)).result === 'away' ? 'away' : 'done';
}
