import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { ProductFilter } from '@vitrine/contract/product-list';
import { saleStates } from '@vitrine/contract/product-status';
import { call } from '../../../lib/call.ts';
import { partSize } from '../../list/part-size.ts';
import { keyOf } from '../../store/query-keys.ts';

const productPart = () => partSize(25, 16);

/** The filters as the address of the list holds them. */
export interface ListFilters {
  search: string;
  state: ProductFilter['state'];
  category: string | undefined;
  mark: ProductFilter['mark'];
}

export const markTexts: Record<NonNullable<ProductFilter['mark']>, string> = {
  sold_out: 'Esgotados',
  low_stock: 'Estoque baixo',
  featured: 'Em destaque',
};

/** What the address says; a word that means nothing is left out. */
export function readFilters(query: URLSearchParams): ListFilters {
  return {
    search: query.get('search') ?? '',
    state: saleStates.find((known) => known === query.get('state')),
    category: query.get('category') ?? undefined,
    mark: (['sold_out', 'low_stock', 'featured'] as const).find((known) => known === query.get('mark')),
  };
}

/** Whether anything narrows the list down. */
export const narrows = ({ search, state, category, mark }: ListFilters) =>
  search !== '' || state !== undefined || category !== undefined || mark !== undefined;

const filterOf = ({ search, state, category, mark }: ListFilters): ProductFilter => ({
  search: search || undefined,
  state,
  categoryId: category,
  mark,
});

/** The store's products in parts. A search or a filter opens the folded categories: they must not hide what it found. */
export const productListQuery = (store: string | null, filters: ListFilters, folded: readonly string[]) => {
  const { search, state = '', category = '', mark = '' } = filters;
  const left = narrows(filters) ? [] : folded;
  return infiniteQueryOptions({
    queryKey: keyOf('POST /products/list', store, { search, state, category, mark, folded: left.join(' ') }),
    enabled: store !== null,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call('POST /products/list', {
        body: { ...filterOf(filters), folded: [...left], cursor: pageParam, limit: productPart() },
        store,
        signal,
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });
};
