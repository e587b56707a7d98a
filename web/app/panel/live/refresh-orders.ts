import type { InfiniteData, Query } from '@tanstack/react-query';
import type { JsonCallName } from '@vitrine/contract/calls/table';
import type { DeliveryListAnswer } from '@vitrine/contract/order-answers';
import type { DeliveryState } from '@vitrine/contract/order-words';
import type { Delivery, Order, OrderListAnswer } from '@vitrine/contract/orders';
import type { DeliveryFilter } from '@vitrine/contract/resends';
import { queryClient } from '../layout/query-client.ts';
import { type OrderFilters, readDeliveriesAgain, readOrdersAgain } from '../orders/order-queries.ts';
import { mergeRows, type Pages, type RowsOf } from './merge-rows.ts';
import { shownOrders } from './order-calls.ts';

/** Reads these orders again wherever a screen shows them. */
export async function refreshOrders(store: string, ids: string[]): Promise<void> {
  const shows = (query: Query, name: JsonCallName) => query.queryKey[0] === name && query.queryKey[1] === store;
  const cache = queryClient.getQueryCache();
  // A list that nobody sees is read when somebody does.
  await queryClient.invalidateQueries({
    refetchType: 'none',
    predicate: (query) => !query.isActive() && shownOrders.some((name) => shows(query, name)),
  });
  const active = cache.findAll({ type: 'active' });
  await Promise.all([
    queryClient.invalidateQueries({
      predicate: (query) => shows(query, 'POST /order/details') && ids.includes(query.queryKey[2] as string),
    }),
    ...active.filter((query) => shows(query, 'POST /order')).map((query) => refreshList(query, store, ids)),
    ...active.filter((query) => shows(query, 'POST /deliveries')).map((query) => refreshDesk(query, store, ids)),
  ]);
}

const orderRows: RowsOf<OrderListAnswer, Order> = {
  rows: ({ response }) => response,
  withRows: (page, response) => ({ ...page, response }),
  hasMore: ({ nextCursor }) => nextCursor !== null,
  id: ({ _id }) => _id,
  rank: ({ date, _id }) => `${date} ${_id}`,
};
const deskRows: RowsOf<DeliveryListAnswer, Delivery> = {
  rows: ({ deliveries }) => deliveries,
  withRows: (page, deliveries) => ({ ...page, deliveries }),
  hasMore: ({ nextCursor }) => nextCursor !== null,
  id: ({ id }) => id,
  rank: ({ createdAt, id }) => `${createdAt} ${id}`,
};

/**
 * Reads the orders of an open list again, on whichever of its pages they are. A search is read as a whole: only the server knows
 * which of its rows come first.
 */
async function refreshList(query: Query, store: string, ids: string[]): Promise<void> {
  const filters = query.queryKey[2] as OrderFilters;
  if (filters.search || !query.state.data) return void (await again(query));
  const answer = await readOrdersAgain(store, filters, ids);
  await put<OrderListAnswer>(query, (list) => {
    const merged = mergeRows(list, answer.response, ({ _id }) => ids.includes(_id), orderRows);
    return {
      ...merged,
      pages: merged.pages.map((page, n) =>
        n === 0 ? { ...page, counters: answer.counters, marked: answer.marked } : page,
      ),
    };
  });
}

async function refreshDesk(query: Query, store: string, ids: string[]): Promise<void> {
  const [, , state, filter] = query.queryKey as [string, string, DeliveryState | 'all', DeliveryFilter];
  if (!query.state.data) return void (await again(query));
  const answer = await readDeliveriesAgain(store, state, filter, ids);
  // There are more rows than one answer holds.
  if (answer.nextCursor !== null) return void (await again(query));
  await put<DeliveryListAnswer>(query, (list) =>
    mergeRows(list, answer.deliveries, ({ orderId }) => ids.includes(orderId), deskRows),
  );
}

const again = (query: Query) => queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });

/** Changes a list. If a page of it is being loaded, it waits for that page first, because its answer holds the former rows. */
async function put<Page>(query: Query, change: (list: Pages<Page>) => Pages<Page>): Promise<void> {
  if (query.state.fetchStatus === 'fetching') await query.fetch().catch(() => {});
  queryClient.setQueryData<InfiniteData<Page>>(query.queryKey, (list) => list && (change(list) as InfiniteData<Page>));
}
