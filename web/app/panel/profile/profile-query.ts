import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { keyOf } from '../store/query-keys.ts';

/** The account with the figures of its stores. The personal part also goes into the auth state. */
export const profileQuery = queryOptions({
  queryKey: keyOf('GET /profile'),
  queryFn: ({ signal }) => call('GET /profile', { signal }),
});
