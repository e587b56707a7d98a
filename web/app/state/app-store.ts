import { useStore } from 'zustand';
import { type AppState, appState } from './app-state.ts';

/** One part of the client state in a component, drawn again when it changes. */
function useSelected<Part>(select: (state: AppState) => Part): Part {
  return useStore(appState, select);
}

/** The hook, with the store's own functions on it (`getState`, `setState`, `persist`). */
export const useAppStore = Object.assign(useSelected, appState);
