import { gameHeaders } from '@vitrine/contract/game';
import { limits } from '@vitrine/contract/limits';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { describeFailure, Refusal } from '../../http/errors.ts';
import { serve } from '../../http/serve.ts';
import { slowDown } from '../../http/throttle.ts';
import { CalmCities } from './calm/calm-cities.ts';
import { listenForCities } from './calm/city-ear.ts';
import { authenticateGame, signAnswer } from './game-auth.ts';
import { sayHello } from './game-hello.ts';
import { NonceMemory } from './game-nonces.ts';
import { syncGame } from './game-sync.ts';
import { createGameWake } from './game-wake.ts';
import { takeListPage } from './lists/take-list.ts';
import { tellPlayer } from './player/tell-player.ts';

const SLOW_DOWN_MS = 10_000;

/**
 * The game-server protocol (docs/game-server-protocol.md). It has a scope of its own: the signature covers the body's
 * bytes, and errors say everything in the body, because FXServer hides headers from a script.
 */
export async function gameRoutes(app: App, deps: Deps): Promise<void> {
  const { config, db } = deps;
  const wake = createGameWake(deps.listener, 'deliveries');
  const calm = new CalmCities(deps.listener);
  const ear = listenForCities(deps);
  const memory = new NonceMemory();
  app.addHook('preClose', async () => {
    ear.close();
    wake.release();
  });
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  app.setErrorHandler((error, request, reply) => {
    const { status, body, fault } = describeFailure(error);
    if (fault) request.log.error({ err: error }, 'request failed');
    const slow = status === 429 || status === 503 ? { retry_after_ms: SLOW_DOWN_MS } : {};
    const clock = body.code === 'clock_skew' ? { now: Math.floor(Date.now() / 1000) } : {};
    return reply.code(status).send({ ...body, ...clock, ...slow });
  });

  app.addHook('preValidation', async (request) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const { method, headers } = request;
    const signed = { method, url: request.raw.url ?? '', headers, body };
    request.game = await authenticateGame(db, config.secret, memory, signed);
    request.body = parse(body);
  });
  app.addHook('onSend', async ({ game }, reply, payload) => {
    if (game && reply.statusCode === 200) {
      reply.header(gameHeaders.signature, signAnswer(game.token, game.nonce, String(payload)));
      reply.header('cache-control', 'no-store');
    }
    return payload;
  });

  serve(app, 'POST /game/hello', async ({ game, body }) => {
    // Each hello locks the store and wakes its held requests in every process.
    const key = `game-hello:${game.store}:${game.seat}`;
    await slowDown(db, [{ key, limit: limits.gameHellosPerMinute, seconds: 60 }]);
    return await transaction(db, (tx) => sayHello(tx, config, game, body));
  });

  serve(app, 'POST /game/lists', async ({ game, body }) => ({
    success: true as const,
    next: await transaction(db, (tx) => takeListPage(tx, game, body)),
  }));

  serve(app, 'POST /game/player', async ({ game, body }) => await tellPlayer(db, game, body));

  serve(app, 'POST /game/sync', async ({ game, body, request }) => {
    return await syncGame(db, { wake, calm, ear }, game, body, () => request.raw.socket?.destroyed ?? false);
  });
}

/**
 * Drops what PostgreSQL cannot store instead of refusing it: one odd word would block a game server's journal for ever.
 */
const storable = (_key: string, value: unknown) =>
  typeof value === 'string' ? value.replaceAll('\u0000', '').toWellFormed() : value;

/** The JSON of a body. Refuses `invalid_request` for bytes that are no JSON. */
function parse(body: Buffer): unknown {
  try {
    return JSON.parse(String(body), storable);
  } catch {
    throw new Refusal('invalid_request');
  }
}
