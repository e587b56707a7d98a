import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type DiscordStandin, startDiscord } from './discord.ts';
import { DEMO } from './seed.ts';
import { asBot } from './testing.ts';

let discord: DiscordStandin;
beforeAll(async () => {
  discord = await startDiscord();
});
afterAll(() => discord.close());
beforeEach(() => {
  discord.control.reset();
  discord.control.setLimits({ writesPerWindow: 1000, readsPerWindow: 1000, globalPerSecond: 1000 });
});

const { cidadeAlta: guild, vilaNova, compras, bruno, fabio, davi } = DEMO;
const SEND = '2048';
const VIEW = '1024';
const write = (channel: string, body: object) => asBot(discord, 'POST', `/channels/${channel}/messages`, { body });
async function direct(person: string): Promise<string> {
  const answer = await asBot(discord, 'POST', '/users/@me/channels', { body: { recipient_id: person } });
  return String(answer.json.id);
}

test('an enforced nonce makes one message, and another one only after some minutes', async () => {
  const body = { content: 'oi', nonce: 'a'.repeat(25), enforce_nonce: true };
  const first = await write(compras, body);
  expect((await write(compras, body)).json.id).toBe(first.json.id);
  expect(discord.control.messages(compras)).toHaveLength(1);
  discord.control.clock.advance(181_000);
  expect((await write(compras, body)).json.id).not.toBe(first.json.id);
  await write(compras, { content: 'oi', nonce: 'b' });
  await write(compras, { content: 'oi', nonce: 'b' });
  expect(discord.control.messages(compras)).toHaveLength(4);
});

test.each([
  ['an empty text', compras, { content: ' ' }, 400, 50006],
  ['2,001 characters', compras, { content: 'á'.repeat(2001) }, 400, 50035],
  ['a nonce of 26 characters', compras, { content: 'oi', nonce: 'a'.repeat(26) }, 400, 50035],
  ['a channel that does not exist', '111111111111111111', { content: 'oi' }, 404, 10003],
  ['a text that is no id', 'compras', { content: 'oi' }, 400, 50035],
])('refuses %s', async (_name, channel, body, status, code) => {
  expect(await write(channel, body)).toMatchObject({ status, json: { code } });
});

test('the bot writes into no channel that it does not see or may only read', async () => {
  discord.control.overwrite(guild, compras, { id: guild, deny: SEND });
  expect((await write(compras, { content: 'oi' })).json.code).toBe(50013);
  discord.control.overwrite(guild, compras, { id: guild, deny: VIEW });
  expect((await write(compras, { content: 'oi' })).json.code).toBe(50001);
  expect((await asBot(discord, 'GET', `/channels/${compras}`)).json.code).toBe(50001);
  // The bot's own role has the last word over @everyone.
  discord.control.overwrite(guild, compras, { id: discord.clientId, allow: VIEW });
  expect((await write(compras, { content: 'oi' })).status).toBe(200);
  const elsewhere = discord.control.addChannel(vilaNova, 'geral');
  expect((await write(elsewhere, { content: 'oi' })).json.code).toBe(50001);
});

test('the list of channels has their kinds and overwrites, and also what the bot does not see', async () => {
  discord.control.overwrite(guild, compras, { id: guild, deny: VIEW });
  const { json } = await asBot(discord, 'GET', `/guilds/${guild}/channels`);
  expect(Object.values(json)).toMatchObject([
    { id: compras, guild_id: guild, type: 0, permission_overwrites: [{ id: guild, type: 0, deny: VIEW }] },
    { id: DEMO.avisos, type: 0 },
    { type: 2 },
  ]);
  expect((await asBot(discord, 'GET', `/guilds/${vilaNova}/channels`)).json.code).toBe(10004);
});

test('a direct message reaches whoever shares a server and takes messages', async () => {
  const open = await direct(bruno);
  expect(await direct(bruno)).toBe(open);
  expect((await write(open, { content: 'oi' })).status).toBe(200);
  expect(discord.control.messages(bruno)).toMatchObject([{ content: 'oi' }]);
  discord.control.setDms(davi, false);
  expect((await write(await direct(davi), { content: 'oi' })).json.code).toBe(50007);
  expect((await write(await direct(fabio), { content: 'oi' })).json.code).toBe(50278);
  const nobody = await asBot(discord, 'POST', '/users/@me/channels', { body: { recipient_id: '111111111111111111' } });
  expect(nobody.json.code).toBe(50033);
});

test('a text notifies whom it names, unless allowed_mentions says otherwise', async () => {
  discord.control.addBot(guild, '8');
  const content = `@everyone <@${bruno}> <@&${DEMO.vip}>`;
  await write(compras, { content });
  await write(compras, { content, allowed_mentions: { parse: [] } });
  await write(compras, { content, allowed_mentions: { parse: ['users'] } });
  const pinged = discord.control.messages(compras).map((message) => message.pinged);
  expect(pinged).toEqual([['everyone', bruno, DEMO.vip], [], [bruno]]);
});
