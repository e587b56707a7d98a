import { createHash } from 'node:crypto';
import { cookiesNamed } from '../../../http/cookies.ts';
import { newToken } from '../../../http/session.ts';
import { deviceName } from '../account.ts';

/**
 * We know a browser only by a random id that we gave it and by its family (`Chrome no Windows`); we take no fingerprint.
 * With https the prefix `__Host-` keeps every other host, stores' hosts too, from setting the id.
 */
const nameOf = (https: boolean) => (https ? '__Host-vitrine_aparelho' : 'vitrine_aparelho');
/** 400 days: no browser keeps a cookie longer. */
const SECONDS = 400 * 86_400;

/** The id in the browser's cookie, or a new one. */
export function deviceIdOf(header: string | undefined, https: boolean): string {
  return cookiesNamed(header, nameOf(https)).find((value) => /^[\w-]{43}$/.test(value)) ?? newToken();
}

/** `Set-Cookie` for this host alone, which scripts cannot read. Each login sets it again, so that it does not expire. */
export function deviceCookie(id: string, https: boolean): string {
  return `${nameOf(https)}=${id}; Max-Age=${SECONDS}; Path=/; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`;
}

/** What we store of a browser. Whoever reads the table learns nothing about it, and cannot match two accounts by it. */
export function deviceHash(accountId: string, id: string, userAgent: string): Buffer {
  return createHash('sha256')
    .update(`${accountId}:${id}:${deviceName(userAgent)}`)
    .digest();
}
