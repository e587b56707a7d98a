import type { DashboardAnswer } from '@vitrine/contract/dashboard';
import type { StateCreator } from 'zustand/vanilla';
import type { AppState } from './app-state.ts';

/** Newest orders and figures of the current store, as `POST /v1/dashboard` answers them. */
interface DashboardState {
  loading: boolean;
  data: DashboardAnswer['orders'];
  analytics: DashboardAnswer['analytics'] | null;
  error: string | null;
}

export interface DashboardSlice {
  dashboard: DashboardState;
  dashboardStarted(): void;
  dashboardLoaded(answer: Pick<DashboardAnswer, 'orders' | 'analytics'>): void;
  dashboardFailed(error: string): void;
  dashboardReset(): void;
}

const initial: DashboardState = { loading: false, data: [], analytics: null, error: null };

export const createDashboardSlice: StateCreator<AppState, [], [], DashboardSlice> = (set) => ({
  dashboard: initial,
  dashboardStarted: () => set((state) => ({ dashboard: { ...state.dashboard, loading: true, error: null } })),
  dashboardLoaded: ({ orders, analytics }) =>
    set({ dashboard: { loading: false, data: orders, analytics, error: null } }),
  dashboardFailed: (error) => set((state) => ({ dashboard: { ...state.dashboard, loading: false, error } })),
  dashboardReset: () => set({ dashboard: initial }),
});
