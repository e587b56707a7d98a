import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Category } from '@vitrine/contract/catalog';
import type { ListedProduct, ProductListAnswer } from '@vitrine/contract/product-list';
import { ListChecks } from 'lucide-react';
import { lazy, useState } from 'react';
import { errorText } from '../../../lib/api.ts';
import { call } from '../../../lib/call.ts';
import { classNames } from '../../../lib/class-names.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { OnDemand } from '../../../ui/on-demand.tsx';
import { Card } from '../../../ui/surfaces.tsx';
import { notify } from '../../../ui/toast.tsx';
import { LoadMore } from '../../list/load-more.client.tsx';
import { useRowFocus } from '../../list/row-focus.ts';
import { useCurrentStoreId } from '../../store/current-store.ts';
import { keyOf, refreshAfter } from '../../store/query-keys.ts';
import { entriesOf, sectionsOf } from './entries.ts';
import { type ListFilters, narrows, productListQuery } from './list-query.ts';
import { ProductToolbar } from './list-toolbar.client.tsx';
import { ProductDeleteDialog } from './product-delete.client.tsx';
import { ProductSection } from './product-section.client.tsx';
import { SelectionBar } from './selection-bar.client.tsx';
import type { Folding } from './use-folded.client.ts';
import { useProductOrder } from './use-product-order.client.ts';
import { useSelection } from './use-selection.client.ts';

const RehearsalDialog = lazy(async () => ({
  default: (await import('../rehearsal/rehearsal-dialog.client.tsx')).RehearsalDialog,
}));

const StockDialog = lazy(async () => ({ default: (await import('./stock-dialog.client.tsx')).StockDialog }));

const doneTexts = {
  shown: 'O produto está na loja.',
  hidden: 'O produto está escondido.',
  archived: 'O produto foi arquivado.',
};

interface ProductSectionsProps {
  list: UseInfiniteQueryResult<InfiniteData<ProductListAnswer>>;
  filters: ListFilters;
  categories: readonly Category[];
  folding: Folding;
  mayEdit: boolean;
  onFilter(changes: Record<string, string | null>): void;
}

/** The loaded products below the headings of their categories. */
export function ProductSections({ list, filters, categories, folding, mayEdit, onFilter }: ProductSectionsProps) {
  const store = useCurrentStoreId();
  const [deleting, setDeleting] = useState<ListedProduct | null>(null);
  const focus = useRowFocus<HTMLDivElement>();
  const narrowed = narrows(filters);
  const pages = list.data?.pages ?? [];
  const products = uniqueOf(pages.flatMap((page) => page.products));
  const [stocking, setStocking] = useState<ListedProduct | null>(null);
  const [rehearsing, setRehearsing] = useState<ListedProduct | null>(null);
  const counts = new Map(pages[0]?.counts?.map(({ categoryId, products }) => [categoryId, products]));
  const total = [...counts.values()].reduce((sum, one) => sum + one, 0);
  const isOpen = (category: string) => narrowed || !folding.folded.includes(category);
  const headings = headingsOf(categories, products, list.hasNextPage).filter(({ _id }) => !narrowed || counts.has(_id));
  const query = productListQuery(store, filters, folding.folded);
  const sortable = useProductOrder(query.queryKey, entriesOf(headings, products, isOpen), (category) => {
    if (!isOpen(category)) folding.toggle(category);
  });
  const selection = useSelection();
  const sorting = mayEdit && !narrowed && !selection.on;

  // The rehearsal needs the whole product, with its actions.
  const rehearsed = useQuery({
    queryKey: keyOf('POST /products/name', store, rehearsing?._id, 'rehearsal'),
    enabled: rehearsing !== null,
    queryFn: async ({ signal }) =>
      (await call('POST /products/name', { body: { id: rehearsing?._id ?? '' }, store, signal })).info[0] ?? null,
  }).data;

  const edit = useMutation({
    mutationFn: ({ product, status }: { product: ListedProduct; status: keyof typeof doneTexts }) =>
      call('POST /products/edit/', {
        body: { productId: product._id, version: product.version, productData: { status } },
        store,
      }),
    onSuccess: (_, { status }) => notify.success(doneTexts[status]),
    onError: (error) => notify.error(errorText(error, 'Não foi possível editar o produto!')),
    onSettled: () => void refreshAfter('POST /products/edit/', store),
  });

  return (
    <>
      <ProductToolbar filters={filters} categories={categories} onChange={onFilter} />
      <div className="-my-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p role="status" className="text-small text-muted empty:hidden">
          {narrowed
            ? total === 1
              ? '1 produto encontrado'
              : `${formatNumber(total)} produtos encontrados`
            : sorting
              ? 'Arraste pela alça para mudar a ordem da loja.'
              : ''}
        </p>
        {mayEdit && !selection.on ? (
          <Button tone="quiet" size="small" icon={<ListChecks className="size-4" />} onClick={selection.begin}>
            Selecionar
          </Button>
        ) : null}
      </div>
      {sortable.announcement}
      {headings.length === 0 ? (
        <Card>
          <EmptyState
            drawing="search"
            title="Nada encontrado"
            action={
              <Button
                tone="secondary"
                onClick={() => onFilter({ search: null, state: null, category: null, mark: null })}
              >
                {filters.search ? 'Limpar busca' : 'Limpar filtros'}
              </Button>
            }
          >
            {filters.search
              ? `Nada corresponde a “${filters.search}”. Confira a escrita ou procure por outra palavra.`
              : 'Nenhum produto está assim agora.'}
          </EmptyState>
        </Card>
      ) : (
        <div ref={focus.list} className={classNames('flex flex-col gap-4', list.isPlaceholderData && 'opacity-60')}>
          {sectionsOf(sortable.list).map(({ category, index, products: shown }) => (
            <ProductSection
              key={category._id}
              category={category}
              count={counts.get(category._id) ?? 0}
              headingProps={sorting ? sortable.itemProps(index) : {}}
              products={shown.map(({ product, index: at }) => ({
                product,
                place: sorting ? { itemProps: sortable.itemProps(at), handle: sortable.handle(at) } : null,
              }))}
              open={isOpen(category._id)}
              mayEdit={mayEdit}
              selection={selection}
              onToggle={() => folding.toggle(category._id)}
              actions={{
                onStatus: (product, status) => edit.mutate({ product, status }),
                onDelete: (product) => {
                  focus.leave(product._id);
                  setDeleting(product);
                },
                onRehearse: setRehearsing,
                onStock: setStocking,
              }}
            />
          ))}
        </div>
      )}
      <LoadMore query={list}>Carregar mais produtos</LoadMore>
      {selection.on ? <SelectionBar selection={selection} loaded={products} /> : null}
      <OnDemand when={rehearsing !== null}>
        <RehearsalDialog product={rehearsing && (rehearsed ?? null)} onClose={() => setRehearsing(null)} />
      </OnDemand>
      <OnDemand when={stocking !== null}>
        <StockDialog product={stocking} onClose={() => setStocking(null)} />
      </OnDemand>
      <ProductDeleteDialog product={deleting} onClose={() => setDeleting(null)} focusAfter={focus.heir} />
    </>
  );
}

/** Each product once: a product that moves while the parts are loaded can be in two of them. */
const uniqueOf = (products: readonly ListedProduct[]) => [
  ...new Map(products.map((product) => [product._id, product])).values(),
];

/** The categories down to that of the last loaded product. The later ones come with the parts that hold their products. */
function headingsOf(categories: readonly Category[], products: readonly ListedProduct[], more: boolean) {
  const last = more ? categories.findIndex(({ _id }) => _id === products.at(-1)?.categoryId) : -1;
  return last < 0 ? categories : categories.slice(0, last + 1);
}
