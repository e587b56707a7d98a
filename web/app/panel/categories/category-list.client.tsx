import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Category } from '@vitrine/contract/catalog';
import { matchesSearch } from '@vitrine/contract/text-search';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { formatNumber } from '../../lib/format.ts';
import { IconButton, LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { Card, PageHeader, Skeleton } from '../../ui/surfaces.tsx';
import { notify } from '../../ui/toast.tsx';
import { ListToolbar, NothingFound } from '../list/list-faces.client.tsx';
import { LoadFailure } from '../list/load-failure.client.tsx';
import { useRowFocus } from '../list/row-focus.ts';
import { useSortable } from '../list/use-sortable.client.tsx';
import { categoriesQuery } from '../store/catalog-queries.ts';
import { useCurrentStoreId } from '../store/current-store.ts';
import { useMay } from '../store/may.ts';
import { PlanNotice, usePlanRoom } from '../store/plan-room.client.tsx';
import { refreshAfter } from '../store/query-keys.ts';
import { CategoryDeleteDialog } from './category-delete.client.tsx';

const grid = 'grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-3';

/** The store's categories in the order in which the storefront shows them. */
export function CategoryList() {
  const store = useCurrentStoreId();
  const query = useQuery(categoriesQuery(store));
  // An empty answer that is being read again is old: the first category may have come since.
  const data = query.data?.length === 0 && query.isFetching ? undefined : query.data;
  const room = usePlanRoom('categories');
  const mayEdit = useMay()('catalog.edit');
  const [search, setSearch] = useState('');

  return (
    <>
      <PageHeader
        title="Categorias"
        description={
          room && room.limit !== null
            ? `Agrupam os produtos na loja, nesta ordem. Você usa ${room.used} de ${formatNumber(room.limit)} do plano ${room.plan}.`
            : 'Agrupam os produtos na loja, nesta ordem.'
        }
        actions={
          room?.full || !mayEdit || !data?.length ? null : (
            <LinkButton to="/categories/create" icon={<Plus className="size-4.5" />}>
              Nova categoria
            </LinkButton>
          )
        }
      />
      <div className="flex flex-col gap-4">
        {mayEdit ? <PlanNotice what="categories" /> : null}
        {query.isLoadingError ? (
          <Card>
            <LoadFailure title="Erro ao carregar categorias" query={query} />
          </Card>
        ) : !data ? (
          <CategorySkeletons />
        ) : data.length === 0 ? (
          <Card>
            <EmptyState
              drawing="shelf"
              title="Nenhuma categoria ainda"
              action={mayEdit ? <LinkButton to="/categories/create">Criar a primeira categoria</LinkButton> : null}
            >
              Uma categoria é uma prateleira da sua loja: VIPs, Veículos, Dinheiro. Todo produto fica em uma delas.
            </EmptyState>
          </Card>
        ) : (
          <Filled categories={data} search={search} mayEdit={mayEdit} onSearch={setSearch} />
        )}
      </div>
    </>
  );
}

interface FilledProps {
  categories: Category[];
  search: string;
  mayEdit: boolean;
  onSearch(search: string): void;
}

function Filled({ categories, search, mayEdit, onSearch }: FilledProps) {
  const store = useCurrentStoreId();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [deleting, setDeleting] = useState<Category | null>(null);
  const focus = useRowFocus<HTMLOListElement>();
  const key = categoriesQuery(store).queryKey;

  const order = useMutation({
    mutationFn: (list: Category[]) =>
      call('POST /categories/order', { body: { ids: list.map((one) => one._id) }, store }),
    // The new order shows at once; a refusal brings back the server's. The scope sends quick moves one after the
    // other.
    scope: { id: 'categories-order' },
    onMutate: async (list) => {
      await queries.cancelQueries({ queryKey: key });
      queries.setQueryData(key, list);
    },
    onError: (error) => notify.error(errorText(error, 'Erro ao salvar a ordem das categorias')),
    onSettled: () => {
      if (queries.isMutating({ mutationKey: ['categories-order'] }) <= 1)
        void refreshAfter('POST /categories/order', store);
    },
    mutationKey: ['categories-order'],
  });
  const sortable = useSortable({
    items: categories,
    keyOf: (category) => category._id,
    nameOf: (category) => category.name,
    onOrder: (list) => order.mutate(list),
  });
  const searching = search.trim() !== '';
  const sorting = mayEdit && !searching;
  const shown = sortable.list
    .map((category, index) => ({ category, index }))
    .filter(({ category }) => matchesSearch(search, category.name));

  return (
    <div>
      <ListToolbar>
        <SearchInput label="Buscar categoria" value={search} onChange={onSearch} className="sm:w-80" />
        <p className="text-small text-muted sm:ml-auto">
          {searching
            ? `${shown.length} de ${categories.length}`
            : mayEdit
              ? 'Arraste pela alça para mudar a ordem.'
              : null}
        </p>
      </ListToolbar>
      {sortable.announcement}
      {shown.length === 0 ? (
        <NothingFound search={search} onClear={() => onSearch('')} />
      ) : (
        <ol ref={focus.list} className={grid}>
          {shown.map(({ category, index }) => (
            <li
              key={category._id}
              data-row={category._id}
              {...(sorting ? sortable.itemProps(index) : {})}
              className="flex items-center gap-1 rounded-card border border-line bg-raised py-3 pr-2 pl-2 transition-colors duration-(--motion-fast) data-dragged:border-accent-text data-dragged:bg-accent-soft data-dragged:shadow-soft"
            >
              {sorting ? sortable.handle(index) : <span className="w-2" />}
              <span
                className="figures mr-2 grid size-9 shrink-0 place-items-center rounded-control bg-hover text-small font-semibold"
                title={`Posição ${index + 1}`}
              >
                {index + 1}
              </span>
              <div className="min-w-0 grow">
                <h2 className="line-clamp-2 font-medium wrap-anywhere" title={category.name}>
                  {mayEdit ? (
                    <Link to={`/categories/${category._id}`} className="rounded-control hover:underline">
                      {category.name}
                    </Link>
                  ) : (
                    category.name
                  )}
                </h2>
                <p className="text-small text-muted">{productCount(category.products)}</p>
              </div>
              {mayEdit ? (
                <>
                  <IconButton
                    label={`Editar ${category.name}`}
                    size="small"
                    onClick={() => void navigate(`/categories/${category._id}`)}
                  >
                    <Pencil className="size-4" />
                  </IconButton>
                  <IconButton
                    label={`Deletar ${category.name}`}
                    size="small"
                    onClick={() => {
                      focus.leave(category._id);
                      setDeleting(category);
                    }}
                  >
                    <Trash2 className="size-4" />
                  </IconButton>
                </>
              ) : null}
            </li>
          ))}
        </ol>
      )}
      <CategoryDeleteDialog category={deleting} onClose={() => setDeleting(null)} focusAfter={focus.heir} />
    </div>
  );
}

/** `Nenhum produto`, `1 produto`, `12 produtos`. */
function productCount(count: number): string {
  if (count === 0) return 'Nenhum produto';
  return count === 1 ? '1 produto' : `${formatNumber(count)} produtos`;
}

function CategorySkeletons() {
  return (
    <div aria-busy="true">
      <span role="status" className="sr-only">
        Carregando
      </span>
      <Skeleton className="mb-4 h-11 sm:w-80" />
      <div className={grid}>
        {[0, 1, 2, 3, 4, 5].map((card) => (
          <Skeleton key={card} className="h-18.5 rounded-card" />
        ))}
      </div>
    </div>
  );
}
