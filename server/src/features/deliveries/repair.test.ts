import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { installJobs } from '../../jobs/boss.ts';
import { tasks } from '../../tasks.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { type GameClient, result } from '../../test/game-client.ts';
import { type MadeStore, makeMember, makeStore } from '../../test/make.ts';
import { makeCity, selling } from '../../test/make-city.ts';
import { makeSold, on, refundSold } from '../../test/make-deliveries.ts';
import { answerPollsAtOnce } from '../../test/shorter-limits.ts';
import { violations } from './invariants.ts';
import { dueSweep } from './sweeps.ts';

answerPollsAtOnce();

let app: TestApp;
let store: MadeStore;
let game: GameClient;

beforeAll(async () => {
  app = await createTestApp();
  await installJobs(app.pool, tasks);
});
afterAll(async () => {
  expect(await violations(app.db)).toEqual([]);
  await app.close();
});
beforeEach(async () => {
  ({ store, game } = await makeCity(app));
  await game.hello();
});

const sell = selling(() => ({ app, store }));
const desk = (path: string, body: object, token = store.token) =>
  app.post(`/v1/deliveries${path}`, { subdomain: store.subdomain, ...body }, { token });

interface Row {
  id: string;
  state: string;
  code: string | null;
  player: string;
  args: Record<string, unknown>;
}
async function rows(order: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id, state, code, player, args from delivery where order_id = ${order} order by seq`.execute(app.db);
  return rows;
}
const states = async (order: string) => (await rows(order)).map(({ state }) => state);

/** Sells, and lets the city answer with this outcome. */
async function answered(
  actions: Parameters<typeof sell>[0],
  status: 'failed' | 'uncertain' | 'deferred',
  code: string,
  more = {},
) {
  const order = await sell(actions, more);
  const [command] = await game.take();
  await game.report(result(command as never, status, code));
  return { order: order.id, id: command?.id as string };
}

test('lists by order and page, with histories, for those who may', async () => {
  const one = await sell([on.money(1), on.money(2), on.money(3)]);
  await sell([on.money(4)]);
  const byOrder = (await desk('', { orderId: one.id })).json<{ deliveries: { text: string; history: unknown[] }[] }>();
  expect(byOrder.deliveries.map(({ text }) => text)).toEqual(
    [1, 2, 3].map((n) => `Adicionar R$ ${n} ao banco da cidade`),
  );
  expect(byOrder.deliveries[0]?.history).toHaveLength(1);
  const seen: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < 3; page += 1) {
    const answer = (await desk('', { limit: 2, ...(cursor && { cursor }) })).json<{
      deliveries: { id: string }[];
      nextCursor: string | null;
    }>();
    seen.push(...answer.deliveries.map(({ id }) => id));
    if (answer.nextCursor === null) break;
    cursor = answer.nextCursor;
  }
  expect(new Set(seen).size).toBe(4);
  expect(seen).toHaveLength(4);
  expect((await desk('', { state: 'failed' })).json<{ deliveries: unknown[] }>().deliveries).toEqual([]);
  const manager = await makeMember(app.db, store.id, 'manager');
  expect((await desk('', {}, manager.token)).status).toBe(403);
});

test('resending a failed delivery makes its next attempt, with the person in history and audit', async () => {
  const { order, id } = await answered([on.money(5)], 'failed', 'player_not_found');
  const attendant = await makeMember(app.db, store.id, 'attendant');
  expect((await desk('/resend', { ids: [id] }, attendant.token)).json()).toEqual({ success: true });
  expect(await game.take()).toMatchObject([{ id, attempt: 2 }]);
  const history = (await desk('', { orderId: order })).json<{
    deliveries: { history: { message: string | null }[] }[];
  }>();
  expect(history.deliveries[0]?.history.some(({ message }) => message?.includes('por Membro da Equipe'))).toBe(true);
  const audit = await app.db
    .selectFrom('audit_entry')
    .where('store_id', '=', store.id)
    .where('action', '=', 'delivery.resend')
    .select('text')
    .execute();
  expect(audit).toHaveLength(1);
});

test('resending is refused for what arrived, is out, is unsafe, or belongs to an ended order', async () => {
  const refuse = async (ids: string[]) => {
    const answer = await desk('/resend', { ids });
    expect([answer.status, answer.json().code]).toEqual([409, 'delivery_not_resendable']);
  };
  await sell([on.money(5)]);
  const [command] = await game.take();
  await refuse([command?.id as string]);
  await game.report(result(command as never));
  await refuse([command?.id as string]);
  const unsafe = await makeSold(app.db, store.id, {
    client: 18,
    variables: { x: ';' },
    items: [{ actions: [on.group('{{x}}')] }],
  });
  await refuse([(await rows(unsafe.id))[0]?.id as string]);
  const ended = await answered([on.money(5)], 'uncertain', 'uncertain');
  await refundSold(app.db, store.id, ended.order);
  await refuse([ended.id]);
});

test("another store's delivery does not exist", async () => {
  const { id } = await answered([on.money(5)], 'failed', 'player_not_found');
  const other = await makeStore(app.db, app.deps.config.secret);
  for (const [path, body] of [
    ['/resend', { ids: [id] }],
    ['/mark', { id }],
    ['/cancel', { id }],
  ] as const) {
    const answer = await app.post(
      `/v1/deliveries${path}`,
      { subdomain: other.subdomain, ...body },
      { token: other.token },
    );
    expect([answer.status, answer.json().code]).toEqual([404, 'delivery_not_found']);
  }
});

test('a person who looked marks an uncertain delivery, and what follows it goes on', async () => {
  const { order, id } = await answered([on.money(5)], 'uncertain', 'uncertain');
  expect((await desk('/mark', { id, note: 'Vi no extrato' })).status).toBe(200);
  expect(await rows(order)).toMatchObject([{ state: 'succeeded', code: 'by_person' }]);
  expect((await desk('/mark', { id })).json().code).toBe('delivery_not_markable');
});

test('a delivery that is marked as delivered after the refund is taken back', async () => {
  const { order, id } = await answered([on.group('vip')], 'uncertain', 'uncertain');
  await refundSold(app.db, store.id, order);
  await desk('/mark', { id });
  expect(await states(order)).toEqual(['succeeded', 'queued']);
});

test('cancelling ends a waiting delivery and its expiration, and asks back one that is out', async () => {
  const waiting = await sell([on.group('vip'), on.dropGroup('vip')], { removeDays: 30 });
  const [first] = await rows(waiting.id);
  await desk('/cancel', { id: first?.id, note: 'Combinado com o jogador' });
  expect(await states(waiting.id)).toEqual(['cancelled', 'cancelled']);
  expect((await desk('/cancel', { id: first?.id })).json().code).toBe('delivery_not_cancellable');
  const out = await sell([on.money(5)]);
  const [command] = await game.take();
  await desk('/cancel', { id: command?.id });
  expect((await game.sync({ want: 0 })).body.cancel).toEqual([command?.id]);
  await game.report(result(command as never, 'failed', 'cancelled'));
  expect(await states(out.id)).toEqual(['cancelled']);
});

test('correcting a wrong city id renders and queues the delivery again, and its days follow', async () => {
  const actions = [on.command('avisar {{cidade}}'), on.group('vip'), on.dropGroup('vip')];
  const { order } = await answered(actions, 'failed', 'player_not_found', { removeDays: 30 });
  expect((await desk('/retarget', { orderId: order, clientId: 99 })).status).toBe(200);
  expect(await rows(order)).toMatchObject([
    { state: 'queued', player: '99', args: { command: 'avisar 99' } },
    { state: 'queued', player: '99' },
    { state: 'scheduled', player: '99' },
  ]);
  const rights = await sql<{
    holder: string;
  }>`select holder from customer_right where store_id = ${store.id} and ended_at is null`.execute(app.db);
  expect(rights.rows).toEqual([{ holder: '99' }]);
  const [command] = await game.take();
  expect(command?.player.city_id).toBe('99');
  // And corrected back to the first id.
  await game.report(result(command as never, 'failed', 'player_not_found'));
  await desk('/retarget', { orderId: order, clientId: 17 });
  expect((await rows(order)).map(({ player }) => player)).toEqual(['17', '17', '17']);
});

test('correcting the city id leaves what arrived where it is', async () => {
  const order = await sell([on.money(5), on.group('vip')]);
  const [money] = await game.take();
  await game.report(result(money as never));
  await desk('/retarget', { orderId: order.id, clientId: 99 });
  expect((await rows(order.id)).map(({ player, state }) => [player, state])).toEqual([
    ['17', 'succeeded'],
    ['99', 'queued'],
  ]);
});

test('a lapsed lease ends a cancelled delivery; a late report of success still counts', async () => {
  const order = await sell([on.money(5)]);
  const [command] = await game.take();
  await refundSold(app.db, store.id, order.id);
  await sql`update delivery set lease_until = now() - interval '31 seconds' where order_id = ${order.id}`.execute(
    app.db,
  );
  await dueSweep.run(app.deps);
  expect(await states(order.id)).toEqual(['cancelled']);
  await game.report(result(command as never));
  expect(await states(order.id)).toEqual(['succeeded']);
});

test('a target that this version does not know is told by the invariants', async () => {
  const { id } = await sell([on.group('vip')]);
  const to = (target: string) => sql`update delivery set target = ${target} where order_id = ${id}`.execute(app.db);
  await to('carteiro');
  expect(await violations(app.db)).toMatchObject([{ rule: 'unknown_target', storeId: store.id }]);
  await expect(to('Carteiro; drop')).rejects.toThrow('delivery_target_check');
  await to('fivem');
});
