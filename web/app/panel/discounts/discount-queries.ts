import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { categoriesQuery, productsQuery } from '../store/catalog-queries.ts';
import { useCurrentStoreId } from '../store/current-store.ts';
import { keyOf } from '../store/query-keys.ts';

/** The store's discounts. */
export const discountsQuery = (store: string | null) =>
  queryOptions({
    queryKey: keyOf('POST /discounts', store),
    enabled: store !== null,
    queryFn: async ({ signal }) => (await call('POST /discounts', { body: {}, store, signal })).discounts,
  });

export interface CatalogCategory {
  id: string;
  name: string;
  products: string[];
  named: { id: string; name: string; price: number }[];
}

/** Categories with their products for the picker, undefined until both are loaded; and the query that failed. */
export function usePickerCatalog() {
  const store = useCurrentStoreId();
  const categories = useQuery(categoriesQuery(store));
  const products = useQuery(productsQuery(store));
  const catalog = products.data
    ? categories.data?.map(({ _id, name }): CatalogCategory => {
        const named = products.data
          .filter((product) => product.categoryId === _id)
          .map((product) => ({ id: product._id, name: product.name, price: product.price }));
        return { id: _id, name, named, products: named.map((product) => product.id) };
      })
    : undefined;
  return { catalog, failed: [categories, products].find((query) => query.isLoadingError) };
}
