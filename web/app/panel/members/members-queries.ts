import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { keyOf } from '../store/query-keys.ts';

/** Members, open invitations and the permission table of the store. */
export const membersQuery = (subdomain: string | null) =>
  queryOptions({
    queryKey: keyOf('POST /members', subdomain),
    enabled: subdomain !== null,
    queryFn: ({ signal }) => call('POST /members', { body: {}, store: subdomain, signal }),
  });

const PAGE = 50;

/** The changes by the store's members, newest first. */
export const auditQuery = (subdomain: string | null) =>
  infiniteQueryOptions({
    queryKey: keyOf('POST /audit', subdomain),
    enabled: subdomain !== null,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call('POST /audit', { body: { cursor: pageParam, limit: PAGE }, store: subdomain, signal }),
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
