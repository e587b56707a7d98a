import { useState } from 'react';
import { readFolded, saveFolded } from './folded.ts';

/** The categories that are folded in this store's list, and remembered in this browser. */
export function useFolded(store: string | null) {
  const [state, setState] = useState<{ store: string | null; folded: string[] }>({ store: null, folded: [] });
  const folded = state.store === store ? state.folded : store === null ? [] : readFolded(store);
  return {
    folded,
    toggle(category: string) {
      if (store === null) return;
      const next = folded.includes(category) ? folded.filter((one) => one !== category) : [...folded, category];
      saveFolded(store, next);
      setState({ store, folded: next });
    },
  };
}
export type Folding = ReturnType<typeof useFolded>;
