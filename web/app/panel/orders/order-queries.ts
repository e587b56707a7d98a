import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { DeliveryState, OrderMark, OrderStatus } from '@vitrine/contract/order-words';
import type { DeliveryFilter } from '@vitrine/contract/resends';
import { ApiError } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { keyOf } from '../store/query-keys.ts';
import { isUnderWay } from './order-texts.ts';

/** Orders per request, about one and a half screens: the first answer is small, and few people need the next page. */
const PAGE = 50;
const LIST_REFRESH_MS = 20_000;
/** How often an open order is asked for while something is under way, in ms. Otherwise it is asked less often. */
export const LIVE_MS = 2_000;
const QUIET_MS = 30_000;

export interface OrderFilters {
  status: 'all' | OrderStatus;
  mark: 'all' | OrderMark;
  /** Empty: all. */
  tag: string;
  search: string;
}

/** The store's orders, newest first, with the counters of all orders. It updates itself while only one page is open. */
export const ordersQuery = (subdomain: string | null, { status, mark, tag, search }: OrderFilters) =>
  infiniteQueryOptions({
    queryKey: keyOf('POST /order', subdomain, { status, mark, tag, search }),
    enabled: subdomain !== null,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call('POST /order', {
        body: {
          status,
          mark: mark === 'all' ? undefined : mark,
          tag: tag || undefined,
          search: search || undefined,
          cursor: pageParam,
          limit: PAGE,
        },
        store: subdomain,
        signal,
      }),
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: (query) => ((query.state.data?.pages.length ?? 0) > 1 ? false : LIST_REFRESH_MS),
  });

/** The store's tags, the most used first. */
export const tagsQuery = (subdomain: string | null) =>
  queryOptions({
    queryKey: keyOf('POST /order/tags', subdomain),
    enabled: subdomain !== null,
    queryFn: ({ signal }) => call('POST /order/tags', { body: {}, store: subdomain, signal }),
  });

/** One whole order; live while something is under way. */
export const orderQuery = (subdomain: string | null, id: string | null) =>
  queryOptions({
    queryKey: keyOf('POST /order/details', subdomain, id),
    enabled: subdomain !== null && id !== null,
    staleTime: 0,
    queryFn: ({ signal }) => call('POST /order/details', { body: { id: id ?? '' }, store: subdomain, signal }),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data, new Date()) ? LIVE_MS : QUIET_MS),
  });

/** The current wave of unpaid orders, if there is one. */
export const waveQuery = (subdomain: string | null) =>
  queryOptions({
    queryKey: keyOf('POST /order/wave', subdomain),
    enabled: subdomain !== null,
    queryFn: ({ signal }) => call('POST /order/wave', { body: {}, store: subdomain, signal }),
    refetchInterval: LIST_REFRESH_MS,
  });

/** The store's deliveries that the filter names (the repair desk), in one state or in all. */
export const deliveriesQuery = (subdomain: string | null, state: DeliveryState | undefined, filter: DeliveryFilter) =>
  infiniteQueryOptions({
    queryKey: keyOf('POST /deliveries', subdomain, state ?? 'all', { ...filter }),
    enabled: subdomain !== null,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call('POST /deliveries', {
        body: { ...filter, state, cursor: pageParam, limit: PAGE },
        store: subdomain,
        signal,
      }),
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    refetchInterval: (query) => ((query.state.data?.pages.length ?? 0) > 1 ? false : LIST_REFRESH_MS),
  });

/** The text for a failed answer, or for none (SPEC.md section 8). */
export function ordersFailure(error: unknown): string {
  return error instanceof ApiError && error.status !== 0 ? 'Erro ao buscar pedidos' : 'Erro ao pegar produtos.';
}
