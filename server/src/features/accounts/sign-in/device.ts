import { createHash } from 'node:crypto';
import { cookiesNamed } from '../../../http/cookies.ts';
import { newToken } from '../../../http/session.ts';
import { deviceName } from '../account.ts';

/**
 * A browser is known by a random id that we gave it and by its family (`Chrome no Windows`), by nothing else: no
 * fingerprint. With https no other host, a store's neither, can plant the id (`__Host-`).
 */
const nameOf = (https: boolean) => (https ? '__Host-vitrine_aparelho' : 'vitrine_aparelho');
/** Browsers keep no cookie longer. */
const SECONDS = 400 * 86_400;

/** The browser's id: the one that it brings, else a new one. */
export function deviceIdOf(header: string | undefined, https: boolean): string {
  return cookiesNamed(header, nameOf(https)).find((value) => /^[\w-]{43}$/.test(value)) ?? newToken();
}

/** `Set-Cookie` of this host alone, which scripts cannot read. Given anew with every login, so that it does not end. */
export function deviceCookie(id: string, https: boolean): string {
  return `${nameOf(https)}=${id}; Max-Age=${SECONDS}; Path=/; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`;
}

/** What is kept of it: says nothing of the browser to whoever reads the table, nor the same of two accounts. */
export function deviceHash(accountId: string, id: string, userAgent: string): Buffer {
  return createHash('sha256')
    .update(`${accountId}:${id}:${deviceName(userAgent)}`)
    .digest();
}
