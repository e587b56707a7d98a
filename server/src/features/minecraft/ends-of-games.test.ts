import type { Action } from '@vitrine/contract/actions';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '../../db/transaction.ts';
import { installJobs } from '../../jobs/boss.ts';
import { tasks } from '../../tasks.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { GameClient, result } from '../../test/game-client.ts';
import { type MadeStore, makeStore } from '../../test/make.ts';
import { makeProduct } from '../../test/make-catalog.ts';
import { makeSold, refundSold } from '../../test/make-deliveries.ts';
import { answerPollsAtOnce } from '../../test/shorter-limits.ts';
import { addDays } from '../deliveries/rights.ts';

/** When goods of several games end: each game's rights count by themselves, also where their names are the same. */

answerPollsAtOnce();

let app: TestApp;
let store: MadeStore;
let product: string;
let server: GameClient;

beforeAll(async () => {
  app = await createTestApp();
  await installJobs(app.pool, tasks);
});
afterAll(() => app.close());
beforeEach(async () => {
  await sql`delete from throttle`.execute(app.db);
  store = await makeStore(app.db, app.deps.config.secret);
  server = new GameClient(app, (await addServer('Craft')).apiToken);
  product = await makeProduct(app.db, store.id);
});

const ask = async (path: string, body: object) => {
  const answer = await app.post(path, { subdomain: store.subdomain, ...body }, { token: store.token });
  // biome-ignore lint/suspicious/noExplicitAny: answers of several calls
  return { status: answer.status, body: answer.json<any>() };
};
const addServer = async (name: string) =>
  (await ask('/v1/servers/create', { name, game: 'minecraft' })).body as { id: string; apiToken: string };
const of = (target: string, type: string, fields: object, executionTiming = 'on_expiration') =>
  ({ target, type, executionTiming, ...fields }) as unknown as Action;
const craft = {
  command: of('minecraft', 'minecraft_command', { command: 'lp user {{cidade}} parent remove vip' }),
  money: of('minecraft', 'minecraft_remove_money', { amount: 5 }),
  gives: of('minecraft', 'minecraft_command', { command: 'lp user {{cidade}} parent add vip' }, 'on_confirmation'),
};
const city = of('fivem', 'execute_command', { command: 'tirarvip {{cidade}}' });
const sell = (actions: Action[], players = ['minecraft_name:steve']) =>
  makeSold(app.db, store.id, { players, items: [{ product, actions, removeDays: 30 }] });
const endsOf = async (order: string) => {
  const { rows } = await sql<{ type: string; days: number }>`
    select action_type as type, round(extract(epoch from due_at - now()) / 86400)::int as days from delivery
     where store_id = ${store.id} and order_id = ${order} and phase = 'expiration' order by seq`.execute(app.db);
  return Object.fromEntries(rows.map(({ type, days }) => [type, days]));
};

test('a refund moves the end of the next purchase once, whatever kinds of ends it has', async () => {
  const first = await sell([craft.command, craft.money]);
  const second = await sell([craft.command, craft.money]);
  expect(await endsOf(second.id)).toEqual({ minecraft_command: 60, minecraft_remove_money: 60 });
  await refundSold(app.db, store.id, first.id);
  expect(await endsOf(second.id)).toEqual({ minecraft_command: 30, minecraft_remove_money: 30 });
});

test('days that a member adds come once in each game', async () => {
  const { id: order } = await sell([craft.command, city, craft.money], ['17', 'minecraft_name:steve']);
  const { rows } = await sql<{ id: string }>`
    select id from order_item where store_id = ${store.id} and order_id = ${order}`.execute(app.db);
  await transaction(app.db, (tx) => addDays(tx, store.id, { order, item: rows[0]?.id ?? '', days: 7 }));
  expect(await endsOf(order)).toEqual({ minecraft_command: 37, execute_command: 37, minecraft_remove_money: 37 });
});

test('an end counts by its own game: another player there has no days before', async () => {
  await sell([city, craft.command], ['17', 'minecraft_name:steve']);
  const second = await sell([city, craft.command], ['99', 'minecraft_name:steve']);
  expect(await endsOf(second.id)).toEqual({ execute_command: 30, minecraft_command: 60 });
});

test('what was sold before its game had a server keeps its end in that game when it is sent there', async () => {
  const late = await makeStore(app.db, app.deps.config.secret);
  store = late;
  product = await makeProduct(app.db, store.id);
  const sold = await sell([craft.gives, craft.command]);
  const { rows } = await sql<{ id: string }>`
    select id from delivery where store_id = ${store.id} and order_id = ${sold.id} and phase = 'confirmation'`.execute(
    app.db,
  );
  const { id: serverId } = await addServer('Craft');
  expect(
    await ask('/v1/deliveries/move', { ids: rows.map(({ id }) => id), serverId, reason: 'servidor novo' }),
  ).toMatchObject({
    status: 200,
  });
  const rights = await sql<{ target: string }>`
    select target from customer_right where store_id = ${store.id} and subject like 'product:%'`.execute(app.db);
  expect(rights.rows).toEqual([{ target: 'minecraft' }]);
  // So the next purchase follows it.
  expect(await endsOf((await sell([craft.gives, craft.command])).id)).toEqual({ minecraft_command: 60 });
});

describe('what a player has at a Minecraft server', () => {
  const gives = (type: string, fields: object) => of('minecraft', type, fields, 'on_confirmation');
  const both = { online: true, offline: true };
  const actions = [
    'add_group',
    'remove_group',
    'add_whitelist',
    'remove_whitelist',
    'arguments',
    'identity',
    'in_order',
  ];
  beforeEach(async () => {
    const capabilities = Object.fromEntries(actions.map((name) => [name, both]));
    await server.hello({ game: 'minecraft', framework: 'paper', capabilities });
  });
  /** Delivers all that waits. The server reports in `detail` what was there before and after. Answers what was delivered. */
  async function deliver(detail: object): Promise<string[]> {
    const commands = await server.take();
    await server.report(...commands.map((command) => ({ ...result(command), detail }) as never));
    return commands.map(({ action, args }) => [action, args.group].join(' ').trim());
  }

  test('is one group in capitals and without: the refund of one leaves what the other still gives', async () => {
    const loud = await sell([gives('minecraft_add_group', { groupName: 'VIP' })]);
    expect(await deliver({ place: 'group:vip', prior: '', stands: 'vip' })).toEqual(['add_group VIP']);
    const quiet = await sell([gives('minecraft_add_group', { groupName: 'vip' })]);
    expect(await deliver({ place: 'group:vip', prior: 'vip', stands: 'vip' })).toEqual(['add_group vip']);
    await refundSold(app.db, store.id, loud.id);
    expect(await deliver({})).toEqual([]);
    await refundSold(app.db, store.id, quiet.id);
    expect(await deliver({})).toEqual(['remove_group vip']);
  });

  test('stays where it was there before the purchase, in capitals or not, and so does the whitelist', async () => {
    const sold = await sell([gives('minecraft_add_group', { groupName: 'VIP' })]);
    await deliver({ place: 'group:vip', prior: 'vip', stands: 'vip' });
    const listed = await sell([gives('minecraft_add_whitelist', {})]);
    await deliver({ place: 'whitelist', prior: 'whitelist', stands: 'whitelist' });
    for (const { id } of [sold, listed]) await refundSold(app.db, store.id, id);
    expect(await deliver({})).toEqual([]);
    const { rows } = await sql<{ code: string }>`
      select code from delivery where store_id = ${store.id} and phase = 'reversal'`.execute(app.db);
    expect(rows.map(({ code }) => code)).toEqual(['kept', 'kept']);
  });
});
