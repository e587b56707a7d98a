import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useCurrentStoreId } from './current-store.ts';
import { keyOf } from './query-keys.ts';

/** State of a store's game servers and Discord. */
export const storeConnectionQuery = (store: string | null) =>
  queryOptions({
    queryKey: keyOf('GET /store/connection', store),
    queryFn: ({ signal }) => call('GET /store/connection', { store, signal }),
  });

/** The store's game servers, the first one first; undefined while they are not known. */
export function useServers() {
  return useQuery({ ...storeConnectionQuery(useCurrentStoreId()), staleTime: 30_000 }).data?.servers;
}
