import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ownPageLimits, ownPagePath } from '@vitrine/contract/own-page-address';
import type { OwnPageRow } from '@vitrine/contract/own-pages';
import { EyeOff, Plus, Settings2, Trash2 } from 'lucide-react';
import { lazy, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { OnDemand } from '../../ui/on-demand.tsx';
import { Badge, Card, PageHeader, SkeletonRows } from '../../ui/surfaces.tsx';
import { notify } from '../../ui/toast.tsx';
import { LoadFailure } from '../list/load-failure.client.tsx';
import { useRowFocus } from '../list/row-focus.ts';
import { useSortable } from '../list/use-sortable.client.tsx';
import { useCurrentStoreId } from '../store/current-store.ts';
import { keyOf, refreshAfter } from '../store/query-keys.ts';
import { undoOf } from '../store/undo.ts';

const PageDialog = lazy(async () => ({ default: (await import('./page-dialog.client.tsx')).PageDialog }));

/** The pages of the shop that the owner made, in the order of the menu. */
export function OwnPageList() {
  const store = useCurrentStoreId();
  const navigate = useNavigate();
  const query = useQuery({
    queryKey: keyOf('POST /pages', store),
    queryFn: async ({ signal }) => (await call('POST /pages', { body: {}, store, signal })).pages,
  });
  const { data } = query;
  const [editing, setEditing] = useState<OwnPageRow | 'new' | null>(null);
  const create = (
    <Button
      icon={<Plus className="size-4.5" />}
      disabled={(data?.length ?? 0) >= ownPageLimits.pages}
      onClick={() => setEditing('new')}
    >
      Nova página
    </Button>
  );

  return (
    <>
      <PageHeader
        title="Páginas"
        description={`Regras, como entrar, equipe: até ${ownPageLimits.pages} páginas da sua loja, na ordem do menu.`}
        actions={data?.length ? create : null}
      />
      {query.isLoadingError ? (
        <Card>
          <LoadFailure title="Erro ao carregar as páginas" query={query} />
        </Card>
      ) : !data ? (
        <SkeletonRows rows={3} className="h-18" />
      ) : data.length === 0 ? (
        <Card>
          <EmptyState drawing="shelf" title="Nenhuma página ainda" action={create}>
            Uma página tem um endereço, um título e as mesmas seções da vitrine. Você escolhe se ela aparece no menu.
          </EmptyState>
        </Card>
      ) : (
        <Filled store={store} pages={data} onEdit={setEditing} />
      )}
      <OnDemand when={editing !== null}>
        <PageDialog
          store={store}
          open={editing !== null}
          page={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
          onMade={(id) => void navigate(`/pages/${id}`)}
        />
      </OnDemand>
    </>
  );
}

interface FilledProps {
  store: string | null;
  pages: OwnPageRow[];
  onEdit(page: OwnPageRow): void;
}

function Filled({ store, pages, onEdit }: FilledProps) {
  const queries = useQueryClient();
  const [deleting, setDeleting] = useState<OwnPageRow | null>(null);
  const focus = useRowFocus<HTMLOListElement>();
  const queryKey = keyOf('POST /pages', store);
  const order = useMutation({
    mutationFn: (list: OwnPageRow[]) => call('POST /pages/order', { body: { ids: list.map(({ id }) => id) }, store }),
    // The new order shows at once; a refusal brings back the server's. Quick moves are sent one after the other.
    scope: { id: 'pages-order' },
    mutationKey: ['pages-order'],
    onMutate: async (list) => {
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, list);
    },
    onError: (error) => notify.error(errorText(error, 'Erro ao salvar a ordem das páginas')),
    onSettled: () => {
      if (queries.isMutating({ mutationKey: ['pages-order'] }) <= 1) void refreshAfter('POST /pages/order', store);
    },
  });
  const hide = useMutation({
    mutationFn: ({ id }: OwnPageRow) => call('POST /pages/hide', { body: { id }, store }),
    onSuccess: (_answer, { title }) => notify.success(`“${title}” saiu do ar. O rascunho continua aqui.`),
    onError: (error) => notify.error(errorText(error, 'Erro ao tirar a página do ar')),
    onSettled: () => refreshAfter('POST /pages/hide', store),
  });
  const sortable = useSortable({
    items: pages,
    keyOf: ({ id }) => id,
    nameOf: ({ title }) => title,
    onOrder: (list) => order.mutate(list),
  });

  return (
    <>
      {sortable.announcement}
      <ol ref={focus.list} className="grid grid-cols-1 gap-2">
        {sortable.list.map((page, index) => (
          <li
            key={page.id}
            data-row={page.id}
            {...sortable.itemProps(index)}
            className="flex items-center gap-1 rounded-card border border-line bg-raised p-2 data-dragged:border-accent-text data-dragged:bg-accent-soft"
          >
            {sortable.handle(index)}
            <div className="flex min-w-0 grow flex-col gap-x-4 gap-y-1 sm:flex-row sm:items-center">
              <div className="min-w-0 grow">
                <h2 className="truncate font-medium">
                  <Link to={`/pages/${page.id}`} className="rounded-control hover:underline">
                    {page.title}
                  </Link>
                </h2>
                <p className="truncate text-small text-muted">
                  {ownPagePath(page.slug)}
                  {page.inMenu ? '' : ' · fora do menu'}
                </p>
              </div>
              <PageState page={page} />
            </div>
            {page.publishedAt ? (
              <IconButton
                label={`Tirar ${page.title} do ar`}
                size="small"
                disabled={hide.isPending}
                onClick={() => hide.mutate(page)}
              >
                <EyeOff className="size-4" />
              </IconButton>
            ) : null}
            <IconButton label={`Dados de ${page.title}`} size="small" onClick={() => onEdit(page)}>
              <Settings2 className="size-4" />
            </IconButton>
            <IconButton
              label={`Excluir ${page.title}`}
              size="small"
              onClick={() => {
                focus.leave(page.id);
                setDeleting(page);
              }}
            >
              <Trash2 className="size-4" />
            </IconButton>
          </li>
        ))}
      </ol>
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={(open) => open || setDeleting(null)}
        title="Excluir esta página?"
        confirmLabel="Excluir"
        pendingLabel="Excluindo..."
        focusAfter={focus.heir}
        errorText={(error) => errorText(error, 'Erro ao excluir a página')}
        onConfirm={async () => {
          if (!deleting) return;
          await call('POST /pages/delete', { body: { id: deleting.id }, store });
          notify.success('Página excluída!', undoOf(store, 'page', [deleting.id]));
          await refreshAfter('POST /pages/delete', store);
        }}
      >
        “{deleting?.title}” sai da loja com tudo o que foi escrito nela, e o link dela deixa de funcionar.
      </ConfirmDialog>
    </>
  );
}

function PageState({ page: { publishedAt, changed } }: { page: OwnPageRow }) {
  return (
    <span className="flex shrink-0 flex-wrap items-center gap-2 text-small text-muted">
      {publishedAt ? <Badge tone="ok">No ar</Badge> : <Badge tone="neutral">Rascunho</Badge>}
      {publishedAt && changed ? 'com mudanças no rascunho' : null}
    </span>
  );
}
