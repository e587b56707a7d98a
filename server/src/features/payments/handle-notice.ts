import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import { transaction } from '../../db/transaction.ts';
import type { StoreId } from '../../http/store.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { lookUp, type Outside } from './look-up.ts';
import { liveStatuses } from './payment.ts';

/** The parts of a notice that we read. All of them are hostile: they only say where to look. */
export interface Notice {
  topic: string;
  resourceId: string;
  action: string;
  noticeId: string;
}

/** Unhandled notices that we keep per store. Reconciliation finds what a bigger flood leaves out. */
const MOST_WAITING = 2000;
const MOST_ATTEMPTS = 6;
/** Four jobs of a store may count in the same moment, so four look-ups are kept back. */
const BUDGET = limits.noticeLookupsPerMinute - 4;

/** The notice of a body and query, or undefined where it names nothing that we look at (facts/mercado-pago.md, 7). */
export function readNotice(query: Record<string, unknown>, body: unknown): Notice | undefined {
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const data = typeof fields.data === 'object' && fields.data !== null ? (fields.data as Record<string, unknown>) : {};
  const text = (...values: unknown[]) => {
    const found = values.find((value) => typeof value === 'string' || typeof value === 'number');
    return found === undefined ? '' : String(found);
  };
  const topic = text(query.type, query.topic, fields.type, fields.topic);
  const resourceId = text(query['data.id'], data.id, query.id);
  const known = topic === 'payment' ? /^\d{1,20}$/ : topic === 'order' ? /^ORD[A-Za-z0-9]{1,60}$/ : undefined;
  if (!known?.test(resourceId)) return undefined;
  const plain = (value: string) => value.replace(/[^\w.:-]/g, '').slice(0, 80);
  return { topic, resourceId, action: plain(text(fields.action)), noticeId: plain(text(fields.id)) };
}

/** Whether this is a store's secret notice address, also while no payment account is connected. */
export async function isNoticeAddress(db: Db, store: string, key: string): Promise<boolean> {
  if (store.includes('\u0000') || key.includes('\u0000')) return false;
  const row = await db
    .selectFrom('store_credential')
    .where('store_id', '=', store)
    .where('notice_key', '=', key)
    .select('store_id')
    .union(db.selectFrom('store').where('id', '=', store).where('notice_key', '=', key).select('id as store_id'))
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores a notice once, with the job that looks. A repetition changes nothing. */
export async function storeNotice(db: Db, store: StoreId, notice: Notice): Promise<void> {
  await transaction(db, async (tx) => {
    const stored = await sql<{ id: string }>`
      insert into payment_notice (store_id, id, topic, resource_id, action, notice_id, signature, next_at)
      select ${store}, ${newId()}, ${notice.topic}, ${notice.resourceId}, ${notice.action}, ${notice.noticeId},
             'unchecked', now() + interval '30 seconds'
       where (select count(*) from (select 1 from payment_notice
                where store_id = ${store} and handled_at is null limit ${MOST_WAITING}) waiting) < ${MOST_WAITING}
      on conflict do nothing returning id`.execute(tx);
    const id = stored.rows[0]?.id;
    if (id) await enqueue(tx, 'payments.settle', { storeId: store, noticeId: id });
  });
}

/**
 * Looks at what a notice names, with the store's own token, and settles what is there. A payment that we do not know
 * costs one of the store's 60 look-ups a minute; when they are used up the notice waits. What the provider does not
 * show yet is tried again.
 */
export async function handleNotice(outside: Outside, store: StoreId, noticeId: string): Promise<void> {
  const { db } = outside;
  const claimed = await sql<{ topic: string; resource_id: string; attempts: number; allowed: boolean }>`
    with mine as (
      select n.id, exists (select from payment p where p.store_id = ${store}
                             and (p.provider_id = n.resource_id or p.provider_order_id = n.resource_id)) as known
        from payment_notice n where n.store_id = ${store} and n.id = ${noticeId} and n.handled_at is null
         for update of n skip locked
    ), budget as (
      select coalesce(sum(attempts), 0) < ${BUDGET} as left
        from payment_notice where store_id = ${store} and tried_at > now() - interval '1 minute'
    )
    update payment_notice n
       set attempts = n.attempts + case when mine.known or budget.left then 1 else 0 end,
           tried_at = case when budget.left and not mine.known then now() else n.tried_at end,
           next_at = now() + make_interval(secs => case when mine.known or budget.left
                                                        then 5 * (n.attempts + 1) ^ 2 else 60 end)
      from mine, budget where n.store_id = ${store} and n.id = mine.id
    returning n.topic, n.resource_id, n.attempts, mine.known or budget.left as allowed`.execute(db);
  const notice = claimed.rows[0];
  if (!notice?.allowed) return;

  const looked = await lookUp(outside, store, async (gateway) => {
    const found = await (notice.topic === 'order'
      ? gateway.getOrder(notice.resource_id)
      : gateway.get(notice.resource_id));
    return found ? [found] : [];
  });
  const seen = looked.result === 'settled' && looked.found.length > 0;
  if (!seen && looked.result !== 'refused' && notice.attempts < MOST_ATTEMPTS) return;
  await db
    .updateTable('payment_notice')
    .set({ handled_at: sql<Date>`now()`, next_at: null })
    .where('store_id', '=', store)
    .where('id', '=', noticeId)
    .execute();
  // What the provider lets us read may lag behind its notices, so look again soon.
  await sql`
    update payment set next_check_at = least(next_check_at, now() + interval '5 seconds'), checks = 0
     where store_id = ${store} and status in (${sql.join(liveStatuses.map((status) => sql.lit(status)))})
       and (provider_id = ${notice.resource_id} or provider_order_id = ${notice.resource_id})`.execute(db);
}
