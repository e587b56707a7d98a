import type { OrderStatus } from '@vitrine/contract/orders';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import { channels } from '../../db/notify.ts';
import type { StoreId } from '../../http/store.ts';
import { mayMoveOrder, type OrderNote } from './order.ts';

export interface OrderMove {
  note: OrderNote | null;
  /** The name of whoever did it; null is the system. */
  actor?: string | null;
  reason?: string | null;
}

/**
 * The one function that moves an order: state, history row and wake-up in one statement. The caller holds the order's
 * lock (`lockOrder`). Throws when the table forbids the move or the order is not in `from`, which is a mistake of ours.
 */
export async function moveOrder(
  tx: Tx,
  store: StoreId,
  order: string,
  from: OrderStatus,
  to: OrderStatus,
  { note, actor = null, reason = null }: OrderMove,
): Promise<void> {
  if (!mayMoveOrder(from, to)) throw new Error(`an order never moves from ${from} to ${to}`);
  const result = await sql`
    with moved as (
      update "order"
         set status = ${to}, note = ${note}, reserved = false, counted = ${to === 'completed'}::boolean and kind <> 'rehearsal',
             completed_at = case when ${to} = 'completed' then now() else completed_at end,
             cancelled_at = case when ${to} = 'cancelled' then now() end
       where store_id = ${store} and id = ${order} and status = ${from}
      returning store_id, id
    ), told as (
      insert into order_history (store_id, order_id, id, status, reason, actor)
      select store_id, id, ${newId()}, ${to}, coalesce(${reason}::text, ${note}::text), ${actor}::text from moved
    )
    select pg_notify(${channels.orders}, store_id || ':' || id) from moved`.execute(tx);
  if (result.rows.length !== 1) throw new Error(`the order was not ${from}`);
}

/** Writes a line into the order's history without moving it, and tells open pages. `reason` is for people. */
export async function tellOrder(
  tx: Tx,
  store: StoreId,
  order: string,
  { reason, actor = null }: { reason: string; actor?: string | null },
): Promise<void> {
  await sql`
    with told as (
      insert into order_history (store_id, order_id, id, status, reason, actor)
      select store_id, id, ${newId()}, status, ${reason}, ${actor}::text from "order" where store_id = ${store} and id = ${order}
      returning store_id, order_id
    )
    select pg_notify(${channels.orders}, store_id || ':' || order_id) from told`.execute(tx);
}

/** Sets the order's note without moving it; null removes the note. */
export async function noteOrder(tx: Tx, store: StoreId, order: string, note: OrderNote | null): Promise<void> {
  await sql`
    with noted as (
      update "order" set note = ${note}
       where store_id = ${store} and id = ${order} and note is distinct from ${note}::text
      returning store_id, id, status
    ), told as (
      insert into order_history (store_id, order_id, id, status, reason)
      select store_id, id, ${newId()}, status, ${note}::text from noted where ${note}::text is not null
    )
    select pg_notify(${channels.orders}, store_id || ':' || id) from noted`.execute(tx);
}
