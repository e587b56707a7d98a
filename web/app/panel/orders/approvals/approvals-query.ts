import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { keyOf } from '../../store/query-keys.ts';

/** What waits for a second person, and what was decided lately. The stream tells when it changes. */
export const approvalsQuery = (subdomain: string | null) =>
  queryOptions({
    queryKey: keyOf('POST /approvals', subdomain),
    enabled: subdomain !== null,
    queryFn: ({ signal }) => call('POST /approvals', { body: {}, store: subdomain, signal }),
  });
