import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { useAppStore } from '../../state/app-store.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SkeletonRows } from '../../ui/surfaces.tsx';
import { LoadFailure } from '../list/load-failure.client.tsx';
import { storesQuery } from '../store/store-queries.ts';
import { SUBDOMAIN, screenOf } from './store-path.ts';

/**
 * /s/{subdomain}/…: a link that carries its store. It makes this store the current one and goes on to the screen. A store that
 * is not the person's changes nothing.
 */
export function StoreLink() {
  const { subdomain = '' } = useParams();
  const place = useLocation();
  const navigate = useNavigate();
  const stores = useQuery(storesQuery);
  const asked = subdomain.toLowerCase();
  const found = stores.data?.some((store) => store.subdomain === asked) ?? false;
  const screen = screenOf(place);

  useLayoutEffect(() => {
    if (!found) return;
    useAppStore.getState().setCurrentStore(asked);
    void navigate(screen, { replace: true });
  }, [found, asked, screen, navigate]);

  // The list may be some seconds old, and the person a member since then.
  const looking = found || stores.isFetching || !stores.data;
  return (
    <>
      <h1 className="sr-only">Abrir loja</h1>
      {stores.isLoadingError ? (
        <LoadFailure title="Erro ao carregar dados da loja" query={stores} />
      ) : looking ? (
        <SkeletonRows rows={4} />
      ) : (
        <EmptyState
          drawing="search"
          title="Loja selecionada não encontrada"
          action={<LinkButton to="/dashboard">Ir para o meu painel</LinkButton>}
        >
          {SUBDOMAIN.test(asked)
            ? `Esta conta não faz parte da equipe de ${asked}, ou a loja mudou de endereço.`
            : 'O endereço deste link não é de uma loja.'}
        </EmptyState>
      )}
    </>
  );
}
