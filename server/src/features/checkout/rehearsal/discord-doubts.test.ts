import type { Action } from '@vitrine/contract/actions';
import type { RehearsalAnswer, RehearsalRun } from '@vitrine/contract/rehearsals';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type DiscordStandin, startDiscord } from '../../../../../standins/discord/discord.ts';
import { DEMO } from '../../../../../standins/discord/seed.ts';
import { startTestServer, type TestServer } from '../../../test/app.ts';
import { type MadeStore, makeStore } from '../../../test/make.ts';
import { makeProduct } from '../../../test/make-catalog.ts';
import { on } from '../../../test/make-deliveries.ts';
import { bindGuild } from '../../../test/make-guild.ts';

/** What a rehearsal says of each cause at Discord. */

const NOBODY = '391822001983488999';
let discord: DiscordStandin;
let server: TestServer;
let store: MadeStore;

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
  store = await makeStore(server.db, server.deps.config.secret, { plan: 'pro' });
});

async function ask<T>(call: string, body: object): Promise<T> {
  const answer = await fetch(`${server.address}/v1/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${store.token}` },
    body: JSON.stringify({ subdomain: store.subdomain, clientId: 17, ...body }),
  });
  return (await answer.json()) as T;
}
/** State, cause, remedy and place of an action. */
async function look(action: Action, discordId?: string) {
  const id = await makeProduct(server.db, store.id, { actions: [action], removeDays: 30 });
  const { steps } = await ask<RehearsalAnswer>('products/rehearse', { id, discordId });
  const [, step] = steps;
  return [step?.state, step?.cause, step?.remedy, step?.place];
}
const goes = ['goes', null, null, null];

/** A Discord server of the store, with Bruno in it. */
async function makeGuild() {
  const [guild = ''] = discord.control.seed({
    guilds: [
      {
        name: store.name,
        ownerId: DEMO.ana,
        bot: { position: 5 },
        roles: [
          { name: 'VIP', position: 1 },
          { name: 'Dono', position: 90 },
        ],
        members: [{ userId: DEMO.bruno }],
      },
    ],
  }).guildIds;
  await bindGuild(server.db, store.id, guild);
  const { guilds } = discord.control.state() as { guilds: { id: string; roles: { id: string; name: string }[] }[] };
  const roles = guilds.find(({ id }) => id === guild)?.roles ?? [];
  return {
    role: (name: string) => roles.find((one) => one.name === name)?.id ?? '',
    held: () => discord.control.rolesOf(guild, DEMO.bruno),
  };
}

test('a missing server, a role that is above the bot or deleted, and an absent buyer each have their own doubt', async () => {
  expect((await look(on.role(NOBODY))).toSpliced(2, 1)).toEqual(['waits', 'discord_missing', 'discord']);
  const { role } = await makeGuild();
  const vip = on.role(role('VIP'));
  expect(await look(vip, DEMO.bruno)).toEqual(goes);
  expect(await look(on.role(role('Dono')), DEMO.bruno)).toEqual([
    'waits',
    'bot_refused',
    expect.stringContaining('acima do cargo do bot'),
    'discord',
  ]);
  expect(await look(on.role(NOBODY), DEMO.bruno)).toEqual([
    'waits',
    'bot_refused',
    expect.stringContaining('não existe mais'),
    'product',
  ]);
  expect(await look(vip, NOBODY)).toEqual([
    'waits',
    'not_a_member',
    expect.stringContaining('peça que ele entre'),
    null,
  ]);
});

test('a role of another server is looked for there, and a server that is not the store’s delivers nothing', async () => {
  const { role } = await makeGuild();
  const elsewhere = { ...on.role(role('VIP')), server: '391822001983480001' } as Action;
  expect((await look(elsewhere, DEMO.bruno)).toSpliced(2, 1)).toEqual(['fails', 'discord_missing', 'product']);
  await sql`update discord_guild set guild_id = '391822001983480000' where store_id = ${store.id}`.execute(server.db);
  expect((await look(on.role(role('VIP')), DEMO.bruno)).toSpliced(2, 1)).toEqual(['waits', 'bot_refused', 'discord']);
});

test('if a delivery found the bot away, the remedy says how soon we see that it is back', async () => {
  const { role } = await makeGuild();
  const held = (holds: string) =>
    sql`update discord_guild set held = ${holds}::text[] where store_id = ${store.id}`.execute(server.db);
  await held('{bot}');
  expect((await look(on.role(role('VIP')), DEMO.bruno))[2]).toContain('vemos isso em até um minuto');
  await held('{}');
  expect(await look(on.role(role('VIP')), DEMO.bruno)).toEqual(goes);
});

test('a plan without Discord leads to the plans', async () => {
  const { role } = await makeGuild();
  await sql`delete from subscription where store_id = ${store.id}`.execute(server.db);
  expect((await look(on.role(role('VIP')))).toSpliced(2, 1)).toEqual(['waits', 'discord_missing', 'plan']);
});

test('a run gives a role and its end takes it back', async () => {
  const { role, held } = await makeGuild();
  const id = await makeProduct(server.db, store.id, { actions: [on.role(role('VIP'))] });
  type Run = { rehearsal: RehearsalRun };
  const { rehearsal } = await ask<Run>('rehearsals/start', { id, discordId: DEMO.bruno });
  await expect.poll(held, { timeout: 30_000 }).toEqual([role('VIP')]);
  await ask('rehearsals/end', { id: rehearsal.id });
  await expect.poll(held, { timeout: 30_000 }).toEqual([]);
  const back = async () => (await ask<Run>('rehearsals', { id: rehearsal.id })).rehearsal.steps[0]?.back?.state;
  await expect.poll(back, { timeout: 30_000 }).toBe('succeeded');
});
