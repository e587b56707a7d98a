import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { AuditFilter } from '@vitrine/contract/members';
import { call, callFile } from '../../lib/call.ts';
import { partSize } from '../list/part-size.ts';
import { keyOf } from '../store/query-keys.ts';

/** Members, open invitations and the permission table of the store. */
export const membersQuery = (subdomain: string | null) =>
  queryOptions({
    queryKey: keyOf('POST /members', subdomain),
    enabled: subdomain !== null,
    queryFn: ({ signal }) => call('POST /members', { body: {}, store: subdomain, signal }),
  });

const entryPart = () => partSize(30, 18);

/** The changes by the store's members, newest first. */
export const auditQuery = (subdomain: string | null, filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: keyOf('POST /audit', subdomain, filter),
    enabled: subdomain !== null,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call('POST /audit', { body: { ...filter, cursor: pageParam, limit: entryPart() }, store: subdomain, signal }),
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });

const EXPORT_TIMEOUT_MS = 60_000;

/** The same changes as a CSV file. */
export const downloadAudit = (subdomain: string | null, filter: AuditFilter) =>
  callFile('POST /audit/export', { body: filter, store: subdomain, timeoutMs: EXPORT_TIMEOUT_MS });
