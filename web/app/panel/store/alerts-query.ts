import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { keyOf } from './query-keys.ts';

/** What in the store needs a person. Asked again every minute, because nobody presses anything when a city goes silent. */
export const alertsQuery = (subdomain: string | null) =>
  queryOptions({
    queryKey: keyOf('POST /alerts', subdomain),
    enabled: subdomain !== null,
    refetchInterval: 60_000,
    queryFn: ({ signal }) => call('POST /alerts', { body: {}, store: subdomain, signal }),
  });
