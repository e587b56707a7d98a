import { queryOptions, useQuery } from '@tanstack/react-query';
import { type NamedServers, serversByGame } from '@vitrine/contract/action-servers';
import { call } from '../../lib/call.ts';
import { useCurrentStoreId } from './current-store.ts';
import { keyOf } from './query-keys.ts';

/** State of a store's game servers and Discord. */
export const storeConnectionQuery = (store: string | null) =>
  queryOptions({
    queryKey: keyOf('GET /store/connection', store),
    // whoever leaves a store has none for a moment
    enabled: store !== null,
    queryFn: ({ signal }) => call('GET /store/connection', { store, signal }),
  });

const useConnection = () => useQuery({ ...storeConnectionQuery(useCurrentStoreId()), staleTime: 30_000 }).data;

/** The store's game servers, the first one first; undefined while they are not known. */
export const useServers = () => useConnection()?.servers;

/** The store's servers by target, the first one first; undefined while they are not known. */
export function useNamedServers(): NamedServers | undefined {
  const data = useConnection();
  return data && { ...serversByGame(data.servers), discord: data.discord.guilds };
}
