import type { Action } from '@vitrine/contract/actions';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type DiscordStandin, startDiscord } from '../../../../standins/discord/discord.ts';
import { DEMO } from '../../../../standins/discord/seed.ts';
import { transaction } from '../../db/transaction.ts';
import { startTestServer, type TestServer } from '../../test/app.ts';
import { readMails } from '../../test/mails.ts';
import { type MadeStore, makeStore } from '../../test/make.ts';
import { makeSold, on, refundSold } from '../../test/make-deliveries.ts';
import { bindGuild } from '../../test/make-guild.ts';
import { alertSweeps } from '../alerts/sweeps.ts';
import { publicDeliveries } from '../deliveries/read-deliveries.ts';
import { lookAtGuilds } from './discord-look.ts';
import { lookSweep } from './sweeps.ts';

const INVITED = '268435460';
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
  guild = discord.control.seed({
    guilds: [
      {
        name: store.name,
        ownerId: DEMO.ana,
        roles: [
          { name: 'VIP', position: 1 },
          { name: 'Ouro', position: 2 },
        ],
        members: [{ userId: DEMO.bruno }],
      },
    ],
  }).guildIds[0] as string;
  role = roleNamed('VIP');
  await bind(store);
});

function roleNamed(name: string): string {
  const { guilds } = discord.control.state() as { guilds: { id: string; roles: { id: string; name: string }[] }[] };
  return guilds.find(({ id }) => id === guild)?.roles.find((one) => one.name === name)?.id ?? '';
}
const bind = (to: MadeStore) => bindGuild(server.db, to.id, guild);
const sell = (actions: Action[], discordId: string = DEMO.bruno) =>
  makeSold(server.db, store.id, { discordId, items: [{ actions }] });
const ban: Action = { target: 'discord', type: 'ban', executionTiming: 'on_confirmation' };

async function states(order: string): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select action_type || ' ' || state || coalesce(' ' || code, '') as text from delivery where order_id = ${order} order by seq`.execute(
    server.db,
  );
  return rows.map(({ text }) => text);
}
const reach = (order: string, wanted: string[]) =>
  vi.waitFor(async () => expect(await states(order)).toEqual(wanted), { timeout: 30_000, interval: 25 });
const binding = async () =>
  await server.db
    .selectFrom('discord_guild')
    .where('store_id', '=', store.id)
    .select(['problem', 'held', 'look_at'])
    .executeTakeFirstOrThrow();
/** What was asked of this test's server in Discord since `from`. */
const calls = (from = 0) =>
  discord.control
    .requests()
    .filter(({ path }) => path.includes(guild))
    .slice(from);
const signal = new AbortController().signal;

/** A minute passes for the server, and its look with it. */
async function minute(): Promise<void> {
  await sql`update discord_guild set look_at = look_at - interval '61 seconds', try_at = try_at - interval '61 seconds'
             where store_id = ${store.id}`.execute(server.db);
  await lookAtGuilds(server.deps, store.id, { signal });
}
/** Waits until nothing of the store is due or out. */
const settled = () =>
  vi.waitFor(
    async () => {
      const { rows } = await sql`
        select from delivery where store_id = ${store.id} and (state = 'sent' or state = 'queued' and due_at <= now())`.execute(
        server.db,
      );
      expect(rows).toHaveLength(0);
    },
    { timeout: 30_000, interval: 25 },
  );

test('bot removed for ten minutes under sales: one call a minute, and a minute later everybody has the role', async () => {
  const buyers = discord.control.seed({
    users: Array.from({ length: 20 }, (_, at) => ({ username: `m${at}` })),
  }).userIds;
  for (const buyer of buyers) discord.control.join(guild, buyer);
  discord.control.kickBot(guild);
  const orders: string[] = [];
  let before = calls().length;
  for (let passed = 0; passed < 10; passed += 1) {
    for (const buyer of buyers.slice(passed * 2, passed * 2 + 2)) {
      const { id } = await sell([on.role(role)], buyer);
      orders.push(id);
      await reach(id, ['add_role queued bot_missing']);
    }
    await minute();
    // The first minute also has the refusal that showed the cause.
    expect(calls(before).length).toBeLessThanOrEqual(passed === 0 ? 2 : 1);
    before = calls().length;
  }
  expect((await binding()).problem).toBe('bot_missing');

  discord.control.addBot(guild, INVITED);
  discord.control.moveRole(guild, roleNamed('Vitrine'), 9);
  await minute();
  for (const id of orders) await reach(id, ['add_role succeeded ok']);
  for (const buyer of buyers) expect(discord.control.rolesOf(guild, buyer)).toContain(role);
  expect(await binding()).toEqual({ problem: null, held: [], look_at: null });
}, 60_000);

test('a role above the bot waits with its cause, other roles go on, and it is given when the bot is dragged up', async () => {
  discord.control.moveRole(guild, role, 9);
  const high = await sell([on.role(role)]);
  await reach(high.id, ['add_role queued missing_permissions']);
  const [shown] = (await publicDeliveries(server.db, store.id, high.id)).deliveries;
  expect(shown).toMatchObject({ state: 'queued', message: expect.stringContaining('ajustar o cargo do bot') });
  // The problem is known by now: a second sale of the role asks Discord nothing.
  const before = calls().length;
  // One call reads the member, whose earlier roles are remembered. The other one tries to give the role.
  expect(before).toBe(2);
  const second = await sell([on.role(role)], DEMO.carla);
  await reach(second.id, ['add_role queued missing_permissions']);
  expect(calls(before)).toHaveLength(0);
  const other = await sell([on.role(roleNamed('Ouro'))]);
  await reach(other.id, ['add_role succeeded ok']);
  expect((await binding()).problem).toBe('missing_permissions');

  const asked = calls().length;
  for (let passed = 0; passed < 3; passed += 1) await minute();
  expect(calls(asked).map(({ method, path }) => `${method} ${path}`)).toEqual(
    Array(3).fill(`GET /api/v10/guilds/${guild}/roles`),
  );
  discord.control.join(guild, DEMO.carla);
  discord.control.moveRole(guild, role, 1);
  await minute();
  await reach(high.id, ['add_role succeeded ok']);
  await reach(second.id, ['add_role succeeded ok']);
  expect(await binding()).toEqual({ problem: null, held: [], look_at: null });
});

test('a bot that comes back below the role waits for the role, and says so', async () => {
  discord.control.kickBot(guild);
  const { id } = await sell([on.role(role)]);
  await reach(id, ['add_role queued bot_missing']);
  discord.control.addBot(guild, INVITED);
  const before = calls().length;
  await minute();
  await reach(id, ['add_role queued missing_permissions']);
  expect(calls(before)).toHaveLength(1);
  expect((await binding()).problem).toBe('missing_permissions');
  discord.control.moveRole(guild, role, 1);
  await minute();
  await reach(id, ['add_role succeeded ok']);
});

test('what reading does not show is tried once an hour, and the owner is told once', async () => {
  discord.control.moveRole(guild, role, 9);
  const { id } = await sell([on.role(role)]);
  await reach(id, ['add_role queued missing_permissions']);
  await minute();
  await sql`update discord_guild set try_at = now() where store_id = ${store.id}`.execute(server.db);
  await minute();
  await reach(id, ['add_role queued missing_permissions']);
  await settled();
  expect(calls().filter(({ method }) => method === 'PUT')).toHaveLength(2);
  for (let turn = 0; turn < 3; turn += 1) for (const { run } of alertSweeps) await run(server.deps);
  const mails = await readMails(server, store.owner.email);
  expect(mails.filter(({ kind }) => kind === 'alert')).toHaveLength(1);
});

test('whoever sends a held delivery again has the server looked at now, once a minute', async () => {
  discord.control.moveRole(guild, role, 9);
  const orders = await Promise.all([DEMO.bruno, DEMO.carla, DEMO.fabio].map((person) => sell([on.role(role)], person)));
  for (const { id } of orders) await reach(id, ['add_role queued missing_permissions']);
  // The server's own look is far away, so that each call from here on comes from the resend.
  await sql`update discord_guild set look_at = now() + interval '50 minutes', try_at = now() + interval '50 minutes'
             where store_id = ${store.id}`.execute(server.db);
  await settled();
  const before = calls().length;
  const resend = async () => {
    const { rows } = await sql<{ id: string }>`select id from delivery where store_id = ${store.id}`.execute(server.db);
    const answer = await fetch(`${server.address}/v1/deliveries/resend`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${store.token}` },
      body: JSON.stringify({ subdomain: store.subdomain, ids: rows.map(({ id }) => id) }),
    });
    expect(answer.status).toBe(200);
  };
  await resend();
  // One look and one trial for all three. The trial may ask about its member first.
  const asked = () => calls(before).filter(({ method, path }) => method === 'PUT' || path.endsWith('/roles'));
  await vi.waitFor(() => expect(asked().map(({ method }) => method)).toEqual(['GET', 'PUT']), { timeout: 30_000 });
  await settled();
  await resend();
  await settled();
  for (const { id } of orders) expect(await states(id)).toEqual(['add_role queued missing_permissions']);
  expect(asked()).toHaveLength(2);
});

test('a deleted role waits, its removal has nothing left to do, and a ban waits for the right to ban', async () => {
  const gone = await sell([on.role(role)]);
  await reach(gone.id, ['add_role succeeded ok']);
  discord.control.deleteRole(guild, role);
  await refundSold(server.db, store.id, gone.id);
  await reach(gone.id, ['add_role succeeded ok', 'remove_role succeeded not_owned']);
  const late = await sell([on.role(role)]);
  await reach(late.id, ['add_role queued unknown_role']);
  expect((await binding()).problem).toBe('unknown_role');

  discord.control.addBot(guild, '268435456');
  const banned = await sell([ban], DEMO.fabio);
  await reach(banned.id, ['ban queued missing_permissions']);
  await minute();
  expect((await states(banned.id))[0]).toBe('ban queued missing_permissions');
  discord.control.addBot(guild, INVITED);
  await minute();
  await reach(banned.id, ['ban succeeded ok']);
  expect(await states(late.id)).toEqual(['add_role queued unknown_role']);
});

test('two processes and a lost job: one look in a minute, and the sweep finds what nobody looks at', async () => {
  discord.control.kickBot(guild);
  const { id } = await sell([on.role(role)]);
  await reach(id, ['add_role queued bot_missing']);
  const before = calls().length;
  await sql`update discord_guild set look_at = now() - interval '3 seconds' where store_id = ${store.id}`.execute(
    server.db,
  );
  await sql`delete from pgboss.job where name = 'discord.look' and group_id = ${store.id}`.execute(server.db);
  await lookSweep.run(server.deps);
  await Promise.all([1, 2, 3].map(() => lookAtGuilds(server.deps, store.id, { signal })));
  await vi.waitFor(() => expect(calls(before)).toHaveLength(1), { timeout: 30_000 });
  await lookAtGuilds(server.deps, store.id, { signal });
  expect(calls(before)).toHaveLength(1);
});

test('the problem of a former server is not stored for the one that was connected meanwhile', async () => {
  discord.control.kickBot(guild);
  // The attempt knows only the former server. Its report comes after the new one is there.
  const id = await transaction(server.db, async (tx) => {
    await sql`update discord_guild set guild_id = ${`7${guild}`} where store_id = ${store.id}`.execute(tx);
    const { id: order } = await sell([on.role(role)]);
    await reach(order, ['add_role sent']);
    return order;
  });
  await reach(id, ['add_role queued bot_missing']);
  expect((await binding()).problem).toBeNull();
});

test('while the buyer looks, a role is given within two seconds after the buyer joined', async () => {
  const { id } = await sell([on.role(role)], DEMO.fabio);
  await reach(id, ['add_role queued not_a_member']);
  const { reference } = await server.db
    .selectFrom('order')
    .where('id', '=', id)
    .select('reference')
    .executeTakeFirstOrThrow();
  discord.control.join(guild, DEMO.fabio);
  expect((await fetch(`${server.address}/v1/order/${reference}`)).status).toBe(200);
  await reach(id, ['add_role succeeded ok']);
});
