import { randomBytes } from 'node:crypto';
import { limits } from '@vitrine/contract/limits';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { transaction } from '../../db/transaction.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { GameClient } from '../../test/game-client.ts';
import type { MadeStore } from '../../test/make.ts';
import { makeCity } from '../../test/make-city.ts';
import { answerPollsAtOnce } from '../../test/shorter-limits.ts';
import { issueGameToken } from '../stores/game-token.ts';
import { signRequest } from './game-auth.ts';

/** Which requests of a game server are answered, and what the others are told. */

answerPollsAtOnce();

let app: TestApp;
let store: MadeStore;
let game: GameClient;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ store, game } = await makeCity(app));
});

test('the signature is the documented one', () => {
  const signature = signRequest('vtr_example', {
    method: 'POST',
    path: '/v1/game/sync',
    time: '1790000000',
    nonce: '00112233445566778899aabbccddeeff',
    body: Buffer.from('{"epoch":1}'),
  });
  expect(signature).toBe('650ec70ad375e2cdd6942ff765774d84b1757061fbe8b0b8c702fd3cdf7d123a');
});

test('a request with a wrong signature, a wrong time or a used nonce is refused', async () => {
  const codes = async (spoilt: object) => {
    const answer = await game.hello({}, spoilt);
    return [answer.status, answer.body.code, answer.signed];
  };
  expect(await codes({ signature: 'a'.repeat(64) })).toEqual([401, 'game_auth', false]);
  expect(await codes({ body: '{"protocol":1}' })).toEqual([401, 'game_auth', false]);
  expect(await codes({ nonce: 'short' })).toEqual([401, 'game_auth', false]);
  expect(await codes({ clock: -400 })).toEqual([401, 'clock_skew', false]);
  expect((await game.hello({}, { clock: 900 })).body.now).toBeCloseTo(Date.now() / 1000, -1);
  for (const nonce of [randomBytes(16).toString('hex'), randomBytes(24).toString('hex')]) {
    expect(await codes({ nonce })).toEqual([200, undefined, true]);
    expect(await codes({ nonce })).toEqual([401, 'game_auth', false]);
    const other = nonce.replace(/^../, '00');
    expect((await game.sync({ want: 0 }, { nonce: other })).status).toBe(200);
    expect((await game.sync({ want: 0 }, { nonce: other })).body.code).toBe('game_auth');
  }
  const stranger = new GameClient(app, `vtr_${randomBytes(32).toString('base64url')}`);
  expect((await stranger.hello()).body.code).toBe('game_auth');
});

test('a token works after one rotation, and no longer after two', async () => {
  await transaction(app.db, (tx) => issueGameToken(tx, app.deps.config.secret, store.id));
  expect((await game.hello()).status).toBe(200);
  await transaction(app.db, (tx) => issueGameToken(tx, app.deps.config.secret, store.id));
  expect((await game.hello()).body.code).toBe('game_auth');
});

test("another game than the server's is refused, and the city stays connected", async () => {
  const { epoch } = (await game.hello()).body;
  for (const other of ['minecraft', 'mta']) {
    expect((await game.hello({ game: other })).body.code).toBe('game_mismatch');
  }
  expect((await game.hello()).body.epoch).toBe((epoch ?? 0) + 1);
});

test('a request that cannot be read gets a clear answer', async () => {
  expect((await game.hello({ protocol: 2 })).body.code).toBe('game_version');
  expect((await game.hello({ version: '0.9.0' })).body.code).toBe('game_version');
  expect((await game.hello({ game: 'doom' })).body.code).toBe('invalid_request');
  expect((await game.sync()).body.code).toBe('invalid_request');
  await game.hello({ capabilities: [] });
  expect((await game.sync({ results: {}, in_progress: {}, online: {}, players: [], want: 0 })).status).toBe(400);
  expect((await game.sync({ results: {}, in_progress: {}, online: {}, players: undefined, want: 0 })).status).toBe(200);
  const big = await game.sync({ seq: 'x'.repeat(300 * 1024) });
  expect(big).toMatchObject({ status: 413, body: { code: 'payload_too_large' } });
});

test('a sync with an older epoch of the same start is told so', async () => {
  await game.hello();
  await game.hello();
  expect((await game.sync({ epoch: game.epoch - 1 })).body.code).toBe('superseded');
  expect((await game.sync({ epoch: game.epoch + 1 })).body.code).toBe('invalid_request');
});

test('a script that says hello in a loop is told to wait, and the store’s other servers are not', async () => {
  const made = await app.post(
    '/v1/servers/create',
    { subdomain: store.subdomain, name: 'Cidade Baixa' },
    { token: store.token },
  );
  const other = new GameClient(app, made.json<{ apiToken: string }>().apiToken);
  const statuses: number[] = [];
  for (let n = 0; n < limits.gameHellosPerMinute; n += 1) statuses.push((await game.hello()).status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  const { epoch } = game;
  expect(await game.hello()).toMatchObject({ status: 429, body: { code: 'rate_limited', retry_after_ms: 10_000 } });
  // What was refused changed nothing: the script goes on with what it had.
  expect((await game.sync()).body.epoch).toBe(epoch);
  expect((await other.hello()).status).toBe(200);
});
