import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type OAuth, OAuthError } from './oauth.ts';
import { guildShape } from './shapes.ts';
import type { World } from './world.ts';

type Form = Record<string, string | undefined>;

const open = { config: { api: { auth: 'none' } } } as const;

/** The fields of a form. A repeated field counts as missing (RFC 6749 3.2). */
function readForm(request: FastifyRequest): Form {
  const type = request.headers['content-type'] ?? '';
  if (!type.toLowerCase().startsWith('application/x-www-form-urlencoded')) {
    throw Object.assign(new Error('form only'), { statusCode: 415 });
  }
  const entries = Object.entries((request.body ?? {}) as Record<string, unknown>);
  return Object.fromEntries(entries.map(([name, value]) => [name, typeof value === 'string' ? value : undefined]));
}

/** Client id and secret by HTTP Basic, else from the body (facts: section 2). */
function readClient(request: FastifyRequest, form: Form): [string | undefined, string | undefined] {
  const [, basic] = /^Basic ([\w+/=-]+)$/i.exec(request.headers.authorization ?? '') ?? [];
  if (basic === undefined) return [form.client_id, form.client_secret];
  const [id, ...secret] = Buffer.from(basic, 'base64').toString('utf8').split(':');
  return [decodePart(id ?? ''), decodePart(secret.join(':'))];
}

/** RFC 6749 2.3.1: both halves are form-encoded before they are joined. */
function decodePart(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

function need(form: Form, name: string): string {
  const value = form[name];
  if (!value) throw new OAuthError(400, 'invalid_request', `Missing "${name}" in request.`);
  return value;
}

/** `oauth2/token` and `oauth2/token/revoke`, registered with and without a version. */
export function oauthRoutes(api: FastifyInstance, world: World, oauth: OAuth): void {
  api.post('/oauth2/token', open, async (request, reply) => {
    const form = readForm(request);
    oauth.checkClient(...readClient(request, form));
    reply.header('cache-control', 'no-store');
    if (form.grant_type === 'refresh_token') return oauth.refresh(need(form, 'refresh_token'));
    if (form.grant_type !== 'authorization_code') throw new OAuthError(400, 'unsupported_grant_type');
    const { answer, guildId } = oauth.exchange({
      code: need(form, 'code'),
      redirectUri: need(form, 'redirect_uri'),
      verifier: form.code_verifier,
    });
    const guild = guildId === null ? undefined : world.guilds.get(guildId);
    return { ...answer, ...(guild && { guild: guildShape(guild) }) };
  });
  api.post('/oauth2/token/revoke', open, async (request) => {
    const form = readForm(request);
    oauth.checkClient(...readClient(request, form));
    oauth.revoke(need(form, 'token'));
    return {};
  });
}
