import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { keyOf } from './query-keys.ts';

/** What in the store needs a person. */
export const alertsQuery = (subdomain: string | null) =>
  queryOptions({
    queryKey: keyOf('POST /alerts', subdomain),
    enabled: subdomain !== null,
    queryFn: ({ signal }) => call('POST /alerts', { body: {}, store: subdomain, signal }),
  });
