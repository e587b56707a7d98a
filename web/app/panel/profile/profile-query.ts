import { queryOptions } from '@tanstack/react-query';
import type { Profile } from '@vitrine/contract/accounts';
import { api } from '../../lib/api.ts';

/** The account with the figures of its stores. The personal part also goes into the auth state. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => api<Profile>('GET', '/profile', { signal }),
});
