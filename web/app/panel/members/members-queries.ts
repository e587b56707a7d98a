import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { AuditAnswer, MembersAnswer } from '@vitrine/contract/members';
import { api } from '../../lib/api.ts';

/** Members, open invitations and the permission table of the store. */
export const membersQuery = (subdomain: string | null) =>
  queryOptions({
    queryKey: ['members', subdomain],
    enabled: subdomain !== null,
    queryFn: ({ signal }) => api<MembersAnswer>('POST', '/members', { body: { subdomain }, signal }),
  });

const PAGE = 50;

/** What the store's people changed, newest first. */
export const auditQuery = (subdomain: string | null) =>
  infiniteQueryOptions({
    queryKey: ['audit', subdomain],
    enabled: subdomain !== null,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api<AuditAnswer>('POST', '/audit', { body: { subdomain, cursor: pageParam, limit: PAGE }, signal }),
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
