import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Action } from '@vitrine/contract/actions';
import type { DeliveryState } from '@vitrine/contract/orders';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, type TestContext, test, vi } from 'vitest';
import { type DiscordStandin, startDiscord } from '../../../../standins/discord/discord.ts';
import { DEMO } from '../../../../standins/discord/seed.ts';
import { connect } from '../../../../standins/fxserver/connections.ts';
import type { FrameworkName } from '../../../../standins/fxserver/frameworks.ts';
import { type City, startCity } from '../../../../standins/fxserver/fxserver.ts';
import { violations } from '../../features/deliveries/invariants.ts';
import { deliveriesOfOrders } from '../../features/deliveries/read-deliveries.ts';
import { startTestServer, type TestServer } from '../../test/app.ts';
import { type MadeStore, makeStore } from '../../test/make.ts';
import { makeSold, on, refundSold } from '../../test/make-deliveries.ts';
import { bindGuild } from '../../test/make-guild.ts';
import { type Case, cases, type End, type Keeps, LEVELS, type Level, nameOfCase, owed, wordOf } from './cases.ts';
import { BASES, heldGroups, textPlayer } from './held-groups.ts';

/**
 * Gold and silver are bought in both orders and end in both orders, by refund and by the end of their days, by people who had
 * nothing, gold or silver before. After each step the city's own tables (and Discord's members) hold what is owed. The
 * product, the script that owners install, and each base of the test city speak over real HTTP.
 */

const RESOURCE = resolve(import.meta.dirname, '../../../../game/fivem/vitrine');
const SETTLED_MS = 120_000;
const FIRST_ID = 100;
const CITIES = Object.keys(BASES) as FrameworkName[];

let discord: DiscordStandin;
let server: TestServer;
const seen = new Map<string, Map<string, string>>(cases.map((one) => [nameOfCase(one), new Map()]));

beforeAll(async () => {
  discord = await startDiscord();
  server = await startTestServer({
    env: {
      DISCORD_API_URL: discord.apiUrl,
      DISCORD_CLIENT_ID: discord.clientId,
      DISCORD_BOT_TOKEN: discord.botToken,
    },
  });
}, 120_000);
afterAll(async () => {
  await server.close();
  await discord.close();
});

/** One buyer of a case, at one store. */
interface Buyer {
  one: Case;
  /** City id, Discord id and other players, for the order. */
  ids: { client?: number; discordId?: string; players?: string[] };
  /** Whether the buyer is in the city. */
  away: boolean;
  held(): string[];
}

interface World {
  store: MadeStore;
  name: string;
  keeps: Keeps;
  names: Record<Level, string>;
  sells(level: Level): Action[];
  buyers: Buyer[];
}

const settled = (store: MadeStore) =>
  vi.waitFor(
    async () => {
      const { rows } = await sql<{ text: string }>`
        select phase || ' ' || state || coalesce(' ' || code, '') as text from delivery
         where store_id = ${store.id} and (state in ('queued', 'sent') or state = 'scheduled' and due_at <= now())`.execute(
        server.db,
      );
      expect(rows.map(({ text }) => text)).toEqual([]);
    },
    { timeout: SETTLED_MS, interval: 100 },
  );

async function end(store: MadeStore, order: string, by: End): Promise<void> {
  if (by === 'refund') return await refundSold(server.db, store.id, order);
  await sql`
    update right_source set ends_at = now() where store_id = ${store.id} and order_id = ${order}`.execute(server.db);
  await sql`
    update delivery set due_at = now()
     where store_id = ${store.id} and order_id = ${order} and phase = 'expiration'`.execute(server.db);
}

/** Goods arrived once, or the delivery has one of the true reasons why nothing was to be done. */
const TRUE_ENDS: Partial<Record<DeliveryState, (string | null)[]>> = {
  succeeded: ['ok', 'already_owned', 'not_owned'],
  cancelled: ['covered', 'kept', 'order_ended'],
};

/** Takes all buyers through their cases, step by step, and fills a column of the table. */
async function play({ store, name, keeps, names, sells, buyers }: World): Promise<void> {
  const orders = buyers.map((): Partial<Record<Level, string>> => ({}));
  const cells = buyers.map((): string[] => []);
  const look = (live: (one: Case) => readonly Level[]) => {
    for (const [at, { one, away, held }] of buyers.entries()) {
      const has = LEVELS.filter((level) => held().includes(names[level]));
      expect(has, `${name}, ${away ? 'away' : 'here'}: ${nameOfCase(one)}`).toEqual(owed(keeps, one.prior, live(one)));
      cells[at]?.push(wordOf(has));
    }
  };
  const buy = async (turn: 0 | 1) => {
    for (const [at, { one, ids }] of buyers.entries()) {
      const level = one.bought[turn];
      const sold = { ...ids, items: [{ name: level, actions: sells(level), removeDays: 30 }] };
      (orders[at] as Partial<Record<Level, string>>)[level] = (await makeSold(server.db, store.id, sold)).id;
    }
    await settled(store);
  };
  const finish = async (turn: 0 | 1) => {
    for (const [at, { one }] of buyers.entries()) {
      const { of, by } = one.ends[turn];
      await end(store, orders[at]?.[of] ?? '', by);
    }
    await settled(store);
  };
  await buy(0);
  await buy(1);
  look(({ bought }) => bought);
  await finish(0);
  look(({ bought, ends }) => bought.filter((level) => level !== ends[0].of));
  await finish(1);
  look(() => []);
  await judge(
    store,
    orders.flatMap((both) => Object.values(both)),
  );
  for (const [at, { one }] of buyers.entries()) {
    const cell = cells[at]?.join(' → ') ?? '';
    const row = seen.get(nameOfCase(one));
    // Whether the buyer is there changes nothing, so a cell has one text.
    expect(row?.get(name) ?? cell, nameOfCase(one)).toBe(cell);
    row?.set(name, cell);
  }
}

async function judge(store: MadeStore, orders: string[]): Promise<void> {
  const all = await deliveriesOfOrders(server.db, store.id, orders);
  for (const [order, deliveries] of all) {
    for (const { state, code } of deliveries) expect(TRUE_ENDS[state], `${order} ${state}`).toContain(code);
    const given = deliveries.filter(({ phase, state }) => phase === 'confirmation' && state === 'succeeded');
    expect(given).toHaveLength(1);
    // Each purchase says what its end did.
    expect(deliveries.filter(({ aftermath }) => aftermath)).toHaveLength(1);
  }
  expect(await violations(server.db)).toEqual([]);
}

async function openCity(
  framework: FrameworkName,
  store: MadeStore,
  buyers: readonly Case[],
  { onTestFinished }: TestContext,
): Promise<City> {
  const { names } = BASES[framework];
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-rights-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const city = await startCity({
    dataDir,
    resourceDir: RESOURCE,
    framework,
    autostart: false,
    convars: { vitrine_token: store.apiToken, vitrine_url: server.address },
    players: buyers.map(({ prior }, at) => ({ id: FIRST_ID + at, groups: prior ? [names[prior]] : [] })),
  });
  onTestFinished(() => city.close());
  for (let at = 0; at < buyers.length; at += 2) connect(city.server, FIRST_ID + at, 'loaded');
  await city.console('ensure vitrine');
  await vi.waitFor(
    async () => {
      const { rows } = await sql`select from game_server where store_id = ${store.id}`.execute(server.db);
      expect(rows).toHaveLength(1);
    },
    { timeout: SETTLED_MS, interval: 50 },
  );
  return city;
}

// A city mostly waits for its next poll, so several play at once.
test.concurrent.for(CITIES)(
  '%s holds what is still paid and what was there before',
  { timeout: 600_000 },
  async (framework, context) => {
    const store = await makeStore(server.db, server.deps.config.secret);
    // Each case for somebody in the city and for somebody who is away.
    const twice = cases.flatMap((one) => [one, one]);
    const text = textPlayer(framework, FIRST_ID);
    if (text) await sql`update game_seat set identity = ${text.kind} where store_id = ${store.id}`.execute(server.db);
    const city = await openCity(framework, store, twice, context);
    const { keeps, names } = BASES[framework];
    await play({
      ...{ store, name: framework, keeps, names },
      sells: (level) => [on.group(names[level]), on.dropGroup(names[level])],
      buyers: twice.map((one, at) => ({
        one,
        ids: { client: FIRST_ID + at, ...(text && { players: [textPlayer(framework, FIRST_ID + at)?.key ?? ''] }) },
        away: at % 2 === 1,
        held: () => heldGroups(city, framework, FIRST_ID + at),
      })),
    });
    expect(city.scriptErrors).toEqual([]);
  },
);

test('Discord holds what is still paid and what was there before', async () => {
  const store = await makeStore(server.db, server.deps.config.secret, { plan: 'pro' });
  const { control } = discord;
  control.setLimits({ writesPerWindow: 10_000, readsPerWindow: 10_000, globalPerSecond: 10_000 });
  const { userIds } = control.seed({ users: cases.map((_, at) => ({ username: `r${at}` })) });
  const roles = LEVELS.map((name, at) => ({ name, position: at + 1 }));
  const [guild = ''] = control.seed({ guilds: [{ name: store.name, ownerId: DEMO.ana, roles }] }).guildIds;
  const { guilds } = control.state() as { guilds: { id: string; roles: { id: string; name: string }[] }[] };
  const idOf = (name: string) =>
    guilds.find(({ id }) => id === guild)?.roles.find((role) => role.name === name)?.id ?? '';
  const names = { gold: idOf('gold'), silver: idOf('silver') };
  for (const [at, { prior }] of cases.entries()) control.join(guild, userIds[at] ?? '', prior ? [names[prior]] : []);
  await bindGuild(server.db, store.id, guild);
  await play({
    ...{ store, name: 'Discord', keeps: 'each', names },
    sells: (level) => [on.role(names[level]), on.dropRole(names[level])],
    buyers: cases.map((one, at) => ({
      one,
      ids: { discordId: userIds[at] ?? '' },
      away: false,
      held: () => control.rolesOf(guild, userIds[at] ?? '') ?? [],
    })),
  });
}, 600_000);

const HEAD = `# Gold and silver on each base

Made by \`server/src/proof/rights/rights-table.long.test.ts\`: who had one of them before, bought both in some order, and lost both in
some order. A cell tells what the city's own tables (or Discord) hold after both purchases → after the first end → after the
second. Each cell of a city was seen for a player who is in the city and for one who is away. Each purchase arrived once,
and each end says what it took or why something stays.

- vRP 1, vRPex and vRP 2: both are groups of one gtype, so the newest that is paid stands, else what was there before.
- Qbox, QBCore and ESX: both are jobs, on ESX with its own inventory user groups. A player has one, so it is the same.
- Creative v3 and v4, Discord: both stand side by side.
- Creative Network and ox_core: both are levels of one group, so the highest stands.

`;

test('the table is the one in the documents', async () => {
  const columns = [...CITIES, 'Discord'];
  // A run of single tests sees a part of the table.
  if ([...seen.values()].some((cells) => cells.size < columns.length)) return;
  const head = ['before', 'bought', 'ends', ...columns];
  const rows = [...seen].map(
    ([name, cells]) => `| ${name} | ${columns.map((column) => cells.get(column)).join(' | ')} |`,
  );
  const table = [`| ${head.join(' | ')} |`, `|${'---|'.repeat(head.length)}`, ...rows].join('\n');
  await expect(`${HEAD}${table}\n`).toMatchFileSnapshot(resolve(import.meta.dirname, '../../../../docs/rights.md'));
});
