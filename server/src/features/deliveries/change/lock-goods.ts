import type { ActionTarget } from '@vitrine/contract/actions';
import type { DeliveryState } from '@vitrine/contract/orders';
import type { KeptOption } from '@vitrine/contract/product-options';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { Refusal } from '../../../http/errors.ts';
import type { StoreId } from '../../../http/store.ts';
import type { ActionType, Phase } from '../delivery.ts';
import type { Args } from '../render/render-fields.ts';
import { stands } from '../returns/stands.ts';
import { isCorrected } from './corrected.ts';

/** A delivery with what changes of it need to know of its order and its item. */
export interface Goods {
  id: string;
  order_id: string;
  item_id: string;
  action_index: number;
  occurrence: number;
  phase: Phase;
  target: ActionTarget;
  seat_id: string | null;
  state: DeliveryState;
  server_id: string | null;
  action_type: ActionType;
  args: Args;
  label: string;
  subject: string | null;
  player: string;
  client: number;
  resend: number;
  /** A person corrected its arguments. */
  corrected: boolean;
  code: string | null;
  depends_on: string | null;
  /** Its action has a delay that is not over. */
  delayed: boolean;
  /** The order's number. */
  number: number;
  /** Whether its purchase stands. */
  live: boolean;
  product_id: string;
  options: KeptOption[];
  /** Days of the units of its item that were not returned; null for an item that never expires. */
  days: number | null;
}

/**
 * All deliveries of the orders that these deliveries belong to, locked in the order of a refund: the orders, then their
 * deliveries, so that no expiration begins meanwhile. Refuses `delivery_not_found` if one of them does not exist.
 */
export async function lockGoods(tx: Tx, store: StoreId, ids: readonly string[]): Promise<Goods[]> {
  const found = await sql<{ id: string; order_id: string }>`
    select id, order_id from delivery where store_id = ${store} and id = any(${[...ids]})`.execute(tx);
  if (found.rows.length !== new Set(ids).size) throw new Refusal('delivery_not_found');
  const orders = [...new Set(found.rows.map(({ order_id }) => order_id))];
  await sql`select from "order" where store_id = ${store} and id = any(${orders}) order by id for share`.execute(tx);
  const { rows } = await sql<Goods>`
    select d.id, d.order_id, d.item_id, d.action_index, d.occurrence, d.phase, d.target, d.seat_id, d.state, d.server_id,
           d.action_type, d.args, d.label, d.subject, d.player, d.client, d.resend, ${isCorrected} as corrected, d.code, d.depends_on,
           d.delay_minutes > 0 and d.due_at > now() as delayed,
           o.number, ${stands} as live, i.product_id, i.options,
           i.remove_days * greatest(1, i.quantity - i.returned) as days
      from delivery d
      join "order" o on o.store_id = d.store_id and o.id = d.order_id
      join order_item i on i.store_id = d.store_id and i.order_id = d.order_id and i.id = d.item_id
     where d.store_id = ${store} and d.order_id = any(${orders}) order by d.seq for update of d`.execute(tx);
  return rows;
}

/** The first delivery of these goods, before any resend. Expirations depend on it. */
export function firstOf(goods: Goods, all: readonly Goods[]): Goods {
  const first = all.find(
    (one) =>
      one.item_id === goods.item_id &&
      one.action_index === goods.action_index &&
      one.occurrence === goods.occurrence &&
      one.phase === goods.phase &&
      one.seat_id === goods.seat_id &&
      one.resend === 0,
  );
  return first ?? goods;
}
