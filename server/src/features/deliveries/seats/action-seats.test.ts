import type { Action } from '@vitrine/contract/actions';
import type { DashboardAnswer } from '@vitrine/contract/dashboard';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Tx } from '../../../db/database.ts';
import { installJobs } from '../../../jobs/boss.ts';
import { tasks } from '../../../tasks.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { GameClient, result } from '../../../test/game-client.ts';
import { type MadeStore, makeStore } from '../../../test/make.ts';
import { makeCategory, makeProduct } from '../../../test/make-catalog.ts';
import { makeSold, on, refundSold } from '../../../test/make-deliveries.ts';
import { answerPollsAtOnce } from '../../../test/shorter-limits.ts';
import { inOrder } from '../../../test/waiting-for-lock.ts';

/** Actions of a store with several game servers: each goes where its owner said. */

answerPollsAtOnce();

let app: TestApp;
let store: MadeStore;
let second: { id: string; apiToken: string };
let city: GameClient;
let baixa: GameClient;

beforeAll(async () => {
  app = await createTestApp();
  await installJobs(app.pool, tasks);
});
afterAll(() => app.close());
beforeEach(async () => {
  store = await makeStore(app.db, app.deps.config.secret);
  second = (await asOwner('/v1/servers/create', { name: 'Cidade Baixa' })).body as typeof second;
  city = new GameClient(app, store.apiToken);
  baixa = new GameClient(app, second.apiToken);
});

const asOwner = async (path: string, body: object, who: MadeStore = store) => {
  const answer = await app.post(path, { subdomain: who.subdomain, ...body }, { token: who.token });
  return { status: answer.status, body: answer.json<Record<string, unknown>>() };
};
const at = (server: string, action: Action) => ({ ...action, server }) as Action;
const sell = (actions: Action[], more: { client?: number; removeDays?: number } = {}) =>
  makeSold(app.db, store.id, { client: more.client ?? 17, items: [{ actions, removeDays: more.removeDays ?? null }] });

interface Row {
  id: string;
  seat_id: string | null;
  phase: string;
  type: string;
  state: string;
  code: string | null;
}
const rowsOf = async (order: string) =>
  (
    await sql<Row>`select id, seat_id, phase, action_type as type, state, code from delivery
                    where store_id = ${store.id} and order_id = ${order} order by seq`.execute(app.db)
  ).rows;
const states = async (order: string) => (await rowsOf(order)).map(({ seat_id, state }) => [seat_id, state]);

test('an action goes to the server that it names, to all, or to the first one', async () => {
  await city.hello();
  await baixa.hello();
  const { id } = await sell([on.group('vip'), at(second.id, on.money(5)), at('all', on.item('agua', 1))]);
  expect(await rowsOf(id)).toMatchObject([
    { seat_id: null, type: 'add_group' },
    { seat_id: second.id, type: 'add_money' },
    { seat_id: null, type: 'add_item' },
    { seat_id: second.id, type: 'add_item' },
  ]);
  city.online = ['17'];
  baixa.online = ['17'];
  const got = async (server: GameClient) => {
    const kinds: string[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const commands = await server.take();
      kinds.push(...commands.map(({ action }) => action));
      await server.report(...commands.map((command) => result(command)));
    }
    return kinds;
  };
  expect(await got(baixa)).toEqual(['add_money', 'add_item']);
  expect(await got(city)).toEqual(['add_group', 'add_item']);
  expect(new Set((await states(id)).map(([, state]) => state))).toEqual(new Set(['succeeded']));
  const shown = await asOwner('/v1/deliveries', { orderId: id });
  expect((shown.body.deliveries as { text: string }[]).map(({ text }) => text)).toEqual([
    'Adicionar ao grupo vip · Servidor principal',
    'Adicionar R$ 5 ao banco da cidade · Cidade Baixa',
    'Entregar 1× agua · Servidor principal',
    'Entregar 1× agua · Cidade Baixa',
  ]);
});

test('the id of the first server is the first server', async () => {
  const { id } = await sell([at(store.id, on.money(5))]);
  expect(await states(id)).toEqual([[null, 'queued']]);
});

test('the same group on two servers is two rights: a refund of one leaves the other', async () => {
  const vip = (server: string) => sell([at(server, on.group('vip'))]);
  const here = await vip(store.id);
  const there = await vip(second.id);
  const again = await vip(second.id);
  await city.hello();
  await baixa.hello();
  for (const server of [city, baixa, baixa]) {
    await server.report(...(await server.take()).map((command) => result(command)));
  }
  await refundSold(app.db, store.id, there.id);
  // Another purchase still gives it there.
  expect(await states(there.id)).toEqual([[second.id, 'succeeded']]);
  await refundSold(app.db, store.id, again.id);
  expect(await rowsOf(again.id)).toMatchObject([
    { phase: 'confirmation', seat_id: second.id },
    { phase: 'reversal', seat_id: second.id, state: 'queued', type: 'remove_group' },
  ]);
  expect(await states(here.id)).toEqual([[null, 'succeeded']]);
  expect((await city.take()).length).toBe(0);
  expect((await baixa.take()).map(({ action }) => action)).toEqual(['remove_group']);
});

test('a span for all servers ends on each of them, and each end waits for its own server', async () => {
  const { id } = await sell([at('all', on.group('vip')), at('all', on.dropGroup('vip'))], { removeDays: 30 });
  const { rows } = await sql<{ seat: string | null; of: string | null; days: number }>`
    select e.seat_id as seat, c.seat_id as of, round(extract(epoch from e.due_at - now()) / 86400)::int as days
      from delivery e join delivery c on c.store_id = e.store_id and c.id = e.depends_on
     where e.order_id = ${id} order by e.seq`.execute(app.db);
  expect(rows).toEqual([
    { seat: null, of: null, days: 30 },
    { seat: second.id, of: second.id, days: 30 },
  ]);
});

test('corrected ids leave each delivery at its server', async () => {
  const { id } = await sell([at('all', on.command('dar {{cidade}}'))]);
  await asOwner('/v1/servers/create', { name: 'Terceira' });
  expect((await asOwner('/v1/deliveries/retarget', { orderId: id, clientId: 99 })).status).toBe(200);
  const { rows } = await sql<{ seat_id: string | null; player: string; command: string }>`
    select seat_id, player, args->>'command' as command from delivery where order_id = ${id} order by seq`.execute(
    app.db,
  );
  expect(rows).toEqual([
    { seat_id: null, player: '99', command: 'dar 99' },
    { seat_id: second.id, player: '99', command: 'dar 99' },
  ]);
});

test("a product names servers of its own store only, and nobody's removed one", async () => {
  const other = await makeStore(app.db, app.deps.config.secret);
  const foreign = (await asOwner('/v1/servers/create', { name: 'Outra' }, other)).body.id as string;
  const categoryId = await makeCategory(app.db, store.id);
  const save = (server: string) => {
    const { target: _, ...action } = at(server, on.money(5)) as Extract<Action, { target: 'fivem' }>;
    return asOwner('/v1/products/create', { name: 'Ouro', categoryId, price: 10, fiveMActions: [action] });
  };
  for (const server of [foreign, other.id, 'nada']) {
    expect(await save(server)).toMatchObject({ status: 404, body: { code: 'server_not_found' } });
  }
  for (const server of [second.id, store.id, 'all']) expect((await save(server)).status).toBe(200);
  await asOwner('/v1/servers/end', { id: second.id });
  expect(await save(second.id)).toMatchObject({ status: 404, body: { code: 'server_not_found' } });
});

test('a removed server: its products are listed, what was sold fails with the reason, and nothing is sent there', async () => {
  const product = await makeProduct(app.db, store.id, { name: 'Ouro', actions: [at(second.id, on.group('vip'))] });
  const arrived = await sell([at(second.id, on.group('vip'))]);
  await baixa.hello();
  await baixa.report(...(await baixa.take()).map((command) => result(command)));
  expect((await asOwner('/v1/servers/end', { id: second.id })).status).toBe(200);

  const strip = (await app.post('/v1/dashboard', { subdomain: store.subdomain }, { token: store.token }))
    .json<DashboardAnswer>()
    .attention.filter(({ kind }) => kind === 'unfit');
  expect(strip).toMatchObject([{ text: expect.stringContaining('“Ouro”'), href: `/products/edit/${product}` }]);

  const { id } = await sell([at(second.id, on.money(5)), at('all', on.money(7))]);
  expect(await rowsOf(id)).toMatchObject([
    { seat_id: second.id, state: 'failed', code: 'server_ended' },
    { seat_id: null, state: 'queued' },
  ]);
  const [failed] = await rowsOf(id);
  const resent = await asOwner('/v1/deliveries/resend', { ids: [failed?.id] });
  expect(resent).toMatchObject({ status: 409, body: { code: 'delivery_not_resendable' } });
  // Nobody can take back what a server has that is gone.
  await refundSold(app.db, store.id, arrived.id);
  expect(await states(arrived.id)).toEqual([[second.id, 'succeeded']]);
});

describe('a sale and the removal of its server in one moment', () => {
  let selling: () => Promise<{ id: string }>;
  beforeEach(async () => {
    const product = await makeProduct(app.db, store.id);
    const items = [{ product, actions: [at(second.id, on.money(5))] }];
    selling = () => makeSold(app.db, store.id, { items });
  });
  const hold = (tx: Tx) => sql`select from game_seat where store_id = ${store.id} for update`.execute(tx);
  const ending = () => asOwner('/v1/servers/end', { id: second.id });
  /** Whoever got the lock first: nothing is queued for a server that is gone. */
  const check = async (order: string, ended: { status: number; body: Record<string, unknown> }) => {
    if (ended.status !== 200) expect(ended.body.code).toBe('server_in_use');
    expect(await states(order)).toEqual([[second.id, ended.status === 200 ? 'failed' : 'queued']]);
  };

  test('the sale first', async () => {
    const [sold, ended] = await inOrder(app.db, hold, [selling, ending]);
    await check(sold.id, ended);
  });

  test('the removal first', async () => {
    const [ended, sold] = await inOrder(app.db, hold, [ending, selling]);
    await check(sold.id, ended);
  });
});
