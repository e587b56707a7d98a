import type { Action } from '@vitrine/contract/actions';
import type { GameCommand } from '@vitrine/contract/game';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { installJobs } from '../../jobs/boss.ts';
import { tasks } from '../../tasks.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { GameClient, result } from '../../test/game-client.ts';
import { type MadeStore, makeStore } from '../../test/make.ts';
import { makeCategory, makeProduct } from '../../test/make-catalog.ts';
import { makeSold, on, refundSold } from '../../test/make-deliveries.ts';
import { answerPollsAtOnce } from '../../test/shorter-limits.ts';
import { violations } from '../deliveries/invariants.ts';

/** Stores that sell for Minecraft and MTA, alone and beside a FiveM city. */

answerPollsAtOnce();

let app: TestApp;
let store: MadeStore;
let craft: { id: string; apiToken: string };
let city: GameClient;
let server: GameClient;

beforeAll(async () => {
  app = await createTestApp();
  await installJobs(app.pool, tasks);
});
afterAll(() => app.close());
beforeEach(async () => {
  await sql`delete from throttle`.execute(app.db);
  store = await makeStore(app.db, app.deps.config.secret);
  craft = await added('Craft', 'minecraft');
  city = new GameClient(app, store.apiToken);
  server = new GameClient(app, craft.apiToken);
});

const ask = async (path: string, body: object, who: MadeStore | null = store) => {
  const to = { subdomain: store.subdomain, ...body };
  const answer = await app.post(path, to, who ? { token: who.token } : {});
  // biome-ignore lint/suspicious/noExplicitAny: answers of several calls
  return { status: answer.status, body: answer.json<any>() };
};
const added = async (name: string, game: string) =>
  (await ask('/v1/servers/create', { name, game })).body as { id: string; apiToken: string };

const both = { online: true, offline: true };
const reads = { identity: both, arguments: both, in_order: both, names: both };
const plugin = {
  game: 'minecraft',
  framework: 'paper',
  capabilities: {
    ...reads,
    execute_command: both,
    add_group: both,
    remove_group: both,
    add_money: both,
    add_item: { online: true, offline: false },
    add_whitelist: both,
    remove_whitelist: both,
  },
};
const resource = { game: 'mta', framework: 'mta', capabilities: { ...reads, add_group: both, remove_group: both } };

const mc = {
  group: (groupName: string) => of('minecraft_add_group', { groupName }),
  money: (amount: number) => of('minecraft_add_money', { amount }),
  item: (itemName: string) => of('minecraft_add_item', { itemName, itemQuantity: 3 }),
  command: (command: string) => of('minecraft_command', { command }),
  whitelist: of('minecraft_add_whitelist', {}),
};
function of(type: string, fields: object): Action {
  return { target: 'minecraft', executionTiming: 'on_confirmation', type, ...fields } as unknown as Action;
}
const steve = ['minecraft_name:steve'];
const sell = (actions: Action[], more: { players?: string[]; removeDays?: number } = {}) =>
  makeSold(app.db, store.id, {
    players: more.players ?? steve,
    items: [{ actions, removeDays: null }],
  });
const rowsOf = async (order: string) =>
  (
    await sql<{
      id: string;
      target: string;
      seat_id: string | null;
      type: string;
      state: string;
      code: string | null;
      player: string;
    }>`
      select id, target, seat_id, action_type as type, state, code, player from delivery
       where store_id = ${store.id} and order_id = ${order} order by seq`.execute(app.db)
  ).rows;
const broken = async () => (await violations(app.db)).filter(({ storeId }) => storeId === store.id);
/** All that this server takes, reported as done. */
async function deliver(client: GameClient) {
  const got: { action: string; args: object; player: object }[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    const commands = await client.take();
    if (commands.length === 0) break;
    got.push(...commands.map(({ action, args, player }) => ({ action, args, player })));
    await client.report(...commands.map((command) => result(command)));
  }
  return got;
}

describe('a Minecraft server', () => {
  beforeEach(async () => {
    expect((await server.hello(plugin)).status).toBe(200);
  });

  test('gets actions under the names of the protocol, and a refund takes back what it gave', async () => {
    server.online = ['minecraft_name:steve'];
    const { id } = await sell([
      mc.command('give {{cidade}} diamond 3'),
      mc.group('vip'),
      mc.money(50),
      mc.item('diamond'),
      mc.whitelist,
    ]);
    expect(await deliver(server)).toMatchObject([
      {
        action: 'execute_command',
        args: { argv: ['give', 'steve', 'diamond', '3'], command: 'give steve diamond 3' },
        player: { identity: { kind: 'minecraft_name', value: 'steve' } },
      },
      { action: 'add_group', args: { group: 'vip' } },
      { action: 'add_money', args: { amount: 50 } },
      { action: 'add_item', args: { item: 'diamond', amount: 3 } },
      { action: 'add_whitelist', args: {} },
    ]);
    expect(new Set((await rowsOf(id)).map(({ state }) => state))).toEqual(new Set(['succeeded']));
    await refundSold(app.db, store.id, id);
    expect((await deliver(server)).map(({ action }) => action)).toEqual(['remove_group', 'remove_whitelist']);
    expect(await broken()).toEqual([]);
  });

  test('keeps a group that another purchase still gives, and an item waits only for the player', async () => {
    const first = await sell([mc.group('vip')]);
    await sell([mc.group('vip')]);
    await deliver(server);
    await refundSold(app.db, store.id, first.id);
    expect(await deliver(server)).toEqual([]);
    const { id } = await sell([mc.item('dirt'), mc.money(1)]);
    expect((await deliver(server)).map(({ action }) => action)).toEqual(['add_money']);
    server.online = steve;
    expect((await deliver(server)).map(({ action }) => action)).toEqual(['add_item']);
    expect((await rowsOf(id)).map(({ state }) => state)).toEqual(['succeeded', 'succeeded']);
  });

  test('a place on the whitelist that the player had before the purchase stays, one that was bought goes', async () => {
    const bought = { place: 'whitelist', prior: '', stands: 'whitelist' };
    const hadIt = { ...bought, prior: 'whitelist' };
    const { id } = await sell([mc.whitelist]);
    const [command] = await server.take();
    await server.report({ ...result(command as GameCommand, 'succeeded', 'already_owned'), detail: hadIt });
    await refundSold(app.db, store.id, id);
    expect(await deliver(server)).toEqual([]);
    expect((await rowsOf(id)).map(({ state, code }) => [state, code])).toEqual([
      ['succeeded', 'already_owned'],
      ['cancelled', 'kept'],
    ]);
    const alex = ['minecraft_name:alex'];
    const orders = [await sell([mc.whitelist], { players: alex }), await sell([mc.whitelist], { players: alex })];
    const [first, second] = await server.take();
    await server.report(
      { ...result(first as GameCommand), detail: bought },
      { ...result(second as GameCommand, 'succeeded', 'already_owned'), detail: hadIt },
    );
    // The place that the second purchase found came from the first one, so it stays only while a purchase gives it.
    await refundSold(app.db, store.id, orders[0]?.id ?? '');
    expect(await deliver(server)).toEqual([]);
    await refundSold(app.db, store.id, orders[1]?.id ?? '');
    expect((await deliver(server)).map(({ action }) => action)).toEqual(['remove_whitelist']);
    expect(await broken()).toEqual([]);
  });

  test('an interrupted command waits for a person, an interrupted group runs again', async () => {
    const { id } = await sell([mc.money(5)]);
    await sell([mc.group('vip')], { players: ['minecraft_name:alex'] });
    expect(await server.take()).toHaveLength(2);
    server.journal = 'another-journal';
    await sql`update game_server set last_seen_at = now() - interval '1 hour'`.execute(app.db);
    await sql`update game_seat set silence_minutes = 5`.execute(app.db);
    await sql`update delivery set lease_until = now() - interval '5 minutes' where state = 'sent'`.execute(app.db);
    await server.hello(plugin);
    await sql`update game_claim set heard_since = now() - interval '1 hour', first_seen_at = now() - interval '1 hour'`.execute(
      app.db,
    );
    expect((await server.hello(plugin)).body.seat).toBe('seated');
    expect(await rowsOf(id)).toMatchObject([{ state: 'uncertain', code: 'journal_lost' }]);
    expect((await server.take()).map(({ action }) => action)).toEqual(['add_group']);
  });

  test('what it cannot do fails with a clear text', async () => {
    const { id } = await sell([of('minecraft_remove_ban', {})]);
    await sql`update game_server set hello_at = now() - interval '5 minutes'`.execute(app.db);
    expect(await server.take()).toEqual([]);
    expect(await rowsOf(id)).toMatchObject([{ state: 'failed', code: 'unsupported_action' }]);
  });
});

describe('servers of several games', () => {
  beforeEach(async () => {
    await city.hello();
    await server.hello(plugin);
  });

  test('one cart with goods for both asks for both ids, and each server gets its own alone', async () => {
    const category = await makeCategory(app.db, store.id);
    const made = (actions: Action[]) => makeProduct(app.db, store.id, { categoryId: category, price: 0, actions });
    const lines = [
      { id: await made([on.group('vip')]), quantity: 1 },
      { id: await made([mc.group('vip')]), quantity: 1 },
    ];
    const quote = await ask('/v1/order/quote', { idProducts: lines }, null);
    expect(quote.body.identities.map(({ kind }: { kind: string }) => kind)).toEqual(['city_id', 'minecraft_name']);
    const buy = (ids: object) =>
      ask(
        '/v1/order/create',
        { idProducts: lines, discordId: '391822001983488001', paymentMethod: 'pix', ...ids },
        null,
      );
    const nick = { identities: [{ kind: 'minecraft_name', value: 'Steve' }] };
    expect((await buy({ clientId: 17 })).body.code).toBe('identity_required');
    expect((await buy({ clientId: 17, ...nick })).body.success).toBe(true);
    expect(await deliver(city)).toMatchObject([{ action: 'add_group', player: { city_id: '17' } }]);
    expect(await deliver(server)).toMatchObject([{ action: 'add_group', player: { identity: { value: 'steve' } } }]);
    expect(await broken()).toEqual([]);
  });

  test('a server never gets, renews or settles what is for another game', async () => {
    const { id } = await sell([mc.group('vip')]);
    const { id: other } = await sell([on.group('vip')], { players: ['17'] });
    const [mine] = await rowsOf(id);
    const [theirs] = await rowsOf(other);
    city.online = ['17', ...steve];
    server.online = ['17', ...steve];
    expect((await city.take()).map((command) => command.id)).toEqual([theirs?.id]);
    expect((await server.take()).map((command) => command.id)).toEqual([mine?.id]);
    // Settled, because nothing waits for it there, and nothing changes.
    await city.report({ id: mine?.id ?? '', attempt: 1, status: 'succeeded', code: 'ok' });
    await server.report({ id: theirs?.id ?? '', attempt: 1, status: 'failed', code: 'invalid_group' });
    expect((await rowsOf(id))[0]?.state).toBe('sent');
    expect((await rowsOf(other))[0]?.state).toBe('sent');
  });

  test('an action without a server goes to the first of its game, and `all` to all of them', async () => {
    const second = await added('Craft 2', 'minecraft');
    const { id } = await sell([mc.money(1), { ...mc.money(2), server: 'all' } as Action]);
    expect((await rowsOf(id)).map(({ seat_id }) => seat_id)).toEqual([craft.id, craft.id, second.id]);
    await ask('/v1/servers/end', { id: second.id });
    const { id: named } = await sell([{ ...mc.money(1), server: store.id } as Action]);
    expect(await rowsOf(named)).toMatchObject([{ state: 'failed', code: 'server_ended' }]);
  });

  test('a buyer chooses among the servers of the game alone', async () => {
    const product = await makeProduct(app.db, store.id, {
      price: 0,
      actions: [{ ...mc.money(5), server: 'buyer' } as Action],
    });
    const lines = { idProducts: [{ id: product, quantity: 1 }] };
    const ids = {
      discordId: '391822001983488001',
      paymentMethod: 'pix',
      identities: [{ kind: 'minecraft_name', value: 'steve' }],
    };
    expect((await ask('/v1/order/quote', lines, null)).body.servers).toEqual([]);
    expect((await ask('/v1/order/create', { ...lines, ...ids }, null)).body.success).toBe(true);
    const second = await added('Craft 2', 'minecraft');
    const quoted = await ask('/v1/order/quote', lines, null);
    expect(quoted.body.servers.map(({ id }: { id: string }) => id)).toEqual([craft.id, second.id]);
    expect((await ask('/v1/order/create', { ...lines, ...ids }, null)).body.code).toBe('server_required');
    expect((await ask('/v1/order/create', { ...lines, ...ids, serverId: second.id }, null)).body.success).toBe(true);
    const { rows } = await sql<{ seat_id: string }>`
      select seat_id from delivery where store_id = ${store.id} order by seq`.execute(app.db);
    expect(rows.map(({ seat_id }) => seat_id)).toEqual([craft.id, second.id]);
  });

  test('two Minecraft servers that poll at once share the work without doubling it', async () => {
    const second = await added('Craft 2', 'minecraft');
    const twin = new GameClient(app, second.apiToken);
    await twin.hello(plugin);
    for (const place of [craft.id, second.id, craft.id, second.id])
      await sell([{ ...mc.money(1), server: place } as Action]);
    const taken = (await Promise.all([server, twin, city, server, twin].map((one) => one.take()))).flat();
    expect(new Set(taken.map(({ id }) => id)).size).toBe(taken.length);
    const rest = [...(await deliver(server)), ...(await deliver(twin))];
    expect(taken.length + rest.length).toBeGreaterThanOrEqual(4);
    expect(await deliver(city)).toEqual([]);
  });
});

test('an MTA server gets its groups with the name of the account as it is written', async () => {
  const { apiToken } = await added('Roleplay', 'mta');
  const mta = new GameClient(app, apiToken);
  await mta.hello(resource);
  const { id } = await sell(
    [{ target: 'mta', type: 'mta_add_group', executionTiming: 'on_confirmation', groupName: 'vip:Ouro' }],
    { players: ['mta_account:Joao_Silva'] },
  );
  expect(await deliver(mta)).toMatchObject([
    {
      action: 'add_group',
      args: { group: 'vip:Ouro' },
      player: { identity: { kind: 'mta_account', value: 'Joao_Silva' } },
    },
  ]);
  await refundSold(app.db, store.id, id);
  expect(await deliver(mta)).toMatchObject([{ action: 'remove_group' }]);
});

test('an MTA server keeps a group that the player had before, and ends a ban but takes no vehicle back', async () => {
  const { apiToken } = await added('Roleplay', 'mta');
  const mta = new GameClient(app, apiToken);
  await mta.hello({ ...resource, capabilities: { ...resource.capabilities, add_vehicle: both, remove_ban: both } });
  const of = (type: string, fields: object) =>
    ({ target: 'mta', type, executionTiming: 'on_confirmation', ...fields }) as unknown as Action;
  const { id } = await sell(
    [
      of('mta_add_group', { groupName: 'VIP' }),
      of('mta_add_vehicle', { vehicleName: 'Infernus' }),
      of('mta_remove_ban', {}),
    ],
    { players: ['mta_account:Joao'] },
  );
  const place = { place: 'group:VIP', prior: 'VIP', stands: 'VIP' };
  const given = [];
  for (let turn = 0; turn < 3; turn += 1) {
    for (const command of await mta.take()) {
      given.push(command.action);
      await mta.report({ ...result(command), ...(command.action === 'add_group' && { detail: place }) });
    }
  }
  expect(given).toEqual(['add_group', 'add_vehicle', 'remove_ban']);
  await refundSold(app.db, store.id, id);
  expect(await deliver(mta)).toEqual([]);
  expect((await rowsOf(id)).map(({ type, code }) => [type, code])).toContainEqual(['mta_remove_group', 'kept']);
});
