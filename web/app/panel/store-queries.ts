import { queryOptions } from '@tanstack/react-query';
import type { DashboardAnswer } from '@vitrine/contract/dashboard';
import type { Store } from '@vitrine/contract/stores';
import { api, errorText } from '../lib/api.ts';
import { useAppStore } from '../state/app-store.ts';

/** The user's stores; the store slice follows the answer. The shell tells it when the load has failed for good. */
export const storesQuery = queryOptions({
  queryKey: ['stores'],
  queryFn: async ({ signal }) => {
    const { response } = await api<{ response: Store[] }>('GET', '/store', { signal });
    useAppStore.getState().storesLoaded(response);
    return response;
  },
});

/** Figures and newest orders of a store; the dashboard slice follows the answer, so the sidebar shows the same. */
export const dashboardQuery = (subdomain: string | null) =>
  queryOptions({
    queryKey: ['dashboard', subdomain],
    enabled: subdomain !== null,
    refetchInterval: 60_000,
    queryFn: async ({ signal }) => {
      const { dashboardStarted, dashboardLoaded, dashboardFailed } = useAppStore.getState();
      dashboardStarted();
      try {
        const answer = await api<DashboardAnswer>('POST', '/dashboard', {
          body: { subdomain },
          store: subdomain,
          signal,
        });
        dashboardLoaded(answer);
        return answer;
      } catch (error) {
        if (!signal.aborted) dashboardFailed(errorText(error, 'Erro ao carregar dados'));
        throw error;
      }
    },
  });
