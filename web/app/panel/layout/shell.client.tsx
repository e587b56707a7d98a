import { useQuery } from '@tanstack/react-query';
import { limits } from '@vitrine/contract/limits';
import { isShut } from '@vitrine/contract/roles';
import { permissionToOpen } from '@vitrine/contract/screens/panel';
import { Menu as MenuIcon, Search, X } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { classNames } from '../../lib/class-names.ts';
import { Logo } from '../../lib/logo.tsx';
import { useAppStore } from '../../state/app-store.ts';
import { IconButton, LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SkeletonRows } from '../../ui/surfaces.tsx';
import { LoadFailure } from '../list/load-failure.client.tsx';
import { PaymentChanges } from '../payment-change/payment-changes.client.tsx';
import { useCurrentStore, useCurrentStoreId } from '../store/current-store.ts';
import { useMay, useMaySee, useRole } from '../store/may.ts';
import { useMissingStore } from '../store/missing-store.ts';
import { storesQuery } from '../store/store-queries.ts';
import { AlertBell } from './alert-bell.client.tsx';
import { OfflineBar } from './offline-bar.client.tsx';
import { PanelProviders } from './panel-providers.client.tsx';
import { Sidebar } from './sidebar.client.tsx';

/** Comes with the first press of its keys. */
const CommandPalette = lazy(() => import('./command-palette.client.tsx'));
// Both begin after the screen is there.
const Live = lazy(() => import('../live/live.client.tsx'));
const Shortcuts = lazy(() => import('../keys/shortcuts.client.tsx'));
// Few people ever see these, so each is loaded when it is needed.
const FactorNotice = lazy(async () => ({
  default: (await import('../step-up/factor-notice.client.tsx')).FactorNotice,
}));
const FactorGate = lazy(async () => ({ default: (await import('../step-up/factor-notice.client.tsx')).FactorGate }));
const MissingNotice = lazy(() => import('./missing-notice.client.tsx'));
const NoAccess = lazy(() => import('./no-access.client.tsx'));
const RecoveryBanner = lazy(() => import('../step-up/recovery-banner.client.tsx'));
const UnprovenNotice = lazy(() => import('./unproven-notice.client.tsx'));

const narrowQuery = `(width < ${limits.sidebarBreakpointPx}px)`;

/** Whether the sidebar covers the page. The window's width decides (SPEC.md section 4). */
function useSidebar() {
  const [narrow, setNarrow] = useState(() => window.matchMedia(narrowQuery).matches);
  const [open, setOpen] = useState(!narrow);

  useEffect(() => {
    const media = window.matchMedia(narrowQuery);
    const follow = () => {
      setNarrow(media.matches);
      setOpen(!media.matches);
    };
    media.addEventListener('change', follow);
    return () => media.removeEventListener('change', follow);
  }, []);

  useEffect(() => {
    if (!narrow || !open) return;
    const close = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false);
    window.addEventListener('keydown', close);
    return () => window.removeEventListener('keydown', close);
  }, [narrow, open]);

  return { narrow, open, setOpen };
}

/** The panel: sidebar at the left, the screen at the right; below 1024 px the sidebar is an overlay with a toggle. */
export function Shell() {
  return (
    <PanelProviders>
      <ShellFrame />
    </PanelProviders>
  );
}

/** How often the palette was asked for, by its keys (Ctrl K or ⌘ K) or by a button, and the function of the button. */
function usePalette(): [asked: number, ask: () => void] {
  const [asked, setAsked] = useState(0);
  const ask = useCallback(() => setAsked((before) => before + 1), []);
  // Before the first paint: whoever sees the panel may press.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
      if (key.toLowerCase() !== 'k' || !(ctrlKey || metaKey) || altKey || shiftKey) return;
      event.preventDefault();
      ask();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [ask]);
  return [asked, ask];
}

function ShellFrame() {
  const { narrow, open, setOpen } = useSidebar();
  const [asked, ask] = usePalette();
  const [keys, setKeys] = useState(0);
  const guarded = useAppStore((state) => state.auth.user?.secondFactor === true);
  const unproven = useAppStore((state) => state.auth.user?.emailVerified === false);
  const missing = useMissingStore() !== null;
  const sees = useMaySee('store.read');
  const afterNavigation = useCallback(() => {
    if (narrow) setOpen(false);
  }, [narrow, setOpen]);

  return (
    <div className={classNames('min-h-dvh', open && !narrow && 'pl-64')}>
      <a
        href="#main"
        className="sr-only z-50 rounded-control bg-accent px-4 py-3 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Pular para o conteúdo
      </a>
      {narrow ? (
        <header className="sticky top-0 z-20 flex h-14 items-center gap-2 border-b border-line bg-surface/90 px-2 backdrop-blur">
          <IconButton label="Abrir menu" aria-expanded={open} aria-controls="sidebar" onClick={() => setOpen(true)}>
            <MenuIcon className="size-5" />
          </IconButton>
          <Logo />
          <span className="ml-auto flex">
            <IconButton label="Buscar" onClick={ask}>
              <Search className="size-5" />
            </IconButton>
            <AlertBell />
          </span>
        </header>
      ) : null}
      {narrow && open ? (
        <button
          type="button"
          aria-label="Fechar menu"
          tabIndex={-1}
          className="fixed inset-0 z-30 animate-in bg-scrim duration-150 fade-in"
          onClick={() => setOpen(false)}
        />
      ) : null}
      <aside
        id="sidebar"
        inert={!open}
        className={classNames(
          'fixed inset-y-0 left-0 z-40 w-64 border-r border-line bg-raised transition-transform duration-(--motion-slow)',
          !open && '-translate-x-full',
        )}
      >
        {narrow ? (
          <IconButton label="Fechar menu" className="absolute top-3 right-2 z-10" onClick={() => setOpen(false)}>
            <X className="size-5" />
          </IconButton>
        ) : null}
        <Sidebar onNavigate={afterNavigation} onSearch={ask} />
      </aside>
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-6xl px-4 py-6 outline-none sm:px-6 lg:px-8 lg:py-8">
        <OfflineBar />
        {unproven ? (
          <Suspense>
            <UnprovenNotice />
          </Suspense>
        ) : null}
        {guarded ? (
          <Suspense>
            <RecoveryBanner />
          </Suspense>
        ) : null}
        {missing ? (
          <Suspense>
            <MissingNotice />
          </Suspense>
        ) : null}
        <StoreGate />
      </main>
      <Suspense>
        {sees ? <Live /> : null}
        <Shortcuts onPalette={ask} asked={keys} />
      </Suspense>
      {asked > 0 ? (
        <Suspense>
          <CommandPalette asked={asked} onKeys={() => setKeys(keys + 1)} />
        </Suspense>
      ) : null}
    </div>
  );
}

/**
 * Screens work in a store: one must be chosen, and the person's role must open the screen. If the list of stores
 * fails to load, the list is emptied and the current store forgotten, without a toast (SPEC.md section 4). A later
 * failure changes nothing.
 */
function StoreGate() {
  const stores = useQuery(storesQuery);
  const { data, isLoadingError } = stores;
  const currentStoreId = useCurrentStoreId();
  const current = useCurrentStore();
  const storeId = useAppStore(
    ({ store: { stores, currentStoreId: id } }) => stores.find((one) => one.subdomain === id)?.id,
  );
  const role = useRole();
  const may = useMay();
  const permission = permissionToOpen(useLocation().pathname);
  useEffect(() => {
    if (isLoadingError) useAppStore.getState().storesFailed();
  }, [isLoadingError]);

  if (isLoadingError) {
    return (
      <>
        <h1 className="sr-only">Painel</h1>
        <LoadFailure title="Erro ao carregar dados da loja" query={stores} />
      </>
    );
  }
  if (data?.length === 0) {
    return (
      <>
        <h1 className="sr-only">Painel</h1>
        <EmptyState
          drawing="shelf"
          title="Você ainda não tem uma loja"
          action={<LinkButton to="/store/create">Criar minha loja</LinkButton>}
        >
          Escolha um nome e um endereço: a sua vitrine fica pronta na hora.
        </EmptyState>
      </>
    );
  }
  if (currentStoreId === null || !role) {
    return (
      <>
        <h1 className="sr-only">Painel</h1>
        <SkeletonRows rows={6} />
      </>
    );
  }
  return (
    <>
      {current?.factorDue && !isShut(role) ? (
        <Suspense>
          <FactorNotice store={current.name} due={current.factorDue} />
        </Suspense>
      ) : null}
      <PaymentChanges />
      {permission && isShut(role) ? (
        <Suspense>
          <FactorGate store={current?.name ?? ''} />
        </Suspense>
      ) : permission && !may(permission) ? (
        <Suspense>
          <NoAccess role={role} permission={permission} />
        </Suspense>
      ) : (
        // Another store may take the place of one that is gone. What was typed for the former store must not be saved in this one.
        <Outlet key={storeId} />
      )}
    </>
  );
}
