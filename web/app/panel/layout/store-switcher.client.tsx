import { useQuery } from '@tanstack/react-query';
import { limits } from '@vitrine/contract/limits';
import { Check, ChevronsUpDown, Plus, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useAppStore } from '../../state/app-store.ts';
import { Avatar } from '../../ui/bits.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Menu } from '../../ui/menu.tsx';
import { hasUnsavedChanges, leaveUnsavedChanges } from '../form/unsaved-changes.ts';
import { useCurrentStore } from '../store/current-store.ts';
import { storesQuery } from '../store/store-queries.ts';

/** 'Loja Atual': the user's stores and 'Nova Loja'. Choosing one sets it and reloads the page (SPEC.md section 4). */
export function StoreSwitcher() {
  const { currentStoreId, stores } = useAppStore((state) => state.store);
  const setCurrentStore = useAppStore((state) => state.setCurrentStore);
  const navigate = useNavigate();
  const current = stores.find((store) => store.subdomain === currentStoreId);
  const logo = useCurrentStore()?.logo;
  const { data, isLoadingError, refetch } = useQuery(storesQuery);
  const [name, hint] = current
    ? [current.name, `ID: ${current.subdomain.slice(-limits.storeIdCharacters)}`]
    : isLoadingError
      ? ['Lojas não carregadas', 'Tente novamente']
      : data
        ? ['Nenhuma loja', 'Crie a primeira']
        : ['Carregando…', 'Suas lojas'];

  const [asked, setAsked] = useState<string | null>(null);

  const open = (subdomain: string) => {
    leaveUnsavedChanges();
    setCurrentStore(subdomain);
    window.location.reload();
  };
  const choose = (subdomain: string) => (hasUnsavedChanges() ? setAsked(subdomain) : open(subdomain));

  return (
    <div>
      <p className="mb-1.5 text-small text-muted">Loja Atual</p>
      <Menu
        label="Loja Atual"
        placement="bottom start"
        triggerClassName="flex w-full items-center gap-3 rounded-control border border-line bg-surface p-2 text-left transition-colors duration-(--motion-fast) hover:bg-hover"
        trigger={
          <>
            <Avatar name={current?.name ?? '?'} src={logo} square />
            <span className="min-w-0 grow">
              <span className="block truncate font-medium">{name}</span>
              <span className="block text-small text-muted">{hint}</span>
            </span>
            <ChevronsUpDown className="size-4 shrink-0 text-muted" />
          </>
        }
        items={[
          ...stores.map((store) => ({
            id: store.subdomain,
            label: store.name,
            icon: store.subdomain === currentStoreId ? <Check /> : <span className="block size-4" />,
            onSelect: () => choose(store.subdomain),
          })),
          ...(isLoadingError
            ? [{ id: 'again', label: 'Tentar novamente', icon: <RotateCw />, onSelect: () => void refetch() }]
            : []),
          { id: '+', label: 'Nova Loja', icon: <Plus />, onSelect: () => void navigate('/store/create') },
        ]}
      />
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(next) => !next && setAsked(null)}
        title="Trocar de loja sem salvar?"
        confirmLabel="Trocar de loja"
        pendingLabel="Trocando..."
        dismissLabel="Continuar editando"
        onConfirm={async () => asked !== null && open(asked)}
        errorText={() => 'Não foi possível trocar. Tente novamente.'}
      >
        O que você mudou nesta página não foi salvo.
      </ConfirmDialog>
    </div>
  );
}
