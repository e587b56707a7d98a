import { keysOfSearch } from '@vitrine/contract/identity';
import type { DeliveryFilter } from '@vitrine/contract/resends';
import { type RawBuilder, sql } from 'kysely';
import { wordsQuery } from '../../../buyer-words.ts';
import { ofGame } from '../targets.ts';

/** In SQL: when the delivery `d` ended, or changed last while it is open. */
export const moment = sql<Date>`coalesce(d.finished_at, d.updated_at)`;

/** Numbers of orders and city ids are 32-bit; more digits can only be a Discord id. */
const INT_DIGITS = /^#?\d{1,9}$/;

/** A search for digits is one for a number or an id, and finds few orders. */
const isNumber = (search: string) => /^#?\d+$/.test(search);

/** True in SQL for an order `o` whose buyer has such a name or e-mail, or such an id of a player. */
const named = (store: string, search: string) => sql<boolean>`(o.words @@ ${wordsQuery(store, search)}::tsquery
  or o.players && ${keysOfSearch(search)}::text[] and o.players is not null)`;

/**
 * True in SQL where the order of the delivery `d` has this number or this player, or a buyer with such a name or e-mail. The
 * orders are found first, as a list, so that the index of deliveries by order serves it.
 */
function isOfOrder(store: string, search: string): RawBuilder<boolean> {
  // The condition on the store comes after the index, because one index is by player alone and the other by word alone.
  const played = sql`select o.id from "order" o
    where o.players && ${keysOfSearch(search)}::text[] and o.players is not null and o.store_id || '' = ${store}`;
  const number = INT_DIGITS.test(search)
    ? sql` or o.number = ${Number(search.replace('#', ''))} or o.client = ${Number(search.replace('#', ''))}`
    : sql``;
  const others = isNumber(search)
    ? sql`select o.id from "order" o where o.store_id = ${store} and (o.discord_id = ${search}${number})`
    : sql`select o.id from "order" o where o.words @@ ${wordsQuery(store, search)}::tsquery and o.store_id || '' = ${store}`;
  return sql<boolean>`d.order_id = any(array(${played} union all ${others}))`;
}

const isOfProduct = (productId: string) => sql<boolean>`exists (select from order_item i
  where i.store_id = d.store_id and i.order_id = d.order_id and i.id = d.item_id and i.product_id = ${productId})`;

type Filter = DeliveryFilter & { ids?: readonly string[] | undefined };

/** True in SQL where the delivery `d` is one that the filter names. */
export function matches(store: string, filter: Filter): RawBuilder<boolean> {
  const { from, until, productId, serverId, player, search, ids } = filter;
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  if (from) conditions.push(sql`${moment} >= ${from}::timestamptz`);
  if (until) conditions.push(sql`${moment} < ${until}::timestamptz`);
  if (productId) conditions.push(isOfProduct(productId));
  // A null seat stands for the store's first server. This condition comes after the index, like the phase in `goods.ts`.
  if (serverId) conditions.push(sql`${ofGame('d')} and coalesce(d.seat_id, d.store_id) || '' = ${serverId}`);
  if (player) conditions.push(sql`d.player = any(${[player, ...keysOfSearch(player)]}::text[])`);
  if (search) conditions.push(isOfOrder(store, search));
  if (ids) conditions.push(sql`d.id = any(${[...ids]}::text[])`);
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** Two ways to one answer: `hit` asks a delivery `d`, `found` begins with the orders that have the answer. */
interface Findable {
  hit: RawBuilder<boolean>;
  found: RawBuilder<boolean>;
}

/**
 * How to find what the product and the search of a filter name, and the rest of the filter. Null if the filter has neither, or
 * if they name few orders: then `matches` alone is quick.
 */
export function findable(store: string, filter: Filter): { by: Findable; rest: Filter } | null {
  const { productId, search, ...rest } = filter;
  const words = search !== undefined && !isNumber(search) ? search : undefined;
  if (words === undefined && (search !== undefined || productId === undefined)) return null;
  const product = productId === undefined ? sql<boolean>`true` : isOfProduct(productId);
  if (words === undefined) {
    const list = sql`select i.order_id from order_item i where i.store_id = ${store} and i.product_id = ${productId}`;
    return { by: { hit: product, found: sql<boolean>`(d.order_id = any(array(${list})) and ${product})` }, rest };
  }
  const of = sql<boolean>`exists (select from "order" o where o.store_id = d.store_id and o.id = d.order_id and ${named(store, words)})`;
  return {
    by: {
      hit: sql<boolean>`(${of} and ${product})`,
      found: sql<boolean>`(${isOfOrder(store, words)} and ${product})`,
    },
    rest,
  };
}
