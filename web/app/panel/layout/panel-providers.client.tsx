import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { useNavigate } from 'react-router';
import { useAppStore } from '../../state/app-store.ts';
import { TOKEN_KEY } from '../../state/session-storage.ts';
import { Toasts } from '../../ui/toast.tsx';
import { StepUp } from '../step-up/step-up.client.tsx';
import { watchAccess } from './access-watch.ts';
import { queryClient } from './query-client.ts';

/** The frame of every closed page: server state, language, toasts, and the way to /login when the session ends. */
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

/** After a logout here, in another tab, or by the server, nothing of the account stays on the screen. */
function SessionWatch() {
  const navigate = useNavigate();
  useEffect(
    () =>
      useAppStore.subscribe((state, before) => {
        if (!before.auth.isLoggedIn || state.auth.isLoggedIn) return;
        // The session has ended, so open calls would only be refused.
        void queryClient.cancelQueries();
        void navigate('/login', { replace: true });
      }),
    [navigate],
  );
  // The cache is cleared after the screens are gone: a screen that still stands would ask again, without a token.
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
