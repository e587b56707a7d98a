import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../lib/api.ts';

/**
 * The panel's server state. A refusal (4xx) is an answer and is not repeated; silence and 5xx are repeated twice.
 * `access-watch.ts` acts on what a refusal says about session or role.
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

/** One for the page, shared by both panel layouts. It exists in the browser only, so two people never share it. */
export const queryClient = createQueryClient();
