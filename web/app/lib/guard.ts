import { replace } from 'react-router';
import { restoreSession } from './session.ts';

const HOME = '/profile';
const LONGEST = 2000;
/** Control and format characters, blanks, line ends and backslashes: browsers drop them or turn them into slashes. */
const UNSAFE = /[\p{C}\p{Z}\\]/u;

/**
 * Where a person goes after logging in; only paths of ours, so a link cannot lead elsewhere. A path of ours is one that
 * stays what it is when a browser resolves it, and whose decoded form hides nothing that would have been refused.
 */
export function safeReturnPath(path: string | null): string {
  if (!path?.startsWith('/') || path.length > LONGEST || UNSAFE.test(path)) return HOME;
  try {
    const { origin, pathname, search, hash } = new URL(path, 'https://ours.invalid');
    if (origin !== 'https://ours.invalid' || pathname + search + hash !== path) return HOME;
    // Twice: an address that is decoded on its way must not become another one.
    const plain = decodeURIComponent(decodeURIComponent(pathname));
    return plain.startsWith('//') || UNSAFE.test(plain) ? HOME : path;
  } catch {
    return HOME;
  }
}

/** The way to log in or register that leads on to `next` afterwards. */
export function withNext(path: '/login' | '/registrar', next: string | null): string {
  return next === null ? path : `${path}?next=${encodeURIComponent(next)}`;
}

/**
 * Browser middleware of closed routes: a visitor who is not logged in goes to /login and the history entry is
 * replaced. /profile is also the return of the OAuth logins, so an address with `code` or `error` passes there.
 */
export function closedRoute({ request }: { request: Request }): void {
  const url = new URL(request.url);
  const outcome = restoreSession(url);
  const oauthReturn = url.pathname === '/profile' && (url.searchParams.has('code') || url.searchParams.has('error'));
  if (outcome === 'logged-in' || oauthReturn) return;
  const target = `${url.pathname}${url.search}`;
  throw replace(withNext('/login', target === '/profile' || outcome === 'unreadable' ? null : target));
}
