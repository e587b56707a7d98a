import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { accessTokenHash, type Claims, signIdToken } from './id-token.ts';
import type { Code, GoogleState } from './state.ts';

/** Google's codes are short-lived; RFC 6749 4.1.2 allows at most ten minutes. */
const CODE_MS = 600_000;
const TOKEN_SECONDS = 3599;
const ISSUER = 'https://accounts.google.com';

class TokenError extends Error {
  readonly status: number;
  readonly error: string;
  constructor(status: number, error: string, description: string) {
    super(description);
    this.status = status;
    this.error = error;
  }
}

const same = (a: string, b: string): boolean => {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
};

/** RFC 6749 2.3.1: both halves are form-encoded. A half without encoding stays unchanged and then does not match. */
function decodePart(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

function checkClient(state: GoogleState, request: FastifyRequest, form: Record<string, string>): void {
  const [, basic] = /^Basic ([\w+/=-]+)$/i.exec(request.headers.authorization ?? '') ?? [];
  const parts = basic === undefined ? [] : Buffer.from(basic, 'base64').toString('utf8').split(':');
  const [id, secret] = basic === undefined ? [form.client_id, form.client_secret] : parts.map(decodePart);
  if (!same(id ?? '', state.clientId)) throw new TokenError(401, 'invalid_client', 'The OAuth client was not found.');
  if (!same(secret ?? '', state.clientSecret)) throw new TokenError(401, 'invalid_client', 'Unauthorized');
}

function checkVerifier(code: Code, verifier: string | undefined): void {
  if (!code.challenge) {
    if (verifier !== undefined) throw new TokenError(400, 'invalid_grant', 'code_verifier or verifier is not needed.');
    return;
  }
  if (verifier === undefined) throw new TokenError(400, 'invalid_grant', 'Missing code verifier.');
  const { method, value } = code.challenge;
  const made = method === 'S256' ? createHash('sha256').update(verifier).digest('base64url') : verifier;
  if (!same(made, value)) throw new TokenError(400, 'invalid_grant', 'Invalid code verifier.');
}

/** Makes the code unusable, whatever follows. */
function takeCode(state: GoogleState, form: Record<string, string>): Code {
  const code = state.codes.get(form.code ?? '');
  state.codes.delete(form.code ?? '');
  if (!code || state.clock.now() - code.madeAt > CODE_MS) {
    throw new TokenError(400, 'invalid_grant', 'Malformed auth code.');
  }
  if (code.redirectUri !== form.redirect_uri) throw new TokenError(400, 'redirect_uri_mismatch', 'Bad Request');
  checkVerifier(code, form.code_verifier);
  return code;
}

function claimsFor(state: GoogleState, { user, scopes, nonce }: Code, accessToken: string): Claims {
  const iat = Math.floor(state.clock.now() / 1000);
  const [givenName = user.name, ...rest] = user.name.split(' ');
  return {
    iss: ISSUER,
    azp: state.clientId,
    aud: state.clientId,
    sub: user.sub,
    ...(scopes.includes('email') && { email: user.email, email_verified: user.emailVerified }),
    at_hash: accessTokenHash(accessToken),
    ...(nonce !== null && { nonce }),
    ...(scopes.includes('profile') && { name: user.name, given_name: givenName, family_name: rest.join(' ') }),
    iat,
    exp: iat + 3600,
  };
}

/** `POST /token` (form only) and `GET /certs`. */
export function tokenRoutes(app: FastifyInstance, state: GoogleState): void {
  app.register(async (scope) => {
    scope.setErrorHandler((error, _request, reply) => {
      if (!(error instanceof TokenError)) throw error;
      return reply.code(error.status).send({ error: error.error, error_description: error.message });
    });

    scope.post<{ Body: unknown }>('/token', async (request, reply) => {
      const type = request.headers['content-type'] ?? '';
      if (!type.startsWith('application/x-www-form-urlencoded')) {
        throw new TokenError(400, 'invalid_request', 'Bad Request');
      }
      const entries = Object.entries((request.body ?? {}) as Record<string, unknown>);
      const form = Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
      checkClient(state, request, form);
      if (form.grant_type !== 'authorization_code') {
        throw new TokenError(400, 'unsupported_grant_type', `Invalid grant_type: ${form.grant_type ?? ''}`);
      }
      const code = takeCode(state, form);
      const accessToken = `ya29.${randomBytes(48).toString('base64url')}`;
      return reply.header('cache-control', 'no-store').send({
        access_token: accessToken,
        expires_in: TOKEN_SECONDS,
        scope: code.scopes.join(' '),
        token_type: 'Bearer',
        id_token: signIdToken(state.key, claimsFor(state, code, accessToken), state.tokenFaults.shift()),
      });
    });

    scope.get('/certs', async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=21600').send({ keys: [state.key.jwk] }),
    );
  });
}
