import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type DiscordStandin, startDiscord } from '../../../../standins/discord/discord.ts';
import { DEMO } from '../../../../standins/discord/seed.ts';
import { createDiscordRest } from '../../integrations/discord/rest.ts';
import { startTestServer, type TestServer } from '../../test/app.ts';
import { type MadeStore, makeStore } from '../../test/make.ts';
import { makeSold, on, refundSold } from '../../test/make-deliveries.ts';
import { bindGuild } from '../../test/make-guild.ts';
import { deliveriesOfOrders } from '../deliveries/read-deliveries.ts';
import { sharedBlocks, takeTurn } from './discord-turns.ts';
import { memberSweep } from './sweeps.ts';

let discord: DiscordStandin;
let server: TestServer;
let store: MadeStore;
let guild: string;
let role: string;

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
  await sql`delete from outside_wait`.execute(server.db);
  store = await makeStore(server.db, server.deps.config.secret, { plan: 'pro' });
  guild = await newGuild(store);
  role = roleOf(guild);
});

async function newGuild(owner: MadeStore): Promise<string> {
  const [id = ''] = discord.control.seed({
    guilds: [
      { name: owner.name, ownerId: DEMO.ana, roles: [{ name: 'VIP', position: 1 }], members: [{ userId: DEMO.bruno }] },
    ],
  }).guildIds;
  await bindGuild(server.db, owner.id, id);
  return id;
}
function roleOf(of: string): string {
  const { guilds } = discord.control.state() as { guilds: { id: string; roles: { id: string; name: string }[] }[] };
  return guilds.find(({ id }) => id === of)?.roles.find(({ name }) => name === 'VIP')?.id ?? '';
}
const rolesOf = (person: string = DEMO.bruno) => discord.control.rolesOf(guild, person);
const has = (person: string = DEMO.bruno) =>
  vi.waitFor(() => expect(rolesOf(person)).toContain(role), { timeout: 30_000, interval: 25 });
const stateOf = async (order: string) =>
  (
    await server.db.selectFrom('delivery').where('order_id', '=', order).select(['state', 'code', 'attempts']).execute()
  )[0];
const reach = (order: string, wanted: object) =>
  vi.waitFor(async () => expect(await stateOf(order)).toMatchObject(wanted), { timeout: 30_000, interval: 25 });

async function sold(person: string = DEMO.bruno): Promise<string> {
  const { id } = await makeSold(server.db, store.id, { discordId: person, items: [{ actions: [on.role(role)] }] });
  return id;
}
function leaveAndReturn(): void {
  discord.control.leave(guild, DEMO.bruno);
  discord.control.join(guild, DEMO.bruno);
}
/** An hour passes, and everybody was looked at. */
async function hour(): Promise<void> {
  const looks = () =>
    discord.control.requests().filter(({ method, path }) => method === 'GET' && path.includes(guild)).length;
  const before = looks();
  await sql`update customer_right set looked_at = now() - interval '61 minutes' where store_id = ${store.id}`.execute(
    server.db,
  );
  await memberSweep.run(server.deps);
  await vi.waitFor(() => expect(looks()).toBeGreaterThan(before), { timeout: 30_000 });
  await vi.waitFor(
    async () =>
      expect(
        (await sql`select from pgboss.job where name = 'discord.member' and state < 'completed'`.execute(server.db))
          .rows,
      ).toHaveLength(0),
    { timeout: 30_000 },
  );
}

test('a member who left and came back has the role again at the hourly look, and the delivery says so', async () => {
  const order = await sold();
  await reach(order, { state: 'succeeded' });
  leaveAndReturn();
  expect(rolesOf()).toEqual([]);
  await hour();
  await has();
  const history = async () =>
    (await deliveriesOfOrders(server.db, store.id, [order]))
      .get(order)?.[0]
      ?.history.filter(({ code }) => code === 'role_returned');
  await vi.waitFor(async () => expect(await history()).toHaveLength(1), { timeout: 30_000 });
  // Looked at again: nothing is owed.
  await hour();
  expect(await history()).toHaveLength(1);
  expect(discord.control.auditLog(guild).filter(({ action }) => action === 'MEMBER_ROLE_UPDATE')).toHaveLength(2);
});

test('a role that somebody took away by hand stays away, and so does one that was refunded', async () => {
  const order = await sold();
  await reach(order, { state: 'succeeded' });
  await fetch(`${discord.apiUrl}/v10/guilds/${guild}/members/${DEMO.bruno}/roles/${role}`, {
    method: 'DELETE',
    headers: { authorization: `Bot ${discord.botToken}`, 'user-agent': 'DiscordBot (https://example.org, 1.0.0)' },
  });
  expect(rolesOf()).toEqual([]);
  await hour();
  expect(rolesOf()).toEqual([]);
  await refundSold(server.db, store.id, order);
  leaveAndReturn();
  await sql`update customer_right set looked_at = now() - interval '61 minutes' where store_id = ${store.id}`.execute(
    server.db,
  );
  await memberSweep.run(server.deps);
  const waiting =
    await sql`select from customer_right where store_id = ${store.id} and looked_at > now() - interval '1 minute'`.execute(
      server.db,
    );
  expect(waiting.rows).toHaveLength(0);
});

test('an open order page gives a returned buyer the role, with one question a minute', async () => {
  const order = await sold();
  await reach(order, { state: 'succeeded' });
  leaveAndReturn();
  await sql`update customer_right set looked_at = now() - interval '2 minutes' where store_id = ${store.id}`.execute(
    server.db,
  );
  const { reference } = await server.db
    .selectFrom('order')
    .where('id', '=', order)
    .select('reference')
    .executeTakeFirstOrThrow();
  const before = discord.control.requests().length;
  for (let turn = 0; turn < 5; turn += 1) {
    expect((await fetch(`${server.address}/v1/order/${reference}`)).status).toBe(200);
  }
  await has();
  expect(
    discord.control
      .requests()
      .slice(before)
      .filter(({ method }) => method === 'GET'),
  ).toHaveLength(1);
});

test('whoever was not in the server gets the role at the hourly look after joining; the look is no attempt', async () => {
  const order = await sold(DEMO.fabio);
  await reach(order, { state: 'queued', code: 'not_a_member', attempts: 1 });
  await hour();
  expect(await stateOf(order)).toMatchObject({ code: 'not_a_member', attempts: 1 });
  discord.control.join(guild, DEMO.fabio);
  await hour();
  await has(DEMO.fabio);
});

test("another store's sale gives nothing in this store's server", async () => {
  const order = await sold();
  await reach(order, { state: 'succeeded' });
  const [mine, myRole] = [guild, role];
  store = await makeStore(server.db, server.deps.config.secret, { plan: 'pro' });
  guild = await newGuild(store);
  role = roleOf(guild);
  const theirs = await sold();
  await reach(theirs, { state: 'succeeded' });
  discord.control.leave(mine, DEMO.bruno);
  discord.control.join(mine, DEMO.bruno);
  await hour();
  expect(discord.control.rolesOf(mine, DEMO.bruno)).not.toContain(myRole);
});

test('what one process must wait for, the others wait for too: a route, and the whole bot', async () => {
  const blocks = sharedBlocks(server.db);
  const client = () =>
    createDiscordRest({ apiUrl: discord.apiUrl, botToken: discord.botToken, site: 'http://vitrine.localhost', blocks });
  const [one, other] = [client(), client()];
  const member = `/guilds/${guild}/members/${DEMO.bruno}`;
  discord.control.faults.add({
    kind: 'status',
    status: 429,
    scope: 'user',
    retryAfter: 30,
    match: { path: `/api/v10${member}` },
  });
  await expect(one.call('GET', member)).rejects.toMatchObject({ status: 429 });
  const before = discord.control.requests().length;
  await expect(other.call('GET', member)).rejects.toMatchObject({ status: 429, retryAfter: expect.closeTo(30, 0) });
  expect(discord.control.requests()).toHaveLength(before);
  // Another route of another process goes on.
  await other.call('GET', `/guilds/${guild}/roles`);
  discord.control.faults.add({ kind: 'status', status: 429, scope: 'global', retryAfter: 30 });
  await expect(one.call('GET', `/guilds/${guild}`)).rejects.toMatchObject({ status: 429 });
  const after = discord.control.requests().length;
  await expect(other.call('GET', `/guilds/${guild}/roles`)).rejects.toMatchObject({ status: 429 });
  expect(discord.control.requests()).toHaveLength(after);
});

test('a wait for a limit is not an attempt', async () => {
  await sql`insert into outside_wait (name, until) values ('discord all', now() + interval '1 hour')`.execute(
    server.db,
  );
  const order = await sold();
  await reach(order, { state: 'queued', code: 'discord_rate_limited', attempts: 0 });
  await sql`delete from outside_wait`.execute(server.db);
  await sql`update delivery set due_at = now() where order_id = ${order}`.execute(server.db);
  await reach(order, { state: 'succeeded', attempts: 1 });
});

test('looks of all processes take 25 turns a second', async () => {
  const begun = performance.now();
  await Promise.all(Array.from({ length: 50 }, () => takeTurn(server.db)));
  expect(performance.now() - begun).toBeGreaterThan(49 * 40 * 0.95);
  await sql`update outside_wait set until = now() + interval '1 minute'`.execute(server.db);
  expect(await takeTurn(server.db)).toBe(false);
});
