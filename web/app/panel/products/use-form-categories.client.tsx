import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { Card } from '../../ui/surfaces.tsx';
import { LoadFailure } from '../list/load-failure.client.tsx';
import { categoriesQuery } from '../store/catalog-queries.ts';
import { useCurrentStoreId } from '../store/current-store.ts';

/** Categories for the product form. Without any, the person is sent to create the first one (SPEC.md section 8). */
export function useFormCategories() {
  const query = useQuery(categoriesQuery(useCurrentStoreId()));
  const { data, isFetching } = query;
  const navigate = useNavigate();
  // While the list is being loaded again, an empty list may be an old one.
  const none = data?.length === 0 && !isFetching;

  useEffect(() => {
    if (none) void navigate('/categories/create?from=product', { replace: true });
  }, [none, navigate]);

  return {
    categories: data?.length ? data : undefined,
    failure: query.isLoadingError ? (
      <Card>
        <LoadFailure title="Erro ao buscar categorias" query={query} />
      </Card>
    ) : null,
  };
}
