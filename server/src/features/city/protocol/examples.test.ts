import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { game as calls } from '@vitrine/contract/calls/game';
import { errors } from '@vitrine/contract/errors';
import { GameSync, gameCodes } from '@vitrine/contract/game';
import { GameCommand } from '@vitrine/contract/game-answers';
import { describe, expect, test } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { GameClient } from '../../../test/game-client.ts';
import type { MadeStore } from '../../../test/make.ts';
import { useCity } from '../../../test/make-city.ts';
import { answerPollsAtOnce } from '../../../test/shorter-limits.ts';
import { signAnswer, signRequest } from '../game-auth.ts';

/** What docs/protocol shows is what the page says, what the schemas take, and what the server answers. */

answerPollsAtOnce();

const docs = new URL('../../../../../docs/', import.meta.url);
const read = (name: string) => JSON.parse(readFileSync(new URL(`protocol/${name}.json`, docs), 'utf8'));
const page = readFileSync(new URL('game-server-protocol.md', docs), 'utf8');

interface Exchange {
  name: string;
  says: string;
  call: 'hello' | 'sync' | 'lists' | 'player';
  request: Record<string, unknown>;
  answer: Record<string, unknown>;
}
const exchanges: Exchange[] = read('exchanges');
const commands: { name: string; says: string; game: string; command: { action: string } }[] = read('commands');
const results: { name: string; says: string; result: { id: string; status: string; code: string } }[] = read('results');
const failures: { name: string; says: string; status: number; body: { code: string } }[] = read('errors');
const signatures: Record<string, string>[] = read('signatures');
const exchange = (name: string): Exchange => exchanges.find((one) => one.name === name) as Exchange;

describe('the page and the examples', () => {
  const entries = [exchanges, commands, results, failures, signatures].flat() as { name: string; says: string }[];
  const flat = (text: string) => text.replace(/\s+/g, ' ');

  test('each example names a text that is on the page, and has a name of its own', () => {
    expect(entries.length).toBeGreaterThan(60);
    expect(entries.filter(({ says }) => !flat(page).includes(flat(says))).map(({ name }) => name)).toEqual([]);
    for (const list of [exchanges, commands, results, failures, signatures]) {
      const names = list.map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
    }
  });

  test('each block of JSON on the page is an example, or a part of one', () => {
    const parts: unknown[] = [];
    const walk = (value: unknown): void => {
      parts.push(value);
      if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) walk(one);
    };
    walk([exchanges, commands, results, failures]);
    const blocks = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']) => {
      const isPart = text.startsWith('"');
      const value = JSON.parse(isPart ? `{${text}}` : text);
      return isPart ? Object.values(value)[0] : value;
    });
    expect(blocks.length).toBeGreaterThan(5);
    expect(blocks.filter((block) => !parts.some((part) => isDeepStrictEqual(part, block)))).toEqual([]);
  });
});

test.each(signatures)('the signatures are right: $name', (vector) => {
  const { token = '', method = '', path = '', time = '', nonce = '', body = '', answer = '' } = vector;
  const signed = signRequest(token, { method, path, time, nonce, body: Buffer.from(body) });
  expect([signed, signAnswer(token, nonce, answer)]).toEqual([vector.signature, vector.answer_signature]);
});

describe('the schemas', () => {
  test.each(exchanges)('take $name', ({ call, request, answer }) => {
    const row = calls[`POST /game/${call}`];
    row.body.parse(request);
    // The schema names every field of the answer; `parse` would drop any other.
    expect(row.answer.parse(answer)).toEqual(answer);
  });

  test.each(commands)('take $name ($game)', ({ command }) => {
    expect(GameCommand.parse(command)).toEqual(command);
  });

  test.each(results)('take $name', ({ result }) => {
    expect(Object.keys(gameCodes)).toContain(result.code);
    const request = { ...exchange('sync with a result').request, results: [result] };
    expect(GameSync.parse(request).results).toHaveLength(1);
  });

  test.each(failures)('know $name', ({ status, body }) => {
    expect(errors[body.code as keyof typeof errors]?.status).toBe(status);
  });
});

describe('the server', () => {
  let app: TestApp;
  let store: MadeStore;
  let city: GameClient;
  useCity((made) => {
    ({ app, store, game: city } = made);
  });
  const keys = (value: object) => Object.keys(value).sort();
  const first = exchange('hello of a FiveM server');

  test('answers hello as the example shows, and lets another journal wait', async () => {
    const { status, signed, body } = await city.send<object>('hello', first.request);
    expect([status, signed, keys(body)]).toEqual([200, true, keys(first.answer)]);
    expect(body).toMatchObject({ seat: 'seated', lists: ['items'], next_poll_ms: 0, limits: first.answer.limits });
    const second = exchange('hello while another script has the seat');
    const other = await new GameClient(app, store.apiToken).send<object>('hello', second.request);
    expect(keys(other.body)).toEqual(keys(second.answer));
    expect(other.body).toMatchObject({
      epoch: 0,
      seat: 'waiting',
      next_poll_ms: 10_000,
      notices: [expect.any(String)],
    });
  });

  test.each(exchanges.filter(({ call }) => call !== 'hello'))('answers $name', async ({ call, request, answer }) => {
    const { body } = await city.send<{ epoch: number }>('hello', first.request);
    const told = await city.send<object>(call, { ...request, epoch: body.epoch });
    expect([told.status, told.signed]).toEqual([200, true]);
    // Nobody has decided about the deliveries of the examples, so the answer may lack `decided`.
    const sure = keys(answer).filter((key) => key !== 'decided');
    expect(keys(told.body).filter((key) => key !== 'decided')).toEqual(sure);
    if (call === 'sync') expect(told.body).toMatchObject({ settled: answer.settled });
    if (call === 'lists') expect(told.body).toEqual(answer);
  });

  test('refuses as the examples show', async () => {
    const { body } = await city.send<{ epoch: number }>('hello', first.request);
    await city.send('hello', first.request);
    const sync = exchange('sync that brings work').request;
    const provoked = {
      invalid_request: () => city.send('sync', { ...sync, epoch: 'x' }),
      game_auth: () => city.send('sync', sync, { signature: 'a'.repeat(64) }),
      clock_skew: () => city.send('sync', sync, { clock: -400 }),
      superseded: () => city.send('sync', { ...sync, epoch: body.epoch }),
      payload_too_large: () => city.send('sync', { ...sync, seq: 'x'.repeat(300_000) }),
      game_mismatch: () => city.send('hello', exchange('hello of an MTA server').request),
      game_version: () => city.send('hello', { ...first.request, protocol: 2 }),
    };
    for (const [code, ask] of Object.entries(provoked)) {
      const { status, body: told } = await ask();
      const wanted = failures.find((one) => one.body.code === code);
      expect([status, told.code, keys(told as object)]).toEqual([wanted?.status, code, keys(wanted?.body ?? {})]);
    }
  });
});
