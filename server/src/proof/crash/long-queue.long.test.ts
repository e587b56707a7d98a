import type { GameCommand } from '@vitrine/contract/game';
import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violations } from '../../features/deliveries/invariants.ts';
import { installJobs } from '../../jobs/boss.ts';
import { tasks } from '../../tasks.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { GameClient, type Outcome, result } from '../../test/game-client.ts';
import { type MadeStore, makeStore } from '../../test/make.ts';
import { makeProduct } from '../../test/make-catalog.ts';
import { makeSold, on } from '../../test/make-deliveries.ts';
import { answerPollsAtOnce } from '../../test/shorter-limits.ts';

/** A city that was away for a week while its store sold (facts/security.md, P15). */
answerPollsAtOnce();

const PLAYERS = 100;
const ORDERS_EACH = 2;
const ACTIONS = 50;
const LINES = 4;

let app: TestApp;
let store: MadeStore;
beforeAll(async () => {
  app = await createTestApp();
  await installJobs(app.pool, tasks);
  store = await makeStore(app.db, app.deps.config.secret);
});
afterAll(() => app.close());

test('10 000 deliveries wait for seven days: each goes out once, in order per player, in full batches', async () => {
  const product = await makeProduct(app.db, store.id);
  const actions = Array.from({ length: ACTIONS }, (_, index) => on.money(index + 1));
  // each loop sells to its own players, one order after the other
  const sellTo = async (first: number) => {
    for (let sale = 0; sale < ORDERS_EACH; sale++) {
      for (let client = first; client <= PLAYERS; client += LINES) {
        await makeSold(app.db, store.id, { client, items: [{ product, actions }] });
      }
    }
  };
  await Promise.all(Array.from({ length: LINES }, (_, line) => sellTo(line + 1)));
  await sql`update delivery set created_at = created_at - interval '7 days' where store_id = ${store.id}`.execute(
    app.db,
  );

  const game = new GameClient(app, store.apiToken);
  await game.hello();
  const came = new Map<string, GameCommand[]>();
  let results: Outcome[] = [];
  let count = 0;
  let syncs = 0;
  for (;;) {
    syncs += 1;
    const { status, body } = await game.sync({ results });
    expect({ status, code: body.code }).toEqual({ status: 200 });
    results = body.commands.map((command) => result(command));
    if (results.length === 0) break;
    for (const command of body.commands) {
      count += 1;
      const { city_id: player = '' } = command.player;
      came.set(player, [...(came.get(player) ?? []), command]);
    }
  }
  // The last one brings nothing more.
  expect(syncs).toBe((PLAYERS * ORDERS_EACH * ACTIONS) / limits.gameBatch + 1);
  expect(count).toBe(PLAYERS * ORDERS_EACH * ACTIONS);
  const once = [...Array(ACTIONS).keys()].map((index) => index + 1);
  for (const commands of came.values()) {
    expect(new Set(commands.map(({ id }) => id)).size).toBe(ORDERS_EACH * ACTIONS);
    // one purchase after the other, each with its actions in the owner's order
    expect(commands.map(({ args }) => args.amount)).toEqual(Array(ORDERS_EACH).fill(once).flat());
  }
  const left = await sql<{ n: string }>`
    select count(*) as n from delivery where store_id = ${store.id} and state <> 'succeeded'`.execute(app.db);
  expect(Number(left.rows[0]?.n)).toBe(0);
  expect(await violations(app.db)).toEqual([]);
}, 400_000);
