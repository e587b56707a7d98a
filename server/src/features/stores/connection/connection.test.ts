import { readFileSync } from 'node:fs';
import type { StoreConnection } from '@vitrine/contract/store-answers';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { type MadeStore, makeStore } from '../../../test/make.ts';

/** What a store gives to its game server, and what it says of its connections. */

const JAR = new URL('../../../../../game/minecraft/vitrine.jar', import.meta.url);

let app: TestApp;
let store: MadeStore;

beforeAll(async () => {
  app = await createTestApp({ env: { DISCORD_CLIENT_ID: '42', DISCORD_BOT_TOKEN: 'b' } });
  store = await makeStore(app.db, app.deps.config.secret);
});
afterAll(() => app.close());

test('the script is a zip of one folder with the address of this installation, the same bytes each time and its version in its name', async () => {
  const [first, second] = await Promise.all(
    [1, 2].map(() =>
      app.app.inject({ url: '/v1/store/script/download', headers: { authorization: `Bearer ${store.token}` } }),
    ),
  );
  const files = unzipSync(new Uint8Array(first?.rawPayload ?? []));
  expect(Object.keys(files)).toContain('vitrine/fxmanifest.lua');
  expect(Object.keys(files).every((name) => name.startsWith('vitrine/'))).toBe(true);
  expect(strFromU8(files['vitrine/fxmanifest.lua'] ?? new Uint8Array())).toContain("name 'vitrine'");
  const config = strFromU8(files['vitrine/config.lua'] ?? new Uint8Array());
  expect(config).toContain(`Config.Url = '${app.deps.config.publicUrl}'`);
  expect(strFromU8(files['vitrine/LEIA-ME.txt'] ?? new Uint8Array())).toContain(
    `set vitrine_url "${app.deps.config.publicUrl}"`,
  );
  expect(Object.keys(files)).not.toContain('vitrine/config.local.lua');
  expect(first?.headers['content-disposition']).toMatch(/^attachment; filename="vitrine-fivem-\d+\.\d+\.\d+\.zip"$/);
  expect(second?.rawPayload.equals(first?.rawPayload ?? Buffer.alloc(0))).toBe(true);
  expect((await app.get('/v1/store/script/download')).status).toBe(401);
});

test('the plugin is a jar that knows this installation’s address, and its other files are as they were', async () => {
  const read = () =>
    app.app.inject({
      url: '/v1/store/script/download?game=minecraft',
      headers: { authorization: `Bearer ${store.token}` },
    });
  const [first, second] = [await read(), await read()];
  const files = unzipSync(new Uint8Array(first.rawPayload));
  const made = unzipSync(readFileSync(JAR));
  expect(Object.keys(files)).toEqual(Object.keys(made));
  expect(Object.keys(files)[0]).toBe('META-INF/MANIFEST.MF');
  const changed = Object.keys(files).filter(
    (name) => !Buffer.from(files[name] ?? []).equals(made[name] ?? Buffer.of()),
  );
  expect(changed).toEqual(['config.yml']);
  const config = strFromU8(files['config.yml'] ?? new Uint8Array());
  expect(config).toContain(`\nendereco: '${app.deps.config.publicUrl}'\n`);
  expect(config).toContain("\nchave: ''\n");
  expect(first.headers['content-disposition']).toMatch(/^attachment; filename="vitrine-minecraft-\d+\.\d+\.\d+\.jar"$/);
  expect(second.rawPayload.equals(first.rawPayload)).toBe(true);
});

test('the connection shows the game servers, Discord and the policy', async () => {
  const target = await makeStore(app.db, app.deps.config.secret);
  const read = async () => (await app.get('/v1/store/connection', { token: target.token })).json<StoreConnection>();
  expect(await read()).toMatchObject({
    policyConfirmed: false,
    servers: [{ name: 'Servidor principal', first: true, online: false, lastSeenAt: null, waiting: [] }],
    discord: { guild: null, allowedByPlan: false },
  });
  await app.post('/v1/store/policy', { confirmed: true }, { token: target.token });
  await app.post('/v1/store/policy', { confirmed: true }, { token: target.token });
  await app.db
    .insertInto('game_server')
    .values({
      store_id: target.id,
      id: 's1',
      journal_id: 'j',
      boot_id: 'b',
      epoch: 1,
      name: 'Cidade',
      game: 'fivem',
      players: 12,
    })
    .execute();
  await sql`update game_seat set server_id = 's1', name = 'Cidade' where store_id = ${target.id}`.execute(app.db);
  await app.db
    .insertInto('discord_guild')
    .values({ store_id: target.id, main_of: target.id, guild_id: '123456789012345678', guild_name: 'G', bound_by: 'x' })
    .execute();
  const connected = await read();
  expect(connected).toMatchObject({
    policyConfirmed: true,
    servers: [{ name: 'Cidade', online: true, players: 12, queued: 0 }],
    discord: { guild: { name: 'G', problem: null } },
  });
  expect(connected.discord.inviteUrl).toContain('client_id=42');
  await sql`update game_server set last_seen_at = now() - interval '4 minutes'`.execute(app.db);
  expect((await read()).servers).toMatchObject([{ online: false, players: null }]);
  expect((await app.post('/v1/store/policy', { confirmed: false }, { token: target.token })).status).toBe(400);
});
