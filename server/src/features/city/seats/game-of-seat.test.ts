import type { Action } from '@vitrine/contract/actions';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { GameClient, result } from '../../../test/game-client.ts';
import { type MadeStore, makeStore } from '../../../test/make.ts';
import { makeCategory } from '../../../test/make-catalog.ts';
import { makeSold, on } from '../../../test/make-deliveries.ts';
import { answerPollsAtOnce } from '../../../test/shorter-limits.ts';
import { inOrder } from '../../../test/waiting-for-lock.ts';
import { violations } from '../../deliveries/invariants.ts';

/** Which game a server is, and what becomes of goods for a game that has no server. */

answerPollsAtOnce();

let app: TestApp;
let store: MadeStore;
let craft: { id: string; apiToken: string };
let city: GameClient;
let server: GameClient;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await sql`delete from throttle`.execute(app.db);
  store = await makeStore(app.db, app.deps.config.secret);
  craft = await added('Craft');
  city = new GameClient(app, store.apiToken);
  server = new GameClient(app, craft.apiToken);
});

const ask = async (path: string, body: object) => {
  const answer = await app.post(path, { subdomain: store.subdomain, ...body }, { token: store.token });
  // biome-ignore lint/suspicious/noExplicitAny: answers of several calls
  return { status: answer.status, body: answer.json<any>() };
};
const added = async (name: string) =>
  (await ask('/v1/servers/create', { name, game: 'minecraft' })).body as { id: string; apiToken: string };

const both = { online: true, offline: true };
const words = { identity: both, arguments: both, add_group: both, remove_group: both };
const plugin = { game: 'minecraft', framework: 'paper', capabilities: words };
const resource = { game: 'mta', framework: 'mta', capabilities: words };

const of = (type: string, fields: object) =>
  ({ target: 'minecraft', executionTiming: 'on_confirmation', type, ...fields }) as unknown as Action;
const mc = {
  group: (groupName: string) => of('minecraft_add_group', { groupName }),
  dropGroup: (groupName: string) => of('minecraft_remove_group', { groupName, executionTiming: 'on_expiration' }),
  item: (itemName: string) => of('minecraft_add_item', { itemName, itemQuantity: 3 }),
};
const sell = (actions: Action[], more: { players?: string[]; removeDays?: number } = {}) =>
  makeSold(app.db, store.id, {
    players: more.players ?? ['minecraft_name:steve'],
    items: [{ actions, removeDays: more.removeDays ?? null }],
  });
const rowsOf = async (order: string) =>
  (
    await sql<{ id: string; seat_id: string | null; state: string; code: string | null }>`
      select id, seat_id, state, code from delivery where store_id = ${store.id} and order_id = ${order} order by seq`.execute(
      app.db,
    )
  ).rows;

describe('the game of a server', () => {
  test('another game is refused with its name, and the seat stays as it was', async () => {
    await server.hello(plugin);
    for (const hello of [{}, resource]) {
      const refused = (await server.hello(hello)) as { status: number; body: { code?: string; error?: string } };
      expect(refused).toMatchObject({ status: 422, body: { code: 'game_mismatch' } });
      expect(refused.body.error).toContain('é de Minecraft');
    }
    expect((await server.sync()).status).toBe(200);
  });

  test('changes until a script spoke, and brings the id of its players', async () => {
    const edit = (game: string) => ask('/v1/servers/edit', { id: store.id, name: 'Um', silenceMinutes: null, game });
    const servers = async () =>
      (await app.get('/v1/store/connection', { token: store.token })).json<{
        servers: { game: string; identity: string }[];
      }>().servers;
    expect((await edit('mta')).status).toBe(200);
    expect(await servers()).toMatchObject([
      { game: 'mta', identity: 'mta_account' },
      { game: 'minecraft', identity: 'minecraft_name' },
    ]);
    expect((await edit('mta')).status).toBe(200);
    await city.hello(resource);
    expect((await edit('fivem')).body.code).toBe('server_game_stays');
    expect((await edit('mta')).status).toBe(200);
    expect((await ask('/v1/servers/create', { name: 'Rust', game: 'rust' })).status).toBe(422);
  });

  test('stays while a sale counts on it, in whichever order both come', async () => {
    const edit = () => ask('/v1/servers/edit', { id: store.id, name: 'Um', silenceMinutes: null, game: 'mta' });
    const hold = (tx: Parameters<Parameters<typeof inOrder>[1]>[0]) =>
      sql`select from game_seat where store_id = ${store.id} for update`.execute(tx);
    const sold = () => sell([on.money(1)], { players: ['17'] });
    const [{ id }, refused] = await inOrder(app.db, hold, [sold, edit]);
    expect(refused.body.code).toBe('server_game_stays');
    expect(await rowsOf(id)).toMatchObject([{ state: 'queued', seat_id: null }]);
  });
});

test('goods for a game without a server fail with a text, and go out after they were moved to a new server', async () => {
  await ask('/v1/servers/end', { id: craft.id });
  const { id } = await sell([mc.group('vip'), mc.dropGroup('vip')], { removeDays: 30 });
  expect(await rowsOf(id)).toMatchObject([
    { state: 'failed', code: 'server_missing', seat_id: null },
    { state: 'failed', code: 'server_missing' },
  ]);
  const [lost] = await rowsOf(id);
  const move = (serverId: string) => ask('/v1/deliveries/move', { ids: [lost?.id], serverId, reason: 'servidor novo' });
  expect((await move(store.id)).body.code).toBe('server_not_found');
  expect((await ask('/v1/deliveries/resend', { ids: [lost?.id] })).body.code).toBe('delivery_not_resendable');
  const { id: seat, apiToken } = await added('Craft de novo');
  expect((await move(seat)).body.success).toBe(true);
  const again = new GameClient(app, apiToken);
  await again.hello(plugin);
  const commands = await again.take();
  expect(commands).toMatchObject([{ action: 'add_group' }]);
  await again.report(...commands.map((command) => result(command)));
  expect(await rowsOf(id)).toMatchObject([
    { state: 'succeeded', seat_id: seat },
    { state: 'scheduled', seat_id: seat },
  ]);
  expect((await violations(app.db)).filter(({ storeId }) => storeId === store.id)).toEqual([]);
});

test('a product for a game without a server is saved with a warning', async () => {
  await ask('/v1/servers/end', { id: craft.id });
  const categoryId = await makeCategory(app.db, store.id);
  const { target: _, ...action } = mc.item('minecraft:DIAMOND');
  const saved = await ask('/v1/products/create', {
    name: 'Diamantes',
    price: 5,
    categoryId,
    minecraftActions: [action],
  });
  expect(saved.body).toMatchObject({
    success: true,
    warning: expect.stringContaining('Nenhum servidor de Minecraft conectado ainda'),
  });
  const read = await app.get(`/v1/products/${saved.body.product._id}`, { token: store.token });
  expect(JSON.stringify(read.json())).toContain('3× diamond no inventário');
});

test('the download of the script of an unknown game is refused', async () => {
  const answer = await app.get('/v1/store/script/download?game=fivem', { token: store.token });
  expect(answer.status).toBe(200);
  expect((await app.get('/v1/store/script/download?game=rust', { token: store.token })).status).toBe(422);
});
