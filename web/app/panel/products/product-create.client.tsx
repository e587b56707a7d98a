import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { ErrorState } from '../../ui/empty-state.tsx';
import { Card, PageHeader } from '../../ui/surfaces.tsx';
import { notify } from '../../ui/toast.tsx';
import { BackLink } from '../form/back-link.client.tsx';
import { productsQuery } from '../store/catalog-queries.ts';
import { useCurrentStoreId } from '../store/current-store.ts';
import { PlanNotice } from '../store/plan-room.client.tsx';
import { refreshAfter } from '../store/query-keys.ts';
import { ProductForm } from './product-form.client.tsx';
import { copyOf, createBody, valuesOf } from './product-form-model.ts';
import { ProductFormSkeleton } from './product-form-skeleton.client.tsx';
import { useFormCategories } from './use-form-categories.client.tsx';

/**
 * New product. With `?copy={id}` the form starts as a copy; the copy is on sale only after it is saved. A person who made the first
 * category for it finds it chosen.
 */
export function ProductCreate() {
  const store = useCurrentStoreId();
  const [parameters] = useSearchParams();
  const copied = parameters.get('copy');
  const { categories, failure } = useFormCategories();
  const products = useQuery({ ...productsQuery(store), enabled: copied !== null });
  const original = products.data?.find((product) => product._id === copied);
  const copyFailed = copied !== null && !original && (products.isError || products.data !== undefined);
  const [first] = parameters.get('from') === 'category' ? (categories ?? []) : [];
  const ready = categories && (copied === null || original);

  return (
    <>
      <BackLink to="/products">Produtos</BackLink>
      <PageHeader
        title="Novo produto"
        description={original ? `Cópia de “${original.name}”, ainda não salva.` : undefined}
      />
      <div className="mb-4 empty:hidden">
        <PlanNotice what="products" />
      </div>
      {failure ??
        (copyFailed ? (
          <Card>
            <ErrorState
              title="Erro ao puxar informações do produto"
              retrying={products.isFetching}
              onRetry={() => void products.refetch()}
            >
              {products.isError
                ? errorText(products.error, 'Confira sua conexão e tente de novo.')
                : 'O produto a copiar não existe mais.'}
            </ErrorState>
          </Card>
        ) : ready ? (
          <ProductForm
            mode="create"
            copied={original?._id}
            initial={original ? copyOf(original) : { ...valuesOf(), categoryId: first?._id ?? '' }}
            images={original?.images ?? []}
            categories={categories}
            save={async (values, images = original?.images ?? []) => {
              const { warning } = await call('POST /products/create', { body: createBody(values, images), store });
              if (warning) notify.info(warning);
              void refreshAfter('POST /products/create', store);
            }}
          />
        ) : (
          <ProductFormSkeleton />
        ))}
    </>
  );
}
