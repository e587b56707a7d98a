import { GameSync } from '@vitrine/contract/game';
import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { TestApp } from '../../test/app.ts';
import { endsBefore } from '../../test/ends-before.ts';
import type { GameClient } from '../../test/game-client.ts';
import type { MadeStore } from '../../test/make.ts';
import { selling, useCity } from '../../test/make-city.ts';
import { makeSold, on } from '../../test/make-deliveries.ts';
import { violations } from '../deliveries/invariants.ts';
import { CalmCities } from './calm/calm-cities.ts';
import { listenForCities } from './calm/city-ear.ts';
import { expectPurchase } from './expect-purchase.ts';
import { syncGame } from './game-sync.ts';
import { createGameWake } from './game-wake.ts';

let app: TestApp;
let store: MadeStore;
let game: GameClient;
useCity((city) => {
  ({ app, store, game } = city);
});

const sell = selling(() => ({ app, store }));

test('a held request is answered the moment something is sold, and else before its time is over', async () => {
  await game.hello();
  await sql`update "order" set status = 'pending', expires_at = now() + interval '10 minutes' where id = ${(await sell([on.money(1)])).id}`.execute(
    app.db,
  );
  await game.take();
  const held = game.sync();
  const early = endsBefore(limits.gameHoldMs, held);
  const sold = new Promise((resolve) => setTimeout(resolve, 300)).then(() =>
    makeSold(app.db, store.id, { client: 21, items: [{ actions: [on.money(7)] }] }),
  );
  const answer = await held;
  await sold;
  expect(answer.body.commands).toMatchObject([{ args: { amount: 7 } }]);
  expect(await early).toBe(true);
  const quiet = performance.now();
  // FXServer gives up after five seconds without a byte.
  expect(limits.gameHoldMs).toBeLessThan(5000);
  expect((await game.sync()).body.next_poll_ms).toBe(0);
  expect(performance.now() - quiet).toBeGreaterThan(3000);
});

test('a caller that hung up gets nothing that is sold afterwards', async () => {
  await game.hello();
  const sync = { results: [], in_progress: [], ready: [], online: [], people: {}, want: 25 };
  const { epoch, boot: boot_id, journal: journal_id } = game;
  const wake = createGameWake(app.deps.listener, 'deliveries');
  let gone = false;
  const held = syncGame(
    app.db,
    { wake, calm: new CalmCities(app.deps.listener), ear: listenForCities(app.deps) },
    { store: store.id, seat: store.id, nonce: '', inMemory: false },
    GameSync.parse({ ...sync, epoch, boot_id, journal_id }),
    () => gone,
  );
  await new Promise((resolve) => setTimeout(resolve, 200));
  gone = true;
  const { id } = await sell([on.money(1)]);
  expect((await held).commands).toEqual([]);
  const { rows } = await sql`select state from delivery where order_id = ${id}`.execute(app.db);
  expect(rows).toEqual([{ state: 'queued' }]);
  wake.release();
});

test('a poll stays open once somebody looks at a cart', async () => {
  await game.hello();
  await expectPurchase(app.db, store.id);
  const held = game.sync();
  const sold = new Promise((resolve) => setTimeout(resolve, 200)).then(() =>
    makeSold(app.db, store.id, { client: 21, items: [{ actions: [on.money(7)] }] }),
  );
  expect((await held).body).toMatchObject({ commands: [{ args: { amount: 7 } }], next_poll_ms: 0 });
  await sold;
});

test('a poll of a quiet store is answered at once and told to come back later', async () => {
  await game.hello();
  await sql`update game_server set hello_at = now() - interval '11 minutes' where store_id = ${store.id}`.execute(
    app.db,
  );
  const poll = game.sync();
  expect(await endsBefore(limits.gameHoldMs, poll)).toBe(true);
  expect((await poll).body).toMatchObject({ next_poll_ms: 10_000, commands: [] });
});

test('a script that wants no more work now asks again soon while more waits for it', async () => {
  await game.hello();
  await sell([on.money(1)]);
  expect((await game.sync({ want: 0 })).body).toMatchObject({ commands: [], next_poll_ms: 500 });
});

test('many polls at once never take the same delivery twice', async () => {
  await game.hello();
  for (let client = 1; client <= 30; client += 1) {
    await makeSold(app.db, store.id, { client, items: [{ actions: [on.money(1)] }] });
  }
  const answers = await Promise.all(Array.from({ length: 8 }, () => game.sync({ want: 10 })));
  const ids = answers.flatMap(({ body }) => body.commands.map(({ id }) => id));
  expect(ids).toHaveLength(30);
  expect(new Set(ids).size).toBe(30);
  expect(await violations(app.db)).toEqual([]);
});

test('a copy of a poll at another process is answered, takes nothing, and changes nothing', async () => {
  const { body } = await game.hello();
  const { id } = await sell([on.money(1)]);
  const { boot: boot_id, journal: journal_id } = game;
  const nonce = `${'c'.repeat(32)}${'1'.padStart(16, '0')}`;
  const poll = async () =>
    await syncGame(
      app.db,
      {
        wake: createGameWake(app.deps.listener, 'deliveries'),
        calm: new CalmCities(app.deps.listener),
        ear: listenForCities(app.deps),
      },
      { store: store.id, seat: store.id, nonce, inMemory: true },
      GameSync.parse({ epoch: body.epoch, boot_id, journal_id, online: [], want: 25 }),
      () => false,
    );
  expect((await poll()).commands).toHaveLength(1);
  const state = sql`select state, attempts, updated_at, lease_until from delivery where order_id = ${id}`;
  const { rows: before } = await state.execute(app.db);
  expect(await poll()).toMatchObject({ success: true, commands: [], settled: [] });
  expect((await state.execute(app.db)).rows).toEqual(before);
});

test('a held request is answered when the process is about to end', async () => {
  await game.hello();
  const { id } = await sell([on.money(1)]);
  await game.take();
  await sql`update "order" set status = 'pending', expires_at = now() + interval '10 minutes' where id = ${id}`.execute(
    app.db,
  );
  const held = game.sync();
  const early = endsBefore(limits.gameHoldMs, held);
  await new Promise((resolve) => setTimeout(resolve, 200));
  await app.app.close();
  expect((await held).status).toBe(200);
  expect(await early).toBe(true);
});
