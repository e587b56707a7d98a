import { sql } from 'kysely';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import type { Sweep } from '../../jobs/sweep.ts';
import type { Task } from '../../jobs/task.ts';
import { enqueueExpiries, expire } from './expire-orders.ts';
import { handleNotice } from './handle-notice.ts';
import { violations } from './invariants.ts';
import { enqueueLooks, reconcile } from './reconcile.ts';
import { runRefund } from './refunds/run-refund.ts';

/**
 * Options of every task that asks the provider while no person waits. Stores take turns fairly. Few retries are enough,
 * because the sweep that left a job finds unfinished work in the rows again.
 */
const options = { concurrency: 16, perStore: 4, retries: 2, timeoutSeconds: 45 };

export const settleTask: Task<'payments.settle'> = {
  ...options,
  run: (deps, { storeId, noticeId }) => handleNotice(deps, storeId, noticeId),
};
export const reconcileTask: Task<'payments.reconcile'> = {
  ...options,
  run: (deps, { storeId, paymentId }) => reconcile(deps, storeId, paymentId),
};
export const expireTask: Task<'payments.expire'> = {
  ...options,
  run: (deps, { storeId, orderId }) => expire(deps, storeId, orderId),
};
export const refundTask: Task<'payments.refund'> = {
  ...options,
  run: async (deps, { storeId, refundId }) => {
    await runRefund(deps, storeId, refundId);
  },
};

/** Notices whose job failed, or that waited for their store's next minute of look-ups. */
async function noticesDue({ db }: Deps): Promise<void> {
  await transaction(db, async (tx) => {
    const due = await sql<{ store_id: string; id: string }>`
      update payment_notice n set next_at = now() + interval '60 seconds'
        from (select store_id, id from payment_notice where handled_at is null and next_at <= now()
               order by next_at limit 200) late
       where n.store_id = late.store_id and n.id = late.id and n.handled_at is null
      returning n.store_id, n.id`.execute(tx);
    for (const row of due.rows) await enqueue(tx, 'payments.settle', { storeId: row.store_id, noticeId: row.id });
  });
}

/** Enqueues a job for each due refund. If two jobs have one refund, the first one claims it, and the other finds it taken. */
async function refundsDue({ db }: Deps): Promise<void> {
  await transaction(db, async (tx) => {
    const due = await sql<{ store_id: string; id: string }>`
      (select store_id, id from refund where next_check_at <= now() order by next_check_at limit 100)
      union all
      (select store_id, id from refund where part_check_at <= now() order by part_check_at limit 100)`.execute(tx);
    for (const row of due.rows) await enqueue(tx, 'payments.refund', { storeId: row.store_id, refundId: row.id });
  });
}

/** Checks the money rules over the live rows. Whatever breaks one is a mistake of ours (facts/security.md, 2). */
async function watchInvariants({ db, log }: Deps): Promise<void> {
  for (const { rule, rows } of await violations(db)) {
    log.error({ rule, rows: rows.slice(0, 5), count: rows.length }, 'a money invariant is broken');
  }
}

export const paymentSweeps: Sweep[] = [
  { name: 'payments.reconcile', run: ({ db }) => enqueueLooks(db) },
  { name: 'payments.expire', run: ({ db }) => enqueueExpiries(db) },
  { name: 'payments.notices', run: noticesDue },
  { name: 'payments.refunds', run: refundsDue },
  { name: 'payments.invariants', every: 3600, run: watchInvariants },
];
