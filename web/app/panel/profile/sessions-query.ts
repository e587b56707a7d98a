import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';

/** The devices that are logged in: this one first, then by last use. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => {
    const { sessions } = await call('GET /account/sessions', { signal });
    return sessions.toSorted((one, other) => Number(other.current) - Number(one.current));
  },
});
