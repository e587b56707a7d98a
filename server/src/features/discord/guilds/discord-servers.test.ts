import type { Action } from '@vitrine/contract/actions';
import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type DiscordStandin, startDiscord } from '../../../../../standins/discord/discord.ts';
import { DEMO } from '../../../../../standins/discord/seed.ts';
import { transaction } from '../../../db/transaction.ts';
import { startTestServer, type TestServer } from '../../../test/app.ts';
import { type MadeStore, makeStore } from '../../../test/make.ts';
import { makeProduct } from '../../../test/make-catalog.ts';
import { makeSold, on, refundSold } from '../../../test/make-deliveries.ts';
import { waitingForLock } from '../../../test/waiting-for-lock.ts';
import { lookAtGuilds } from '../discord-look.ts';
import { lookAtMember } from '../discord-members.ts';
import { connectGuild } from './connect-guild.ts';

const INVITED = '268435460';
let discord: DiscordStandin;
let server: TestServer;
let store: MadeStore;
/** The main server of the store and another, each with a role. */
let main: string;
let second: string;
let vip: string;
let boss: string;

beforeAll(async () => {
  discord = await startDiscord();
  server = await startTestServer({
    env: {
      DISCORD_API_URL: discord.apiUrl,
      DISCORD_CLIENT_ID: discord.clientId,
      DISCORD_BOT_TOKEN: discord.botToken,
    },
  });
});
afterAll(async () => {
  await server.close();
  await discord.close();
});
beforeEach(async () => {
  discord.control.setLimits({ writesPerWindow: 1000, readsPerWindow: 1000, globalPerSecond: 1000 });
  store = await makeStore(server.db, server.deps.config.secret, { plan: 'pro' });
  main = seedGuild('VIP');
  second = seedGuild('Chefe');
  vip = roleOf(main);
  boss = roleOf(second);
  await bind(store, main);
  await bind(store, second);
});

const seedGuild = (role: string) =>
  discord.control.seed({
    guilds: [
      {
        name: `Servidor ${role}`,
        ownerId: DEMO.ana,
        roles: [{ name: role, position: 1 }],
        members: [{ userId: DEMO.bruno }],
      },
    ],
  }).guildIds[0] as string;
function roleOf(guild: string): string {
  const { guilds } = discord.control.state() as {
    guilds: { id: string; roles: { id: string; name: string; position: number }[] }[];
  };
  const own = guilds.find(({ id }) => id === guild)?.roles.find(({ name }) => name === 'VIP' || name === 'Chefe');
  return own?.id ?? '';
}
const bind = (to: MadeStore, guild: string) =>
  transaction(server.db, (tx) =>
    connectGuild(tx, server.deps.config, to.id, {
      guild,
      name: `Servidor ${guild}`,
      person: { discordId: DEMO.ana, name: 'Ana' },
    }),
  );
const at = (action: Action, guild: string) => ({ ...action, server: guild }) as Action;
const ban: Action = { target: 'discord', type: 'ban', executionTiming: 'on_confirmation' };
const sell = (actions: Action[]) => makeSold(server.db, store.id, { discordId: DEMO.bruno, items: [{ actions }] });

async function states(order: string): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select action_type || ' ' || state || coalesce(' ' || code, '') as text from delivery where order_id = ${order} order by seq`.execute(
    server.db,
  );
  return rows.map(({ text }) => text);
}
const reach = (order: string, wanted: string[]) =>
  vi.waitFor(async () => expect(await states(order)).toEqual(wanted), { timeout: 30_000, interval: 25 });
const rolesIn = (guild: string) => discord.control.rolesOf(guild, DEMO.bruno);
async function minute(): Promise<void> {
  await sql`update discord_guild set look_at = look_at - interval '61 seconds' where store_id = ${store.id}`.execute(
    server.db,
  );
  await lookAtGuilds(server.deps, store.id, { signal: new AbortController().signal });
}

async function ask(method: 'GET' | 'POST', path: string, body?: object, by: MadeStore = store) {
  const answer = await fetch(`${server.address}/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${by.token}`,
      'x-store': by.subdomain,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify({ subdomain: by.subdomain, ...body }) }),
  });
  return (await answer.json()) as Record<string, unknown>;
}
const guildsNow = async () => {
  const { discord: found } = (await ask('GET', '/store/connection')) as unknown as {
    discord: { guild: { id: string } | null; guilds: { id: string; problem: string | null }[] };
  };
  return found;
};

test('the first server is the main one, others are added, and old clients read the main one', async () => {
  const { guild, guilds } = await guildsNow();
  expect(guild?.id).toBe(main);
  expect(guilds.map(({ id }) => id)).toEqual([main, second]);
});

test('the bot is gone from one server: only its deliveries wait, and they go on by themselves', async () => {
  discord.control.kickBot(main);
  const waits = await sell([on.role(vip)]);
  await reach(waits.id, ['add_role queued bot_missing']);
  const goes = await sell([at(on.role(boss), second)]);
  await reach(goes.id, ['add_role succeeded ok']);
  expect(rolesIn(second)).toContain(boss);
  expect((await guildsNow()).guilds.map(({ problem }) => problem !== null)).toEqual([true, false]);
  // What succeeds at the second server says nothing about the first.
  expect(await states(waits.id)).toEqual(['add_role queued bot_missing']);
  discord.control.addBot(main, INVITED);
  discord.control.moveRole(main, vip, 1);
  await minute();
  await reach(waits.id, ['add_role succeeded ok']);
});

test('both servers are broken: each has its own look in the minute', async () => {
  discord.control.kickBot(main);
  discord.control.kickBot(second);
  const one = await sell([on.role(vip), at(on.role(boss), second)]);
  await reach(one.id, ['add_role queued bot_missing', 'add_role queued bot_missing']);
  const asked = () => discord.control.requests().filter(({ path }) => path.endsWith('/roles')).length;
  const before = asked();
  await minute();
  expect(asked() - before).toBe(2);
});

test('whoever comes back to the second server gets its role again, and only there', async () => {
  const { id } = await sell([on.role(vip), at(on.role(boss), second)]);
  await reach(id, ['add_role succeeded ok', 'add_role succeeded ok']);
  for (const guild of [main, second]) {
    discord.control.leave(guild, DEMO.bruno);
    discord.control.join(guild, DEMO.bruno);
  }
  const seen = { roles: [], joinedAt: new Date(Date.now() + 1000) };
  const found = { store: store.id, holder: DEMO.bruno };
  expect(await lookAtMember(server.deps, { ...found, at: { guild: second, seen } })).toBe(1);
  expect([rolesIn(main), rolesIn(second)]).toEqual([[], [boss]]);
  expect(await lookAtMember(server.deps, found)).toBe(1);
  expect(rolesIn(main)).toEqual([vip]);
});

test('another main server: what was sold and what products give stays where it was, and new bans go to the new one', async () => {
  const product = await makeProduct(server.db, store.id, { actions: [on.role(vip), ban] });
  const sold = await sell([on.role(vip)]);
  await reach(sold.id, ['add_role succeeded ok']);
  expect(await ask('POST', '/discord/main', { server: second })).toEqual({ success: true });
  expect((await guildsNow()).guild?.id).toBe(second);
  await refundSold(server.db, store.id, sold.id);
  await reach(sold.id, ['add_role succeeded ok', 'remove_role succeeded ok']);
  expect(rolesIn(main)).not.toContain(vip);
  const { actions } = await server.db
    .selectFrom('product')
    .where('store_id', '=', store.id)
    .where('id', '=', product)
    .select('actions')
    .executeTakeFirstOrThrow();
  expect(actions).toEqual([at(on.role(vip), main), ban]);
  const banned = await sell([ban]);
  await reach(banned.id, ['ban succeeded ok']);
  expect([discord.control.isBanned(main, DEMO.bruno), discord.control.isBanned(second, DEMO.bruno)]).toEqual([
    false,
    true,
  ]);
  // A ban on one server is another right than one on the other.
  const other = await sell([at(ban, main)]);
  await reach(other.id, ['ban succeeded ok']);
  await refundSold(server.db, store.id, other.id);
  await reach(other.id, ['ban succeeded ok', 'unban succeeded ok']);
  expect(discord.control.isBanned(second, DEMO.bruno)).toBe(true);
});

test('another main server: a sale that is under way, and an order that a late payment revives, stay where they were sold', async () => {
  const product = await makeProduct(server.db, store.id, { actions: [on.role(vip)] });
  const [sold, late] = [await sell([on.role(vip)]), await sell([on.role(vip)])];
  await reach(sold.id, ['add_role succeeded ok']);
  await sql`update "order" set status = 'cancelled', note = 'expired' where id = ${late.id}`.execute(server.db);
  const { moved } = await transaction(server.db, async (tx) => {
    // A sale holds its product, and writes its deliveries before it ends.
    await sql`select from product where id = ${product} for no key update`.execute(tx);
    const answer = ask('POST', '/discord/main', { server: second });
    await waitingForLock(server.db, 1);
    await sql`
      insert into delivery overriding system value
      select (jsonb_populate_record(d, jsonb_build_object('id', 'sale-under-way', 'resend', 1, 'seq', d.seq + 1000000))).*
        from delivery d where d.order_id = ${sold.id}`.execute(tx);
    return { moved: answer };
  });
  expect(await moved).toEqual({ success: true });
  const { rows } = await sql<{ server: string | null }>`
    select args->>'server' as server from delivery where order_id = ${sold.id}
     union all select i.actions->0->>'server' from order_item i where i.order_id = ${late.id}`.execute(server.db);
  expect(rows.map((row) => row.server)).toEqual([main, main, main]);
});

test('a server is disconnected: its products say so, what is open or sold for it fails, and a person decides', async () => {
  const product = await makeProduct(server.db, store.id, { actions: [at(on.role(boss), second)] });
  discord.control.leave(second, DEMO.bruno);
  const waits = await sell([at(on.role(boss), second)]);
  await reach(waits.id, ['add_role queued not_a_member']);
  expect(await ask('POST', '/discord/disconnect', { server: second })).toEqual({ success: true });
  await reach(waits.id, ['add_role failed server_ended']);
  const late = await sell([at(on.role(boss), second)]);
  await reach(late.id, ['add_role failed server_ended']);
  const { products } = (await ask('POST', '/products', {})) as { products: { _id: string; problem: string | null }[] };
  expect(products.find(({ _id }) => _id === product)?.problem).toContain('servidor desta ação foi removido');
  // The main server goes on.
  const goes = await sell([on.role(vip)]);
  await reach(goes.id, ['add_role succeeded ok']);
});

test('the main server is disconnected: the oldest other takes its place, and nothing goes there by mistake', async () => {
  discord.control.leave(main, DEMO.bruno);
  const waits = await sell([on.role(vip)]);
  await reach(waits.id, ['add_role queued not_a_member']);
  expect(await ask('POST', '/discord/disconnect', {})).toEqual({ success: true });
  expect((await guildsNow()).guild?.id).toBe(second);
  await reach(waits.id, ['add_role failed server_ended']);
  expect(await ask('POST', '/discord/disconnect', { server: main })).toMatchObject({
    code: 'discord_server_not_found',
    field: 'server',
  });
});

test.each([
  ['another store’s server', () => foreign],
  ['a server that nobody has', () => '391822001983480000'],
])('%s is refused everywhere', async (_, named) => {
  const other = await makeStore(server.db, server.deps.config.secret, { plan: 'pro' });
  foreign = seedGuild('VIP');
  await bind(other, foreign);
  const refused = { success: false, code: 'discord_server_not_found' };
  expect(await ask('POST', '/discord/main', { server: named() })).toMatchObject(refused);
  expect(await ask('POST', '/discord/disconnect', { server: named() })).toMatchObject(refused);
  expect(await ask('GET', `/discord/roles?server=${named()}`)).toMatchObject(refused);
  expect(await ask('GET', `/discord/channels?server=${named()}`)).toMatchObject(refused);
  const product = await makeProduct(server.db, store.id, {});
  const productData = { discordActions: [{ type: 'ban', executionTiming: 'on_confirmation', server: named() }] };
  expect(await ask('POST', '/products/edit/', { productId: product, productData })).toMatchObject({
    code: 'server_not_found',
  });
  // If an action names it in spite of these checks, nothing is sent there.
  const sold = await sell([at(ban, named())]);
  await reach(sold.id, ['ban failed server_ended']);
  expect(discord.control.isBanned(foreign, DEMO.bruno)).toBe(false);
});
let foreign = '';

test.each(['', 'null', '1', `${'9'.repeat(21)}`, "1' or 1=1", '391822001983488001\n', '%'])(
  'a hostile id is refused as a field: %j',
  async (id) => {
    expect(await ask('POST', '/discord/main', { server: id })).toMatchObject({ field: 'server' });
    expect(await ask('POST', '/discord/disconnect', { server: id })).toMatchObject({ field: 'server' });
    expect(await ask('GET', `/discord/roles?server=${encodeURIComponent(id)}`)).toMatchObject({ field: 'server' });
    expect((await guildsNow()).guilds).toHaveLength(2);
  },
);

test('two stores bind one server in the same instant: one has it, and the other reads why not', async () => {
  const other = await makeStore(server.db, server.deps.config.secret, { plan: 'pro' });
  const wanted = seedGuild('VIP');
  const kinds = await Promise.all([store, other, store, other].map(async (one) => (await bind(one, wanted)).kind));
  expect(kinds.filter((kind) => kind === 'connected')).toHaveLength(2);
  expect(kinds.filter((kind) => kind === 'guild_taken')).toHaveLength(2);
});

test('a store has at most ten servers, also when two are bound at once', async () => {
  while ((await guildsNow()).guilds.length < limits.discordServersMax - 1) await bind(store, seedGuild('VIP'));
  const last = await Promise.all([bind(store, seedGuild('VIP')), bind(store, seedGuild('VIP'))]);
  expect(last.map(({ kind }) => kind).sort()).toEqual(['connected', 'guild_limit']);
  // The same server again is no further one.
  expect(await bind(store, second)).toMatchObject({ kind: 'connected' });
});

test('the version before binds and releases the main server, and leaves the others', async () => {
  const moved = seedGuild('VIP');
  const bindBefore = () =>
    sql`
    insert into guild_binding (store_id, guild_id, guild_name, bound_by, checked_at)
    select ${store.id}, ${moved}, 'Novo', ${DEMO.ana}, now()
     where not exists (select from guild_binding where guild_id = ${moved} and store_id <> ${store.id})
    on conflict (store_id) do update
       set guild_id = excluded.guild_id, guild_name = excluded.guild_name, problem = null, held = '{}', look_at = null`.execute(
      server.db,
    );
  await bindBefore();
  expect((await guildsNow()).guilds.map(({ id }) => id)).toEqual([moved, second]);
  await sql`delete from guild_binding b using store s where b.guild_id = ${moved} and s.id = b.store_id`.execute(
    server.db,
  );
  expect(await guildsNow()).toMatchObject({ guild: null, guilds: [{ id: second }] });
  await bindBefore();
  expect((await guildsNow()).guild?.id).toBe(moved);
});
