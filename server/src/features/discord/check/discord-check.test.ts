import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type DiscordStandin, startDiscord } from '../../../../../standins/discord/discord.ts';
import { DEMO } from '../../../../../standins/discord/seed.ts';
import { type MadeStore, makeStore } from '../../../test/make.ts';
import { makeProduct } from '../../../test/make-catalog.ts';
import { bindGuild } from '../../../test/make-guild.ts';
import { type Shop, startShop } from '../../../test/make-shop.ts';
import { discordCheckSweep } from './discord-check.ts';

/** What a typed Discord id tells before money is taken, and what it tells nobody. */

/** A form of an id that Discord never gave out. */
const NOBODY = '284102390184219999';

let discord: DiscordStandin;
let shop: Shop;
let store: MadeStore;
let guild: string;

beforeAll(async () => {
  discord = await startDiscord();
  shop = await startShop({
    DISCORD_API_URL: discord.apiUrl,
    DISCORD_CLIENT_ID: discord.clientId,
    DISCORD_BOT_TOKEN: discord.botToken,
  });
});
afterAll(async () => {
  await shop.close();
  await discord.close();
});
beforeEach(async () => {
  discord.control.faults.clear();
  discord.control.setLimits({ writesPerWindow: 1000, readsPerWindow: 1000, globalPerSecond: 1000 });
  await sql`truncate outside_wait, discord_check, throttle`.execute(shop.db);
  store = await makeStore(shop.db, shop.deps.config.secret, { plan: 'pro' });
  guild = await bind(store);
});

async function bind(owner: MadeStore): Promise<string> {
  const [id = ''] = discord.control.seed({
    guilds: [{ name: owner.name, ownerId: DEMO.ana, members: [{ userId: DEMO.bruno }] }],
  }).guildIds;
  await bindGuild(shop.db, owner.id, id);
  return id;
}
const check = async (discordId: unknown, of = store) => {
  const { status, body } = await shop.post('/v1/discord/check', { subdomain: of.subdomain, discordId });
  return { status, ...body };
};
const resultOf = async (discordId: string, of = store) => ((await check(discordId, of)) as { result?: string }).result;
/** How often Discord was asked about a person of this server. */
const looks = (of = guild) => discord.control.requests().filter(({ path }) => path.includes(`${of}/members/`)).length;
const later = (seconds: number) =>
  sql`update discord_check set checked_at = checked_at - make_interval(secs => ${seconds})`.execute(shop.db);

test('a member, somebody outside, and nobody: one word each, and no name', async () => {
  expect(await check(DEMO.bruno)).toEqual({ status: 200, success: true, result: 'member' });
  expect(await check(DEMO.fabio)).toEqual({ status: 200, success: true, result: 'not_member' });
  expect(await check(NOBODY)).toEqual({ status: 200, success: true, result: 'missing' });
  // What is kept names nobody: the id is not in the table.
  const { rows } = await sql<{ all: string }>`select string_agg(c::text, '') as all from discord_check c`.execute(
    shop.db,
  );
  for (const id of [DEMO.bruno, DEMO.fabio, NOBODY]) expect(rows[0]?.all).not.toContain(id);
});

test('an answer is kept for minutes, and "not a member" for seconds, because the buyer may be joining', async () => {
  for (let turn = 0; turn < 3; turn += 1) expect(await resultOf(DEMO.bruno)).toBe('member');
  expect(await resultOf(DEMO.fabio)).toBe('not_member');
  discord.control.join(guild, DEMO.fabio);
  expect(await resultOf(DEMO.fabio)).toBe('not_member');
  expect(looks()).toBe(2);
  await later(limits.discordCheckAgainSeconds + 1);
  expect(await resultOf(DEMO.fabio)).toBe('member');
  expect(await resultOf(DEMO.bruno)).toBe('member');
  expect(looks()).toBe(3);
  await later(limits.discordCheckKeepSeconds + 1);
  await discordCheckSweep.run(shop.deps);
  expect((await sql`select from discord_check`.execute(shop.db)).rows).toHaveLength(0);
});

test('an answer belongs to its store', async () => {
  const other = await makeStore(shop.db, shop.deps.config.secret, { plan: 'pro' });
  const theirs = await bind(other);
  discord.control.leave(theirs, DEMO.bruno);
  expect(await resultOf(DEMO.bruno)).toBe('member');
  expect(await resultOf(DEMO.bruno, other)).toBe('not_member');
});

test('nothing is asked without a server, without the plan, or where the bot is gone', async () => {
  const bare = await makeStore(shop.db, shop.deps.config.secret, { plan: 'pro' });
  expect(await resultOf(DEMO.bruno, bare)).toBe('none');
  const free = await makeStore(shop.db, shop.deps.config.secret);
  const theirs = await bind(free);
  expect(await resultOf(DEMO.bruno, free)).toBe('none');
  await sql`update discord_guild set held = array['bot'] where store_id = ${store.id}`.execute(shop.db);
  expect(await resultOf(DEMO.bruno)).toBe('none');
  expect([looks(), looks(theirs)]).toEqual([0, 0]);
});

test('an id of the future is nobody’s, and Discord is not asked', async () => {
  for (const id of ['9223372036854775807', '99999999999999999999']) expect(await resultOf(id)).toBe('missing');
  expect(looks()).toBe(0);
});

test('attack: what is no id is refused, and reaches nobody', async () => {
  const hostile = ['', ' ', '1', '12345678901234567x', `${DEMO.bruno}/roles`, '../../users/@me', `${DEMO.bruno}\u0000`];
  for (const id of [...hostile, '1'.repeat(21), 12, null, [DEMO.bruno], { id: DEMO.bruno }]) {
    expect([id, (await check(id)).status]).toEqual([id, 422]);
  }
  expect(looks()).toBe(0);
});

test('attack: whoever tries many ids learns little, and what is known still answers', async () => {
  expect(await resultOf(DEMO.bruno)).toBe('member');
  const start = 284102390184300000n;
  // Each call comes from another address.
  const results = [];
  for (let n = 0; n < limits.discordChecksPerMinute + 20; n += 1)
    results.push(await resultOf(String(start + BigInt(n))));
  expect(results.filter((result) => result === 'unknown')).toHaveLength(21);
  expect(looks()).toBe(limits.discordChecksPerMinute);
  expect(await resultOf(DEMO.bruno)).toBe('member');
  // Another store has its own share.
  const other = await makeStore(shop.db, shop.deps.config.secret, { plan: 'pro' });
  await bind(other);
  expect(await resultOf(DEMO.bruno, other)).toBe('member');
});

test('a slow or broken Discord stops nobody, and nothing of it is kept', async () => {
  discord.control.faults.add({ kind: 'status', status: 500 });
  expect(await resultOf(DEMO.bruno)).toBe('unknown');
  expect(await resultOf(DEMO.bruno)).toBe('member');
});

test('nothing is sold to an id that Discord does not know; whoever is outside still buys', async () => {
  const product = await makeProduct(shop.db, shop.store.id, { price: 1000 });
  await sql`insert into subscription (store_id, plan_id, paid_until) values (${shop.store.id}, 'premium', now() + interval '1 day')
            on conflict do nothing`.execute(shop.db);
  await bind(shop.store);
  const order = async (discordId: string) => {
    const { status, body } = await shop.post('/v1/order/create', {
      subdomain: shop.store.subdomain,
      clientId: 17,
      discordId,
      paymentMethod: 'pix',
      idProducts: [{ id: product, quantity: 1 }],
    });
    return { status, code: body.code, field: body.field };
  };
  // Nobody asked Discord yet.
  expect((await order(NOBODY)).status).toBe(200);
  expect(await resultOf(NOBODY, shop.store)).toBe('missing');
  expect(await order(NOBODY)).toEqual({ status: 422, code: 'discord_id_unknown', field: 'discordId' });
  expect(await resultOf(DEMO.fabio, shop.store)).toBe('not_member');
  expect((await order(DEMO.fabio)).status).toBe(200);
  await later(limits.discordCheckKeepSeconds + 1);
  expect((await order(NOBODY)).status).toBe(200);
});
