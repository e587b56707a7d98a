import { queryOptions } from '@tanstack/react-query';
import type { Session } from '@vitrine/contract/accounts';
import { api } from '../../lib/api.ts';

/** The devices that are logged in: this one first, then by last use. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => {
    const { sessions } = await api<{ sessions: Session[] }>('GET', '/account/sessions', { signal });
    return sessions.toSorted((one, other) => Number(other.current) - Number(one.current));
  },
});
