import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { useNavigate } from 'react-router';
import { useAppStore } from '../../state/app-store.ts';
import { TOKEN_KEY } from '../../state/session-storage.ts';
import { Toasts } from '../../ui/toast.tsx';
import { watchAccess } from '../access-watch.ts';
import { queryClient } from '../query-client.ts';
import { StepUp } from '../step-up/step-up.client.tsx';

/** What every closed page stands in: server state, language, toasts, and the way out when the session ends. */
export function PanelProviders({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <I18nProvider locale="pt-BR">
        <SessionWatch />
        {children}
        <StepUp />
        <Toasts />
      </I18nProvider>
    </QueryClientProvider>
  );
}

/** Logged out here, in another tab, or by the server: nothing of the account stays on screen. */
function SessionWatch() {
  const navigate = useNavigate();
  useEffect(
    () =>
      useAppStore.subscribe((state, before) => {
        if (!before.auth.isLoggedIn || state.auth.isLoggedIn) return;
        // What is still being asked would be answered with a refusal: the session has ended.
        void queryClient.cancelQueries();
        void navigate('/login', { replace: true });
      }),
    [navigate],
  );
  // Cleared once the screens are gone: while they stand they would ask again, without a token.
  useEffect(
    () => () => {
      if (!useAppStore.getState().auth.isLoggedIn) queryClient.clear();
    },
    [],
  );
  useEffect(watchAccess, []);
  useEffect(() => {
    const follow = ({ key, newValue }: StorageEvent) => {
      if (key === TOKEN_KEY && newValue === null) useAppStore.getState().loggedOut();
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, []);
  return null;
}
