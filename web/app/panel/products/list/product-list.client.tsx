import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Category } from '@vitrine/contract/catalog';
import { FileSpreadsheet, Plus } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { LinkButton } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Card, PageHeader, Skeleton } from '../../../ui/surfaces.tsx';
import { LoadFailure } from '../../list/load-failure.client.tsx';
import { categoriesQuery } from '../../store/catalog-queries.ts';
import { useCurrentStoreId } from '../../store/current-store.ts';
import { useMay } from '../../store/may.ts';
import { PlanCounter, PlanNotice, usePlanRoom } from '../../store/plan-room.client.tsx';
import { narrows, productListQuery, readFilters } from './list-query.ts';
import { ProductSections } from './product-sections.client.tsx';
import { useFolded } from './use-folded.client.ts';

/** The store's products by category, and how many more the plan allows. */
export function ProductList() {
  const store = useCurrentStoreId();
  const [address, setAddress] = useSearchParams();
  const filters = readFilters(address);
  const folding = useFolded(store);
  const list = useInfiniteQuery(productListQuery(store, filters, folding.folded));
  const categories = useQuery(categoriesQuery(store));
  const room = usePlanRoom('products');
  const mayEdit = useMay()('catalog.edit');
  const failed = [list, categories].find((query) => query.isLoadingError);
  const hasCategories = categories.data?.length !== 0;
  const first = list.data?.pages[0];
  const none = first?.counts?.length === 0 && !narrows(filters) && !list.isPlaceholderData;

  const change = (changes: Record<string, string | null>) =>
    setAddress(
      (now) => {
        const next = new URLSearchParams(now);
        for (const [name, value] of Object.entries(changes)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace: true, preventScrollReset: true },
    );

  return (
    <>
      <PageHeader
        title="Produtos"
        description="O que sua loja vende, por categoria."
        actions={
          !first || !mayEdit ? null : (
            <>
              <LinkButton to="/products/sheet" tone="secondary" icon={<FileSpreadsheet className="size-4.5" />}>
                Planilha
              </LinkButton>
              {room?.full || !hasCategories || none ? null : (
                <LinkButton to="/products/create" icon={<Plus className="size-4.5" />}>
                  Novo produto
                </LinkButton>
              )}
            </>
          )
        }
      />
      <div className="flex flex-col gap-4">
        <div className="grid grid-cols-2 gap-3 lg:max-w-xl">
          <PlanCounter label="Total de produtos" what="products" count={room?.used} />
          <PlanCounter label="Categorias" what="categories" count={categories.data?.length} />
        </div>
        {mayEdit ? <PlanNotice what="products" /> : null}
        {failed ? (
          <Card>
            <LoadFailure
              title="Erro ao carregar os produtos"
              query={{ ...failed, refetch: () => Promise.all([list.refetch(), categories.refetch()]) }}
            />
          </Card>
        ) : !first || !categories.data ? (
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
        ) : none ? (
          <NoProducts mayEdit={mayEdit} archived={first.archived} />
        ) : (
          <ProductSections
            list={list}
            filters={filters}
            categories={categories.data as Category[]}
            folding={folding}
            mayEdit={mayEdit}
            onFilter={change}
          />
        )}
      </div>
    </>
  );
}

function NoProducts({ mayEdit, archived }: { mayEdit: boolean; archived: boolean }) {
  return (
    <Card>
      <EmptyState
        drawing="tag"
        title="Nenhum produto ainda"
        action={
          <div className="flex flex-wrap justify-center gap-3">
            {mayEdit ? <LinkButton to="/products/create">Criar o primeiro produto</LinkButton> : null}
            {archived ? (
              <LinkButton to="/products?state=archived" tone="secondary">
                Ver os arquivados
              </LinkButton>
            ) : null}
          </div>
        }
      >
        Um produto tem nome, preço e o que acontece depois da compra: um cargo no Discord, dinheiro no jogo, um veículo.
      </EmptyState>
    </Card>
  );
}

function ListSkeleton() {
  return (
    <div className="flex flex-col gap-4" aria-busy="true">
      <span role="status" className="sr-only">
        Carregando
      </span>
      <Skeleton className="h-11" />
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
