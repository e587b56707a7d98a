import { type ApiError, watchRefusals } from '../../lib/api.ts';
import { useAppStore } from '../../state/app-store.ts';
import { hasUnsavedChanges } from '../form/unsaved-changes.ts';
import { storesQuery } from '../store/store-queries.ts';
import { loseSession } from './lost-session.ts';
import { queryClient } from './query-client.ts';

let looking = false;

/**
 * Acts at once on what a refused call says about the person. Returns the function that stops it.
 * - The server no longer knows the token: the session ends. The shell watches `auth.isLoggedIn` and goes to /login. While something
 *   is typed that is not saved, `LogInAgain` asks over the page instead.
 * - The store is no longer theirs, or the role changed: the list of stores is loaded again, and the screen follows.
 */
export function watchAccess(): () => void {
  return watchRefusals(({ status, code }: ApiError) => {
    if (status === 401 && code === 'unauthenticated') {
      if (!hasUnsavedChanges() && useAppStore.getState().auth.isLoggedIn) loseSession();
    } else if (code === 'store_not_found' || code === 'forbidden' || code === 'factor_required') {
      void lookAgain();
    }
  });
}

/** Several calls are refused at the same time, but one look is enough. */
async function lookAgain(): Promise<void> {
  if (looking) return;
  looking = true;
  try {
    // The shell says so if the current store is no longer among them.
    await queryClient.fetchQuery({ ...storesQuery, staleTime: 0 });
  } catch (error) {
    console.error('stores', error);
  } finally {
    looking = false;
  }
}
