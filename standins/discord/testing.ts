import { createHash, createPublicKey, randomBytes, verify } from 'node:crypto';
import Fastify from 'fastify';
import { type RunningServer, startServer } from '../lib/server.ts';
import type { DiscordStandin } from './discord.ts';

const AGENT = 'DiscordBot (https://vitrine.localhost, 1.0.0)';
export const REDIRECT = 'http://vitrine.localhost:3000/profile';

export type Answer = { status: number; headers: Headers; text: string; json: Record<string, unknown> };

async function read(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') && text !== '';
  return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : {} };
}

/** One call of the bot, with the headers that the real service demands. */
export async function asBot(
  discord: DiscordStandin,
  method: string,
  path: string,
  options: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const headers: Record<string, string> = {
    authorization: `Bot ${discord.botToken}`,
    'user-agent': AGENT,
    ...(options.body !== undefined && { 'content-type': 'application/json' }),
    ...options.headers,
  };
  const body = options.body === undefined ? undefined : JSON.stringify(options.body);
  return read(await fetch(`${discord.apiUrl}/v10${path}`, { method, headers, body }));
}

export async function get(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  return read(await fetch(url, { headers, redirect: 'manual' }));
}

export async function postForm(
  url: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return read(await fetch(url, { method: 'POST', body: new URLSearchParams(form), headers, redirect: 'manual' }));
}

export function makePkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** Goes through the consent page as a person does. Returns the query of the address to which the browser is sent. */
export async function authorize(
  discord: DiscordStandin,
  userId: string,
  query: Record<string, string> = {},
  form: Record<string, string> = {},
): Promise<URLSearchParams> {
  const params = {
    response_type: 'code',
    client_id: discord.clientId,
    scope: 'identify email',
    redirect_uri: REDIRECT,
    state: 'estado',
    ...query,
  };
  const url = `${discord.authorizeUrl}?${new URLSearchParams(params)}`;
  const answer = await postForm(url, { user: userId, decision: 'authorize', ...form });
  return new URL(answer.headers.get('location') ?? 'none:').searchParams;
}

export function exchange(discord: DiscordStandin, code: string, extra: Record<string, string> = {}): Promise<Answer> {
  return postForm(`${discord.apiUrl}/oauth2/token`, {
    grant_type: 'authorization_code',
    client_id: discord.clientId,
    client_secret: discord.clientSecret,
    redirect_uri: REDIRECT,
    code,
    ...extra,
  });
}

export type Received = { body: Record<string, unknown>; timestamp: string };

/**
 * A small application that verifies signatures as in section 6 of the facts. It answers commands with the result of
 * `answer` (undefined: never).
 */
export async function startApplication(
  publicKeyHex: string,
  answer: (body: Record<string, unknown>) => unknown,
): Promise<RunningServer & { received: Received[] }> {
  const app = Fastify({ forceCloseConnections: true });
  const received: Received[] = [];
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(publicKeyHex, 'hex')]);
  const key = createPublicKey({ format: 'der', type: 'spki', key: spki });
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.post('/discord/interactions', async (request, reply) => {
    const signature = String(request.headers['x-signature-ed25519'] ?? '');
    const timestamp = String(request.headers['x-signature-timestamp'] ?? '');
    const raw = request.body as Buffer;
    const signed = Buffer.concat([Buffer.from(timestamp), raw]);
    const good = /^[0-9a-f]{128}$/.test(signature) && verify(null, signed, key, Buffer.from(signature, 'hex'));
    const fresh = Math.abs(Date.now() / 1000 - Number(timestamp)) < 300;
    if (!good || !fresh) return reply.code(401).send({ error: 'invalid request signature' });
    const body = JSON.parse(raw.toString('utf8'));
    received.push({ body, timestamp });
    if (body.type === 1) return { type: 1 };
    const answered = await answer(body);
    return answered === undefined ? reply.hijack() : answered;
  });
  const server = await startServer(app);
  return { ...server, received };
}
