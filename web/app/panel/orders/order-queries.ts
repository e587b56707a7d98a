import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { DeliveryState, OrderMark, OrderStatus } from '@vitrine/contract/order-words';
import type { DeliveryFilter } from '@vitrine/contract/resends';
import { ApiError } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { partSize } from '../list/part-size.ts';
import { keyOf } from '../store/query-keys.ts';
import { isUnderWay } from './order-texts.ts';

/** Rows per request: the first answer is small, and few people need the next part. */
const orderPart = () => partSize(30, 12);
const deliveryPart = () => partSize(20, 12);
/** How often something is read while it moves because this person pressed a button, in ms. */
export const LIVE_MS = 2_000;
/** How often an open order is read while something is under way, and a wave while it lasts, in ms: time alone changes them. */
const QUIET_MS = 30_000;
/** Rows of one answer when the deliveries of some orders are read again. If there are more, the whole list is read again. */
const AGAIN = 200;

export interface OrderFilters {
  status: 'all' | OrderStatus;
  mark: 'all' | OrderMark;
  /** Empty: all. */
  tag: string;
  search: string;
}

/** The body of the call for these filters, without the search. */
const listed = ({ status, mark, tag }: OrderFilters) => ({
  status,
  mark: mark === 'all' ? undefined : mark,
  tag: tag || undefined,
});

/** The store's orders, newest first, with the counters of all orders. News change its rows (`live/refresh.ts`). */
export const ordersQuery = (subdomain: string | null, filters: OrderFilters) =>
  infiniteQueryOptions({
    queryKey: keyOf('POST /order', subdomain, { ...filters }),
    enabled: subdomain !== null,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call('POST /order', {
        body: {
          ...listed(filters),
          search: filters.search || undefined,
          cursor: pageParam,
          limit: orderPart(),
        },
        store: subdomain,
        signal,
      }),
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    // The stream tells what changed meanwhile, so the pages need not be read again.
    refetchOnWindowFocus: false,
  });

/** The store's tags, the most used first. */
export const tagsQuery = (subdomain: string | null) =>
  queryOptions({
    queryKey: keyOf('POST /order/tags', subdomain),
    enabled: subdomain !== null,
    queryFn: ({ signal }) => call('POST /order/tags', { body: {}, store: subdomain, signal }),
  });

/** Reads these orders again, as far as they fit the filters, with the counters. */
export const readOrdersAgain = (store: string, filters: OrderFilters, ids: string[]) =>
  call('POST /order', { body: { ...listed(filters), ids, limit: ids.length }, store });

/** One whole order. After news of it, it is read again at once. */
export const orderQuery = (subdomain: string | null, id: string | null) =>
  queryOptions({
    queryKey: keyOf('POST /order/details', subdomain, id),
    enabled: subdomain !== null && id !== null,
    staleTime: 0,
    queryFn: ({ signal }) => call('POST /order/details', { body: { id: id ?? '' }, store: subdomain, signal }),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data, new Date()) ? QUIET_MS : false),
  });

/** The current wave of unpaid orders, if there is one. */
export const waveQuery = (subdomain: string | null) =>
  queryOptions({
    queryKey: keyOf('POST /order/wave', subdomain),
    enabled: subdomain !== null,
    queryFn: ({ signal }) => call('POST /order/wave', { body: {}, store: subdomain, signal }),
    refetchInterval: ({ state }) => (state.data?.wave ? QUIET_MS : false),
  });

/** The store's deliveries that the filter names (the repair desk), in one state or in all. */
export const deliveriesQuery = (subdomain: string | null, state: DeliveryState | undefined, filter: DeliveryFilter) =>
  infiniteQueryOptions({
    queryKey: keyOf('POST /deliveries', subdomain, state ?? 'all', { ...filter }),
    enabled: subdomain !== null,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call('POST /deliveries', {
        body: { ...filter, state, cursor: pageParam, limit: deliveryPart() },
        store: subdomain,
        signal,
      }),
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    refetchOnWindowFocus: false,
  });

/** Reads the deliveries of these orders again, as far as they fit state and filter. */
export const readDeliveriesAgain = (
  store: string,
  state: DeliveryState | 'all',
  filter: DeliveryFilter,
  orders: string[],
) => call('POST /deliveries', { body: { ...filter, ...(state !== 'all' && { state }), orders, limit: AGAIN }, store });

/** The text for a refusal, or for a call without an answer (SPEC.md section 8). */
export function ordersFailure(error: unknown): string {
  return error instanceof ApiError && error.status !== 0 ? 'Erro ao buscar pedidos' : 'Erro ao pegar produtos.';
}
