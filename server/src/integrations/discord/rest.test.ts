import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type DiscordStandin, startDiscord } from '../../../../standins/discord/discord.ts';
import { DEMO } from '../../../../standins/discord/seed.ts';
import { createDiscordRest, DiscordError, type DiscordRest } from './rest.ts';

let discord: DiscordStandin;
let rest: DiscordRest;

beforeAll(async () => {
  discord = await startDiscord();
});
afterAll(() => discord.close());
beforeEach(() => {
  discord.control.reset();
  rest = createDiscordRest({ apiUrl: discord.apiUrl, botToken: discord.botToken, site: 'http://vitrine.localhost' });
});

/** A server without the bot. */
const ELSEWHERE = '391822001983488999';
const member = `/guilds/${DEMO.cidadeAlta}/members/${DEMO.bruno}`;
const give = (role: string = DEMO.vip, reason?: string) =>
  rest.call('PUT', `${member}/roles/${role}`, reason === undefined ? {} : { reason });
const problemOf = async (call: Promise<unknown>) => {
  const error = await call.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(DiscordError);
  const { status, code, retryAfter, global } = error as DiscordError;
  return { status, code, retryAfter, global };
};

test('sends what Discord asks of a bot: version, agent, reason in any alphabet', async () => {
  expect(await give(DEMO.vip, 'Pedido 12: cargo é VIP 💎')).toBeUndefined();
  expect(discord.control.auditLog(DEMO.cidadeAlta)[0]?.reason).toBe('Pedido 12: cargo é VIP 💎');
  expect(await rest.call('GET', `/guilds/${DEMO.cidadeAlta}`)).toMatchObject({ name: 'Cidade Alta RP' });
});

test("tells Discord's numbers apart", async () => {
  expect(await problemOf(give(DEMO.moderacao))).toMatchObject({ status: 403, code: 50013 });
  expect(await problemOf(give('111111111111111111'))).toMatchObject({ status: 404, code: 10011 });
  discord.control.setBotToken('another');
  expect(await problemOf(give())).toMatchObject({ status: 401 });
});

test.each([
  [{ kind: 'reset-before' }, { status: 0 }],
  [{ kind: 'truncate' }, { status: 0 }],
  [{ kind: 'malformed' }, { status: 0 }],
  [
    { kind: 'html', status: 502 },
    { status: 502, code: 0 },
  ],
  [
    { kind: 'status', status: 429, scope: 'user', retryAfter: 3 },
    { status: 429, retryAfter: 3, global: false },
  ],
  [
    { kind: 'status', status: 429, scope: 'global', retryAfter: 4 },
    { status: 429, retryAfter: 4, global: true },
  ],
  [
    { kind: 'cloudflare-html', retryAfter: 50 },
    { status: 429, retryAfter: 50, global: true },
  ],
] as const)('%j', async (fault, wanted) => {
  discord.control.faults.add(fault);
  expect(await problemOf(rest.call('GET', member))).toMatchObject(wanted);
});

test('a Discord that does not answer is given up', async () => {
  discord.control.faults.add({ kind: 'hang' });
  expect(await problemOf(rest.call('GET', member, { timeout: 200 }))).toMatchObject({ status: 0 });
});

test('waits for a short limit, refuses a long one without asking, and asks nothing while the bot is blocked', async () => {
  discord.control.setLimits({ writesPerWindow: 2, windowMs: 400 });
  for (let turn = 0; turn < 6; turn += 1) await give();
  expect(discord.control.requests().filter(({ status }) => status === 429)).toHaveLength(0);
  discord.control.faults.add({ kind: 'status', status: 429, scope: 'global', retryAfter: 30 });
  await problemOf(rest.call('GET', member));
  const before = discord.control.requests().length;
  expect(await problemOf(give())).toMatchObject({ status: 429, global: true });
  expect(discord.control.requests()).toHaveLength(before);
});

test('attack: a server that refuses everything uses up only its own share of refusals', async () => {
  const forbidden = `/guilds/${ELSEWHERE}/members/${DEMO.bruno}`;
  discord.control.faults.add({
    kind: 'status',
    status: 403,
    times: 10_000,
    body: { code: 50001 },
    match: { path: `/api/v10/guilds/${ELSEWHERE}` },
  });
  let sent = 0;
  for (; sent < 200; sent += 1) if ((await problemOf(rest.call('GET', forbidden))).status !== 403) break;
  expect(sent).toBe(50);
  expect(await problemOf(rest.call('GET', forbidden))).toMatchObject({ status: 429, global: false });
  expect(await rest.call('GET', `/guilds/${DEMO.cidadeAlta}`)).toMatchObject({ name: 'Cidade Alta RP' });
});

test("attack: a server that Discord answers with 500 stops its own calls, and no other server's", async () => {
  const broken = `/guilds/${DEMO.cidadeAlta}/members/${DEMO.bruno}`;
  discord.control.faults.add({
    kind: 'status',
    status: 500,
    times: 1000,
    match: { path: `/api/v10/guilds/${DEMO.cidadeAlta}` },
  });
  for (let turn = 0; turn < 6; turn += 1) await problemOf(rest.call('GET', broken));
  const before = discord.control.requests().length;
  expect(await problemOf(rest.call('GET', broken))).toMatchObject({ status: 0 });
  expect(discord.control.requests()).toHaveLength(before);
  expect(await rest.call('GET', '/users/@me')).toBeDefined();
  const other = await problemOf(rest.call('GET', `/guilds/${ELSEWHERE}`));
  expect(other.status).toBe(404);
});
