import { permissionToOpen } from '@vitrine/contract/screens/panel';

/** Addresses that carry their store: `/s/{subdomain}` before a screen of the panel. */

const PREFIX = /^\/s\/[^/]*/i;

/** A subdomain as stores have them; anything else in an address is a text that somebody made up. */
export const SUBDOMAIN = /^[a-z0-9-]{3,40}$/;

type Place = Pick<Location, 'pathname' | 'search' | 'hash'>;

/** The screen that such an address leads to. A path that is no screen of a store leads to the dashboard. */
export function screenOf({ pathname, search, hash }: Place): string {
  const path = pathname.replace(PREFIX, '');
  return permissionToOpen(path) === undefined ? '/dashboard' : path + search + hash;
}

/** The address of a page to share: with the store, if the page is a screen of one. */
export function storeLink(
  { origin, pathname, search, hash }: Place & Pick<Location, 'origin'>,
  store: string | null,
): string {
  const prefix = store !== null && permissionToOpen(pathname) !== undefined ? `/s/${store}` : '';
  return origin + prefix + pathname + search + hash;
}
