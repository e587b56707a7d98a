import { keysOfSearch } from '@vitrine/contract/identity';
import type { OrderMark, OrderStatus } from '@vitrine/contract/orders';
import { type RawBuilder, sql } from 'kysely';
import { wordsQuery } from '../../buyer-words.ts';
import type { StoreId } from '../../http/store.ts';
import { hasMark } from './returns/marks.ts';

/** Numbers of orders and city ids are 32-bit; more digits can only be a Discord id. */
export const INT_DIGITS = /^#?\d{1,9}$/;

export const hasTag = (store: StoreId, tag: string) => sql<boolean>`
  "order".id in (select t.order_id from order_tag t where t.store_id = ${store} and t.tag = ${tag})`;

/** The filter of the panel's list, as the body of its call names it. */
export interface ListedOrders {
  status?: OrderStatus | 'all' | undefined;
  mark?: OrderMark | undefined;
  tag?: string | undefined;
  search?: string | undefined;
}

/**
 * In SQL, true for an `"order"` that the panel's list would show with this filter on one of its pages. It reads all of them in one
 * statement; `listOrders` finds a page of a search faster.
 */
export function isListed(store: StoreId, { status, mark, tag, search }: ListedOrders): RawBuilder<boolean> {
  const parts = [
    sql<boolean>`"order".store_id = ${store}`,
    ...(status && status !== 'all' ? [sql<boolean>`"order".status = ${status}`] : []),
    ...(mark ? [hasMark(mark)] : []),
    ...(tag ? [hasTag(store, tag)] : []),
    ...(search ? [isFound(store, search)] : []),
  ];
  return sql<boolean>`(${sql.join(parts, sql` and `)})`;
}

function isFound(store: StoreId, search: string): RawBuilder<boolean> {
  const played = sql<boolean>`("order".players && ${keysOfSearch(search)}::text[] and "order".players is not null)`;
  if (INT_DIGITS.test(search)) {
    const number = Number(search.replace('#', ''));
    return sql<boolean>`("order".number = ${number} or "order".client = ${number} or "order".discord_id = ${search} or ${played})`;
  }
  if (/^#?\d+$/.test(search)) return sql<boolean>`"order".discord_id = ${search}`;
  return sql<boolean>`("order".words @@ ${wordsQuery(store, search)}::tsquery or ${played})`;
}
