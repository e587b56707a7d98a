import { GameHello, GameSync, gameHeaders } from '@vitrine/contract/game';
import { limits } from '@vitrine/contract/limits';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { describeFailure, Refusal } from '../../http/errors.ts';
import { authenticateGame, type GameCaller, signAnswer } from './game-auth.ts';
import { sayHello } from './game-hello.ts';
import { syncGame } from './game-sync.ts';
import { createGameWake } from './game-wake.ts';

const SLOW_DOWN_MS = 10_000;

/**
 * The game-server protocol (docs/game-server-protocol.md). In a scope of its own: the signature covers the body's bytes,
 * and errors carry what FXServer lets a script see of them (it hides their headers).
 */
export async function gameRoutes(app: App, deps: Deps): Promise<void> {
  const { config, db } = deps;
  const wake = createGameWake(deps.listener, 'deliveries');
  app.addHook('preClose', async () => wake.release());
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  app.setErrorHandler((error, request, reply) => {
    const { status, body, fault } = describeFailure(error);
    if (fault) request.log.error({ err: error }, 'request failed');
    const slow = status === 429 || status === 503 ? { retry_after_ms: SLOW_DOWN_MS } : {};
    const clock = body.code === 'clock_skew' ? { now: Math.floor(Date.now() / 1000) } : {};
    return reply.code(status).send({ ...body, ...clock, ...slow });
  });

  async function authenticate(request: FastifyRequest): Promise<GameCaller> {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const { method, headers } = request;
    return await authenticateGame(db, config.secret, { method, url: request.raw.url ?? '', headers, body });
  }
  function send(reply: FastifyReply, { token, nonce }: GameCaller, answer: object) {
    const body = JSON.stringify(answer);
    return reply
      .type('application/json; charset=utf-8')
      .header(gameHeaders.signature, signAnswer(token, nonce, body))
      .header('cache-control', 'no-store')
      .send(body);
  }

  const options = { config: { access: 'game', limit: 'game' } as const, bodyLimit: limits.gameBodyBytes };
  app.post('/v1/game/hello', options, async (request, reply) => {
    const caller = await authenticate(request);
    const hello = parse(GameHello, request.body);
    const answer = await transaction(db, (tx) => sayHello(tx, config, caller.store, hello));
    return send(reply, caller, answer);
  });
  app.post('/v1/game/sync', options, async (request, reply) => {
    const caller = await authenticate(request);
    const sync = parse(GameSync, request.body);
    const answer = await syncGame(db, wake, caller.store, sync, () => request.raw.socket?.destroyed ?? false);
    return send(reply, caller, answer);
  });
}

/** What PostgreSQL cannot keep is left out, not refused: one odd word would block a game server's journal for ever. */
const storable = (_key: string, value: unknown) =>
  typeof value === 'string' ? value.replaceAll('\u0000', '').toWellFormed() : value;

/** The body as its schema; `invalid_request` for anything else. */
function parse<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  try {
    const parsed = schema.safeParse(JSON.parse(String(body), storable));
    if (parsed.success) return parsed.data;
  } catch {
    // Not JSON: the same answer.
  }
  throw new Refusal('invalid_request');
}
