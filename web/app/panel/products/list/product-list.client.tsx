import { useQuery } from '@tanstack/react-query';
import type { Category, Product } from '@vitrine/contract/catalog';
import { matchesSearch } from '@vitrine/contract/text-search';
import { Plus } from 'lucide-react';
import { lazy, useState } from 'react';
import { LinkButton } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { OnDemand } from '../../../ui/on-demand.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { Card, PageHeader, Skeleton } from '../../../ui/surfaces.tsx';
import { NothingFound } from '../../list/list-faces.client.tsx';
import { LoadFailure } from '../../list/load-failure.client.tsx';
import { useRowFocus } from '../../list/row-focus.ts';
import { categoriesQuery, productsQuery } from '../../store/catalog-queries.ts';
import { useCurrentStoreId } from '../../store/current-store.ts';
import { useMay } from '../../store/may.ts';
import { PlanCounter, PlanNotice, usePlanRoom } from '../../store/plan-room.client.tsx';
import { entriesOf, sectionsOf } from './entries.ts';
import { ProductDeleteDialog } from './product-delete.client.tsx';
import { ProductSection } from './product-section.client.tsx';
import { useProductOrder } from './use-product-order.client.ts';

const RehearsalDialog = lazy(async () => ({
  default: (await import('../rehearsal/rehearsal-dialog.client.tsx')).RehearsalDialog,
}));

/** The store's products by category, and how many more the plan allows. */
export function ProductList() {
  const store = useCurrentStoreId();
  const products = useQuery(productsQuery(store));
  const categories = useQuery(categoriesQuery(store));
  const room = usePlanRoom('products');
  const mayEdit = useMay()('catalog.edit');
  const [search, setSearch] = useState('');
  const failed = [products, categories].find((query) => query.isLoadingError);
  const hasCategories = categories.data?.length !== 0;

  return (
    <>
      <PageHeader
        title="Produtos"
        description="O que sua loja vende, por categoria."
        actions={
          room?.full || !hasCategories || !products.data?.length || !mayEdit ? null : (
            <LinkButton to="/products/create" icon={<Plus className="size-4.5" />}>
              Novo produto
            </LinkButton>
          )
        }
      />
      <div className="flex flex-col gap-4">
        <div className="grid grid-cols-2 gap-3 lg:max-w-xl">
          <PlanCounter label="Total de produtos" what="products" count={products.data?.length} />
          <PlanCounter label="Categorias" what="categories" count={categories.data?.length} />
        </div>
        {mayEdit ? <PlanNotice what="products" /> : null}
        {failed ? (
          <Card>
            <LoadFailure
              title="Erro ao carregar os produtos"
              query={{ ...failed, refetch: () => Promise.all([products.refetch(), categories.refetch()]) }}
            />
          </Card>
        ) : !products.data || !categories.data ? (
          <ListSkeleton />
        ) : !hasCategories ? (
          <Card>
            <EmptyState
              drawing="shelf"
              title="Comece por uma categoria"
              action={mayEdit ? <LinkButton to="/categories/create">Criar a primeira categoria</LinkButton> : null}
            >
              Todo produto fica em uma categoria: VIPs, Veículos, Dinheiro. Depois dela, o produto leva um minuto.
            </EmptyState>
          </Card>
        ) : products.data.length === 0 ? (
          <Card>
            <EmptyState
              drawing="tag"
              title="Nenhum produto ainda"
              action={mayEdit ? <LinkButton to="/products/create">Criar o primeiro produto</LinkButton> : null}
            >
              Um produto tem nome, preço e o que acontece depois da compra: um cargo no Discord, dinheiro na cidade, um
              veículo.
            </EmptyState>
          </Card>
        ) : (
          <Filled products={products.data} categories={categories.data} search={search} onSearch={setSearch} />
        )}
      </div>
    </>
  );
}

interface FilledProps {
  products: Product[];
  categories: Category[];
  search: string;
  onSearch(search: string): void;
}

function Filled({ products, categories, search, onSearch }: FilledProps) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [deleting, setDeleting] = useState<Product | null>(null);
  const [rehearsing, setRehearsing] = useState<Product | null>(null);
  const focus = useRowFocus<HTMLDivElement>();
  const mayEdit = useMay()('catalog.edit');
  const searching = search.trim() !== '';
  const found = products.filter((product) =>
    matchesSearch(search, product.name, product.category, product.description),
  );
  const counts = Map.groupBy(found, ({ categoryId }) => categoryId);
  const headings = categories.filter(({ _id }) => !searching || counts.has(_id));
  // a closed section must not hide what the search found
  const isOpen = (category: string) => searching || !closed.has(category);
  const sortable = useProductOrder(entriesOf(headings, found, isOpen), (category) => {
    if (closed.has(category)) toggle(category);
  });
  const sorting = mayEdit && !searching;

  const toggle = (id: string) => {
    const next = new Set(closed);
    if (!next.delete(id)) next.add(id);
    setClosed(next);
  };

  return (
    <>
      <div className="flex flex-col gap-2 sm:flex-row sm:items-center sm:justify-between">
        <SearchInput label="Buscar produto" value={search} onChange={onSearch} className="sm:w-80" />
        <p role="status" className="text-small text-muted empty:hidden">
          {searching ? `${found.length} de ${products.length}` : sorting ? 'Arraste pela alça para mudar a ordem.' : ''}
        </p>
      </div>
      {sortable.announcement}
      {headings.length === 0 ? (
        <NothingFound search={search} onClear={() => onSearch('')} />
      ) : (
        <div ref={focus.list} className="flex flex-col gap-4">
          {sectionsOf(sortable.list).map(({ category, index, products: shown }) => (
            <ProductSection
              key={category._id}
              category={category}
              count={counts.get(category._id)?.length ?? 0}
              headingProps={sorting ? sortable.itemProps(index) : {}}
              products={shown.map(({ product, index: at }) => ({
                product,
                place: sorting ? { itemProps: sortable.itemProps(at), handle: sortable.handle(at) } : null,
              }))}
              open={isOpen(category._id)}
              onToggle={() => toggle(category._id)}
              onDelete={(product) => {
                focus.leave(product._id);
                setDeleting(product);
              }}
              onRehearse={setRehearsing}
            />
          ))}
        </div>
      )}
      <OnDemand when={rehearsing !== null}>
        <RehearsalDialog product={rehearsing} onClose={() => setRehearsing(null)} />
      </OnDemand>
      <ProductDeleteDialog product={deleting} onClose={() => setDeleting(null)} focusAfter={focus.heir} />
    </>
  );
}

function ListSkeleton() {
  return (
    <div className="flex flex-col gap-4" aria-busy="true">
      <span role="status" className="sr-only">
        Carregando
      </span>
      <Skeleton className="h-11 sm:w-80" />
      {[3, 2].map((rows) => (
        <div key={rows} className="rounded-card border border-line bg-raised">
          <div className="p-4 sm:px-5">
            <Skeleton className="h-6 w-32" />
          </div>
          {Array.from({ length: rows }, (_, row) => row).map((row) => (
            <div key={row} className="flex items-center gap-4 border-t border-line px-4 py-3 sm:px-5">
              <Skeleton className="size-12 shrink-0" />
              <div className="flex min-w-0 grow flex-col gap-2">
                <Skeleton className="h-4 w-40 max-w-full" />
                <Skeleton className="h-3.5 w-64 max-w-full" />
              </div>
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
