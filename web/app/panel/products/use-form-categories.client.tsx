import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { ErrorState } from '../../ui/empty-state.tsx';
import { Card } from '../../ui/surfaces.tsx';
import { categoriesQuery } from '../catalog-queries.ts';
import { useCurrentStoreId } from '../current-store.ts';

/** Categories for the product form. Without any, the first one must be made before (SPEC.md section 8). */
export function useFormCategories() {
  const { data, isError, isFetching, refetch } = useQuery(categoriesQuery(useCurrentStoreId()));
  const navigate = useNavigate();
  // A list that is being asked for again may be an old, empty one.
  const none = data?.length === 0 && !isFetching;

  useEffect(() => {
    if (none) void navigate('/categories/create?from=product', { replace: true });
  }, [none, navigate]);

  return {
    categories: data?.length ? data : undefined,
    failure:
      isError && !data ? (
        <Card>
          <ErrorState title="Erro ao buscar categorias" retrying={isFetching} onRetry={() => void refetch()} />
        </Card>
      ) : null,
  };
}
