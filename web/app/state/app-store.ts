import { useStore } from 'zustand';
import { type AppState, appState } from './app-state.ts';

/** The client state in a component: the part that `select` answers, drawn again when it changes. */
function useSelected<Part>(select: (state: AppState) => Part): Part {
  return useStore(appState, select);
}

/** The hook, with the store's own functions on it (`getState`, `setState`, `persist`). */
export const useAppStore = Object.assign(useSelected, appState);
