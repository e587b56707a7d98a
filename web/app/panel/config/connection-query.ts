import { queryOptions } from '@tanstack/react-query';
import { storeConnectionQuery } from '../store/servers-query.ts';

/** Players and queues have no news. While the tab is open they are read this often, in ms. */
const COUNTS_MS = 30_000;

/** State of game servers and Discord. That one has connected, left or come back is told at once. */
export const connectionQuery = (subdomain: string) =>
  queryOptions({ ...storeConnectionQuery(subdomain), refetchInterval: COUNTS_MS, staleTime: 0 });
