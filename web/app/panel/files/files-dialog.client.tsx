import { useMutation, useQuery } from '@tanstack/react-query';
import { formatDateTime } from '@vitrine/contract/dates';
import { FILE_HOURS, type FileKind, fileKinds, fileKindTexts } from '@vitrine/contract/file-words';
import type { ListFile } from '@vitrine/contract/files';
import { orderMarkTexts, orderStatusTexts } from '@vitrine/contract/order-words';
import { Download, RotateCw } from 'lucide-react';
import { errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { formatNumber } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { List, SkeletonRows } from '../../ui/surfaces.tsx';
import { notify } from '../../ui/toast.tsx';
import { LoadFailure } from '../list/load-failure.client.tsx';
import type { OrderFilters } from '../orders/order-queries.ts';
import { useCurrentStoreId } from '../store/current-store.ts';
import { refreshAfter } from '../store/query-keys.ts';
import { downloadFile, filesQuery, isUnderWay } from './file-queries.ts';
import { awaitFile, tellFiles } from './tell-files.ts';

type Filter = ListFile['filter'];

/** What a filter leaves, in words; empty for all orders. */
function filterWords({ status, mark, tag, search }: Filter): string {
  const words = [
    status && status !== 'all' ? orderStatusTexts[status] : '',
    mark ? orderMarkTexts[mark] : '',
    tag ? `etiqueta “${tag}”` : '',
    search ? `busca “${search}”` : '',
  ];
  return words.filter(Boolean).join(' · ');
}

interface FilesDialogProps {
  open: boolean;
  /** The filter of the list of orders that is in force. */
  filters: OrderFilters;
  onClose(): void;
}

/** Spreadsheets of orders and customers: asked for here with the filter of the list, made by a job, downloaded here. */
export function FilesDialog({ open, filters, onClose }: FilesDialogProps) {
  const store = useCurrentStoreId();
  const query = useQuery({ ...filesQuery(store), enabled: open && store !== null });
  const { status, mark, tag, search } = filters;
  const filter: Filter = {
    ...(status !== 'all' && { status }),
    ...(mark !== 'all' && { mark }),
    ...(tag && { tag }),
    ...(search && { search }),
  };
  const make = useMutation({
    mutationFn: (asked: { kind: FileKind; filter: Filter }) =>
      call('POST /files/create', { body: { kind: asked.kind, ...asked.filter }, store }),
    onSuccess: async ({ id }) => {
      awaitFile(id);
      await refreshAfter('POST /files/create', store);
      if (store) await tellFiles(store);
    },
    onError: (error) => notify.error(errorText(error, 'Erro ao gerar a planilha')),
  });

  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title="Planilhas" size="lg">
      <div className="flex flex-col gap-4">
        <p className="text-small text-muted">
          {filterWords(filter)
            ? `Com o filtro da lista: ${filterWords(filter)}.`
            : 'A lista está sem filtro: todos os pedidos.'}{' '}
          A planilha é gerada em segundo plano, e você pode sair desta tela.
        </p>
        <div className="flex flex-col gap-3 sm:flex-row">
          {fileKinds.map((kind) => (
            <Button
              key={kind}
              tone="secondary"
              pending={make.isPending && make.variables.kind === kind}
              pendingLabel="Pedindo..."
              onClick={() => make.mutate({ kind, filter })}
            >
              Gerar planilha de {fileKindTexts[kind]}
            </Button>
          ))}
        </div>
        {query.isLoadingError ? (
          <LoadFailure title="Erro ao carregar planilhas" query={query} />
        ) : !query.data ? (
          <SkeletonRows rows={2} className="h-14" />
        ) : query.data.files.length > 0 ? (
          <List aria-label="Suas planilhas">
            {query.data.files.map((file) => (
              <FileRow
                key={file.id}
                file={file}
                store={store}
                again={() => make.mutate({ kind: file.kind, filter: file.filter })}
              />
            ))}
          </List>
        ) : null}
        <p className="text-small text-muted">
          Só você vê estas planilhas. Cada uma fica guardada por {FILE_HOURS} horas.
        </p>
      </div>
    </Dialog>
  );
}

function FileRow({ file, store, again }: { file: ListFile; store: string | null; again(): void }) {
  const save = useMutation({
    mutationFn: () => downloadFile(store, file),
    onError: (error) => notify.error(errorText(error, 'Erro ao baixar')),
  });
  const name = `${file.kind === 'orders' ? 'Pedidos' : 'Clientes'} de ${formatDateTime(file.createdAt)}`;
  return (
    <li className="flex flex-col gap-2 py-3 sm:flex-row sm:items-center sm:justify-between sm:gap-4">
      <div className="min-w-0">
        <p className="figures font-medium">{name}</p>
        <p className="text-small break-words text-muted">{filterWords(file.filter) || 'Sem filtro'}</p>
        <p className="figures text-small text-muted" role="status">
          {stateText(file)}
        </p>
      </div>
      {file.state === 'ready' ? (
        <Button
          tone="secondary"
          icon={<Download className="size-4" />}
          aria-label={`Baixar ${name}`}
          pending={save.isPending}
          pendingLabel="Baixando..."
          onClick={() => save.mutate()}
        >
          Baixar
        </Button>
      ) : file.state === 'failed' ? (
        <Button
          tone="secondary"
          icon={<RotateCw className="size-4" />}
          aria-label={`Gerar de novo ${name}`}
          onClick={again}
        >
          Gerar de novo
        </Button>
      ) : null}
    </li>
  );
}

const linesText = (rows: number) => (rows === 1 ? '1 linha' : `${formatNumber(rows)} linhas`);

function stateText(file: ListFile): string {
  if (file.state === 'failed') return 'Não pôde ser gerada. Nada foi perdido.';
  if (isUnderWay(file)) return file.rows > 0 ? `Gerando, ${linesText(file.rows)} até agora` : 'Na fila';
  return `${linesText(file.rows)}, guardada até ${formatDateTime(file.keptUntil)}`;
}
