import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Store } from '@vitrine/contract/store-answers';
import { errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { useAppStore } from '../../state/app-store.ts';
import { lookForMissing } from './missing-store.ts';
import { keyOf } from './query-keys.ts';

/** The user's stores. The answer also goes into the store slice. The shell tells the slice about a final failure. */
export const storesQuery = queryOptions({
  queryKey: keyOf('GET /store'),
  queryFn: async ({ signal }) => {
    const { response } = await call('GET /store', { signal });
    lookForMissing(response);
    useAppStore.getState().storesLoaded(response);
    return response;
  },
});

/** Puts the store of an answer into the list and makes it the current one. */
export function keepStore(queries: QueryClient, store: Store): void {
  const stores = (queries.getQueryData(storesQuery.queryKey) ?? []).map((known) =>
    known.id === store.id ? store : known,
  );
  // A new address is a new identifier: if it were not current before the list arrives, another store would be chosen.
  useAppStore.getState().setCurrentStore(store.subdomain);
  useAppStore.getState().storesLoaded(stores);
  queries.setQueryData(storesQuery.queryKey, stores);
}

/** Figures and newest orders of a store. The answer also goes into the dashboard slice, for the sidebar. */
export const dashboardQuery = (subdomain: string | null) =>
  queryOptions({
    queryKey: keyOf('POST /dashboard', subdomain),
    enabled: subdomain !== null,
    queryFn: async ({ signal }) => {
      const { dashboardStarted, dashboardLoaded, dashboardFailed } = useAppStore.getState();
      dashboardStarted();
      try {
        const answer = await call('POST /dashboard', { body: {}, store: subdomain, signal });
        dashboardLoaded(answer);
        return answer;
      } catch (error) {
        if (!signal.aborted) dashboardFailed(errorText(error, 'Erro ao carregar dados'));
        throw error;
      }
    },
  });
