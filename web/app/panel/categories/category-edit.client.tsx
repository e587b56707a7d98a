import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate, useParams } from 'react-router';
import { errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { Card, PageHeader, Skeleton } from '../../ui/surfaces.tsx';
import { notify } from '../../ui/toast.tsx';
import { BackLink } from '../form/back-link.client.tsx';
import { useCurrentStoreId } from '../store/current-store.ts';
import { keyOf, refreshAfter } from '../store/query-keys.ts';
import { CategoryForm } from './category-form.client.tsx';

/** Changes a category's name and page. If the category cannot be loaded, the list opens (SPEC.md section 8). */
export function CategoryEdit() {
  const store = useCurrentStoreId();
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const { data, error } = useQuery({
    queryKey: keyOf('POST /categories/name', store, id),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => (await call('POST /categories/name', { body: { id }, store, signal })).info[0],
  });

  useEffect(() => {
    if (!error) return;
    notify.error(errorText(error, 'Erro ao carregar categoria'));
    void navigate('/categories', { replace: true });
  }, [error, navigate]);

  return (
    <>
      <BackLink to="/categories">Categorias</BackLink>
      <PageHeader title="Editar categoria" />
      {data === undefined ? (
        <Card className="max-w-xl" aria-busy="true">
          <span role="status" className="sr-only">
            Carregando
          </span>
          <Skeleton className="mb-2 h-4 w-32" />
          <Skeleton className="h-11" />
          <Skeleton className="mt-2 h-4 w-56" />
        </Card>
      ) : (
        <CategoryForm
          key={id}
          id={id}
          version={data.version}
          initial={{ name: data.name, description: data.description, imageUrl: data.imageUrl }}
          submitLabel="Salvar"
          pendingLabel="Salvando..."
          success="Categoria editada com sucesso!"
          failure="Erro ao editar categoria"
          save={async (body) => {
            await call('POST /categories/edit/:subdomain/:id', {
              params: { subdomain: store ?? '', id },
              body,
            });
            void refreshAfter('POST /categories/edit/:subdomain/:id', store);
          }}
        />
      )}
    </>
  );
}
