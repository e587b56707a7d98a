import { queryOptions } from '@tanstack/react-query';
import { storeConnectionQuery } from '../store/servers-query.ts';

/** How often the steps ask whether a server has connected, in ms. */
const WAITING_MS = 3_000;

/** State of game servers and Discord, asked repeatedly while its tab is open. */
export const connectionQuery = (subdomain: string) =>
  queryOptions({ ...storeConnectionQuery(subdomain), refetchInterval: WAITING_MS, staleTime: 0 });
