import { useContext, useEffect } from 'react';
import { matchRoutes, UNSAFE_DataRouterContext as RouterContext, useBlocker } from 'react-router';
import { useAppStore } from '../../state/app-store.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { giveUpUnsavedChanges, hasUnsavedChanges } from '../form/unsaved-changes.ts';
import { useOnline } from './online.ts';

declare global {
  /** The files of routes that React Router has loaded, by route. */
  var __reactRouterRouteModules: Record<string, unknown> | undefined;
}

/**
 * Stops a person who goes to another screen and would lose something. It asks before a form with unsaved changes is left. Without a
 * connection it waits if the other screen's file is not loaded yet, because the browser would show its own error page. It is the only
 * blocker of the panel, because the router knows one at a time.
 */
export function LeaveGuard() {
  const online = useOnline();
  const routes = useContext(RouterContext)?.router.routes ?? [];
  const isHere = (path: string) =>
    matchRoutes([...routes], path)?.every(
      ({ route: { id } }) => id && id in (globalThis.__reactRouterRouteModules ?? {}),
    ) ?? false;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname &&
      useAppStore.getState().auth.isLoggedIn &&
      (hasUnsavedChanges() || (!navigator.onLine && !isHere(nextLocation.pathname))),
  );
  const blocked = blocker.state === 'blocked';
  const waits = blocked && !online && !isHere(blocker.location.pathname);
  const asks = blocked && !waits && hasUnsavedChanges();
  useEffect(() => {
    // The network is back, and nothing asks.
    if (blocked && !waits && !asks) blocker.proceed();
  }, [blocked, waits, asks, blocker]);

  return (
    <>
      <ConfirmDialog
        open={asks}
        onOpenChange={(open) => {
          if (!open) blocker.reset?.();
        }}
        title="Sair sem salvar?"
        confirmLabel="Sair sem salvar"
        pendingLabel="Saindo..."
        dismissLabel="Continuar editando"
        onConfirm={async () => {
          giveUpUnsavedChanges();
          blocker.proceed?.();
        }}
        errorText={() => 'Não foi possível sair. Tente novamente.'}
      >
        O que você mudou nesta página será perdido.
      </ConfirmDialog>
      {waits ? (
        // No dialog: its script may be missing as well.
        <section
          role="alert"
          className="fixed right-4 bottom-[calc(1rem+var(--bottom-bar,0px))] left-4 z-30 flex flex-wrap items-center justify-between gap-3 rounded-card border border-line-strong bg-overlay p-4 shadow-soft sm:left-auto sm:max-w-md"
        >
          <p className="min-w-0">
            A outra página ainda não está neste aparelho. Ela abre sozinha quando a rede voltar.
          </p>
          <Button tone="secondary" size="small" onClick={() => blocker.reset?.()}>
            Ficar nesta página
          </Button>
        </section>
      ) : null}
    </>
  );
}
