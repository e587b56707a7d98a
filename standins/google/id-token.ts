import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** Google's statements about a person in an `id_token`. */
export type Claims = Record<string, string | number | boolean>;

export type TokenKey = { privateKey: KeyObject; jwk: Record<string, unknown>; kid: string };

/** Ways to spoil the next tokens, to catch a client that does not check them. */
export const TOKEN_FAULTS = [
  'bad-signature',
  'unknown-key',
  'alg-none',
  'expired',
  'wrong-audience',
  'wrong-issuer',
  'wrong-nonce',
] as const;
export type TokenFault = (typeof TOKEN_FAULTS)[number];

/** An RSA pair for RS256; the public half as one entry of `/certs` (RFC 7517). */
export function createTokenKey(): TokenKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const kid = randomBytes(20).toString('hex');
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' };
  return { privateKey, jwk, kid };
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function spoilClaims(claims: Claims, fault: TokenFault | undefined): Claims {
  switch (fault) {
    case 'expired':
      return { ...claims, iat: Number(claims.iat) - 7200, exp: Number(claims.exp) - 7200 };
    case 'wrong-audience':
      return { ...claims, aud: 'another-client.apps.googleusercontent.com' };
    case 'wrong-issuer':
      return { ...claims, iss: 'https://accounts.example.com' };
    case 'wrong-nonce':
      return { ...claims, nonce: 'another-nonce' };
    default:
      return claims;
  }
}

/** A signed JWT with these claims (RFC 7519, RS256), spoilt in one way on request. */
export function signIdToken(key: TokenKey, claims: Claims, fault?: TokenFault): string {
  const header =
    fault === 'alg-none'
      ? { alg: 'none', typ: 'JWT' }
      : { alg: 'RS256', kid: fault === 'unknown-key' ? 'f'.repeat(40) : key.kid, typ: 'JWT' };
  const signed = `${encode(header)}.${encode(spoilClaims(claims, fault))}`;
  if (fault === 'alg-none') return `${signed}.`;
  const signature = sign('sha256', Buffer.from(fault === 'bad-signature' ? `${signed}x` : signed), key.privateKey);
  return `${signed}.${signature.toString('base64url')}`;
}

/** Left half of the access token's SHA-256 (OpenID Connect Core 3.1.3.6). */
export function accessTokenHash(accessToken: string): string {
  return createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url');
}
