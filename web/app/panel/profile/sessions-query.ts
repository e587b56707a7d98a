import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { keyOf } from '../store/query-keys.ts';

/** The devices that are logged in: this one first, then by last use. */
export const sessionsQuery = queryOptions({
  queryKey: keyOf('GET /account/sessions'),
  queryFn: async ({ signal }) => {
    const { sessions } = await call('GET /account/sessions', { signal });
    return sessions.toSorted((one, other) => Number(other.current) - Number(one.current));
  },
});
