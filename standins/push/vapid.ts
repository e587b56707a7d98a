import { createPublicKey, verify } from 'node:crypto';

/** A day: a token that ends later is refused (RFC 8292, section 2). */
const LONGEST_SECONDS = 86_400;

const read = (part = ''): Record<string, unknown> => {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>;
  } catch {
    return {};
  }
};

/**
 * Why a request's `Authorization` is no proof of its sender for this origin (RFC 8292), or the sender's public key. `now`: ms
 * since 1970.
 */
export function readVapid(
  header: string | undefined,
  origin: string,
  now: number,
): { problem: string } | { key: string } {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header ?? '') ?? [];
  const [head, claims, signature] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  if (!signature || point.length !== 65) return { problem: 'no vapid header' };
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const text = Buffer.from(`${head}.${claims}`);
  let signed = false;
  try {
    const by = createPublicKey({ key: jwk, format: 'jwk' });
    signed = verify('sha256', text, { key: by, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'));
  } catch {
    // A key that is no point of the curve has signed nothing.
  }
  if (!signed || read(head).alg !== 'ES256') return { problem: 'not signed by this key' };
  const { aud, exp, sub } = read(claims);
  if (aud !== origin) return { problem: 'for another push service' };
  const left = Number(exp) - now / 1000;
  if (!(left > 0 && left <= LONGEST_SECONDS)) return { problem: 'ended, or lasts longer than a day' };
  return /^(mailto:|https:)/.test(String(sub)) ? { key } : { problem: 'names no sender' };
}
