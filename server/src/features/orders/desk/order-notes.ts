import { limits } from '@vitrine/contract/limits';
import type { OrderDetails } from '@vitrine/contract/orders';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import { notify } from '../../../db/notify.ts';
import { Refusal } from '../../../http/errors.ts';
import type { StoreId } from '../../../http/store.ts';
import { keepDeleted, keptRow, takeDeleted } from '../../stores/deletions.ts';
import { type Actor, recordAudit } from '../../stores/record-audit.ts';
import { lockOrder } from '../lock-order.ts';

/** Notes of the store's people on an order. Its buyer never sees them. */

/** Refuses `order_not_found`, and `order_notes_limit` for an order that has enough of them. */
export async function writeNote(
  tx: Tx,
  store: StoreId,
  actor: Actor,
  { id, note }: { id: string; note: string },
): Promise<void> {
  const order = await lockOrder(tx, store, id);
  if (!order) throw new Refusal('order_not_found');
  const { rows } = await sql`
    insert into order_remark (store_id, id, order_id, text, actor)
    select ${store}, ${newId()}, ${id}, ${note}, ${actor.name.slice(0, 255)}
     where (select count(*) from order_remark where store_id = ${store} and order_id = ${id}) < ${limits.orderNotesMax}
    returning id`.execute(tx);
  if (rows.length === 0) throw new Refusal('order_notes_limit');
  const text = `Anotou no pedido ${order.number}`;
  await recordAudit(tx, store, actor, { action: 'order.note', text, object: id, after: { note } });
  await notify(tx, 'orders', `${store}:${id}`);
}

/** Refuses `order_note_not_found` for a note that is not on this order of this store. */
export async function deleteNote(
  tx: Tx,
  store: StoreId,
  actor: Actor,
  { id, note }: { id: string; note: string },
): Promise<void> {
  const order = await lockOrder(tx, store, id);
  const { rows } = await sql<{ text: string; row: object }>`
    delete from order_remark where store_id = ${store} and order_id = ${id} and id = ${note}
    returning text, to_jsonb(order_remark) as row`.execute(tx);
  const [gone] = rows;
  if (!order || !gone) throw new Refusal('order_note_not_found');
  await keepDeleted(tx, store, 'note', note, { order: id, row: gone.row });
  const text = `Apagou uma anotação do pedido ${order.number}`;
  await recordAudit(tx, store, actor, { action: 'order.note_delete', text, object: id, before: { note: gone.text } });
  await notify(tx, 'orders', `${store}:${id}`);
}

/**
 * Brings back a note that was deleted minutes ago. Refuses `order_notes_limit`, and `undo_over` once the order's buyer is forgotten,
 * because the note would come back without them.
 */
export async function restoreNote(tx: Tx, store: StoreId, actor: Actor, note: string): Promise<void> {
  const { order: id, row } = await takeDeleted<{ order: string; row: object }>(tx, store, 'note', note);
  const order = await lockOrder(tx, store, id);
  if (!order) throw new Refusal('undo_over');
  const { rows } = await sql<{ text: string | null; room: boolean }>`
    with room as (
      select (select count(*) from order_remark where store_id = ${store} and order_id = ${id}) < ${limits.orderNotesMax} as yes
    ), back as (
      insert into order_remark ${keptRow('order_remark', store, row)} and (select yes from room)
         and exists (select from "order" o where o.store_id = ${store} and o.id = ${id} and o.erase_asked_at is null and o.erased_at is null)
      returning text
    )
    select (select text from back) as text, (select yes from room) as room`.execute(tx);
  const [back] = rows;
  if (back?.room === false) throw new Refusal('order_notes_limit');
  if (typeof back?.text !== 'string') throw new Refusal('undo_over');
  const text = `Desfez a exclusão de uma anotação do pedido ${order.number}`;
  await recordAudit(tx, store, actor, { action: 'order.note_restore', text, object: id, after: { note: back.text } });
  await notify(tx, 'orders', `${store}:${id}`);
}

/** The notes of an order, oldest first. */
export async function notesOfOrder(db: Db, store: StoreId, order: string): Promise<OrderDetails['notes']> {
  const rows = await db
    .selectFrom('order_remark')
    .where('store_id', '=', store)
    .where('order_id', '=', order)
    .orderBy('id')
    .limit(limits.orderNotesMax)
    .select(['id', 'created_at', 'actor', 'text'])
    .execute();
  return rows.map(({ id, created_at, actor, text }) => ({ id, at: created_at.toISOString(), author: actor, text }));
}
