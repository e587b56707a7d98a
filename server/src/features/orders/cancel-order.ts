import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';
import type { LockedOrder } from './lock-order.ts';
import { moveOrder } from './move-order.ts';
import type { OrderNote } from './order.ts';
import { releaseReserved } from './stock.ts';

/**
 * Cancels an order that nobody paid and gives back what it held, once, because only a pending order moves. The caller
 * holds the order's lock. Answers false when it is no longer pending.
 */
export async function cancelOrder(
  tx: Tx,
  store: StoreId,
  order: LockedOrder,
  { note, actor = null, reason = null }: { note: OrderNote; actor?: string | null; reason?: string | null },
): Promise<boolean> {
  if (order.status !== 'pending') return false;
  if (order.reserved) await releaseReserved(tx, store, order);
  await moveOrder(tx, store, order.id, 'pending', 'cancelled', { note, actor, reason });
  return true;
}

/**
 * Cancels the order if it is still pending, and its deadline has passed by the database's clock or a person ended it.
 * Else answers false. The caller holds the order's lock.
 */
export async function expireOrder(tx: Tx, store: StoreId, order: LockedOrder): Promise<boolean> {
  const due = await sql<{ ended_by: string | null }>`
    select ended_by from "order" where store_id = ${store} and id = ${order.id} and expires_at <= now()`.execute(tx);
  const [row] = due.rows;
  if (!row) return false;
  return await cancelOrder(tx, store, order, { note: row.ended_by ? 'wave' : 'expired', actor: row.ended_by });
}
