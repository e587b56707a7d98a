import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { TestApp } from '../../test/app.ts';
import { GameClient } from '../../test/game-client.ts';
import { type MadeStore, makeStore } from '../../test/make.ts';
import { useCity } from '../../test/make-city.ts';
import { citySweep } from './city-status.ts';

let app: TestApp;
let store: MadeStore;
let game: GameClient;
useCity((city) => {
  ({ app, store, game } = city);
});

/** How many times the store's pages changed while `work` ran. */
async function changesDuring(work: () => Promise<unknown>): Promise<number> {
  const version = async () =>
    (await app.db.selectFrom('store').where('id', '=', store.id).select('page_version').executeTakeFirstOrThrow())
      .page_version;
  const before = await version();
  await work();
  return (await version()) - before;
}
const sweep = () => citySweep.run(app.deps);
const silentFor = (seconds: number) =>
  sql`update game_server set last_seen_at = now() - make_interval(secs => ${seconds}) where store_id = ${store.id}`.execute(
    app.db,
  );

test('pages change once when the city comes, once when it falls silent, once when it is back', async () => {
  expect(await changesDuring(() => game.hello())).toBe(1);
  expect(await changesDuring(() => game.hello())).toBe(0);
  expect(await changesDuring(sweep)).toBe(0);
  await silentFor(limits.gameOfflineSeconds - 10);
  expect(await changesDuring(sweep)).toBe(0);
  await silentFor(limits.gameOfflineSeconds + 1);
  expect(await changesDuring(sweep)).toBe(1);
  expect(await changesDuring(sweep)).toBe(0);
  expect(await changesDuring(() => game.hello())).toBe(1);
});

test('a city whose line was cut is back with its next sync, without a hello', async () => {
  await game.hello();
  await silentFor(limits.gameOfflineSeconds + 1);
  await sweep();
  expect(await changesDuring(() => game.sync({ want: 0 }))).toBe(1);
  expect(await changesDuring(() => game.sync({ want: 0 }))).toBe(0);
});

test('a refused hello and another store change nothing', async () => {
  const other = await makeStore(app.db, app.deps.config.secret);
  await new GameClient(app, other.apiToken).hello();
  expect(await changesDuring(sweep)).toBe(0);
  expect(await changesDuring(() => new GameClient(app, 'vtr_unknown').hello())).toBe(0);
});
