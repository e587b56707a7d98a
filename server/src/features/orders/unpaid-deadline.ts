import { limits } from '@vitrine/contract/limits';
import type { OrderPaymentMethod } from '@vitrine/contract/orders';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';

/**
 * Sets the deadline of unpaid orders to now, because a person ended them. Answers the ids of those that nobody had ended
 * before. The caller has locked them, and enqueues `payments.expire` for each.
 */
export async function endUnpaid(tx: Tx, store: StoreId, orders: string[], actor: string): Promise<string[]> {
  const ended = await tx
    .updateTable('order')
    .set({ ended_by: actor, expires_at: sql<Date>`least(expires_at, now())`, expiring_at: sql<Date>`now()` })
    .where('store_id', '=', store)
    .where('id', 'in', orders)
    .where('ended_by', 'is', null)
    .returning('id')
    .execute();
  return ended.map(({ id }) => id);
}

/**
 * Lets an unpaid order be paid by another method: once its new payment page is opened, `minutes` count from when the order
 * was placed. A deadline that is later stays. The caller has locked the order.
 */
export async function allowTime(
  tx: Tx,
  store: StoreId,
  order: string,
  { method, minutes }: { method: OrderPaymentMethod; minutes: number },
): Promise<void> {
  await sql`
    update "order"
       set payment_method = ${method}, opened_at = null, pay_until = created_at + make_interval(mins => ${minutes}),
           expires_at = greatest(expires_at, created_at + make_interval(mins => ${Math.min(minutes, limits.unopenedMinutes)}))
     where store_id = ${store} and id = ${order}`.execute(tx);
}
