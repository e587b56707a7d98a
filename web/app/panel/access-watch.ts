import { type ApiError, watchRefusals } from '../lib/api.ts';
import { useAppStore } from '../state/app-store.ts';
import { notify } from '../ui/toast.tsx';
import { queryClient } from './query-client.ts';
import { storesQuery } from './store-queries.ts';

let looking = false;

/**
 * What a refused call says about the person, acted on at once; returns what ends it.
 * - A token that the server no longer knows ends the session: the shell watches `auth.isLoggedIn` and goes to /login.
 * - A store that is not theirs any more, or a role that changed, loads the list of stores again: the screen follows, and
 *   a lost store is named.
 */
export function watchAccess(): () => void {
  return watchRefusals(({ status, code }: ApiError) => {
    if (status === 401 && code === 'unauthenticated') useAppStore.getState().loggedOut();
    else if (code === 'store_not_found' || code === 'forbidden') void lookAgain();
  });
}

/** Several calls are refused at the same time: one look is enough. */
async function lookAgain(): Promise<void> {
  if (looking) return;
  looking = true;
  try {
    const { currentStoreId, stores } = useAppStore.getState().store;
    const left = await queryClient.fetchQuery({ ...storesQuery, staleTime: 0 });
    if (left.some(({ subdomain }) => subdomain === currentStoreId)) return;
    const lost = stores.find(({ subdomain }) => subdomain === currentStoreId);
    if (lost) notify.error(`Você não tem mais acesso à loja ${lost.name}.`);
  } catch (error) {
    console.error('stores', error);
  } finally {
    looking = false;
  }
}
