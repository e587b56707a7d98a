import { useSearchParams } from 'react-router';
import { call } from '../../lib/call.ts';
import { Alert, PageHeader } from '../../ui/surfaces.tsx';
import { BackLink } from '../form/back-link.client.tsx';
import { useCurrentStoreId } from '../store/current-store.ts';
import { PlanNotice } from '../store/plan-room.client.tsx';
import { refreshAfter } from '../store/query-keys.ts';
import { CategoryForm } from './category-form.client.tsx';

/** New category. Says why the person is here if they came from a new product that had no category to choose. */
export function CategoryCreate() {
  const store = useCurrentStoreId();
  const [parameters] = useSearchParams();
  const forProduct = parameters.get('from') === 'product';

  return (
    <>
      <BackLink to="/categories">Categorias</BackLink>
      <PageHeader title="Nova categoria" />
      <div className="mb-4 flex max-w-xl flex-col gap-4">
        {forProduct ? (
          <Alert title="Primeiro, uma categoria">
            Todo produto fica em uma categoria, e a loja ainda não tem nenhuma.
          </Alert>
        ) : null}
        <PlanNotice what="categories" />
      </div>
      <CategoryForm
        initial={{ name: '', description: '', imageUrl: null }}
        submitLabel="Criar categoria"
        pendingLabel="Criando..."
        success="Categoria criada com sucesso!"
        failure="Erro ao criar categoria"
        {...(forProduct && { to: '/products/create?from=category' })}
        save={async ({ name, description, imageUrl }) => {
          await call('POST /categories/create', { body: { name, description, imageUrl }, store });
          void refreshAfter('POST /categories/create', store);
        }}
      />
    </>
  );
}
