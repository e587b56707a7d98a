import type { Action } from '@vitrine/contract/actions';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type DiscordStandin, startDiscord } from '../../../../../standins/discord/discord.ts';
import { DEMO } from '../../../../../standins/discord/seed.ts';
import { startTestServer, type TestServer } from '../../../test/app.ts';
import { type MadeStore, makeStore } from '../../../test/make.ts';
import { makeSold, refundSold } from '../../../test/make-deliveries.ts';
import { bindGuild } from '../../../test/make-guild.ts';
import { publicDeliveries } from '../../deliveries/read-deliveries.ts';
import { deliverDiscord } from '../deliver-discord.ts';
import { lookAtGuilds } from '../discord-look.ts';

const SEND = '2048';
let discord: DiscordStandin;
let server: TestServer;
let store: MadeStore;
let guild: string;
let channel: string;
/** Each test has its own buyer, whose direct messages it counts. */
let buyer: string;

beforeAll(async () => {
  discord = await startDiscord();
  server = await startTestServer({
    env: { DISCORD_API_URL: discord.apiUrl, DISCORD_CLIENT_ID: discord.clientId, DISCORD_BOT_TOKEN: discord.botToken },
  });
});
afterAll(async () => {
  await server.close();
  await discord.close();
});
beforeEach(async () => {
  discord.control.faults.clear();
  discord.control.setLimits({ writesPerWindow: 1000, readsPerWindow: 1000, globalPerSecond: 1000 });
  store = await makeStore(server.db, server.deps.config.secret, { plan: 'pro' });
  [buyer = ''] = discord.control.seed({ users: [{ username: 'comprador' }] }).userIds;
  guild = discord.control.seed({ guilds: [{ name: store.name, ownerId: DEMO.ana }] }).guildIds[0] as string;
  discord.control.join(guild, buyer);
  channel = discord.control.addChannel(guild, 'compras');
  await bindGuild(server.db, store.id, guild);
});

const toChannel = (message: string, channelId = channel): Action => ({
  target: 'discord',
  type: 'send_message',
  executionTiming: 'on_confirmation',
  channelId,
  channelName: 'compras',
  message,
});
const direct = (message: string): Action => ({
  target: 'discord',
  type: 'send_direct',
  executionTiming: 'on_confirmation',
  message,
});
const sell = (actions: Action[], more: { discordId?: string; name?: string; quantity?: number } = {}) =>
  makeSold(server.db, store.id, {
    discordId: more.discordId ?? buyer,
    ...(more.name !== undefined && { name: more.name }),
    items: [{ actions, quantity: more.quantity ?? 1 }],
  });
async function states(order: string): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select action_type || ' ' || state || coalesce(' ' || code, '') as text from delivery where order_id = ${order} order by seq`.execute(
    server.db,
  );
  return rows.map(({ text }) => text);
}
const reach = (order: string, wanted: string[]) =>
  vi.waitFor(async () => expect(await states(order)).toEqual(wanted), { timeout: 30_000, interval: 25 });
const written = (where = channel) => discord.control.messages(where).map(({ content }) => content);
const hurry = (order: string) => sql`update delivery set due_at = now() where order_id = ${order}`.execute(server.db);
const journal = async () =>
  (await sql`select from discord_message where store_id = ${store.id}`.execute(server.db)).rows.length;
const deliver = (number = 1) =>
  deliverDiscord(server.deps, store.id, { number, last: false, signal: new AbortController().signal });
/** Discord writes the message, and its answer is lost: `times` times. */
const loseAnswers = (times: number) =>
  discord.control.faults.add({
    kind: 'reset-after',
    times,
    match: { method: 'POST', path: `/api/v10/channels/${channel}/messages` },
  });
const posts = () =>
  discord.control.requests().filter(({ method, path }) => method === 'POST' && path.includes(channel)).length;
async function minute(): Promise<void> {
  await sql`update discord_guild set look_at = look_at - interval '61 seconds' where store_id = ${store.id}`.execute(
    server.db,
  );
  await lookAtGuilds(server.deps, store.id, { signal: new AbortController().signal });
}

test('a purchase writes one message in the channel and one to the buyer, and a refund takes back neither', async () => {
  const actions = [toChannel('Obrigado, **{{nome}}**! {{quantidade}}× {{produto}}'), direct('Pedido {{pedido}}')];
  const { id } = await sell(actions, { name: 'Ana Lima', quantity: 3 });
  await reach(id, ['send_message succeeded ok', 'send_direct succeeded ok']);
  expect(written()).toEqual(['Obrigado, **Ana Lima**! 3× VIP Ouro']);
  expect(written(buyer)).toEqual([expect.stringMatching(/^Pedido \d+$/)]);
  await refundSold(server.db, store.id, id);
  await reach(id, ['send_message succeeded ok', 'send_direct succeeded ok']);
  expect(await journal()).toBe(0);
  const shown = (await publicDeliveries(server.db, store.id, id)).deliveries;
  expect(shown.map(({ text }) => text)).toEqual(['Mensagem no servidor do Discord', 'Mensagem direta no Discord']);
});

test("attack: a buyer's name mentions nobody and formats nothing, and the owner's text notifies nobody", async () => {
  discord.control.addBot(guild, '8');
  const { id } = await sell([toChannel(`<@${DEMO.ana}> @everyone {{nome}}`)], { name: '@everyone _x_ (y)' });
  await reach(id, ['send_message succeeded ok']);
  expect(discord.control.messages(channel)).toMatchObject([
    { content: `<@${DEMO.ana}> @everyone \\@everyone \\_x\\_ \\(y\\)`, pinged: [] },
  ]);
});

test('an answer that is lost is asked for again, and the message is there once', async () => {
  loseAnswers(2);
  const { id } = await sell([toChannel('oi')]);
  await reach(id, ['send_message queued discord_unavailable']);
  expect(written()).toEqual(['oi']);
  expect(await journal()).toBe(1);
  await hurry(id);
  await deliver();
  await hurry(id);
  await deliver();
  await reach(id, ['send_message succeeded ok']);
  expect(written()).toEqual(['oi']);
  expect(await journal()).toBe(0);
});

test('after Discord may have forgotten the nonce a person decides, and whoever sends it again begins anew', async () => {
  loseAnswers(1);
  const { id } = await sell([toChannel('oi')]);
  await reach(id, ['send_message queued discord_unavailable']);
  await sql`update discord_message set began_at = now() - interval '121 seconds' where store_id = ${store.id}`.execute(
    server.db,
  );
  const before = posts();
  await hurry(id);
  await deliver();
  await reach(id, ['send_message uncertain message_unknown']);
  expect(posts()).toBe(before);
  discord.control.clock.advance(200_000);
  const { rows } = await sql<{ id: string }>`select id from delivery where order_id = ${id}`.execute(server.db);
  const answer = await fetch(`${server.address}/v1/deliveries/resend`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${store.token}` },
    body: JSON.stringify({ subdomain: store.subdomain, ids: rows.map((row) => row.id) }),
  });
  expect(answer.status).toBe(200);
  await reach(id, ['send_message succeeded ok']);
  expect(written()).toEqual(['oi', 'oi']);
});

test('a process that died between the message and its report: the next one finds the message, and writes no second', async () => {
  discord.control.faults.add({
    kind: 'hang',
    times: 1,
    match: { method: 'POST', path: `/api/v10/channels/${channel}/messages` },
  });
  const { id } = await sell([toChannel('oi')]);
  await reach(id, ['send_message sent']);
  await vi.waitFor(() => expect(discord.control.faults.list()).toEqual([]), { timeout: 30_000 });
  // What the dead process had sent.
  const { rows } = await sql<{ id: string }>`select id from delivery where order_id = ${id}`.execute(server.db);
  const nonce = rows[0]?.id.slice(-25);
  await fetch(`${discord.apiUrl}/v10/channels/${channel}/messages`, {
    method: 'POST',
    headers: {
      authorization: `Bot ${discord.botToken}`,
      'user-agent': 'DiscordBot (https://vitrine.localhost, 1.0.0)',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ content: 'oi', nonce, enforce_nonce: true }),
  });
  await deliver(2);
  await reach(id, ['send_message succeeded ok']);
  expect(written()).toEqual(['oi']);
});

test('a refusal after an attempt that may have arrived says nothing about that attempt', async () => {
  loseAnswers(1);
  const { id } = await sell([toChannel('oi')]);
  await reach(id, ['send_message queued discord_unavailable']);
  discord.control.deleteChannel(guild, channel);
  await hurry(id);
  await deliver();
  await reach(id, ['send_message uncertain message_unknown']);
});

test('a server is disconnected after a message that may have arrived: a person looks, and nothing claims a failure', async () => {
  loseAnswers(1);
  const { id } = await sell([{ ...toChannel('oi'), server: guild } as Action]);
  await reach(id, ['send_message queued discord_unavailable']);
  await server.db.deleteFrom('discord_guild').where('guild_id', '=', guild).execute();
  await hurry(id);
  await deliver();
  await reach(id, ['send_message uncertain message_unknown']);
  expect(await journal()).toBe(0);
});

test('a Discord that cannot be reached is waited for, however long', async () => {
  await sql`insert into outside_wait (name, until) values ('discord all', now() + interval '1 hour')
            on conflict (name) do update set until = excluded.until`.execute(server.db);
  const { id } = await sell([toChannel('oi')]);
  await reach(id, ['send_message queued discord_rate_limited']);
  expect(await journal()).toBe(0);
  await sql`delete from outside_wait`.execute(server.db);
  await hurry(id);
  await deliver();
  await reach(id, ['send_message succeeded ok']);
});

test('a channel that the bot may not write in holds only its own messages, and they follow its repair', async () => {
  discord.control.overwrite(guild, channel, { id: guild, deny: SEND });
  const open = discord.control.addChannel(guild, 'geral');
  const first = await sell([toChannel('um'), direct('oi'), toChannel('aqui', open)]);
  await reach(first.id, [
    'send_message queued channel_forbidden',
    'send_direct succeeded ok',
    'send_message succeeded ok',
  ]);
  const asked = posts();
  const second = await sell([toChannel('dois')]);
  await reach(second.id, ['send_message queued channel_forbidden']);
  expect(posts()).toBe(asked);
  const calls = () => discord.control.requests().filter(({ path }) => path.includes(guild) || path.includes(channel));
  const before = calls().length;
  await minute();
  // The first look has the channel tried once. What follows begins after both wait again.
  const held = () =>
    sql`
    select from delivery where store_id = ${store.id} and code = 'channel_forbidden' and state = 'queued' and due_at > now()`.execute(
      server.db,
    );
  await vi.waitFor(
    async () => {
      expect(posts()).toBe(asked + 1);
      expect((await held()).rows).toHaveLength(2);
    },
    { timeout: 30_000, interval: 25 },
  );
  for (let passed = 0; passed < 3; passed += 1) await minute();
  expect(posts()).toBe(asked + 1);
  expect(calls().length - before).toBeLessThanOrEqual(5);
  discord.control.overwrite(guild, channel, { id: guild });
  await minute();
  await minute();
  await reach(first.id, ['send_message succeeded ok', 'send_direct succeeded ok', 'send_message succeeded ok']);
  await reach(second.id, ['send_message succeeded ok']);
  expect(written()).toEqual(['um', 'dois']);
  await vi.waitFor(
    async () =>
      expect(
        await sql`select problem, held from discord_guild where store_id = ${store.id}`.execute(server.db),
      ).toMatchObject({ rows: [{ problem: null, held: [] }] }),
    { timeout: 30_000 },
  );
});

test("attack: the channel of another store's server is none of this store", async () => {
  const [other = ''] = discord.control.seed({ guilds: [{ name: 'Outra', ownerId: DEMO.ana }] }).guildIds;
  const theirs = discord.control.addChannel(other, 'geral');
  const { id } = await sell([toChannel('oi', theirs)]);
  await reach(id, ['send_message queued unknown_channel']);
  await minute();
  await reach(id, ['send_message queued unknown_channel']);
  expect(written(theirs)).toEqual([]);
});

test('attack: the bot writes to no stranger, only to members of the store', async () => {
  const [stranger = ''] = discord.control.seed({ users: [{ username: 'estranho' }] }).userIds;
  const [other = ''] = discord.control.seed({ guilds: [{ name: 'Outra', ownerId: DEMO.ana }] }).guildIds;
  discord.control.join(other, stranger);
  const { id } = await sell([direct('oi')], { discordId: stranger });
  await reach(id, ['send_direct queued not_a_member']);
  expect(written(stranger)).toEqual([]);
  discord.control.join(guild, stranger);
  await hurry(id);
  await deliver();
  await reach(id, ['send_direct succeeded ok']);
});

test('closed direct messages fail, with what the buyer can do', async () => {
  discord.control.setDms(buyer, false);
  const { id } = await sell([direct('oi')]);
  await reach(id, ['send_direct failed dm_closed']);
  const [shown] = (await publicDeliveries(server.db, store.id, id)).deliveries;
  expect(shown?.message).toContain('permita-as e avise a loja');
});

test('a message that became too long or empty with the values of the order is not sent', async () => {
  const values = Array(20).fill('{{nome}}').join('');
  const long = await sell([toChannel(values)], { name: 'á'.repeat(110) });
  await reach(long.id, ['send_message failed invalid_args']);
  const empty = await sell([toChannel('{{nome}}')], { name: '' });
  await reach(empty.id, ['send_message failed invalid_args']);
  expect(posts()).toBe(0);
});
