import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { useLocation, useNavigate } from 'react-router';
import { withNext } from '../../lib/guard.ts';
import { LOOK_KEY } from '../../lib/inline-scripts/own-look.ts';
import { useAppStore } from '../../state/app-store.ts';
import { TOKEN_KEY } from '../../state/session-storage.ts';
import { Toasts } from '../../ui/toast.tsx';
import { hasUnsavedChanges } from '../form/unsaved-changes.ts';
import { showLook } from '../look/look.ts';
import { LogInAgain } from '../step-up/log-in-again.client.tsx';
import { StepUp } from '../step-up/step-up.client.tsx';
import { watchAccess } from './access-watch.ts';
import { LeaveGuard } from './leave-guard.client.tsx';
import { LEFT_KEY } from './logout.ts';
import { loseSession, takeLost } from './lost-session.ts';
import { queryClient } from './query-client.ts';

/** The frame of every closed page: server state, language, toasts, and the way to /login when the session ends. */
export function PanelProviders({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <I18nProvider locale="pt-BR">
        <SessionWatch />
        <OwnLook />
        {children}
        <LeaveGuard />
        <StepUp />
        <LogInAgain />
        <Toasts />
      </I18nProvider>
    </QueryClientProvider>
  );
}

/** The person's scheme and density, also after another tab chose, and in style sheets that come with a later screen. */
function OwnLook() {
  useLayoutEffect(() => {
    showLook();
    const late = ({ target }: Event) => target instanceof HTMLLinkElement && showLook();
    const other = ({ key }: StorageEvent) => key === LOOK_KEY && showLook();
    document.addEventListener('load', late, true);
    window.addEventListener('storage', other);
    return () => {
      document.removeEventListener('load', late, true);
      window.removeEventListener('storage', other);
    };
  }, []);
  return null;
}

/** After a logout here, in another tab, or by the server, nothing of the account stays on the screen. */
function SessionWatch() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const here = useRef('');
  here.current = pathname + search;
  useEffect(
    () =>
      useAppStore.subscribe((state, before) => {
        if (!before.auth.isLoggedIn || state.auth.isLoggedIn) return;
        // The session has ended, so open calls would only be refused.
        void queryClient.cancelQueries();
        void navigate(takeLost() ? withNext('/login', here.current) : '/login', { replace: true });
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
      const { auth, loggedOut } = useAppStore.getState();
      if (key === LEFT_KEY && newValue !== null && newValue === auth.user?.id) loggedOut();
      // Another tab has lost the session. While something is typed here, this tab stays: its next call asks for the login over the page.
      else if (key === TOKEN_KEY && newValue === null && auth.isLoggedIn && !hasUnsavedChanges()) loseSession();
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, []);
  return null;
}
