import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey, type Secret } from '../../../db/seal.ts';
import { cookiesNamed } from '../../../http/cookies.ts';

/**
 * Binds a login that left for a provider to the browser it left from: the state, signed, in a cookie that scripts
 * cannot read, for ten minutes. Somebody else's return link then does not log this browser in (facts/security.md 3.7).
 * With https its name keeps every other host, a store's too, from planting one: `__Host-`.
 */
const nameOf = (https: boolean) => (https ? '__Host-vitrine_login' : 'vitrine_login');
export const LOGIN_SECONDS = 600;

function signature(bytes: Buffer, state: string): string {
  return createHmac('sha256', deriveKey(bytes, 'login-cookie')).update(state).digest('base64url');
}

const attributes = (https: boolean) =>
  https ? 'Path=/; HttpOnly; SameSite=Lax; Secure' : 'Path=/v1/login; HttpOnly; SameSite=Lax';

/** `Set-Cookie` for a login that starts. No domain: the apex host alone gets it back. */
export function loginCookie(secret: Secret, state: string, https: boolean): string {
  return `${nameOf(https)}=${state}.${signature(secret[0], state)}; Max-Age=${LOGIN_SECONDS}; ${attributes(https)}`;
}

/** `Set-Cookie` that forgets it. */
export function clearedLoginCookie(https: boolean): string {
  return `${nameOf(https)}=; Max-Age=0; ${attributes(https)}`;
}

/** Whether the browser's `Cookie` header carries this state with our signature. */
export function carriesState(secret: Secret, header: string | undefined, state: string, https: boolean): boolean {
  const expected = secret.map((bytes) => Buffer.from(`${state}.${signature(bytes, state)}`));
  return cookiesNamed(header, nameOf(https)).some((value) => {
    const given = Buffer.from(value);
    return expected.some((one) => given.length === one.length && timingSafeEqual(given, one));
  });
}
