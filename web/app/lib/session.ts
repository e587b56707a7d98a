import { useAppStore } from '../state/app-store.ts';
import { readSession } from '../state/session-storage.ts';

export type SessionOutcome = 'logged-in' | 'logged-out' | 'unreadable';

let rehydrated = false;

/** Reads the persisted state once per page load. Storage is synchronous, so the state is there when this returns. */
export function rehydrateOnce(): void {
  if (rehydrated) return;
  rehydrated = true;
  void useAppStore.persist.rehydrate();
}

/**
 * What the guard asks (SPEC.md section 4): the persisted login first; else, unless a login code is waiting in the
 * address, token and user from local storage. Unreadable data is cleared and told apart, so that it can be said.
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
