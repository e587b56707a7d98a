import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';
import { type LockedOrder, lockOrder } from './lock-order.ts';
import { moveOrder } from './move-order.ts';
import type { OrderNote } from './order.ts';
import { releaseReserved } from './stock.ts';

/**
 * Cancels an order that nobody paid and gives back what it held, once: the state is the guard. The caller holds the
 * order's lock. False when it is no longer pending.
 */
export async function cancelOrder(
  tx: Tx,
  store: StoreId,
  order: LockedOrder,
  { note, actor = null, reason = null }: { note: OrderNote; actor?: string | null; reason?: string | null },
): Promise<boolean> {
  if (order.status !== 'pending') return false;
  if (order.reserved) await releaseReserved(tx, store, order.id, order.client);
  await moveOrder(tx, store, order.id, 'pending', 'cancelled', { note, actor, reason });
  return true;
}

/** Cancels the order if it is still pending and its deadline has passed by the database's clock. */
export async function expireOrder(tx: Tx, store: StoreId, order: string): Promise<boolean> {
  const locked = await lockOrder(tx, store, order);
  if (locked?.status !== 'pending') return false;
  const due = await sql`
    select from "order" where store_id = ${store} and id = ${order} and expires_at <= now()`.execute(tx);
  if (due.rows.length === 0) return false;
  return await cancelOrder(tx, store, locked, { note: 'expired' });
}
