import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type DiscordStandin, startDiscord } from './discord.ts';
import { DEMO } from './seed.ts';
import { asBot, startApplication } from './testing.ts';

let discord: DiscordStandin;
beforeAll(async () => {
  discord = await startDiscord();
});
afterAll(() => discord.close());
beforeEach(() => discord.control.reset());

async function control(path: string, body: unknown = {}, headers: Record<string, string> = {}) {
  const response = await fetch(`${discord.url}/__control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}
const state = async () => (await fetch(`${discord.url}/__control/state`)).text();
const guild = DEMO.cidadeAlta;

test('servers are changed over HTTP', async () => {
  const operations: [string, object][] = [
    ['join', { user: DEMO.fabio, roles: [DEMO.vip] }],
    ['leave', { user: DEMO.bruno }],
    ['move-role', { role: DEMO.vip, position: 6 }],
    ['delete-role', { role: DEMO.vipOuro }],
    ['kick-bot', {}],
    ['add-bot', { permissions: '8' }],
  ];
  for (const [name, body] of operations) expect((await control(`guilds/${guild}/${name}`, body)).status).toBe(200);
  expect(discord.control.rolesOf(guild, DEMO.fabio)).toEqual([DEMO.vip]);
  expect(discord.control.rolesOf(guild, DEMO.bruno)).toBeUndefined();
  expect((await asBot(discord, 'GET', `/guilds/${guild}`)).status).toBe(200);
  expect((await control(`guilds/${guild}/delete-guild`)).status).toBe(200);
  expect((await asBot(discord, 'GET', `/guilds/${guild}`)).json.code).toBe(10004);
});

test('a wrong call is 400 with a sentence, and one from another page is 403', async () => {
  const bad: [string, object][] = [
    [`guilds/${guild}/leave`, { user: DEMO.ana }],
    ['guilds/1/kick-bot', {}],
    ['limits', { writesPerWindow: 'many' }],
    ['behaviour', { constructor: 1 }],
    ['clock', {}],
    ['seed', { users: [{ id: 'x', username: 'x' }] }],
    ['interactions', { command: 'status', user: DEMO.ana, variant: 'odd' }],
    ['faults', { kind: 'odd' }],
  ];
  for (const [path, body] of bad) {
    const { status, json } = await control(path, body);
    expect([path, status, typeof json.message]).toEqual([path, 400, 'string']);
  }
  expect((await control('reset', {}, { origin: 'http://loja.example' })).status).toBe(403);
});

test('seeds people and servers, moves the clock and starts over', async () => {
  const seeded = await control('seed', {
    users: [{ id: '555555555555555555', username: 'nova' }],
    guilds: [{ name: 'Semeada', ownerId: '555555555555555555', roles: [{ name: 'Um' }] }],
  });
  expect(seeded.json).toMatchObject({ userIds: ['555555555555555555'] });
  await control('clock', { advance: 3_600_000 });
  expect(discord.control.clock.now()).toBeGreaterThan(Date.now() + 3_000_000);
  expect(await state()).toContain('Semeada');
  await control('reset');
  expect(await state()).not.toContain('Semeada');
  expect(discord.control.clock.now()).toBeLessThan(Date.now() + 1000);
});

test('the state and the journal show no secret', async () => {
  await asBot(discord, 'GET', '/users/@me');
  const seen = (await state()) + (await (await fetch(`${discord.url}/__control/requests`)).text());
  expect(seen).toContain('/api/v10/users/@me');
  for (const secret of [discord.botToken, discord.clientSecret]) expect(seen).not.toContain(secret);
});

test('interactions are sent over HTTP, and a reset keeps what the application set up', async () => {
  const product = await startApplication(discord.publicKey, () => ({ type: 4, data: { content: 'Tudo certo' } }));
  const commands = [{ name: 'status', description: 'Mostra a conexão' }];
  await asBot(discord, 'PUT', `/applications/${discord.clientId}/commands`, { body: commands });
  const url = `${product.url}/discord/interactions`;
  await asBot(discord, 'PATCH', '/applications/@me', { body: { interactions_endpoint_url: url } });
  await control('reset');
  const input = { command: 'status', options: {}, user: DEMO.ana, guild };
  const { json } = await control('interactions', input);
  expect(json).toMatchObject({ state: 'answered', messages: [{ content: 'Tudo certo' }] });
  expect(json).not.toHaveProperty('token');
  expect((await control('interactions', { ...input, variant: 'bad-signature' })).json).toMatchObject({ status: 401 });
  await product.close();
});

test('pictures are real PNGs', async () => {
  const get = (path: string) => fetch(`${discord.cdnUrl}${path}`);
  const avatar = await get(`/avatars/${DEMO.ana}/a1b2c3d4e5f60718.webp?size=64`);
  expect([avatar.status, avatar.headers.get('content-type')]).toEqual([200, 'image/png']);
  const bytes = Buffer.from(await avatar.arrayBuffer());
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  expect(bytes.readUInt32BE(16)).toBe(64);
  const length = bytes.readUInt32BE(33);
  expect(inflateSync(bytes.subarray(41, 41 + length))).toHaveLength(64 * (64 * 3 + 1));
  expect((await get('/embed/avatars/3.png')).status).toBe(200);
  for (const path of [`/avatars/${DEMO.ana}/beef.png`, '/embed/avatars/6.png', `/avatars/${DEMO.bruno}/x.png`]) {
    expect((await get(path)).status).toBe(404);
  }
  expect((await get(`/avatars/${DEMO.ana}/a1b2c3d4e5f60718.png?size=65`)).status).toBe(400);
});
