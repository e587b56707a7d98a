import { formatDateTime } from '@vitrine/contract/dates';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { notify } from '../../../db/notify.ts';
import { Refusal } from '../../../http/errors.ts';
import type { StoreId } from '../../../http/store.ts';
import { addDays } from '../../deliveries/rights.ts';
import { type Actor, recordAudit } from '../../stores/record-audit.ts';

/** The purchase that gives a right. */
export interface LastSource {
  order_id: string;
  item_id: string;
  number: number;
  product: string;
  /** Null: without end. */
  ends_at: Date | null;
  /** It is held and has an end. */
  live: boolean;
  held: boolean;
}

/** The purchase of a right that ends last, of those that still give it. */
export async function lastSource(tx: Tx, store: StoreId, right: string): Promise<LastSource | undefined> {
  const { rows } = await sql<LastSource>`
    select s.order_id, s.item_id, o.number, i.name as product, s.ends_at,
           r.ended_at is null and s.ended_at is null and s.ends_at > now() and o.status = 'completed' as live,
           r.ended_at is null and s.ended_at is null and coalesce(s.ends_at > now(), true) and o.status = 'completed' and o.kind <> 'rehearsal' as held
      from customer_right r
      join right_source s on s.store_id = r.store_id and s.right_id = r.id
      join "order" o on o.store_id = s.store_id and o.id = s.order_id
      join order_item i on i.store_id = s.store_id and i.order_id = s.order_id and i.id = s.item_id
     where r.store_id = ${store} and r.id = ${right}
     order by s.ended_at is null desc, s.ends_at desc nulls first, s.order_id desc limit 1`.execute(tx);
  return rows[0];
}

/**
 * Lets all rights that one item of a purchase still gives last some days longer, and moves what is scheduled for their end. Refuses
 * `right_not_found`, and `right_not_extendable` for a right that is over or has no end.
 */
export async function extendRight(
  tx: Tx,
  store: StoreId,
  actor: Actor,
  { id, days, reason }: { id: string; days: number; reason: string },
): Promise<void> {
  const found = await lastSource(tx, store, id);
  if (!found) throw new Refusal('right_not_found');
  // Locked in the same order as by a refund: the order, its deliveries, then its rights.
  await sql`select from "order" where store_id = ${store} and id = ${found.order_id} for share`.execute(tx);
  await sql`
    select from delivery where store_id = ${store} and order_id = ${found.order_id} order by seq for update`.execute(
    tx,
  );
  const before = await lastSource(tx, store, id);
  if (!before?.live || before.order_id !== found.order_id) throw new Refusal('right_not_extendable');
  await addDays(tx, store, { order: before.order_id, item: before.item_id, days });
  const after = await lastSource(tx, store, id);
  await recordAudit(tx, store, actor, {
    action: 'order.extend',
    text: `Prorrogou ${before.product} do pedido ${before.number} por ${days === 1 ? '1 dia' : `${days} dias`}: ${reason}`,
    object: before.order_id,
    before: { expires_at: dateOf(before.ends_at) },
    after: { expires_at: dateOf(after?.ends_at ?? null) },
  });
  await notify(tx, 'orders', `${store}:${before.order_id}`);
}

export const dateOf = (at: Date | null): string | null => at && formatDateTime(at.toISOString());
