import { useMatches } from 'react-router';

/** What a route may say about the document around it, in its `handle`. */
export interface RouteHandle {
  /** Pages of the shop: no hydrated application, only what `shop.ts` wakes up. */
  shop?: true;
  /** A page of the shop that works without its script, so its first picture loads before the script. */
  calm?: true;
  /** A page of the shop without the shop's script, because its files may be out of reach. */
  still?: true;
}

/** Whether a matched route has this in its `handle`. */
export function useHandle(name: keyof RouteHandle): boolean {
  return useMatches().some(({ handle }) => (handle as RouteHandle | undefined)?.[name]);
}
