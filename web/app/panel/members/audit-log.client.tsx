import { useInfiniteQuery } from '@tanstack/react-query';
import type { AuditEntry } from '@vitrine/contract/members';
import { ChevronRight } from 'lucide-react';
import { RelativeTime } from '../../ui/bits.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Card, List, SkeletonRows } from '../../ui/surfaces.tsx';
import { LoadFailure } from '../list/load-failure.client.tsx';
import { LoadMore } from '../list/load-more.client.tsx';
import { useCurrentStoreId } from '../store/current-store.ts';
import { auditQuery } from './members-queries.ts';

/** The log of changes: who changed what and when, and the value before. */
export function AuditLog() {
  const query = useInfiniteQuery(auditQuery(useCurrentStoreId()));
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? [];
  if (query.isLoadingError) {
    return (
      <Card>
        <LoadFailure title="Erro ao carregar dados" query={query} />
      </Card>
    );
  }
  if (!query.data) return <SkeletonRows rows={6} />;
  return (
    <>
      <Card flush className="overflow-hidden">
        {entries.length === 0 ? (
          <EmptyState drawing="receipt" title="Nada mudou ainda">
            Cada alteração na loja fica guardada aqui, com quem a fez e o valor de antes.
          </EmptyState>
        ) : (
          <List aria-label="Registro de alterações" className="border-t-0">
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </List>
        )}
      </Card>
      <LoadMore query={query}>Carregar mais</LoadMore>
    </>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const detailed = entry.before !== null || entry.after !== null;
  return (
    <li className="px-4 py-3 sm:px-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="min-w-0 break-words">
          <span className="font-medium">{entry.actor}</span> <span className="text-muted">· {entry.text}</span>
        </p>
        <RelativeTime at={entry.at} className="text-small text-muted" />
      </div>
      {detailed ? (
        <details className="group/change">
          <summary className="inline-flex min-h-11 items-center gap-1 rounded-control text-small text-muted hover:text-text pointer-fine:min-h-8 [&::-webkit-details-marker]:hidden">
            <ChevronRight className="size-4 transition-transform duration-(--motion-fast) group-open/change:rotate-90" />
            Antes e depois
          </summary>
          <dl className="grid gap-3 pt-1 pb-1 text-small sm:grid-cols-2">
            {(
              [
                ['Antes', entry.before],
                ['Depois', entry.after],
              ] as const
            ).map(([label, value]) => (
              <div key={label} className="min-w-0 rounded-control bg-hover px-3 py-2">
                <dt className="text-muted">{label}</dt>
                <dd className="break-words whitespace-pre-line">{value ?? '—'}</dd>
              </div>
            ))}
          </dl>
        </details>
      ) : null}
    </li>
  );
}
