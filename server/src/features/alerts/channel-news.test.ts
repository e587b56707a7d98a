import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type DiscordStandin, startDiscord } from '../../../../standins/discord/discord.ts';
import { DEMO } from '../../../../standins/discord/seed.ts';
import { installJobs } from '../../jobs/boss.ts';
import { tasks } from '../../tasks.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { type MadeStore, makeStore } from '../../test/make.ts';
import { makeSold, on } from '../../test/make-deliveries.ts';
import { bindGuild } from '../../test/make-guild.ts';
import { postNews } from './channel-news.ts';
import { alertSweeps } from './sweeps.ts';

/** A channel of the store's Discord server gets each alert once, and once when it is well. News that waited come together. */

let discord: DiscordStandin;
let app: TestApp;
let store: MadeStore;
let guild: string;
let channel: string;

beforeAll(async () => {
  discord = await startDiscord();
  app = await createTestApp({
    env: { DISCORD_API_URL: discord.apiUrl, DISCORD_CLIENT_ID: discord.clientId, DISCORD_BOT_TOKEN: discord.botToken },
  });
  await installJobs(app.pool, tasks);
});
afterAll(async () => {
  await app.close();
  await discord.close();
});
beforeEach(async () => {
  discord.control.faults.clear();
  discord.control.setLimits({ writesPerWindow: 1000, readsPerWindow: 1000, globalPerSecond: 1000 });
  await sql`truncate throttle, mail, alert, alert_news, alert_setting, alert_post, discord_guild`.execute(app.db);
  store = await makeStore(app.db, app.deps.config.secret, { name: 'Cidade Alta', plan: 'pro' });
  guild = discord.control.seed({ guilds: [{ name: 'Cidade Alta RP', ownerId: DEMO.ana }] }).guildIds[0] as string;
  channel = discord.control.addChannel(guild, 'equipe');
  await bindGuild(app.db, store.id, guild);
  await choose({ id: channel, name: 'equipe' });
});

const quiet = { silenceMinutes: 10, quiet: null };
async function choose(to: { server?: string; id: string; name: string } | null, more: object = {}): Promise<void> {
  const settings = { ...quiet, ...more, channel: to };
  const body = { subdomain: store.subdomain, settings };
  const answer = await app.post('/v1/alerts/settings/edit', body, { token: store.token });
  expect(answer.status, answer.text).toBe(200);
}
const problem = async () => {
  const answer = await app.post('/v1/alerts/settings', { subdomain: store.subdomain }, { token: store.token });
  return answer.json<{ channelProblem: string | null }>().channelProblem;
};
const signal = new AbortController().signal;
const post = () => postNews(app.deps, store.id, { signal });
async function look(): Promise<void> {
  for (const { run } of alertSweeps) await run(app.deps);
  await post();
}
async function pass(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    await sql`update alert set since = since - interval '1 minute', begun_at = begun_at - interval '1 minute',
      looked_at = looked_at - interval '1 minute', told_at = told_at - interval '1 minute'`.execute(app.db);
    await look();
  }
}
const soon = () => sql`update alert_post set due_at = now()`.execute(app.db);
const texts = () => discord.control.messages(channel).map(({ content }) => content);
const asked = () => discord.control.requests().filter(({ path }) => path.includes(channel)).length;
async function sellInto(state: 'failed' | 'uncertain', of: MadeStore = store): Promise<void> {
  const { id } = await makeSold(app.db, of.id, { items: [{ actions: [on.money(5)] }] });
  await sql`update delivery set state = ${state}, updated_at = clock_timestamp() where order_id = ${id}`.execute(
    app.db,
  );
}

test('a trouble is written once when it begins and once when it is well', async () => {
  for (let n = 0; n < 20; n += 1) await sellInto('failed');
  await look();
  await pass(5);
  expect(texts()).toEqual([
    expect.stringMatching(/^\*\*Alerta:\*\* 20 entregas falharam\. .* Desde .*\n<http.*\/alerts>$/),
  ]);
  await sql`update delivery set state = 'succeeded' where store_id = ${store.id}`.execute(app.db);
  await pass(15);
  expect(texts()).toEqual([
    expect.anything(),
    expect.stringMatching(/^\*\*Resolvido:\*\* Nenhuma entrega .* De .* até /),
  ]);
});

test('the channel may be in another server of the store, stays there, and says when its server was disconnected', async () => {
  const second = discord.control.seed({ guilds: [{ name: 'Apoio', ownerId: DEMO.ana }] }).guildIds[0] as string;
  const there = discord.control.addChannel(second, 'avisos');
  const foreign = { settings: { ...quiet, channel: { server: second, id: there } }, subdomain: store.subdomain };
  const refused = await app.post('/v1/alerts/settings/edit', foreign, { token: store.token });
  expect(refused.json()).toMatchObject({ code: 'discord_server_not_found' });
  await bindGuild(app.db, store.id, second, { main: false });
  await choose({ server: second, id: there, name: 'avisos' });
  await sellInto('failed');
  await look();
  await pass(5);
  expect(discord.control.messages(there)).toHaveLength(1);
  await app.db.deleteFrom('discord_guild').where('guild_id', '=', second).execute();
  await sql`update delivery set state = 'succeeded' where store_id = ${store.id}`.execute(app.db);
  await pass(15);
  expect(await problem()).toBe('O servidor do Discord deste canal foi desconectado. Escolha outro canal.');
});

test('what began in the quiet hours comes together at their end', async () => {
  await choose({ id: channel, name: 'equipe' }, { quiet: { from: '00:00', until: '23:59' } });
  await sellInto('failed');
  await sellInto('uncertain');
  await look();
  await pass(3);
  expect(texts()).toEqual([]);
  await choose({ id: channel, name: 'equipe' });
  await look();
  expect(texts()).toHaveLength(1);
  expect(texts()[0]).toMatch(/entrega incerta espera[\s\S]*1 entrega falhou/);
});

test('while Discord is away the news wait, and come as one message with the last of each', async () => {
  discord.control.faults.add({
    kind: 'status',
    status: 429,
    scope: 'user',
    retryAfter: 3,
    times: 2,
    match: { method: 'POST', path: `/api/v10/channels/${channel}/messages` },
  });
  await sellInto('failed');
  await look();
  await pass(2);
  expect(texts()).toEqual([]);
  await sellInto('uncertain');
  await look();
  await pass(2);
  await sql`update delivery set state = 'succeeded' where store_id = ${store.id} and state = 'failed'`.execute(app.db);
  await pass(15);
  await sql`delete from outside_wait`.execute(app.db);
  await vi.waitFor(
    async () => {
      await soon();
      await post();
      expect(texts()).toHaveLength(1);
    },
    { timeout: 30_000, interval: 500 },
  );
  expect(texts()[0]).toMatch(/1 entrega incerta[\s\S]*\*\*Resolvido:\*\* Nenhuma entrega/);
  expect(texts()[0]).not.toContain('entrega falhou');
});

test('an answer that is lost is asked for again with the same nonce; after two minutes nothing is written twice', async () => {
  const lose = (times: number) =>
    discord.control.faults.add({
      kind: 'reset-after',
      times,
      match: { method: 'POST', path: `/api/v10/channels/${channel}/messages` },
    });
  lose(1);
  await sellInto('failed');
  await look();
  await pass(2);
  expect(texts()).toHaveLength(1);
  await soon();
  await post();
  expect(texts()).toHaveLength(1);
  lose(1);
  await sellInto('uncertain');
  await look();
  await pass(2);
  expect(texts()).toHaveLength(2);
  await sql`update alert_post set begun_at = now() - interval '121 seconds', due_at = now()`.execute(app.db);
  const before = asked();
  await post();
  expect(asked()).toBe(before);
  expect((await sql`select from alert_post`.execute(app.db)).rows).toHaveLength(0);
});

test('if the channel refuses the bot, the settings say why, and the news come after the repair', async () => {
  discord.control.overwrite(guild, channel, { id: guild, deny: '2048' });
  await sellInto('failed');
  await look();
  await pass(2);
  expect(await problem()).toContain('O bot não pode ver este canal');
  discord.control.overwrite(guild, channel, { id: guild });
  await soon();
  await post();
  expect(texts()).toHaveLength(1);
  expect(await problem()).toBeNull();
});

test("attack: no name mentions anybody, and another store's channel gets nothing", async () => {
  discord.control.addBot(guild, '8');
  await sql`update game_seat set name = '@everyone <@' || ${DEMO.ana}::text || '>' where store_id = ${store.id}`.execute(
    app.db,
  );
  await sql`insert into alert (store_id, id, kind, subject, phase, since, begun_at, looked_at)
    select store_id, 'a', 'city_silent', id, 'open', now(), now(), now() from game_seat where store_id = ${store.id}`.execute(
    app.db,
  );
  await sql`insert into alert_news (store_id, id, alert_id, news, things, mail) values (${store.id}, 'n', 'a', 'begun', 1, 'due')`.execute(
    app.db,
  );
  await look();
  expect(discord.control.messages(channel)).toMatchObject([{ pinged: [] }]);
  expect(texts()[0]).toContain('\\@everyone');

  const [other = ''] = discord.control.seed({ guilds: [{ name: 'Outra', ownerId: DEMO.ana }] }).guildIds;
  const theirs = discord.control.addChannel(other, 'geral');
  await choose({ id: theirs, name: 'geral' });
  await sellInto('failed');
  await look();
  await pass(2);
  expect(discord.control.messages(theirs)).toEqual([]);
  expect(await problem()).toContain('não existe mais');
});

test('two processes that look and write at once tell each trouble once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-alerts-'));
  const stores: { store: MadeStore; channel: string }[] = [];
  for (let n = 0; n < 10; n += 1) {
    const made = await makeStore(app.db, app.deps.config.secret, { plan: 'pro' });
    const [id = ''] = discord.control.seed({ guilds: [{ name: made.name, ownerId: DEMO.ana }] }).guildIds;
    const to = discord.control.addChannel(id, 'equipe');
    await bindGuild(app.db, made.id, id);
    await app.db.insertInto('alert_setting').values({ store_id: made.id, channel_id: to }).execute();
    await sellInto('failed', made);
    stores.push({ store: made, channel: to });
  }
  // The failures are a minute old, so they are told at the next look.
  await sql`update delivery set updated_at = now() - interval '2 minutes' where state = 'failed'`.execute(app.db);
  await alertSweeps[0]?.run(app.deps);
  await sql`update alert set since = since - interval '2 minutes', begun_at = begun_at - interval '2 minutes'`.execute(
    app.db,
  );
  const secret = app.deps.config.secret.map((key) => key.toString('base64')).join(',');
  const children: ChildProcess[] = ['one', 'two'].map((name) =>
    spawn(process.execPath, [join(import.meta.dirname, '..', '..', 'test', 'product-process.ts')], {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        CONNECTION: JSON.stringify(app.connection),
        PORT: '0',
        VITRINE_DATA: join(folder, name),
        VITRINE_SECRET: secret,
        VITRINE_SWEEP_SECONDS: '1',
        LOG_LEVEL: 'error',
        DISCORD_API_URL: discord.apiUrl,
        DISCORD_CLIENT_ID: discord.clientId,
        DISCORD_BOT_TOKEN: discord.botToken,
      },
      stdio: ['pipe', 'pipe', 'inherit'],
    }),
  );
  try {
    for (const { stdout } of children) {
      if (stdout) await once(createInterface({ input: stdout }), 'line', { signal: AbortSignal.timeout(60_000) });
    }
    const counts = () => stores.map((one) => discord.control.messages(one.channel).length);
    await vi.waitFor(() => expect(counts()).toEqual(stores.map(() => 1)), { timeout: 90_000, interval: 200 });
    // No row is left that a later look could write again. A row goes when Discord's answer has come back.
    const waiting = async () => (await sql`select from alert_post`.execute(app.db)).rows;
    await vi.waitFor(async () => expect(await waiting()).toHaveLength(0), { timeout: 30_000, interval: 200 });
    await Promise.all([look(), look()]);
    expect(counts()).toEqual(stores.map(() => 1));
  } finally {
    for (const child of children) {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    }
    rmSync(folder, { recursive: true, force: true });
  }
}, 180_000);
