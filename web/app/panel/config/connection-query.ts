import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { keyOf } from '../store/query-keys.ts';

/** How often the steps ask whether a server has connected, in ms. */
const WAITING_MS = 3_000;

/** State of game servers and Discord, asked repeatedly while its tab is open. */
export const connectionQuery = (subdomain: string) =>
  queryOptions({
    queryKey: keyOf('GET /store/connection', subdomain),
    queryFn: ({ signal }) => call('GET /store/connection', { store: subdomain, signal }),
    refetchInterval: WAITING_MS,
    staleTime: 0,
  });
