import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type DiscordStandin, startDiscord } from '../../../../standins/discord/discord.ts';
import type { SendInput } from '../../../../standins/discord/interaction.ts';
import { DEMO } from '../../../../standins/discord/seed.ts';
import { transaction } from '../../db/transaction.ts';
import { startTestServer, type TestServer } from '../../test/app.ts';
import { freePort } from '../../test/free-port.ts';
import { GameClient } from '../../test/game-client.ts';
import { type MadeStore, makeStore } from '../../test/make.ts';
import { makeSold, on } from '../../test/make-deliveries.ts';
import { bindGuild } from '../../test/make-guild.ts';
import { issueGameToken } from '../stores/game-token.ts';

let discord: DiscordStandin;
let server: TestServer;
let store: MadeStore;
let guild: string;

beforeAll(async () => {
  discord = await startDiscord();
  const port = String(await freePort());
  server = await startTestServer({
    env: {
      PORT: port,
      VITRINE_PUBLIC_URL: `http://127.0.0.1:${port}`,
      DISCORD_API_URL: discord.apiUrl,
      DISCORD_CLIENT_ID: discord.clientId,
      DISCORD_BOT_TOKEN: discord.botToken,
      DISCORD_PUBLIC_KEY: discord.publicKey,
    },
  });
  // The process registers them itself, after it listens. By then Discord has sent its PING and a bad signature.
  await vi.waitFor(
    () =>
      expect(discord.control.state()).toMatchObject({
        application: { interactionsUrl: expect.stringContaining(port) },
      }),
    { timeout: 30_000 },
  );
}, 20_000);
afterAll(async () => {
  await server.close();
  await discord.close();
});
beforeEach(async () => {
  await sql`delete from throttle`.execute(server.db);
  store = await makeStore(server.db, server.deps.config.secret, { plan: 'pro' });
  guild = discord.control.seed({
    guilds: [{ name: 'Cidade Nova RP', ownerId: DEMO.ana, members: [{ userId: DEMO.bruno }] }],
  }).guildIds[0] as string;
});

/** The answer that the caller reads. */
async function say(command: string, more: Partial<SendInput> = {}): Promise<string> {
  const sent = await discord.control.sendInteraction({ command, user: DEMO.ana, guild, ...more });
  expect(sent.problem).toBeNull();
  const done = await discord.control.waitForInteraction(({ id, state }) => id === sent.id && state === 'answered');
  expect(done.messages[0]?.flags).toBe(64);
  return done.messages[0]?.content ?? '';
}
const connect = (token = store.apiToken, more: Partial<SendInput> = {}) =>
  say('conectar', { options: { token }, ...more });
const bound = () =>
  server.db
    .selectFrom('discord_guild')
    .where('guild_id', '=', guild)
    .select(['store_id', 'guild_name', 'bound_by'])
    .executeTakeFirst();

test('registers the commands', () => {
  expect(discord.control.commandOptions('conectar')).toEqual(['token']);
  expect(discord.control.state()).toMatchObject({
    commands: [
      { name: 'conectar' },
      { name: 'desconectar' },
      { name: 'resgatar' },
      { name: 'servidores' },
      { name: 'status' },
    ],
  });
});

test('/conectar binds the server with its name, leaves an audit entry, and sends what waited', async () => {
  const { id } = await makeSold(server.db, store.id, { items: [{ actions: [on.role('111111111111111111')] }] });
  const code = () => sql<{ code: string }>`select code from delivery where order_id = ${id}`.execute(server.db);
  await vi.waitFor(async () => expect((await code()).rows[0]?.code).toBe('discord_not_bound'), { timeout: 30_000 });
  const answer = await connect();
  expect(answer).toContain(`Servidor conectado à loja ${store.name}`);
  expect(answer).not.toContain(store.apiToken);
  expect(await bound()).toEqual({ store_id: store.id, guild_name: 'Cidade Nova RP', bound_by: DEMO.ana });
  await vi.waitFor(async () => expect((await code()).rows[0]?.code).toBe('unknown_role'), { timeout: 30_000 });
  // A repetition changes nothing.
  await connect();
  const audit = await server.db
    .selectFrom('audit_entry')
    .where('store_id', '=', store.id)
    .where('action', '=', 'discord.connect')
    .select('actor')
    .execute();
  expect(audit).toHaveLength(1);
  expect(await say('status')).toContain(`Conectado à loja ${store.name}`);
  expect(await say('desconectar')).toContain('desconectado');
  expect(await bound()).toBeUndefined();
  expect(await say('status')).toContain('não está conectado');
  expect(await say('desconectar')).toContain('não está conectado');
});

test('attack: names of a server and a person are neither invisible nor turned around in the panel', async () => {
  const [user = ''] = discord.control.seed({ users: [{ username: 'hostil', globalName: '\u3164' }] }).userIds;
  guild = discord.control.seed({
    guilds: [{ name: 'Loja\u202e PR etnarG\u2069', ownerId: user }],
  }).guildIds[0] as string;
  expect(await connect(store.apiToken, { user })).toContain('Servidor conectado');
  expect((await bound())?.guild_name).toBe('Loja PR etnarG');
  const entries = await server.db.selectFrom('audit_entry').where('store_id', '=', store.id).select('actor').execute();
  expect(entries.map(({ actor }) => actor)).toContainEqual(expect.stringContaining('hostil'));
});

test('/conectar names a wrong token, and a rotated token works for its day', async () => {
  expect(await connect('vtr_wrong-wrong-wrong-wrong')).toContain('Token não reconhecido');
  await transaction(server.db, (tx) => issueGameToken(tx, server.deps.config.secret, store.id));
  expect(await connect()).toContain('Servidor conectado');
});

test('/conectar works only inside a server, for a person who manages it', async () => {
  expect(await connect(store.apiToken, { user: DEMO.bruno })).toContain('Gerenciar servidor');
  const direct = await discord.control.sendInteraction({
    command: 'conectar',
    options: { token: store.apiToken },
    user: DEMO.ana,
  });
  expect(direct.messages[0]?.content ?? 'not offered').toMatch(/dentro do servidor|not offered/);
  expect(await bound()).toBeUndefined();
});

test('a server belongs to one store, and neither is named to strangers', async () => {
  await connect();
  const other = await makeStore(server.db, server.deps.config.secret, { plan: 'pro', name: 'Outra Cidade' });
  const refused = await connect(other.apiToken);
  expect(refused).toContain('já está conectado a outra loja');
  expect(refused).not.toContain(store.name);
  expect((await bound())?.store_id).toBe(store.id);
});

test('/conectar in another server adds it, says which one is the main one, and stops at ten', async () => {
  await connect();
  const first = guild;
  const next = () => {
    guild = discord.control.seed({ guilds: [{ name: 'Facção RP', ownerId: DEMO.ana }] }).guildIds[0] as string;
  };
  next();
  expect(await connect()).toContain('O servidor principal continua Cidade Nova RP');
  expect(await say('status')).toContain(`Conectado à loja ${store.name}`);
  for (let more = 2; more < limits.discordServersMax; more += 1) {
    next();
    await bindGuild(server.db, store.id, guild, { main: false });
  }
  next();
  await sql`delete from throttle`.execute(server.db);
  expect(await connect()).toContain('o máximo');
  guild = first;
  expect(await say('desconectar')).toContain('desconectado');
  const { rows } = await sql<{ name: string }>`
    select guild_name as name from discord_guild where main_of = ${store.id}`.execute(server.db);
  expect(rows).toEqual([{ name: 'Facção RP' }]);
});

test('the plan must include Discord', async () => {
  const poor = await makeStore(server.db, server.deps.config.secret);
  expect(await connect(poor.apiToken)).toContain('plano');
  expect(await bound()).toBeUndefined();
});

test('too many tries are slowed down', async () => {
  for (let turn = 0; turn < 5; turn += 1)
    expect(await connect('vtr_wrong-wrong-wrong-wrong')).toContain('não reconhecido');
  expect(await connect()).toContain('Muitas tentativas');
});

test.each(['bad-signature', 'no-signature', 'old-timestamp', 'body-changed'] as const)('%s is 401', async (variant) => {
  const sent = await discord.control.sendInteraction({ command: 'status', user: DEMO.ana, guild, variant });
  expect(sent.status).toBe(401);
});

test('a slow database makes it answer later instead of never', async () => {
  const lock = server.pool.connect();
  const client = await lock;
  await client.query('begin; lock table discord_guild in access exclusive mode');
  const sent = await discord.control.sendInteraction({ command: 'status', user: DEMO.ana, guild });
  expect(sent.state).toBe('deferred');
  await client.query('rollback');
  client.release();
  const done = await discord.control.waitForInteraction(({ id, state }) => id === sent.id && state === 'answered');
  expect(done.messages[0]?.content).toContain('não está conectado');
}, 10_000);

test('/resgatar gives whoever left and came back the paid roles again, and shows nobody else anything', async () => {
  const made = discord.control.seed({
    guilds: [
      {
        name: 'Volta RP',
        ownerId: DEMO.ana,
        roles: [{ name: 'VIP', position: 1 }],
        members: [{ userId: DEMO.bruno }, { userId: DEMO.carla }],
      },
    ],
  }).guildIds[0] as string;
  guild = made;
  const { guilds } = discord.control.state() as { guilds: { id: string; roles: { id: string; name: string }[] }[] };
  const vip = guilds.find(({ id }) => id === made)?.roles.find(({ name }) => name === 'VIP')?.id ?? '';
  expect(await say('resgatar', { user: DEMO.bruno })).toContain('não está conectado');
  await connect();
  await makeSold(server.db, store.id, { discordId: DEMO.bruno, items: [{ actions: [on.role(vip)] }] });
  await vi.waitFor(() => expect(discord.control.rolesOf(made, DEMO.bruno)).toContain(vip), { timeout: 30_000 });
  await vi.waitFor(
    async () =>
      expect(
        (await sql`select from delivery where store_id = ${store.id} and state <> 'succeeded'`.execute(server.db)).rows,
      ).toEqual([]),
    { timeout: 30_000 },
  );
  discord.control.leave(made, DEMO.bruno);
  discord.control.join(made, DEMO.bruno);
  expect(await say('resgatar', { user: DEMO.carla })).toContain('Conferimos');
  expect(discord.control.rolesOf(made, DEMO.bruno)).toEqual([]);
  expect(await say('resgatar', { user: DEMO.bruno })).toContain('recebeu de novo um cargo');
  expect(discord.control.rolesOf(made, DEMO.bruno)).toEqual([vip]);
  expect(discord.control.rolesOf(made, DEMO.carla)).toEqual([]);
});

test('/servidores approves a waiting script, for an administrator of the store who administers the server', async () => {
  await connect();
  const city = new GameClient({ address: server.address }, store.apiToken);
  const second = new GameClient({ address: server.address }, store.apiToken);
  await city.hello();
  expect((await second.hello()).body.seat).toBe('waiting');
  // Ana administers the Discord server, and nobody knows her in the store.
  expect(await say('servidores')).toContain('Só quem administra a loja');
  const link = (account: string, discordId: string | null) =>
    server.db.updateTable('account').set({ discord_id: discordId }).where('id', '=', account).execute();
  await link(store.owner.id, DEMO.ana);
  const other = await makeStore(server.db, server.deps.config.secret);
  const listed = await say('servidores');
  const code = /Código (\S+)/.exec(listed)?.[1] ?? '';
  expect(listed).toContain('Servidor principal: um servidor novo se conectou com o token. Código');
  expect(await say('servidores', { options: { aprovar: other.id } })).toContain('Nenhum servidor espera');
  expect(await say('servidores', { user: DEMO.bruno })).toMatch(/Gerenciar servidor|administradores/);
  expect((await second.hello()).body.seat).toBe('waiting');
  expect(await say('servidores', { options: { aprovar: code } })).toContain('Servidor aprovado');
  expect((await second.hello()).body.seat).toBe('seated');
  expect(await say('servidores')).toBe('Nenhum servidor espera aprovação.');
  const entry = await server.db
    .selectFrom('audit_entry')
    .where('store_id', '=', store.id)
    .where('action', '=', 'server.approve')
    .select('account_id')
    .executeTakeFirst();
  expect(entry?.account_id).toBe(store.owner.id);
  await link(store.owner.id, null);
});
