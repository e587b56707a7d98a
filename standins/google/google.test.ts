import { createHash, createPublicKey, randomBytes, verify } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DEMO_USERS } from './accounts.ts';
import { type GoogleStandin, startGoogle } from './google.ts';
import { TOKEN_FAULTS } from './id-token.ts';

const REDIRECT = 'http://vitrine.localhost:3000/login/google';
const [ana, , helena] = DEMO_USERS;

let google: GoogleStandin;
beforeAll(async () => {
  google = await startGoogle({ redirectUris: [REDIRECT] });
});
afterAll(() => google.close());
beforeEach(() => google.control.reset());

const query = (more: Record<string, string> = {}): string =>
  `${google.authorizeUrl}?${new URLSearchParams({
    client_id: google.clientId,
    redirect_uri: REDIRECT,
    response_type: 'code',
    scope: 'openid email profile',
    state: 'estado',
    ...more,
  })}`;

async function choose(form: Record<string, string>, more: Record<string, string> = {}): Promise<URLSearchParams> {
  const response = await fetch(query(more), { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  return new URL(response.headers.get('location') ?? 'none:').searchParams;
}

async function codeFor(sub: string | undefined, more: Record<string, string> = {}): Promise<string> {
  return (await choose({ sub: sub ?? '', decision: 'allow' }, more)).get('code') ?? '';
}

async function exchange(code: string, more: Record<string, string> = {}) {
  const form = {
    grant_type: 'authorization_code',
    client_id: google.clientId,
    client_secret: google.clientSecret,
    redirect_uri: REDIRECT,
    code,
    ...more,
  };
  const response = await fetch(google.tokenUrl, { method: 'POST', body: new URLSearchParams(form) });
  return { status: response.status, json: (await response.json()) as Record<string, string> };
}

const claimsOf = (token: string | undefined) =>
  JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString('utf8'));

/** Checks signature, issuer, audience, expiry and nonce, like a careful client. */
async function isGenuine(token: string | undefined, nonce: string): Promise<boolean> {
  const [header = '', body = '', signature = ''] = token?.split('.') ?? [];
  const { alg, kid } = JSON.parse(Buffer.from(header, 'base64url').toString('utf8'));
  const { keys } = (await (await fetch(google.certsUrl)).json()) as { keys: Record<string, string>[] };
  const jwk = keys.find((each) => each.kid === kid);
  if (alg !== 'RS256' || !jwk) return false;
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  const signed = verify('sha256', Buffer.from(`${header}.${body}`), key, Buffer.from(signature, 'base64url'));
  const claims = claimsOf(token);
  const live = claims.exp > Date.now() / 1000;
  return (
    signed &&
    live &&
    claims.iss === 'https://accounts.google.com' &&
    claims.aud === google.clientId &&
    claims.nonce === nonce
  );
}

test('logs a person in with a token that verifies', async () => {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const asked = { nonce: 'n1', code_challenge: challenge, code_challenge_method: 'S256' };
  const { status, json } = await exchange(await codeFor(ana?.sub, asked), { code_verifier: verifier });
  expect([status, json.token_type]).toEqual([200, 'Bearer']);
  expect(await isGenuine(json.id_token, 'n1')).toBe(true);
  expect(claimsOf(json.id_token)).toMatchObject({
    sub: ana?.sub,
    email: ana?.email,
    email_verified: true,
    name: 'Ana Souza',
  });
});

test.each(TOKEN_FAULTS)('a token can be spoilt: %s', async (fault) => {
  google.control.spoilIdToken(fault);
  const spoilt = await exchange(await codeFor(ana?.sub, { nonce: 'n1' }));
  expect(await isGenuine(spoilt.json.id_token, 'n1')).toBe(false);
  const next = await exchange(await codeFor(ana?.sub, { nonce: 'n1' }));
  expect(await isGenuine(next.json.id_token, 'n1')).toBe(true);
});

test('shows unverified e-mails and leaves out what was not asked for', async () => {
  const unverified = await exchange(await codeFor(helena?.sub));
  expect(claimsOf(unverified.json.id_token)).toMatchObject({ email_verified: false });
  const bare = await exchange(await codeFor(ana?.sub, { scope: 'openid' }));
  expect(claimsOf(bare.json.id_token)).not.toHaveProperty('email');
});

test('a code works once and for ten minutes, with its redirect, its verifier and the right client', async () => {
  const code = await codeFor(ana?.sub);
  expect((await exchange(code, { client_secret: 'errado' })).json.error).toBe('invalid_client');
  expect((await exchange(code)).status).toBe(200);
  expect((await exchange(code)).json.error).toBe('invalid_grant');
  const old = await codeFor(ana?.sub);
  google.control.clock.advance(601_000);
  expect((await exchange(old)).json.error).toBe('invalid_grant');
  const other = await exchange(await codeFor(ana?.sub), { redirect_uri: `${REDIRECT}/` });
  expect(other.json.error).toBe('redirect_uri_mismatch');
  const asked = { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' };
  expect((await exchange(await codeFor(ana?.sub, asked))).json.error_description).toBe('Missing code verifier.');
  const wrong = await exchange(await codeFor(ana?.sub, asked), { code_verifier: 'y'.repeat(43) });
  expect(wrong.json.error_description).toBe('Invalid code verifier.');
});

test('a cancel returns; a wrong redirect or client stays on an error page', async () => {
  expect(Object.fromEntries(await choose({ decision: 'deny' }))).toEqual({ error: 'access_denied', state: 'estado' });
  expect(await (await fetch(query())).text()).toContain('Escolha uma conta');
  const changes: Record<string, string>[] = [
    { redirect_uri: 'http://o.localhost/' },
    { client_id: 'x' },
    { scope: 'a' },
  ];
  for (const change of changes) {
    const response = await fetch(query(change), { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([400, null]);
    expect(await response.text()).toContain('Acesso bloqueado');
  }
});

test('fails on demand', async () => {
  google.control.faults.add({ kind: 'status', status: 503, match: { path: '/token' } });
  expect((await exchange(await codeFor(ana?.sub))).status).toBe(503);
  google.control.faults.add({ kind: 'reset-before', match: { path: '/certs' } });
  await expect(fetch(google.certsUrl)).rejects.toThrow();
});
