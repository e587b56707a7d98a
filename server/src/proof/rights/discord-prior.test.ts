import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type DiscordStandin, startDiscord } from '../../../../standins/discord/discord.ts';
import { DEMO } from '../../../../standins/discord/seed.ts';
import { publicDeliveries } from '../../features/deliveries/read-deliveries.ts';
import { lookAtGuilds } from '../../features/discord/discord-look.ts';
import { startTestServer, type TestServer } from '../../test/app.ts';
import { type MadeStore, makeStore } from '../../test/make.ts';
import { makeSold, on, refundSold } from '../../test/make-deliveries.ts';
import { bindGuild } from '../../test/make-guild.ts';

/** A role that the buyer had before a purchase is theirs (docs/rights.md has every order of two roles). */

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
  const { control } = discord;
  control.setLimits({ writesPerWindow: 1000, readsPerWindow: 1000, globalPerSecond: 1000 });
  store = await makeStore(server.db, server.deps.config.secret, { plan: 'pro' });
  const roles = [{ name: 'VIP', position: 1 }];
  [guild = ''] = control.seed({ guilds: [{ name: store.name, ownerId: DEMO.ana, roles }] }).guildIds;
  const { guilds } = control.state() as { guilds: { id: string; roles: { id: string; name: string }[] }[] };
  role = guilds.find(({ id }) => id === guild)?.roles.find(({ name }) => name === 'VIP')?.id ?? '';
  await bindGuild(server.db, store.id, guild);
});

const sell = () =>
  makeSold(server.db, store.id, {
    discordId: DEMO.bruno,
    items: [{ actions: [on.role(role), on.dropRole(role)], removeDays: 30 }],
  });
const states = async (order: string) =>
  (await publicDeliveries(server.db, store.id, order)).deliveries.map(({ phase, state }) => `${phase} ${state}`);
const reach = (order: string, wanted: string) =>
  vi.waitFor(async () => expect(await states(order)).toContain(wanted), { timeout: 30_000, interval: 25 });
const told = async (order: string) =>
  (await publicDeliveries(server.db, store.id, order)).deliveries.flatMap(({ aftermath }) => aftermath?.text ?? []);
const roles = () => discord.control.rolesOf(guild, DEMO.bruno);

test('a role that the buyer had before stays after refund and expiry, and the order says why', async () => {
  discord.control.join(guild, DEMO.bruno, [role]);
  const first = await sell();
  await reach(first.id, 'confirmation succeeded');
  await refundSold(server.db, store.id, first.id);
  await reach(first.id, 'reversal cancelled');
  expect(roles()).toEqual([role]);
  expect(await told(first.id)).toEqual([`Ficou com o jogador: ${role}, que já estava lá antes da compra.`]);

  const second = await sell();
  await reach(second.id, 'confirmation succeeded');
  await sql`
    update delivery set due_at = now() where order_id = ${second.id} and phase = 'expiration'`.execute(server.db);
  await reach(second.id, 'expiration cancelled');
  expect(roles()).toEqual([role]);
});

test('a role that only a purchase gave is taken, also after another purchase found it there', async () => {
  discord.control.join(guild, DEMO.bruno);
  const [first, second] = [await sell(), await sell()];
  for (const { id } of [first, second]) await reach(id, 'confirmation succeeded');
  await refundSold(server.db, store.id, first.id);
  expect(await told(first.id)).toEqual([`Ficou com o jogador: ${role}, porque outra compra ainda está paga.`]);
  expect(roles()).toEqual([role]);
  await refundSold(server.db, store.id, second.id);
  await reach(second.id, 'reversal succeeded');
  expect(roles()).toEqual([]);
  expect(await told(second.id)).toEqual([`Retirado: ${role}.`]);
});

test('a role from before the purchase is known even if the first attempts were refused', async () => {
  discord.control.join(guild, DEMO.bruno, [role]);
  const { guilds } = discord.control.state() as { guilds: { id: string; roles: { position: number }[] }[] };
  const top = Math.max(...(guilds.find(({ id }) => id === guild)?.roles ?? []).map(({ position }) => position));
  discord.control.moveRole(guild, role, top);
  const order = await sell();
  await reach(order.id, 'confirmation queued');
  await vi.waitFor(
    async () => {
      const { rows } = await sql`
        select from delivery where order_id = ${order.id} and code is not null and state = 'queued'`.execute(server.db);
      expect(rows).toHaveLength(1);
    },
    { timeout: 30_000, interval: 25 },
  );
  discord.control.moveRole(guild, role, 1);
  await sql`update discord_guild set look_at = look_at - interval '61 seconds', try_at = try_at - interval '61 seconds'
             where store_id = ${store.id}`.execute(server.db);
  await lookAtGuilds(server.deps, store.id, { signal: new AbortController().signal });
  await reach(order.id, 'confirmation succeeded');
  await refundSold(server.db, store.id, order.id);
  await reach(order.id, 'reversal cancelled');
  expect(roles()).toEqual([role]);
});
