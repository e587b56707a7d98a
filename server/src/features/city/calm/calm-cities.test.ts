import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { notify } from '../../../db/notify.ts';
import { installJobs } from '../../../jobs/boss.ts';
import { tasks } from '../../../tasks.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { GameClient } from '../../../test/game-client.ts';
import { hearStatements } from '../../../test/hear-statements.ts';
import type { MadeStore } from '../../../test/make.ts';
import { makeCity, selling } from '../../../test/make-city.ts';
import { on } from '../../../test/make-deliveries.ts';
import { expectPurchase } from '../expect-purchase.ts';
import { signDue } from './sign-of-life.ts';

let app: TestApp;
let store: MadeStore;
let game: GameClient;

beforeAll(async () => {
  app = await createTestApp();
  statementsOf = hearStatements(app.pool, (text) => !text.includes('watched_store'));
  await installJobs(app.pool, tasks);
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ store, game } = await makeCity(app));
  await game.hello();
  // The city has been connected for an hour. Polls of a new connection are held, because its owner will try it.
  await sql`update game_server set hello_at = now() - interval '1 hour' where store_id = ${store.id}`.execute(app.db);
  await untilAllIsHeard();
});

/** Waits until this process has heard of the hello. Wake-ups come in the order of their commits, so the hello's came before this one. */
async function untilAllIsHeard(): Promise<void> {
  const heard = Promise.withResolvers<void>();
  const stop = app.deps.listener.on('deliveries', (payload) => payload === 'last' && heard.resolve());
  await notify(app.db, 'deliveries', 'last');
  await heard.promise;
  stop();
}

const sell = selling(() => ({ app, store }));

/** What `work` asks the database. The ear asks for all cities together, every three seconds. */
let statementsOf: ReturnType<typeof hearStatements>;

/** Polls until this process has forgotten that the city was calm. */
const untilHeard = async () =>
  await vi.waitFor(async () => expect((await statementsOf(() => game.sync())).length).toBeGreaterThan(1), {
    timeout: 30_000,
    interval: 50,
  });

const signAge = (seconds: number) =>
  sql`update game_server set last_seen_at = now() - make_interval(secs => ${seconds}) where store_id = ${store.id}`.execute(
    app.db,
  );
const age = async () =>
  (
    await sql<{ s: number }>`
      select extract(epoch from now() - last_seen_at)::int as s from game_server where store_id = ${store.id}`.execute(
      app.db,
    )
  ).rows[0]?.s;

test('an idle city’s polls write nothing, and ask only whose token it is', async () => {
  await sinceOwnSecond();
  await game.sync();
  const rows = async () =>
    (
      await sql<{ n: string }>`select (select count(*) from game_nonce where store_id = ${store.id})
       || ' ' || (select xmin from game_server where store_id = ${store.id}) as n`.execute(app.db)
    ).rows[0]?.n;
  const before = await rows();
  const statements = await statementsOf(async () => {
    for (let n = 0; n < 20; n += 1)
      expect((await game.sync()).body).toMatchObject({ commands: [], next_poll_ms: 10_000 });
  });
  expect(statements.filter((text) => !text.includes('"game_token"'))).toEqual([]);
  expect(statements).toHaveLength(20);
  expect(await rows()).toBe(before);
});

test('a sale, a cart and a server that says hello end the calm at once', async () => {
  await game.sync();
  await game.sync();
  await sell([on.money(5)]);
  await vi.waitFor(async () => expect(await game.take()).toHaveLength(1), { timeout: 30_000, interval: 50 });

  ({ store, game } = await makeCity(app));
  await game.hello();
  await sql`update game_server set hello_at = now() - interval '1 hour' where store_id = ${store.id}`.execute(app.db);
  await game.sync();
  await expectPurchase(app.db, store.id);
  await untilHeard();
  expect((await game.sync()).body.next_poll_ms).toBe(0);
});

test('other players, a result and an older epoch are always looked at', async () => {
  await game.sync();
  await game.sync();
  game.online = ['17'];
  const { length } = await statementsOf(() => game.sync());
  expect(length).toBeGreaterThan(1);
  expect(await game.report({ id: 'nobody', attempt: 1, status: 'succeeded', code: 'ok' })).toEqual(['nobody']);
  game.epoch -= 1;
  expect((await game.sync()).body.code).toBe('superseded');
});

test('the calm ends before something falls due', async () => {
  await game.sync();
  const { id } = await sell([on.money(5)]);
  await sql`update delivery set due_at = now() + interval '6 seconds' where order_id = ${id}`.execute(app.db);
  // A recent sale would keep the city from being calm, so this test makes the sale old.
  await sql`update "order" set completed_at = now() - interval '1 day', created_at = now() - interval '1 day'
             where id = ${id}`.execute(app.db);
  await untilHeard();
  expect(await game.take()).toEqual([]);
  await vi.waitFor(async () => expect(await game.take()).toHaveLength(1), { timeout: 30_000, interval: 200 });
});

test('a copy of the folder of a calm city is still found out', async () => {
  await game.sync();
  await game.sync();
  const copy = new GameClient(app, store.apiToken);
  copy.journal = game.journal;
  expect((await copy.hello()).body.seat).toBe('waiting');
  await sql`update game_claim set first_seen_at = first_seen_at - interval '10 seconds' where store_id = ${store.id}`.execute(
    app.db,
  );
  await vi.waitFor(
    async () => {
      await game.sync();
      const { rows } = await sql`select state, reason from game_claim where store_id = ${store.id}`.execute(app.db);
      expect(rows).toEqual([{ state: 'waiting', reason: 'copy' }]);
    },
    { timeout: 30_000, interval: 50 },
  );
});

const lastSeen = async () =>
  (
    await sql<{ at: string }>`select last_seen_at::text as at from game_server where store_id = ${store.id}`.execute(
      app.db,
    )
  ).rows[0]?.at;

/** Seconds that have passed since the store's own second of a minute. Waits when the next one is near. */
async function sinceOwnSecond(): Promise<number> {
  for (;;) {
    const { rows } = await sql<{ s: number }>`
      select mod(extract(epoch from now()) + abs(hashtext(${store.id})::bigint), 60)::float8 as s`.execute(app.db);
    const since = rows[0]?.s ?? 0;
    if (since > 1 && since < 50) return since;
    await delay(1000);
  }
}

test('the sign of life is written once a minute, and three times while another script waits', async () => {
  const since = await sinceOwnSecond();
  await signAge(since / 2);
  const before = await lastSeen();
  await game.sync();
  expect(await lastSeen()).toBe(before);
  await signAge(since + 9);
  // The calm lasts until the sign is due. This test moved the time, so something must end it.
  await notify(app.db, 'deliveries', store.id);
  await untilHeard();
  expect(await age()).toBeLessThan(9);
  await new GameClient(app, store.apiToken).hello();
  await signAge(15);
  await untilHeard();
  expect(await age()).toBeGreaterThanOrEqual(15);
  await signAge(21);
  await game.sync();
  expect(await age()).toBeLessThan(10);
});

test('cities that said hello together write their signs at different seconds, within a minute', async () => {
  const { rows } = await sql<{ seconds: number; soonest: number; latest: number }>`
    select count(distinct floor(due))::int as seconds, min(due) as soonest, max(due) as latest
      from (select ${signDue({ store: store.id, seat: store.id })} as due
              from (select 'store' || n as store_id, now() as last_seen_at from generate_series(1, 900) n) g) d`.execute(
    app.db,
  );
  expect(rows[0]?.seconds).toBeGreaterThan(55);
  expect(rows[0]?.soonest).toBeGreaterThan(0);
  expect(rows[0]?.latest).toBeLessThanOrEqual(60);
});
