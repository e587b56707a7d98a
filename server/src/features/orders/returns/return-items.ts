import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import type { StoreId } from '../../../http/store.ts';
import { endRights } from '../../deliveries/end-rights.ts';
import { returnUnits } from '../../deliveries/returns/return-units.ts';
import type { LockedOrder } from '../lock-order.ts';
import { forgetReturned, restock } from '../stock.ts';

interface Returned {
  id: string;
  units: number;
  quantity: number;
  returned: number;
  remove_days: number | null;
}

/**
 * Takes units of a completed order's items back, in the transaction that learns of their refund: they no longer count for the
 * buyer, an item without units left loses its deliveries and rights, and one with units left gives less. Stock comes back with
 * the goods. The order stays completed and the coupon used. The caller holds the order's lock and has checked that so many units
 * are left. If there are fewer, that is a mistake of ours.
 */
export async function returnItems(
  tx: Tx,
  store: StoreId,
  order: LockedOrder,
  items: readonly { item: string; units: number }[],
): Promise<void> {
  await forgetReturned(tx, store, order, items);
  const { rows } = await sql<Returned>`
    update order_item i set returned = i.returned + w.units, returned_at = now()
      from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as w(item text, units int)
     where i.store_id = ${store} and i.order_id = ${order.id} and i.id = w.item
    returning i.id, w.units, i.quantity, i.returned, i.remove_days`.execute(tx);
  if (rows.length !== items.length) throw new Error('an item that was refunded is not there');
  const ended = rows.filter(({ quantity, returned }) => returned === quantity).map(({ id }) => id);
  if (ended.length > 0) await endRights(tx, store, order.id, 'returned', { items: ended });
  for (const { id, units, remove_days } of rows.filter((row) => !ended.includes(row.id))) {
    const days = remove_days === null ? null : remove_days * units;
    const isBack = await returnUnits(tx, store, order.id, { item: id, units, days });
    if (isBack) await restock(tx, store, order.id, { item: id, units });
  }
}
