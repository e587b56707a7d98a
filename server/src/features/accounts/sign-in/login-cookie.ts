import { createHmac, timingSafeEqual } from 'node:crypto';
import { API } from '@vitrine/contract/calls/address';
import { deriveKey, type Secret } from '../../../db/seal.ts';
import { cookiesNamed } from '../../../http/cookies.ts';

/**
 * Binds a login at a provider to the browser that started it: a cookie holds the signed state for ten minutes, and scripts
 * cannot read it. So a return link of somebody else does not log this browser in (facts/security.md 3.7). With https the
 * prefix `__Host-` keeps every other host, stores' hosts too, from setting the cookie.
 */
const nameOf = (https: boolean) => (https ? '__Host-vitrine_login' : 'vitrine_login');
export const LOGIN_SECONDS = 600;

function signature(bytes: Buffer, state: string): string {
  return createHmac('sha256', deriveKey(bytes, 'login-cookie')).update(state).digest('base64url');
}

const attributes = (https: boolean) =>
  https ? 'Path=/; HttpOnly; SameSite=Lax; Secure' : `Path=${API}/login; HttpOnly; SameSite=Lax`;

/** `Set-Cookie` for a login that starts. It names no domain, so only the apex host gets it back. */
export function loginCookie(secret: Secret, state: string, https: boolean): string {
  return `${nameOf(https)}=${state}.${signature(secret[0], state)}; Max-Age=${LOGIN_SECONDS}; ${attributes(https)}`;
}

/** `Set-Cookie` that deletes it. */
export function clearedLoginCookie(https: boolean): string {
  return `${nameOf(https)}=; Max-Age=0; ${attributes(https)}`;
}

/** Whether the browser's `Cookie` header carries this state with our signature. */
export function carriesState(secret: Secret, header: string | undefined, state: string, https: boolean): boolean {
  const expected = secret.map((bytes) => Buffer.from(`${state}.${signature(bytes, state)}`));
  return cookiesNamed(header, nameOf(https)).some((value) => {
    const given = Buffer.from(value);
    return expected.some((signed) => given.length === signed.length && timingSafeEqual(given, signed));
  });
}
