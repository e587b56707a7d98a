import { panelTitle } from '@vitrine/contract/screens/panel';
import { useEffect } from 'react';
import { countedTitle, salesIn } from '../live/tell-sales.ts';

function setTitle(words: string): void {
  document.title = countedTitle(`${words} · Vitrine`, salesIn(document.title));
}

/** The title of the tab while a window stands over the screen; then the screen has its own again. The number of new sales stays. */
export function useTabTitle(words: string): void {
  useEffect(() => {
    setTitle(words);
    return () => setTitle(panelTitle(window.location.pathname) ?? 'Painel');
  }, [words]);
}
