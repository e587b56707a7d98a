import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { useAppStore } from '../../state/app-store.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';

/**
 * Guards a form: asks before a person leaves it with unsaved changes, inside the panel or by closing the page. Put
 * `dialog` on the page. Call `allowLeaving()` after saving, before navigating. The end of the session never waits for
 * an answer.
 */
export function useUnsavedChanges(dirty: boolean) {
  const leaving = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty &&
      !leaving.current &&
      currentLocation.pathname !== nextLocation.pathname &&
      useAppStore.getState().auth.isLoggedIn,
  );

  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!leaving.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty]);

  return {
    allowLeaving() {
      leaving.current = true;
    },
    dialog: (
      <ConfirmDialog
        open={blocker.state === 'blocked'}
        onOpenChange={(open) => {
          if (!open) blocker.reset?.();
        }}
        title="Sair sem salvar?"
        confirmLabel="Sair sem salvar"
        pendingLabel="Saindo..."
        dismissLabel="Continuar editando"
        onConfirm={async () => {
          leaving.current = true;
          blocker.proceed?.();
        }}
        errorText={() => 'Não foi possível sair. Tente novamente.'}
      >
        O que você mudou nesta página será perdido.
      </ConfirmDialog>
    ),
  };
}
