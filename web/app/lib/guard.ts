import { replace } from 'react-router';
import { restoreSession } from './session.ts';

const HOME = '/profile';
const LONGEST = 2000;
/** Control and format characters, blanks, line ends and backslashes: browsers drop them or turn them into slashes. */
const UNSAFE = /[\p{C}\p{Z}\\]/u;

/**
 * The page after a login. Only our own paths are allowed, so no link can lead to another site. A path counts as ours
 * if it stays the same when a browser resolves it, and if its decoded form holds nothing that would be refused.
 */
export function safeReturnPath(path: string | null): string {
  if (!path?.startsWith('/') || path.length > LONGEST || UNSAFE.test(path)) return HOME;
  try {
    const { origin, pathname, search, hash } = new URL(path, 'https://ours.invalid');
    if (origin !== 'https://ours.invalid' || pathname + search + hash !== path) return HOME;
    // Decoded twice: an address that is decoded on its way must still be the same address.
    const plain = decodeURIComponent(decodeURIComponent(pathname));
    return plain.startsWith('//') || UNSAFE.test(plain) ? HOME : path;
  } catch {
    return HOME;
  }
}

/** The address of the login or the registration that leads to `next` afterwards. */
export function withNext(path: '/login' | '/registrar', next: string | null): string {
  return next === null ? path : `${path}?next=${encodeURIComponent(next)}`;
}

/**
 * Browser middleware of closed routes: sends a visitor who is not logged in to /login and replaces the history entry.
 * OAuth logins also return to /profile, so an address with `code` or `error` passes.
 */
export function closedRoute({ request }: { request: Request }): void {
  const url = new URL(request.url);
  const outcome = restoreSession(url);
  const oauthReturn = url.pathname === '/profile' && (url.searchParams.has('code') || url.searchParams.has('error'));
  if (outcome === 'logged-in' || oauthReturn) return;
  const target = `${url.pathname}${url.search}`;
  throw replace(withNext('/login', target === '/profile' || outcome === 'unreadable' ? null : target));
}
