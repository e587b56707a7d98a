import type { Action } from '@vitrine/contract/actions';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type DiscordStandin, startDiscord } from '../../../../standins/discord/discord.ts';
import { DEMO } from '../../../../standins/discord/seed.ts';
import { startTestServer, type TestServer } from '../../test/app.ts';
import { type MadeStore, makeStore } from '../../test/make.ts';
import { makeSold, on, refundSold } from '../../test/make-deliveries.ts';
import { bindGuild } from '../../test/make-guild.ts';
import { deliveriesOfOrders, publicDeliveries } from '../deliveries/read-deliveries.ts';
import { deliverDiscord } from './deliver-discord.ts';
import { guildSweep } from './sweeps.ts';

let discord: DiscordStandin;
let server: TestServer;
let store: MadeStore;
let guild: string;
let role: string;

beforeAll(async () => {
  discord = await startDiscord();
  server = await startTestServer({
    env: {
      DISCORD_API_URL: discord.apiUrl,
      DISCORD_CLIENT_ID: discord.clientId,
      DISCORD_BOT_TOKEN: discord.botToken,
      DISCORD_PUBLIC_KEY: discord.publicKey,
    },
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
  const [id = ''] = discord.control.seed({
    guilds: [
      { name: store.name, ownerId: DEMO.ana, roles: [{ name: 'VIP', position: 1 }], members: [{ userId: DEMO.bruno }] },
    ],
  }).guildIds;
  guild = id;
  role = roleNamed('VIP');
  await bind(store);
});

function roleNamed(name: string): string {
  const { guilds } = discord.control.state() as { guilds: { id: string; roles: { id: string; name: string }[] }[] };
  return guilds.find(({ id }) => id === guild)?.roles.find((one) => one.name === name)?.id ?? '';
}
const bind = (to: MadeStore) => bindGuild(server.db, to.id, guild);
const sell = (actions: Action[], more: { discordId?: string; removeDays?: number } = {}) =>
  makeSold(server.db, store.id, {
    discordId: more.discordId ?? DEMO.bruno,
    items: [{ actions, removeDays: more.removeDays ?? null }],
  });
const bare = (type: 'ban' | 'unban'): Action => ({ target: 'discord', type, executionTiming: 'on_confirmation' });

async function states(order: string): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select action_type || ' ' || state || coalesce(' ' || code, '') as text from delivery where order_id = ${order} order by seq`.execute(
    server.db,
  );
  return rows.map(({ text }) => text);
}
const reach = (order: string, wanted: string[], timeout = 8000) =>
  vi.waitFor(async () => expect(await states(order)).toEqual(wanted), { timeout, interval: 25 });
const hurry = (order: string) => sql`update delivery set due_at = now() where order_id = ${order}`.execute(server.db);
const problem = async () =>
  (await server.db.selectFrom('discord_guild').where('store_id', '=', store.id).select('problem').executeTakeFirst())
    ?.problem;

test('a role is given with the order in the audit log, and taken with the refund', async () => {
  const { id } = await sell([on.role(role)]);
  await reach(id, ['add_role succeeded ok']);
  expect(discord.control.rolesOf(guild, DEMO.bruno)).toContain(role);
  expect(discord.control.auditLog(guild)[0]?.reason).toMatch(/^Vitrine: pedido \d+$/);
  await refundSold(server.db, store.id, id);
  await reach(id, ['add_role succeeded ok', 'remove_role succeeded ok']);
  expect(discord.control.rolesOf(guild, DEMO.bruno)).not.toContain(role);
});

test('a role expires on time', async () => {
  const { id } = await sell([on.role(role), on.dropRole(role)], { removeDays: 30 });
  await reach(id, ['add_role succeeded ok', 'remove_role scheduled']);
  await hurry(id);
  await reach(id, ['add_role succeeded ok', 'remove_role succeeded ok']);
});

test('a ban is set and lifted, and lifting a missing ban succeeds', async () => {
  const banned = await sell([bare('ban')], { discordId: DEMO.fabio });
  await reach(banned.id, ['ban succeeded ok']);
  expect(discord.control.isBanned(guild, DEMO.fabio)).toBe(true);
  const lifted = await sell([bare('unban'), bare('unban')], { discordId: DEMO.fabio });
  await reach(lifted.id, ['unban succeeded ok', 'unban succeeded not_banned']);
});

test('a role waits for a player outside the server, says so, and is given when they join', async () => {
  const { id } = await sell([on.role(role)], { discordId: DEMO.fabio });
  await reach(id, ['add_role queued not_a_member']);
  expect((await publicDeliveries(server.db, store.id, id)).deliveries[0]?.hint).toBe(
    'Entre no Discord da loja para receber.',
  );
  discord.control.join(guild, DEMO.fabio);
  const [delivery] = (await deliveriesOfOrders(server.db, store.id, [id])).get(id) ?? [];
  const answer = await fetch(`${server.address}/v1/deliveries/resend`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${store.token}` },
    body: JSON.stringify({ subdomain: store.subdomain, ids: [delivery?.id] }),
  });
  expect(answer.status).toBe(200);
  await reach(id, ['add_role succeeded ok']);
});

test.each([
  ['unknown_user', () => on.role(role), { discordId: '111111111111111111' }],
  ['invalid_role', () => on.role(guild), {}],
])('a delivery fails for good with %s', async (code, action, more) => {
  const { id } = await sell([action()], more);
  await reach(id, [`add_role failed ${code}`]);
});

test('a delivery waits for a missing server or plan, and goes on by itself', async () => {
  await sql`delete from discord_guild where store_id = ${store.id}`.execute(server.db);
  const { id } = await sell([on.role(role)]);
  await reach(id, ['add_role queued discord_not_bound']);
  await bind(store);
  await sql`delete from subscription where store_id = ${store.id}`.execute(server.db);
  await hurry(id);
  await reach(id, ['add_role queued plan_without_discord']);
});

test('after a fault of the network or Discord it is tried again, and a lost answer doubles no effect', async () => {
  discord.control.faults.add({ kind: 'status', status: 503, match: { method: 'PUT' } });
  const { id } = await sell([on.role(role)]);
  await reach(id, ['add_role queued discord_unavailable']);
  discord.control.faults.add({ kind: 'reset-after', match: { method: 'PUT' } });
  await hurry(id);
  await vi.waitFor(() => expect(discord.control.rolesOf(guild, DEMO.bruno)).toContain(role), { timeout: 30_000 });
  await reach(id, ['add_role queued discord_unavailable']);
  await hurry(id);
  await reach(id, ['add_role succeeded ok']);
  expect(discord.control.auditLog(guild)).toHaveLength(1);
});

test('when a worker dies between the call and its report, the next one repeats the call', async () => {
  await sql`insert into outside_stop (name, reason, next_check_at) values ('discord', 'test', now() + interval '1 hour')`.execute(
    server.db,
  );
  const { id } = await sell([on.role(role)]);
  await sql`update delivery set state = 'sent', attempts = 1, lease_until = now() + interval '30 seconds' where order_id = ${id}`.execute(
    server.db,
  );
  await sql`delete from outside_stop`.execute(server.db);
  const signal = new AbortController().signal;
  await deliverDiscord(server.deps, store.id, { number: 2, last: false, signal });
  // The order's own job may work on it in the same moment.
  await reach(id, ['add_role succeeded ok'], 5000);
});

test('a storm of one store drains within the limits, and another store has its turn', async () => {
  discord.control.setLimits({ writesPerWindow: 5, readsPerWindow: 10, windowMs: 500 });
  const users = discord.control.seed({
    users: Array.from({ length: 40 }, (_, at) => ({ username: `p${at}` })),
  }).userIds;
  for (const user of users) discord.control.join(guild, user);
  const before = discord.control.requests().filter(({ status }) => status === 429).length;
  const storm = await Promise.all(users.map((discordId) => sell([on.role(role)], { discordId })));
  const [big, bigGuild] = [store, guild];
  store = await makeStore(server.db, server.deps.config.secret, { plan: 'pro' });
  guild = discord.control.seed({
    guilds: [
      { name: 'Outra', ownerId: DEMO.ana, roles: [{ name: 'VIP', position: 1 }], members: [{ userId: DEMO.bruno }] },
    ],
  }).guildIds[0] as string;
  await bind(store);
  const small = await sell([on.role(roleNamed('VIP'))]);
  await reach(small.id, ['add_role succeeded ok'], 4000);
  const left = () => sql`select from delivery where store_id = ${big.id} and state <> 'succeeded'`.execute(server.db);
  expect((await left()).rows.length).toBeGreaterThan(0);
  await vi.waitFor(async () => expect((await left()).rows).toHaveLength(0), { timeout: 25_000, interval: 100 });
  expect(storm).toHaveLength(40);
  for (const user of users) expect(discord.control.rolesOf(bigGuild, user)).toContain(role);
  // We learnt the limits from Discord's answers and did not run into them.
  expect(discord.control.requests().filter(({ status }) => status === 429).length - before).toBeLessThan(5);
}, 40_000);

test('a refused token stops everything, and everything goes on when it works again', async () => {
  discord.control.setBotToken('another');
  const orders = await Promise.all([1, 2, 3].map(() => sell([on.role(role)])));
  await vi.waitFor(async () => expect((await sql`select from outside_stop`.execute(server.db)).rows).toHaveLength(1), {
    timeout: 30_000,
  });
  const asked = discord.control.requests().filter(({ status }) => status === 401).length;
  expect(asked).toBeLessThanOrEqual(2);
  await hurry(orders[0]?.id ?? '');
  await sql`update outside_stop set next_check_at = now()`.execute(server.db);
  discord.control.setBotToken(discord.botToken);
  for (const { id } of orders) await reach(id, ['add_role succeeded ok']);
});

test('the role picker hides what no bot can give and says why others cannot be given', async () => {
  discord.control.moveRole(guild, role, 9);
  const ask = async (query = '') => {
    const headers = { authorization: `Bearer ${store.token}`, 'x-store': store.subdomain };
    const answer = await fetch(`${server.address}/v1/discord/roles${query}`, { headers });
    return (await answer.json()) as { roles: object[] };
  };
  const above = [{ id: role, name: 'VIP', assignable: false, reason: expect.stringContaining('acima') }];
  expect((await ask()).roles).toMatchObject(above);
  // The list is kept for a minute, unless somebody asks for it as it is now.
  discord.control.moveRole(guild, role, 1);
  expect((await ask()).roles).toMatchObject(above);
  await vi.waitFor(
    async () => expect((await ask('?fresh=1')).roles).toMatchObject([{ id: role, assignable: true, reason: null }]),
    { timeout: 30_000, interval: 500 },
  );
  discord.control.moveRole(guild, role, 9);
});

test('each bound server is checked once a day', async () => {
  discord.control.kickBot(guild);
  await sql`update discord_guild set checked_at = now() - interval '2 days' where store_id = ${store.id}`.execute(
    server.db,
  );
  await guildSweep.run(server.deps);
  await vi.waitFor(async () => expect(await problem()).toBe('bot_missing'), { timeout: 30_000 });
  discord.control.addBot(guild, '268435460');
  await sql`update discord_guild set checked_at = null where store_id = ${store.id}`.execute(server.db);
  await guildSweep.run(server.deps);
  await vi.waitFor(async () => expect(await problem()).toBeNull(), { timeout: 30_000 });
});
