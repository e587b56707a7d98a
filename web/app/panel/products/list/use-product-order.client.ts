import { type InfiniteData, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Category } from '@vitrine/contract/catalog';
import type { ListedProduct, ProductListAnswer } from '@vitrine/contract/product-list';
import { errorText } from '../../../lib/api.ts';
import { call } from '../../../lib/call.ts';
import { notify } from '../../../ui/toast.tsx';
import { useSortable } from '../../list/use-sortable.client.tsx';
import { useCurrentStoreId } from '../../store/current-store.ts';
import { refreshAfter } from '../../store/query-keys.ts';
import { type Entry, movedTo, placeIn } from './entries.ts';

interface Move {
  product: ListedProduct;
  category: Category;
  after: string | null;
}

const key = ['products-move'];

/** The list after a move. The parts keep their cursors; all rows stand in the first one until it is read again. */
function withMoved(list: InfiniteData<ProductListAnswer>, moved: ListedProduct, after: string | null) {
  const products = movedTo(
    list.pages.flatMap((page) => page.products),
    moved,
    after,
  );
  return { ...list, pages: list.pages.map((page, at) => ({ ...page, products: at === 0 ? products : [] })) };
}

/**
 * Sorting the loaded products by hand, inside their category and into another one. `queryKey` is that of the list; `onPlaced`
 * hears where a product was put.
 */
export function useProductOrder(
  queryKey: QueryKey,
  entries: readonly Entry<Category, ListedProduct>[],
  onPlaced: (category: string) => void,
) {
  const store = useCurrentStoreId();
  const queries = useQueryClient();
  const move = useMutation({
    mutationFn: ({ product: { _id: productId, categoryId: from }, category, after }: Move) =>
      call('POST /products/move', { body: { productId, from, categoryId: category._id, after }, store }),
    // The new order shows at once; a refusal brings back the server's. The scope sends quick moves one after the other.
    scope: { id: 'products-move' },
    mutationKey: key,
    onMutate: async ({ product, category, after }) => {
      await queries.cancelQueries({ queryKey });
      const moved = { ...product, categoryId: category._id, category: category.name };
      queries.setQueryData<InfiniteData<ProductListAnswer>>(queryKey, (list) => list && withMoved(list, moved, after));
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
