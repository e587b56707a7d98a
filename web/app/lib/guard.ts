import { replace } from 'react-router';
import { restoreSession } from './session.ts';

/** Where a person goes after logging in; only paths of ours, so a link cannot lead elsewhere. */
export function safeReturnPath(path: string | null): string {
  return path?.startsWith('/') && !path.startsWith('//') && !path.includes('\\') ? path : '/profile';
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
