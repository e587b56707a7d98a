import { useMatches } from 'react-router';

/** What a route may say about the document around it, in its `handle`. */
export interface RouteHandle {
  /** Pages of the shop: no hydrated application, only what `shop.ts` wakes up. */
  shop?: true;
  /** A page of the shop that works without its script: the first picture goes before it. */
  calm?: true;
}

/** Whether a route of the page that is drawn says so. */
export function useHandle(name: keyof RouteHandle): boolean {
  return useMatches().some(({ handle }) => (handle as RouteHandle | undefined)?.[name]);
}
