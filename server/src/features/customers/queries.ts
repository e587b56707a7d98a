import type { Action, ActionTarget } from '@vitrine/contract/actions';
import { limits } from '@vitrine/contract/limits';
import type { OrderKind } from '@vitrine/contract/orders';
import type { KeptOption } from '@vitrine/contract/product-options';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { CustomerIdentity } from '../../http/customer-session.ts';
import type { StoreId } from '../../http/store.ts';
import type { Args } from '../deliveries/render/render-fields.ts';
import { isUnconfirmed } from '../deliveries/render/unconfirmed.ts';
import { hasReceipt } from '../orders/receipt/has-receipt.ts';

/** What a customer may see of one store. Every query takes the store, then the identity that the sign-in proved. */

/** True in SQL for the orders `o` of the identity that the sign-in proved. An index serves each of its two ids. */
export const isTheirs = ({ discordId, email }: CustomerIdentity): RawBuilder<boolean> =>
  discordId !== null
    ? sql<boolean>`o.discord_id = ${discordId}`
    : sql<boolean>`(o.email is not null and lower(o.email) = ${email})`;

/** True in SQL for orders `o` that their buyer knows of, so not for the store's rehearsals. */
const isPurchase = sql<boolean>`o.kind <> 'rehearsal'`;

export async function hasOrders(db: Db, store: StoreId, who: CustomerIdentity): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from "order" o where o.store_id = ${store} and ${isTheirs(who)} and ${isPurchase}) as has`.execute(
    db,
  );
  return rows[0]?.has ?? false;
}

export interface PurchaseRow {
  id: string;
  reference: string;
  number: number;
  created_at: Date;
  status: 'pending' | 'completed' | 'cancelled';
  kind: OrderKind;
  client: number;
  players: string[] | null;
  total_centavos: number;
  /** How much of its money went back. */
  refunded_centavos: number;
  coupon: string | null;
  note: string | null;
  items: { name: string; quantity: number; returned: number; line_centavos: number; options: KeptOption[] }[];
  receipt: boolean;
  /** Deliveries of its confirmation that are not cancelled, and how they stand. */
  wanted: number;
  succeeded: number;
  /** How many of those that succeeded were sent over RCON, which does not confirm what a command did. */
  unconfirmed: number;
  problem: number;
}

/**
 * A page of the customer's orders, newest first, plus one order if there is a next page. `rehearsals`: also those that the
 * store only tried with this identity.
 */
export async function listPurchases(
  db: Db,
  store: StoreId,
  who: CustomerIdentity,
  { cursor, limit, rehearsals = false }: { cursor: string | null; limit: number; rehearsals?: boolean },
): Promise<PurchaseRow[]> {
  const after =
    cursor === null
      ? sql`true`
      : sql`(o.created_at, o.id) < (select c.created_at, c.id from "order" c
                                     where c.store_id = ${store} and c.id = ${cursor})`;
  const { rows } = await sql<PurchaseRow>`
    select o.id, o.reference, o.number, o.created_at, o.status, o.kind, o.client, o.players, o.total_centavos, o.refunded_centavos, o.coupon, o.note,
           (select coalesce(json_agg(json_build_object('name', i.name, 'quantity', i.quantity, 'returned', i.returned,
                     'line_centavos', i.line_centavos, 'options', i.options) order by i.position), '[]')
              from order_item i where i.store_id = o.store_id and i.order_id = o.id) as items,
           ${hasReceipt} as receipt, n.wanted, n.succeeded, n.unconfirmed, n.problem
      from "order" o,
           lateral (select count(*) filter (where d.state <> 'cancelled')::int as wanted,
                           count(*) filter (where d.state = 'succeeded')::int as succeeded,
                           count(*) filter (where ${isUnconfirmed(store)})::int as unconfirmed,
                           count(*) filter (where d.state in ('failed', 'uncertain'))::int as problem
                      from delivery d where d.store_id = o.store_id and d.order_id = o.id and d.phase = 'confirmation') n
     where o.store_id = ${store} and ${isTheirs(who)} and ${after} and (${rehearsals}::boolean or ${isPurchase})
     order by o.created_at desc, o.id desc
     limit ${limit}`.execute(db);
  return rows;
}

export interface RightRow {
  id: string;
  target: ActionTarget;
  /** null: without end. */
  ends_at: Date | null;
  ended_at: Date | null;
  /** Its end has come, even if it was not taken back yet. */
  over: boolean;
  product_id: string;
  product: string;
  client: number;
  players: string[] | null;
  /** Who holds it: the key of a player, or a Discord login. */
  holder: string;
  order_id: string;
  number: number;
  reference: string;
  status: 'pending' | 'completed' | 'cancelled';
  note: string | null;
  /** The store took back what its item gave. */
  revoked: boolean;
  /** Its item was returned, and the order stays. */
  returned: boolean;
  /** The kind of the delivery that gives it; null if the item has none for it. */
  action_type: string | null;
  args: Args | null;
  action_index: number | null;
  /** The actions of its item, if one of them has a label. */
  labelled: Action[] | null;
  delivered: boolean;
}

/** More rights than anybody holds. The live ones come first. */
const MOST_RIGHTS = 200;

/** The customer's rights in the store, each with their purchase that ends last. */
export const listRights = (db: Db, store: StoreId, who: CustomerIdentity): Promise<RightRow[]> =>
  listRightsOf(db, store, sql<boolean>`(${isTheirs(who)} and ${isPurchase})`);

/** The same for the buyer of the orders `o`, for which `theirs` is true in SQL. */
export async function listRightsOf(db: Db, store: StoreId, theirs: RawBuilder<boolean>): Promise<RightRow[]> {
  const { rows } = await sql<RightRow>`
    with mine as (
      select distinct on (r.id) r.id, r.target, r.subject, r.ends_at, r.ended_at, r.created_at,
             coalesce(r.ended_at, r.ends_at) <= now() as over,
             s.order_id, s.item_id, r.holder, o.client, o.players, o.number, o.reference, o.status, o.note
        from "order" o
        join right_source s on s.store_id = o.store_id and s.order_id = o.id
        join customer_right r on r.store_id = s.store_id and r.id = s.right_id
       where o.store_id = ${store} and ${theirs}
       order by r.id, s.ended_at is null desc, s.ends_at desc nulls first, s.order_id desc
    )
    select m.id, m.target, m.ends_at, m.ended_at, coalesce(m.over, false) as over, i.product_id, i.name as product,
           m.holder, m.client, m.players, m.order_id, m.number, m.reference, m.status, m.note, i.returned = i.quantity as returned, i.revoked_at is not null as revoked, d.action_type, d.args, d.action_index,
           case when i.actions @? '$[*].label' then i.actions end as labelled, coalesce(d.delivered, true) as delivered
      from mine m
      join order_item i on i.store_id = ${store} and i.order_id = m.order_id and i.id = m.item_id
      left join lateral (
        select c.action_type, c.args, c.action_index, c.state = 'succeeded' as delivered
          from delivery c
         where c.store_id = ${store} and c.order_id = m.order_id and c.item_id = m.item_id and c.phase = 'confirmation'
           and (c.subject = m.subject or m.subject like 'product:%')
         order by c.subject is not distinct from m.subject desc, c.seq limit 1) d on true
     order by m.ended_at is null desc, coalesce(m.ended_at, m.created_at) desc, m.id
     limit ${MOST_RIGHTS}`.execute(db);
  return rows;
}

export interface EndingRow {
  product_id: string;
  product: string;
  client: number;
  ends_at: Date;
}

/** What an order's buyer holds because of it until a day to come, by product, for the calendar. */
export async function endingsOfOrder(db: Db, store: StoreId, reference: string): Promise<EndingRow[]> {
  const { rows } = await sql<EndingRow>`
    select i.product_id, max(i.name) as product, o.client, max(r.ends_at) as ends_at
      from "order" o
      join right_source s on s.store_id = o.store_id and s.order_id = o.id and s.ended_at is null
      join customer_right r on r.store_id = s.store_id and r.id = s.right_id and r.ended_at is null
      join order_item i on i.store_id = s.store_id and i.order_id = s.order_id and i.id = s.item_id
     where o.store_id = ${store} and o.reference = ${reference} and r.ends_at > now()
     group by i.product_id, o.client
     order by ends_at, i.product_id
     limit ${limits.orderLinesMax}`.execute(db);
  return rows;
}
