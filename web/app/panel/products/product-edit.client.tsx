import { useQuery } from '@tanstack/react-query';
import type { Product } from '@vitrine/contract/catalog';
import { useEffect } from 'react';
import { useNavigate, useParams } from 'react-router';
import { errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { PageHeader } from '../../ui/surfaces.tsx';
import { notify } from '../../ui/toast.tsx';
import { BackLink } from '../form/back-link.client.tsx';
import { useCurrentStoreId } from '../store/current-store.ts';
import { keyOf, refreshAfter } from '../store/query-keys.ts';
import { ProductForm } from './product-form.client.tsx';
import { editBody, valuesOf } from './product-form-model.ts';
import { ProductFormSkeleton } from './product-form-skeleton.client.tsx';
import { useFormCategories } from './use-form-categories.client.tsx';

/** Changes a product. If it cannot be loaded, the list opens. */
export function ProductEdit() {
  const store = useCurrentStoreId();
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const { categories, failure } = useFormCategories();
  const { data: product, error } = useQuery({
    queryKey: keyOf('POST /products/name', store, id),
    // The form starts only with a fresh answer, and a later answer never overwrites the owner's typing.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const { info } = await call('POST /products/name', { body: { id }, store, signal });
      const [found] = info;
      if (!found) throw new Error('The answer holds no product');
      return found;
    },
  });

  useEffect(() => {
    if (!error) return;
    notify.error(errorText(error, 'Erro ao puxar as informações desse produto'));
    void navigate('/products', { replace: true });
  }, [error, navigate]);

  return (
    <>
      <BackLink to="/products">Produtos</BackLink>
      <PageHeader title="Editar produto" description={product && nameAndWaiting(product)} />
      {failure ??
        (product && categories ? (
          <ProductForm
            key={product._id}
            mode="edit"
            product={product._id}
            version={product.version}
            initial={valuesOf(product)}
            images={product.images}
            categories={categories}
            save={async (values, images, base) => {
              if (!base) throw new Error('An edit has a version');
              const { warning } = await call('POST /products/edit/', {
                body: editBody(values, product._id, base, images),
                store,
              });
              // The form also shows the warning at the action until the action is repaired.
              if (warning) notify.info(warning);
              void refreshAfter('POST /products/edit/', store);
            }}
          />
        ) : (
          <ProductFormSkeleton />
        ))}
    </>
  );
}

/** The product's name, and how many wait for it to be back. */
function nameAndWaiting({ name, waiting }: Product): string {
  if (waiting === 0) return name;
  return `${name} · ${waiting === 1 ? '1 pessoa espera' : `${waiting} pessoas esperam`} por este produto`;
}
