import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../lib/api.ts';

/**
 * The panel's server state. Refusals (4xx) are answers and are not asked again; silence and 5xx are, twice.
 * What a refusal says about the session or the role is heard in `access-watch.ts`.
 */
function createQueryClient(): QueryClient {
  return new QueryClient({
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
