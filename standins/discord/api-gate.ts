import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DiscordError, plainError } from './errors.ts';
import type { BucketState, RateLimits } from './limits.ts';
import { type OAuth, OAuthError, type Token } from './oauth.ts';
import type { World } from './world.ts';

/**
 * What a route needs before its handler: who may call it, and which bucket counts it. Methods with the same `bucket`
 * text share one, as at the real service.
 */
export type ApiRoute = { auth: 'bot' | 'bot-or-bearer' | 'bearer' | 'none'; bucket?: string };

type Caller = { kind: 'bot' } | { kind: 'user'; token: Token; accessToken: string };

declare module 'fastify' {
  interface FastifyContextConfig {
    api?: ApiRoute;
  }
  interface FastifyRequest {
    apiCaller?: Caller;
  }
}

type Gate = { world: World; oauth: OAuth; limits: RateLimits };

/** The form of `User-Agent` that bots must send (facts: section 3). */
const BOT_AGENT = /^DiscordBot \(https?:\/\/[^\s,]+, [\w.+-]+\)/;

const seconds = (ms: number): string => (ms / 1000).toFixed(3);

function findCaller(gate: Gate, authorization: string | undefined): Caller | undefined {
  const [, scheme, secret] = /^(Bot|Bearer) (\S+)$/.exec(authorization ?? '') ?? [];
  if (secret === undefined) return undefined;
  if (scheme === 'Bot') return secret === gate.world.application.botToken ? { kind: 'bot' } : undefined;
  const token = gate.oauth.read(secret);
  return token && { kind: 'user', token, accessToken: secret };
}

const accepts = (auth: ApiRoute['auth'], caller: Caller | undefined): boolean => {
  if (auth === 'none') return true;
  if (!caller) return false;
  return auth === 'bot-or-bearer' || (auth === 'bot') === (caller.kind === 'bot');
};

function bucketHeaders(reply: FastifyReply, state: BucketState): void {
  reply.headers({
    'x-ratelimit-limit': String(state.limit),
    'x-ratelimit-remaining': String(state.remaining),
    'x-ratelimit-reset': seconds(state.resetAt),
    'x-ratelimit-reset-after': seconds(state.resetAfterMs),
    'x-ratelimit-bucket': state.bucket,
  });
}

/** Answers 429 as Discord does: `retry_after` in seconds with decimals, `Retry-After` in whole seconds. */
function tooMany(reply: FastifyReply, waitMs: number, scope: 'user' | 'global' | 'shared'): FastifyReply {
  const global = scope === 'global';
  reply.headers({ 'x-ratelimit-scope': scope, 'retry-after': String(Math.ceil(waitMs / 1000)) });
  if (global) reply.header('x-ratelimit-global', 'true');
  const message = scope === 'shared' ? 'The resource is being rate limited.' : 'You are being rate limited.';
  return reply.code(429).send({ message, retry_after: Number(seconds(waitMs)), global });
}

export const CLOUDFLARE_PAGE = `<!DOCTYPE html>
<html lang="en-US"><head><title>Access denied | discord.com used Cloudflare to restrict access</title></head>
<body><h1>Error 1015</h1><h2>You are being rate limited</h2></body></html>`;

const majorId = (request: FastifyRequest): string => {
  const { guild = '', channel = '', token = '' } = (request.params ?? {}) as Record<string, string | undefined>;
  return guild || channel || token;
};

async function enter(gate: Gate, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { limits } = gate;
  const ban = limits.shutOut(request.ip);
  if (ban.active) {
    reply.header('retry-after', String(Math.ceil(ban.retryAfterMs / 1000)));
    await reply.code(limits.settings.banStatus).type('text/html; charset=UTF-8').send(CLOUDFLARE_PAGE);
    return;
  }
  const agent = request.headers['user-agent'];
  if (!agent) throw new DiscordError(40333);
  const route = request.routeOptions.config?.api;
  if (!route) return;
  const caller = findCaller(gate, request.headers.authorization);
  if (!accepts(route.auth, caller)) {
    await reply.code(401).send(plainError(401, 'Unauthorized'));
    return;
  }
  if (caller?.kind === 'bot' && !BOT_AGENT.test(agent)) throw new DiscordError(40333);
  request.apiCaller = caller;
  if (!route.bucket) return;
  const who = caller?.kind === 'user' ? caller.accessToken : (caller?.kind ?? request.ip);
  if (route.auth !== 'none') {
    const global = limits.countGlobal(who);
    if (!global.allowed) {
      await tooMany(reply, global.resetAfterMs, 'global');
      return;
    }
  }
  const kind = request.method === 'GET' ? 'read' : 'write';
  const state = limits.count(route.bucket, majorId(request), who, kind);
  bucketHeaders(reply, state);
  if (!state.allowed) await tooMany(reply, state.resetAfterMs, 'user');
}

function answerError(error: unknown, reply: FastifyReply): FastifyReply {
  if (error instanceof DiscordError || error instanceof OAuthError) return reply.code(error.status).send(error.body());
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status === 400) return reply.code(400).send(new DiscordError(50109).body());
  if (status === 415) return reply.code(415).send(plainError(415, 'Unsupported Media Type'));
  if (status === 413) return reply.code(413).send(plainError(413, 'Payload Too Large'));
  return reply.code(500).send(plainError(500, 'Internal Server Error'));
}

/**
 * Runs Discord's checks before all routes of this scope: the ban of addresses with many invalid answers,
 * `User-Agent`, token, rate limits with their headers, error bodies, and the count of invalid answers.
 */
export function installGate(api: FastifyInstance, gate: Gate): void {
  api.addHook('onRequest', async (request, reply) => enter(gate, request, reply));
  api.addHook('onResponse', async (request, reply) => {
    const invalid = [401, 403, 429].includes(reply.statusCode) && reply.getHeader('x-ratelimit-scope') !== 'shared';
    if (invalid) gate.limits.countInvalid(request.ip);
  });
  api.setErrorHandler((error, _request, reply) => answerError(error, reply));
  api.setNotFoundHandler((request, reply) => {
    const versioned = request.url.startsWith('/api/v10/');
    if (!versioned) throw new DiscordError(50041);
    return reply.code(404).send(plainError(404, 'Not Found'));
  });
}
