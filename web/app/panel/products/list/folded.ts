/** The categories that a person folded in the list of products of a store. It stays in this browser. */

const KEY = 'vitrine-folded';
/** How many stores are remembered: more than most people work in. Beyond that, the oldest is forgotten. */
const STORES = 20;

function readAll(): [store: string, folded: string[]][] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((one) => Array.isArray(one) && Array.isArray(one[1])) : [];
  } catch {
    return [];
  }
}

export function readFolded(store: string): string[] {
  return readAll().find(([of]) => of === store)?.[1] ?? [];
}

/** Keeps the folded categories of a store. A browser that stores nothing forgets them with the page. */
export function saveFolded(store: string, folded: readonly string[]): void {
  const others = readAll().filter(([of]) => of !== store);
  try {
    localStorage.setItem(KEY, JSON.stringify([[store, folded], ...others].slice(0, STORES)));
  } catch (error) {
    console.error('folded', error);
  }
}
