import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../lib/api.ts';
import { useAppStore } from '../state/app-store.ts';

/**
 * The panel's server state. Refusals (4xx) are answers and are not asked again; silence and 5xx are, twice.
 * A token that the server no longer knows ends the session: the shell watches `auth.isLoggedIn` and goes to /login.
 */
function createQueryClient(): QueryClient {
  const onError = (error: Error) => {
    if (error instanceof ApiError && error.status === 401 && error.code === 'unauthenticated') {
      useAppStore.getState().loggedOut();
    }
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (failures, error) =>
          failures < 2 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500),
      },
      mutations: { retry: false },
    },
  });
}

/** One for the page: both panel layouts share it. Browser only, so no two people ever meet in it. */
export const queryClient = createQueryClient();
