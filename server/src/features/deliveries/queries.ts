import type { Action, ActionTarget } from '@vitrine/contract/actions';
import { limits } from '@vitrine/contract/limits';
import type { DeliveryState, Order } from '@vitrine/contract/orders';
import type { KeptOption } from '@vitrine/contract/product-options';
import type { TakenBack } from '@vitrine/contract/refund-words';
import type { DeliveryFilter } from '@vitrine/contract/resends';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';
import { mayHaveBegun } from './change/correctable.ts';
import type { Phase } from './delivery.ts';
import type { Aftermath } from './places/aftermath.ts';
import type { Args } from './render/render-fields.ts';
import { isUnconfirmed } from './render/unconfirmed.ts';
import { findable, matches } from './resend/filter.ts';
import { takenBack } from './returns/taken-back.ts';

/** Reads of deliveries for people. Each function is bound to one store. */

export interface DeliveryRow {
  id: string;
  order_id: string;
  number: number;
  customer_name: string | null;
  /** Its product, while the product exists. */
  product_id: string | null;
  product_changed: boolean;
  state: DeliveryState;
  target: ActionTarget;
  phase: Phase;
  action_type: string;
  args: Args;
  action_index: number;
  /** The actions of its item, where one has a label. */
  labelled: Action[] | null;
  /** What the buyer chose or typed for its item. */
  options: KeptOption[];
  label: string;
  player: string;
  resend: number;
  attempts: number;
  code: string | null;
  message: string | null;
  aftermath: Aftermath | null;
  due_at: Date;
  only_online: boolean;
  first_sent_at: Date | null;
  finished_at: Date | null;
  created_at: Date;
  /** Whether its goods may have gone out though it waits. */
  begun: boolean;
  /** Its server took it, and no answer says what the server did. */
  unconfirmed: boolean;
  /** Whether its game server is silent now; null where none ever connected. */
  server_away: boolean | null;
  /** The name of its game server or Discord server, where the store has several. */
  server_name: string | null;
  /** Its order is a rehearsal. */
  rehearsal: boolean;
  /** What became of it after its purchase was returned. */
  taken_back: TakenBack | null;
}

const rowsWhere = (store: StoreId, rest: RawBuilder<unknown>) => sql<DeliveryRow>`
  select d.id, d.order_id, b.number, b.customer_name, d.state, d.target, d.phase, d.action_type, d.args, d.action_index, d.label, d.player, d.resend,
         d.attempts - d.not_begun as attempts, d.code, d.message, d.aftermath, d.due_at, d.only_online, d.first_sent_at, d.finished_at, d.created_at,
         ${mayHaveBegun} as begun, ${takenBack} as taken_back,
         ${isUnconfirmed(store)} as unconfirmed,
         g.last_seen_at < now() - make_interval(secs => ${limits.gameOfflineSeconds}) as server_away,
         case when d.target = s.game
               and (d.seat_id is not null or (select count(*) > 1 from game_seat o where o.store_id = ${store} and o.ended_at is null))
               then s.name
               when d.target = 'discord' and (select count(*) > 1 from discord_guild c where c.store_id = ${store})
               then (select c.guild_name from discord_guild c where c.store_id = ${store}
                        and case when d.args ? 'server' then c.guild_id = d.args->>'server' else c.main_of is not null end)
          end as server_name,
         b.kind = 'rehearsal' as rehearsal, p.id as product_id,
         coalesce(p.actions->d.action_index is distinct from i.actions->d.action_index, false) and p.id is not null as product_changed,
         case when i.actions @? '$[*].label' then i.actions end as labelled, i.options
    from delivery d
    left join "order" b on b.store_id = d.store_id and b.id = d.order_id
    join order_item i on i.store_id = d.store_id and i.order_id = d.order_id and i.id = d.item_id
    join game_seat s on s.store_id = d.store_id and s.id = coalesce(d.seat_id, d.store_id)
    left join game_server g on g.store_id = s.store_id and g.id = s.server_id
    left join product p on p.store_id = i.store_id and p.id = i.product_id and p.archived_at is null
   where d.store_id = ${store} and ${rest}`;

/** Deliveries of these orders in the order in which they were made. */
export async function listOfOrders(db: Db, store: StoreId, orderIds: readonly string[]): Promise<DeliveryRow[]> {
  if (orderIds.length === 0) return [];
  const { rows } = await rowsWhere(store, sql`d.order_id = any(${[...orderIds]}) order by d.seq`).execute(db);
  return rows;
}

/** The newest deliveries that a search reads through before it asks which orders have what it looks for. */
const WALKED = 4_000;

interface Listed extends DeliveryFilter {
  limit: number;
  after?: string | undefined;
  state?: DeliveryState | undefined;
  orders?: readonly string[] | undefined;
}

/**
 * The store's newest deliveries that the filter names, in one state where `state` is given. `after` is the last id of the
 * page before. Only the rows of the page are joined with what is shown of them.
 */
export async function listNewest(db: Db, store: StoreId, listed: Listed): Promise<DeliveryRow[]> {
  const { rows } = await rowsWhere(
    store,
    sql`d.id = any(array(${pageOf(store, listed)})) order by d.created_at desc, d.id desc`,
  ).execute(db);
  return rows;
}

/**
 * In SQL, the ids of a page. If many deliveries match, the first half finds enough among the newest deliveries. If few match,
 * the second half finds them by their orders, which would be slow for many. It runs only if the first half was not enough.
 */
function pageOf(store: StoreId, { limit, after, state, orders, ...filter }: Listed): RawBuilder<unknown> {
  const find = findable(store, filter);
  const parts = [sql`d.store_id = ${store}`, matches(store, find?.rest ?? filter)];
  if (after !== undefined) {
    parts.push(
      sql`(d.created_at, d.id) < (select c.created_at, c.id from delivery c where c.store_id = ${store} and c.id = ${after})`,
    );
  }
  if (state !== undefined) parts.push(sql`d.state = ${state}`);
  // Written out, so that the index of what has not arrived serves it (migrations/0082_lists_at_scale.sql).
  if (state !== undefined && state !== 'succeeded') parts.push(sql`d.state <> 'succeeded'`);
  if (orders) parts.push(sql`d.order_id = any(${[...orders]}::text[])`);
  const here = sql.join(parts, sql` and `);
  const newest = sql`order by d.created_at desc, d.id desc limit`;
  if (!find) return sql`select d.id from delivery d where ${here} ${newest} ${limit}`;
  return sql`
    with near as materialized (
      select d.id from (select d.* from delivery d where ${here} ${newest} ${sql.lit(WALKED)}) d
       where ${find.by.hit} ${newest} ${limit}
    ), done as materialized (
      select (select count(*) from near) >= ${limit}::int
          or (select count(*) from (select from delivery d where ${here} ${newest} ${sql.lit(WALKED)}) walked) < ${sql.lit(WALKED)} as yes
    )
    select id from near where (select yes from done)
    union all
    (select d.id from delivery d where not (select yes from done) and ${here} and ${find.by.found} ${newest} ${limit})`;
}

export interface HistoryRow {
  delivery_id: string;
  at: Date;
  state: DeliveryState;
  code: string | null;
  message: string | null;
  actor: string | null;
}

export async function readHistories(
  db: Db,
  store: StoreId,
  ids: readonly string[],
): Promise<Map<string, HistoryRow[]>> {
  const byDelivery = new Map<string, HistoryRow[]>();
  if (ids.length === 0) return byDelivery;
  const { rows } = await sql<HistoryRow>`
    select delivery_id, at, state, code, message, actor from delivery_history
     where store_id = ${store} and delivery_id = any(${[...ids]}) order by at, id`.execute(db);
  for (const row of rows) {
    const list = byDelivery.get(row.delivery_id) ?? [];
    byDelivery.set(row.delivery_id, list);
    list.push(row);
  }
  return byDelivery;
}

export async function summarise(
  db: Db,
  store: StoreId,
  orderIds: readonly string[],
): Promise<Map<string, Order['deliveries']>> {
  if (orderIds.length === 0) return new Map();
  const { rows } = await sql<{ order_id: string; total: number; succeeded: number; problem: number }>`
    select order_id,
           (count(*) filter (where phase = 'confirmation' and state <> 'cancelled'))::int as total,
           (count(*) filter (where phase = 'confirmation' and state = 'succeeded'))::int as succeeded,
           (count(*) filter (where state in ('failed', 'uncertain')))::int as problem
      from delivery where store_id = ${store} and order_id = any(${[...orderIds]}) group by order_id`.execute(db);
  return new Map(rows.map(({ order_id, ...counts }) => [order_id, counts]));
}

/** Most products that the filter of deliveries offers. */
const PRODUCTS_SHOWN = 500;

/** The products and game servers of the store by which its deliveries can be filtered, by name. */
export async function readChoices(db: Db, store: StoreId) {
  const products = await db
    .selectFrom('product')
    .where('store_id', '=', store)
    .select(['id', 'name'])
    .orderBy('name')
    .limit(PRODUCTS_SHOWN)
    .execute();
  const servers = await db
    .selectFrom('game_seat')
    .where('store_id', '=', store)
    .where('ended_at', 'is', null)
    .select(['id', 'name'])
    .orderBy('created_at')
    .execute();
  return { products, servers };
}

/** The order numbers of these deliveries by order, and the names of their game servers by delivery. */
export async function readExportNames(db: Db, store: StoreId, deliveries: readonly DeliveryRow[]) {
  const { rows } = await sql<{ id: string; order_id: string; number: number; server: string | null }>`
    select d.id, d.order_id, o.number, g.name as server
      from delivery d
      join "order" o on o.store_id = d.store_id and o.id = d.order_id
      left join game_seat g on g.store_id = d.store_id and g.id = coalesce(d.seat_id, d.store_id) and g.game = d.target
     where d.store_id = ${store} and d.id = any(${deliveries.map(({ id }) => id)})`.execute(db);
  return {
    numbers: new Map(rows.map((row) => [row.order_id, row.number])),
    servers: new Map(rows.map((row) => [row.id, row.server])),
  };
}
