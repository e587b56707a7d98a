import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type DiscordStandin, startDiscord } from './discord.ts';
import { DEMO } from './seed.ts';
import { type Answer, asBot, get } from './testing.ts';

let discord: DiscordStandin;
beforeAll(async () => {
  discord = await startDiscord();
});
afterAll(() => discord.close());
beforeEach(() => discord.control.reset());

const give = (guild: string = DEMO.cidadeAlta): Promise<Answer> =>
  asBot(discord, 'PUT', `/guilds/${guild}/members/${DEMO.bruno}/roles/${DEMO.vip}`);

test('every answer names its bucket; the sixth write in two seconds is 429 until the window ends', async () => {
  discord.control.setLimits({ windowMs: 60_000 });
  const first = await give();
  expect(first.headers.get('x-ratelimit-limit')).toBe('5');
  expect(first.headers.get('x-ratelimit-remaining')).toBe('4');
  expect(first.headers.get('x-ratelimit-bucket')).toMatch(/^[0-9a-f]{32}$/);
  for (let count = 0; count < 4; count++) expect((await give()).status).toBe(204);
  const refused = await give();
  expect(refused.status).toBe(429);
  expect(refused.headers.get('x-ratelimit-scope')).toBe('user');
  const { retry_after: retryAfter, global } = refused.json;
  expect(global).toBe(false);
  expect(Number(refused.headers.get('retry-after'))).toBe(Math.ceil(Number(retryAfter)));
  expect(Number(refused.headers.get('x-ratelimit-reset-after'))).toBe(retryAfter);
  expect(Number(refused.headers.get('x-ratelimit-reset'))).toBeCloseTo(
    discord.control.clock.now() / 1000 + Number(retryAfter),
    0,
  );
  discord.control.clock.advance(60_000);
  expect((await give()).status).toBe(204);
});

test('giving and taking a role share a bucket; other routes and servers have their own', async () => {
  discord.control.setLimits({ writesPerWindow: 1, windowMs: 60_000 });
  const { guildIds } = discord.control.seed({
    guilds: [{ name: 'Outra', ownerId: DEMO.ana, members: [{ userId: DEMO.bruno }] }],
  });
  const first = await give();
  const path = `/guilds/${DEMO.cidadeAlta}/members/${DEMO.bruno}/roles/${DEMO.vip}`;
  const taken = await asBot(discord, 'DELETE', path);
  expect(taken.status).toBe(429);
  expect(taken.headers.get('x-ratelimit-bucket')).toBe(first.headers.get('x-ratelimit-bucket'));
  const ban = `/guilds/${DEMO.cidadeAlta}/bans/${DEMO.fabio}`;
  expect((await asBot(discord, 'PUT', ban)).status).toBe(204);
  expect((await give(guildIds[0])).status).toBe(404);
});

test('50 a second over all routes, then a global 429', async () => {
  discord.control.setLimits({ globalPerSecond: 3, readsPerWindow: 100 });
  const answers = await Promise.all(Array.from({ length: 4 }, () => asBot(discord, 'GET', '/users/@me')));
  const refused = answers.filter((answer) => answer.status === 429);
  expect(refused).toHaveLength(1);
  expect(refused[0]?.json.global).toBe(true);
  expect(refused[0]?.headers.get('x-ratelimit-global')).toBe('true');
  expect(refused[0]?.headers.get('x-ratelimit-scope')).toBe('global');
});

test('too many invalid answers end in an HTML ban that passes with time', async () => {
  discord.control.setLimits({ invalidThreshold: 3 });
  const url = `${discord.apiUrl}/v10/users/@me`;
  for (let count = 0; count < 3; count++) {
    expect((await get(url, { authorization: 'Bot errado' })).status).toBe(401);
  }
  const shut = await asBot(discord, 'GET', '/users/@me');
  expect(shut.status).toBe(429);
  expect(shut.headers.get('content-type')).toContain('text/html');
  expect(Number(shut.headers.get('retry-after'))).toBeGreaterThan(0);
  discord.control.setLimits({ banStatus: 403 });
  expect((await asBot(discord, 'GET', '/users/@me')).status).toBe(403);
  discord.control.clock.advance(601_000);
  expect((await asBot(discord, 'GET', '/users/@me')).status).toBe(200);
});

test('neither 404 nor a shared 429 counts as invalid', async () => {
  discord.control.setLimits({ invalidThreshold: 2 });
  discord.control.faults.add({ kind: 'status', status: 429, scope: 'shared', retryAfter: 0.5, times: 3 });
  for (let count = 0; count < 3; count++) {
    const answer = await asBot(discord, 'GET', '/users/@me');
    expect(answer.json).toMatchObject({ retry_after: 0.5, global: false });
    expect(answer.headers.get('x-ratelimit-scope')).toBe('shared');
  }
  for (let count = 0; count < 3; count++) await asBot(discord, 'GET', '/nothing');
  expect((await asBot(discord, 'GET', '/users/@me')).status).toBe(200);
});

test('faults look like Discord’s: numbered errors, Cloudflare pages, resets after the effect', async () => {
  const { faults } = discord.control;
  faults.add({ kind: 'status', code: 50013 });
  faults.add({ kind: 'status', status: 401 });
  faults.add({ kind: 'status', status: 429, scope: 'global', retryAfter: 2.5 });
  faults.add({ kind: 'cloudflare-html' });
  faults.add({ kind: 'status', status: 503 });
  faults.add({ kind: 'reset-after', match: { method: 'PUT' } });
  expect((await asBot(discord, 'GET', '/users/@me')).json).toEqual({ code: 50013, message: 'Missing Permissions' });
  expect((await asBot(discord, 'GET', '/users/@me')).json).toEqual({ code: 0, message: '401: Unauthorized' });
  const global = await asBot(discord, 'GET', '/users/@me');
  expect([global.headers.get('retry-after'), global.json.retry_after, global.json.global]).toEqual(['3', 2.5, true]);
  const page = await asBot(discord, 'GET', '/users/@me');
  expect([page.status, page.headers.get('content-type')]).toEqual([429, expect.stringContaining('text/html')]);
  expect((await asBot(discord, 'GET', '/users/@me')).status).toBe(503);
  await expect(give()).rejects.toThrow();
  expect(discord.control.rolesOf(DEMO.cidadeAlta, DEMO.bruno)).toContain(DEMO.vip);
  expect(() => faults.add({ kind: 'status', code: 1 })).toThrow(TypeError);
});
