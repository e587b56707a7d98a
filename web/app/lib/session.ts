import { useAppStore } from '../state/app-store.ts';
import { readSession } from '../state/session-storage.ts';

export type SessionOutcome = 'logged-in' | 'logged-out' | 'unreadable';

let rehydrated = false;

/** Reads the stored state once per page load. Storage is synchronous: the state is there when this returns. */
export function rehydrateOnce(): void {
  if (rehydrated) return;
  rehydrated = true;
  void useAppStore.persist.rehydrate();
}

/**
 * Answers the guard's question whether a person is logged in (SPEC.md section 4). The stored login counts first. Without one,
 * token and user come from local storage, unless the address holds a login code. Unreadable data is cleared and reported, so
 * that the page can say it.
 */
export function restoreSession(url: URL): SessionOutcome {
  rehydrateOnce();
  const { auth, loginSucceeded } = useAppStore.getState();
  if (auth.isLoggedIn) return 'logged-in';
  if (url.searchParams.has('code')) return 'logged-out';
  const stored = readSession();
  if (stored.kind === 'found') {
    loginSucceeded(stored.token, stored.user);
    return 'logged-in';
  }
  return stored.kind === 'unreadable' ? 'unreadable' : 'logged-out';
}
