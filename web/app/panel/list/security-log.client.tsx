import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import type { SecurityAnswer, SecurityEntry } from '@vitrine/contract/security-events';
import { errorText } from '../../lib/api.ts';
import { saveFile } from '../../lib/save-file.ts';
import { RelativeTime } from '../../ui/bits.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Card, List, SkeletonRows } from '../../ui/surfaces.tsx';
import { notify } from '../../ui/toast.tsx';
import type { keyOf } from '../store/query-keys.ts';
import { LoadFailure } from './load-failure.client.tsx';
import { LoadMore } from './load-more.client.tsx';

const PAGE = 20;
const EXPORT_TIMEOUT_MS = 30_000;

interface SecurityLogProps {
  /** Reads one page of the log. */
  list(page: { cursor: string | undefined; limit: number }, signal: AbortSignal): Promise<SecurityAnswer>;
  /** Makes the log as a file; gives up after `timeoutMs`. */
  download(format: 'csv' | 'json', timeoutMs: number): Promise<Blob>;
  queryKey: ReturnType<typeof keyOf>;
  /** Part of the file's name. */
  file: string;
  description: string;
  /** The entries belong to several people, so each shows its person. */
  people?: boolean;
}

/** The security log, newest first, with a button to download it. */
export function SecurityLog({ list, download, queryKey, file, description, people = false }: SecurityLogProps) {
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => list({ cursor: pageParam, limit: PAGE }, signal),
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? [];

  return (
    <>
      <Card
        flush
        title="Atividade de segurança"
        description={description}
        className="overflow-hidden"
        actions={
          <div className="flex flex-wrap gap-2">
            <Export download={download} file={file} format="csv" />
            <Export download={download} file={file} format="json" />
          </div>
        }
      >
        {query.isLoadingError ? (
          <LoadFailure title="Erro ao carregar dados" query={query} />
        ) : !query.data ? (
          <div className="border-t border-line p-4">
            <SkeletonRows rows={4} className="h-12" />
          </div>
        ) : entries.length === 0 ? (
          <EmptyState drawing="receipt" title="Nada por aqui ainda">
            Entradas, tentativas recusadas e mudanças nos acessos aparecem aqui.
          </EmptyState>
        ) : (
          <List aria-label="Atividade de segurança">
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} people={people} />
            ))}
          </List>
        )}
      </Card>
      <LoadMore query={query}>Carregar mais</LoadMore>
    </>
  );
}

function Entry({ entry, people }: { entry: SecurityEntry; people: boolean }) {
  const where = [people ? entry.person : '', entry.store && !people ? entry.store : '', entry.device, entry.place];
  return (
    <li className="px-4 py-3 sm:px-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="min-w-0 break-words">
          <span className="font-medium">{entry.text}</span>
          {entry.detail ? <span className="text-muted"> · {entry.detail}</span> : null}
        </p>
        <RelativeTime at={entry.at} className="text-small text-muted" />
      </div>
      <p className="text-small break-words text-muted">{where.filter(Boolean).join(' · ')}</p>
    </li>
  );
}

function Export({ download, file, format }: Pick<SecurityLogProps, 'download' | 'file'> & { format: 'csv' | 'json' }) {
  const save = useMutation({
    mutationFn: () => download(format, EXPORT_TIMEOUT_MS),
    onSuccess: (blob) => saveFile(blob, `vitrine-seguranca-${file}.${format}`),
    onError: (error) => notify.error(errorText(error, 'Erro ao exportar')),
  });
  const name = format.toUpperCase();
  return (
    <Button
      size="small"
      tone="secondary"
      aria-label={`Baixar ${name} da atividade de segurança`}
      pending={save.isPending}
      pendingLabel="Preparando..."
      onClick={() => save.mutate()}
    >
      Baixar {name}
    </Button>
  );
}
