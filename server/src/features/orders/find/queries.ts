import { keysOfSearch } from '@vitrine/contract/identity';
import type { OrderMark, OrderStatus } from '@vitrine/contract/orders';
import { type RawBuilder, sql } from 'kysely';
import { wordsQuery } from '../../../buyer-words.ts';
import type { Db } from '../../../db/database.ts';
import type { StoreId } from '../../../http/store.ts';
import { hasTag } from '../order-filter.ts';
import { hasMark } from '../returns/marks.ts';

/** How a page of orders with a player, a name or a tag is found. What is shown of it is read by its ids (`../queries.ts`). */

export interface OrderFilter {
  /** Id of the last order of the page before. */
  cursor?: string | undefined;
  limit: number;
  status?: OrderStatus | undefined;
  mark?: OrderMark | undefined;
  tag?: string | undefined;
  search?: string | undefined;
  /** Ids of orders: no others are listed. */
  only?: readonly string[] | undefined;
  /** Leaves out rehearsals. Not for a search. */
  purchases?: boolean | undefined;
}

/** The newest orders that a search reads through before it asks the index of words. */
const WALKED = 5_000;
/** The same for a search for words and a tag, because both together are rarer than the words. */
const WALKED_FOR_BOTH = 20_000;
/** If a tag has at most this many orders, they are read one by one. Otherwise the index of words is asked. */
const FEW_TAGGED = 5_000;

/** In SQL, true for an `"order"` behind the one with this id in a list that begins with the newest. */
export const olderThan = (store: StoreId, cursor: string) => sql<boolean>`
  ("order".created_at, "order".id) < (select c.created_at, c.id from "order" c where c.store_id = ${store} and c.id = ${cursor})`;

/** The rest of a condition on `"order"` that leaves only what a search is narrowed to. */
function narrowed(
  store: StoreId,
  { status, mark, tag, cursor }: Pick<OrderFilter, 'status' | 'mark' | 'tag' | 'cursor'>,
): RawBuilder<unknown> {
  const state = status ? sql`and "order".status = ${status}` : sql``;
  const beside = sql`${mark ? sql`and ${hasMark(mark)}` : sql``} ${tag ? sql`and ${hasTag(store, tag)}` : sql``}`;
  return sql`${state} ${beside} ${cursor ? sql`and ${olderThan(store, cursor)}` : sql``}`;
}

/**
 * Ids of the newest orders of this player, of any kind but a city id. The store is asked after the index, which is by player
 * alone: otherwise PostgreSQL would read all orders of the store.
 */
export async function findByPlayer(
  db: Db,
  store: StoreId,
  { limit, ...filter }: OrderFilter,
  search: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with found as materialized (
      select id, store_id, created_at, status, kind, note, refunded_centavos from "order" where players && ${keysOfSearch(search)}::text[] and players is not null
    )
    select id from found as "order"
     where store_id = ${store} ${narrowed(store, filter)}
     order by created_at desc, id desc limit ${limit + 1}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Ids of the newest orders whose buyer has this name or e-mail. */
export async function findByWords(db: Db, store: StoreId, filter: OrderFilter, search: string): Promise<string[]> {
  const named = sql<boolean>`words @@ ${wordsQuery(store, search)}::tsquery`;
  // With the store as a plain condition, PostgreSQL would read the store's whole index beside the index of words.
  const ofStore = sql`store_id || '' = ${store}`;
  const { tag, ...rest } = filter;
  if (tag === undefined) {
    return await findNewest(db, store, filter, { hit: named, found: [sql`${named} and ${ofStore}`] });
  }
  const tagged = taggedWith(store, tag);
  // The tag is a value of the row, because PostgreSQL would begin a join with the orders of the tag.
  const both = sql<boolean>`case when ${named} then "order".id in (${tagged}) else false end`;
  const few = sql`(select count(*) from (${tagged} limit ${sql.lit(FEW_TAGGED + 1)}) t) <= ${sql.lit(FEW_TAGGED)}`;
  return await findNewest(db, store, rest, {
    hit: both,
    walked: WALKED_FOR_BOTH,
    found: [
      sql`${few} and store_id = ${store} and id = any(array(${tagged})) and ${named}`,
      sql`not ${few} and ${named} and ${ofStore} and ${both}`,
    ],
  });
}

const taggedWith = (store: StoreId, tag: string) =>
  sql`select t.order_id from order_tag t where t.store_id = ${store} and t.tag = ${tag}`;

/** Ids of the newest orders with this tag. */
export async function findByTag(db: Db, store: StoreId, filter: OrderFilter, tag: string): Promise<string[]> {
  const tagged = taggedWith(store, tag);
  return await findNewest(
    db,
    store,
    { ...filter, tag: undefined },
    {
      hit: sql<boolean>`exists (${tagged} and t.order_id = "order".id)`,
      // As a list, so that PostgreSQL reads these orders by their key and does not walk through all.
      found: [sql`store_id = ${store} and id = any(array(${tagged}))`],
    },
  );
}

/**
 * Ids of the newest orders that `hit` names. If many orders match, the first half finds a page among the newest orders. If few
 * match, the second half finds all of them by an index, which would be slow for many: `found` holds its conditions, of which at
 * most one is true. The second half runs only if the first half was not enough.
 */
async function findNewest(
  db: Db,
  store: StoreId,
  { limit, ...filter }: OrderFilter,
  { hit, found, walked = WALKED }: { hit: RawBuilder<boolean>; found: readonly RawBuilder<unknown>[]; walked?: number },
): Promise<string[]> {
  const here = narrowed(store, filter);
  const newest = sql`order by created_at desc, id desc limit`;
  const ways = found.map(
    (way) =>
      sql`union all (select id from "order" where not (select yes from done) and ${way} ${here} ${newest} ${limit + 1})`,
  );
  const { rows } = await sql<{ id: string }>`
    with walked as materialized (
      select id, created_at, ${hit} as hit from "order" where store_id = ${store} ${here} ${newest} ${sql.lit(walked)}
    ), near as materialized (
      select id from walked where hit ${newest} ${limit + 1}
    ), done as materialized (
      select (select count(*) from near) > ${limit}::int or (select count(*) from walked) < ${sql.lit(walked)} as yes
    )
    select id from near where (select yes from done)
    ${sql.join(ways, sql` `)}`.execute(db);
  return rows.map((row) => row.id);
}
