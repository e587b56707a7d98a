import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { installJobs } from '../../../jobs/boss.ts';
import { tasks } from '../../../tasks.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { everything, GameClient, result } from '../../../test/game-client.ts';
import type { MadeStore } from '../../../test/make.ts';
import { makeCity, selling } from '../../../test/make-city.ts';
import { on, refundSold } from '../../../test/make-deliveries.ts';
import { answerPollsAtOnce } from '../../../test/shorter-limits.ts';
import { violations } from '../../deliveries/invariants.ts';

/** A city's reports about deliveries that it never had, reports that come twice, and reports that nobody can read. */

answerPollsAtOnce();

let app: TestApp;
let store: MadeStore;
let game: GameClient;

beforeAll(async () => {
  app = await createTestApp();
  await installJobs(app.pool, tasks);
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ store, game } = await makeCity(app));
  await hello();
});

const hello = () => game.hello({ capabilities: { ...everything, in_order: { online: true, offline: true } } });
const sell = selling(() => ({ app, store }));
const rowsOf = async (order: string) =>
  (
    await sql<{
      id: string;
      state: string;
    }>`select id, state from delivery where order_id = ${order} order by seq`.execute(app.db)
  ).rows;
const statesOf = async (order: string) => (await rowsOf(order)).map(({ state }) => state);

test('one result that nobody can read does not block those beside it', async () => {
  const { id } = await sell([on.money(5), on.group('vip')]);
  const [money, group] = await game.take();
  const spoilt = [
    { ...result(money as never), status: 'great' },
    { ...result(money as never), attempt: 1.5 },
    { ...result(money as never), detail: { deep: {} } },
    {},
  ];
  const good = result(group as never);
  const answer = await game.sync({ results: [...spoilt, good], want: 0 });
  expect(answer).toMatchObject({ status: 200, body: { settled: [good.id] } });
  expect(await statesOf(id)).toEqual(['sent', 'succeeded']);
  expect((await game.sync({ results: ['succeeded'] })).status).toBe(400);
});

test('a report about a delivery that never went out to this city changes nothing, whether it waits or is out elsewhere', async () => {
  const made = await app.post(
    '/v1/servers/create',
    { subdomain: store.subdomain, name: 'Cidade Baixa' },
    { token: store.token },
  );
  const second = made.json<{ id: string; apiToken: string }>();
  const other = new GameClient(app, second.apiToken);
  await other.hello();
  const here = await sell([on.money(5)]);
  const [mine] = await game.take();
  const waits = await sell([on.item('agua', 1), on.role('333333333333333333')]);
  const ids = (await rowsOf(waits.id)).map(({ id }) => id);
  const claim = ids.map((id) => ({ id, attempt: 1, status: 'succeeded' as const, code: 'ok' }));
  expect((await game.report(...claim)).sort()).toEqual([...ids].sort());
  expect(await statesOf(waits.id)).toEqual(['queued', 'queued']);
  expect(await other.report(result(mine as never), result(mine as never, 'failed', 'invalid_item'))).toHaveLength(2);
  expect(await statesOf(here.id)).toEqual(['sent']);
  expect(await game.report(result(mine as never))).toEqual([mine?.id]);
  expect(await statesOf(here.id)).toEqual(['succeeded']);
  expect(await violations(app.db)).toEqual([]);
});

test('another store’s city changes nothing, and its request is settled like any unknown id', async () => {
  const { id } = await sell([on.money(5)]);
  const [command] = await game.take();
  const { game: stranger } = await makeCity(app);
  await stranger.hello();
  const words = { results: [result(command as never)], in_progress: [command?.id], ready: [command?.id], want: 0 };
  expect((await stranger.sync(words)).body).toMatchObject({ settled: [command?.id], leases_until: {} });
  expect(await statesOf(id)).toEqual(['sent']);
});

test('a second report about a delivery counts only if it says that the delivery arrived after all', async () => {
  const { id } = await sell([on.group('vip')]);
  const [command] = await game.take();
  const say = (status: Parameters<typeof result>[1], code: string) =>
    game.report(result(command as never, status, code));
  await say('uncertain', 'uncertain');
  await say('deferred', 'player_offline');
  await refundSold(app.db, store.id, id);
  await say('succeeded', 'ok');
  await say('failed', 'invalid_item');
  await say('uncertain', 'uncertain');
  const [first, ...rest] = await statesOf(id);
  expect(first).toBe('succeeded');
  // What arrived after the refund is taken back.
  expect(rest).toEqual(['queued']);
  expect(await violations(app.db)).toEqual([]);
});

test('a script hears which deliveries in its hand are decided, so that it repeats nothing after a restart', async () => {
  await sell([on.money(5), on.money(6), on.money(7)]);
  const [done, unclear, open] = await game.take();
  await game.report(result(done as never), result(unclear as never, 'uncertain', 'uncertain'));
  const named = [done?.id, unclear?.id, open?.id, 'nobody'];
  const decided = async () => (await game.sync({ in_progress: named, want: 0 })).body.decided?.sort();
  expect(await decided()).toEqual([done?.id, unclear?.id].sort());
  await sql`update game_server set last_seen_at = now() - interval '2 minutes' where store_id = ${store.id}`.execute(
    app.db,
  );
  game.boot = 'another-boot';
  await hello();
  expect(await decided()).toEqual([done?.id, unclear?.id].sort());
  // After a person has sent the delivery again, it may run.
  const resent = await app.post(
    '/v1/deliveries/resend',
    { subdomain: store.subdomain, ids: [unclear?.id] },
    { token: store.token },
  );
  expect(resent.status, resent.text).toBe(200);
  expect(await decided()).toEqual([done?.id]);
  expect((await game.sync({ in_progress: [open?.id], want: 0 })).body.decided).toBeUndefined();
});

test('an old report that arrives late changes neither an uncertain delivery nor one that a person has just sent again', async () => {
  const { id } = await sell([on.money(5)]);
  const [first] = await game.take();
  const late = result(first as never, 'deferred', 'inventory_full');
  await game.report(late);
  await sql`update delivery set due_at = now() where order_id = ${id}`.execute(app.db);
  const [second] = await game.take();
  expect(second).toMatchObject({ id: first?.id, attempt: 2 });
  await game.report(result(second as never, 'uncertain', 'uncertain'));
  // A request of the first attempt reaches us late, after the report of the second.
  for (const old of [late, result(first as never, 'failed', 'invalid_item')]) {
    expect(await game.report(old)).toEqual([first?.id]);
    expect(await statesOf(id)).toEqual(['uncertain']);
  }
  expect(await game.take()).toEqual([]);
  await app.post('/v1/deliveries/resend', { subdomain: store.subdomain, ids: [first?.id] }, { token: store.token });
  expect(await game.report(result(first as never, 'failed', 'invalid_item'))).toEqual([first?.id]);
  expect(await statesOf(id)).toEqual(['queued']);
  // Any report of the newest attempt counts. Of an older attempt only success counts.
  const [third] = await game.take();
  expect(await game.report(result(first as never, 'failed', 'invalid_item'))).toEqual([]);
  expect(await game.report(result(third as never, 'failed', 'invalid_item'))).toEqual([first?.id]);
  expect(await statesOf(id)).toEqual(['failed']);
  await game.report(result(first as never));
  expect(await statesOf(id)).toEqual(['succeeded']);
});

test('a city that gives everything back is offered it again at once for a while, and then once a minute', async () => {
  const { id } = await sell([on.money(5)]);
  const offers = async (code: string, status: 'failed' | 'deferred', most: number) => {
    let count = 0;
    for (; count < most; count += 1) {
      const [command] = await game.take();
      if (!command) break;
      await game.report(result(command, status, code));
    }
    return count;
  };
  expect(await offers('held_back', 'deferred', 60)).toBe(20);
  const { rows } = await sql<{ pause: number }>`
    select round(extract(epoch from due_at - now()))::int as pause from delivery where order_id = ${id}`.execute(
    app.db,
  );
  expect(rows[0]?.pause).toBeGreaterThan(55);
  expect(await statesOf(id)).toEqual(['queued']);
});

test('a city that says again and again that its bag has room is believed for a while', async () => {
  const { id } = await sell([on.money(5)]);
  let ready: string[] = [];
  let offered = 0;
  for (let turn = 0; turn < 80; turn += 1) {
    await game.sync({ ready, want: 0 });
    const [command] = await game.take();
    if (!command) break;
    offered += 1;
    ready = [command.id];
    await game.report(result(command, 'deferred', 'inventory_full'));
  }
  expect(offered).toBe(30);
  await sql`update delivery set updated_at = now() - interval '2 minutes' where order_id = ${id}`.execute(app.db);
  await game.sync({ ready, want: 0 });
  expect(await game.take()).toHaveLength(1);
});
