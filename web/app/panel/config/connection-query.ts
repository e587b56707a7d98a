import { queryOptions } from '@tanstack/react-query';
import { storeConnectionQuery } from '../store/servers-query.ts';

/** The live stream does not tell of players and queues. While the tab is open they are read this often, in ms. */
const COUNTS_MS = 30_000;

/** State of game servers and Discord. The live stream tells at once when one of them connects, leaves or comes back. */
export const connectionQuery = (subdomain: string) =>
  queryOptions({ ...storeConnectionQuery(subdomain), refetchInterval: COUNTS_MS, staleTime: 0 });
