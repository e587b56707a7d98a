import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Category, Product } from '@vitrine/contract/catalog';
import { errorText } from '../../../lib/api.ts';
import { call } from '../../../lib/call.ts';
import { notify } from '../../../ui/toast.tsx';
import { useSortable } from '../../list/use-sortable.client.tsx';
import { productsQuery } from '../../store/catalog-queries.ts';
import { useCurrentStoreId } from '../../store/current-store.ts';
import { refreshAfter } from '../../store/query-keys.ts';
import { type Entry, movedTo, placeIn } from './entries.ts';

interface Move {
  product: Product;
  category: Category;
  after: string | null;
}

const key = ['products-move'];

/** Sorting the products by hand, inside their category and into another one. `onPlaced` is told where one came. */
export function useProductOrder(entries: readonly Entry<Category, Product>[], onPlaced: (category: string) => void) {
  const store = useCurrentStoreId();
  const queries = useQueryClient();
  const { queryKey } = productsQuery(store);
  const move = useMutation({
    mutationFn: ({ product: { _id: productId, categoryId: from }, category, after }: Move) =>
      call('POST /products/move', { body: { productId, from, categoryId: category._id, after }, store }),
    // The new order shows at once; a refusal brings back the server's. The scope sends quick moves one after the other.
    scope: { id: 'products-move' },
    mutationKey: key,
    onMutate: async ({ product, category, after }) => {
      await queries.cancelQueries({ queryKey });
      const moved = { ...product, categoryId: category._id, category: category.name };
      queries.setQueryData(queryKey, (products) => products && movedTo(products, moved, after));
    },
    onError: (error) => notify.error(errorText(error, 'Erro ao mover o produto')),
    onSettled: () => {
      if (queries.isMutating({ mutationKey: key }) <= 1) void refreshAfter('POST /products/move', store);
    },
  });
  return useSortable({
    items: entries,
    keyOf: ({ category, product }) => category?._id ?? product?._id ?? '',
    nameOf: ({ product }) => product?.name ?? '',
    placeOf: (now, { product }) => {
      const place = placeIn(now, product?._id ?? '');
      return place ? `posição ${place.position} em ${place.category.name}` : '';
    },
    onOrder: (now, { product }) => {
      const place = product && placeIn(now, product._id);
      if (!place) return;
      onPlaced(place.category._id);
      move.mutate({ product, category: place.category, after: place.after });
    },
  });
}
