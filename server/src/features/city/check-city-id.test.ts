import { limits } from '@vitrine/contract/limits';
import type { CityCheckAnswer } from '@vitrine/contract/orders';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { installJobs } from '../../jobs/boss.ts';
import { tasks } from '../../tasks.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { endsBefore } from '../../test/ends-before.ts';
import { everything, GameClient, result } from '../../test/game-client.ts';
import { type MadeStore, makeStore } from '../../test/make.ts';
import { makeProduct } from '../../test/make-catalog.ts';
import { makeCity } from '../../test/make-city.ts';
import { makeSold, on } from '../../test/make-deliveries.ts';
import { cart } from '../../test/make-shop.ts';
import { violations } from '../deliveries/invariants.ts';
import { peopleSweep } from './city-people.ts';

let app: TestApp;
let store: MadeStore;
let game: GameClient;
let shopper: string;
let addresses = 0;

beforeAll(async () => {
  app = await createTestApp();
  await installJobs(app.pool, tasks);
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ store, game } = await makeCity(app));
  addresses += 1;
  shopper = `10.0.0.${addresses}`;
});

const withQuestions = { capabilities: { ...everything, who: { online: true, offline: true } } };
interface Checked extends Partial<CityCheckAnswer> {
  status: number;
  code?: string;
  /** Whether the answer came before the longest wait for a city was over. */
  early: boolean;
}
async function check(clientId: unknown, subdomain = store.subdomain): Promise<Checked> {
  const asked = app.app.inject({
    method: 'POST',
    url: '/v1/city/check',
    remoteAddress: shopper,
    payload: { subdomain, clientId },
  });
  const early = await endsBefore(limits.cityCheckWaitMs, asked);
  const answer = await asked;
  return { status: answer.statusCode, early, ...answer.json() };
}
/** Polls until a question is there, as a connected city does. */
async function nextQuestions(): Promise<string[]> {
  for (;;) {
    const { body } = await game.sync();
    if (body.who.length > 0) return body.who;
  }
}
const tell = (...people: unknown[]) => game.sync({ people, want: 0 });
const settings = (text: string) =>
  sql`update store set settings = ${text}::jsonb where id = ${store.id}`.execute(app.db);
const age = (seconds: number) =>
  sql`update city_check set answered_at = answered_at - make_interval(secs => ${seconds}),
      opened_at = opened_at - make_interval(secs => ${seconds}) where store_id = ${store.id}`.execute(app.db);
async function buy(clientId: number, change: object = {}) {
  const product = await makeProduct(app.db, store.id, { price: 0 });
  const body = cart(store, [{ id: product, quantity: 1 }], { clientId, ...change });
  const answer = await app.post('/v1/order/create', body);
  return answer.json<{ success: boolean; code?: string; error?: string; field?: string }>();
}

test('the connected city names the player; strangers and the database see the name masked', async () => {
  await game.hello(withQuestions);
  const waiting = check(4);
  expect(await nextQuestions()).toEqual(['4']);
  await tell({ city_id: '4', status: 'found', name: 'João Silva' });
  const answer = await waiting;
  expect(answer).toMatchObject({ success: true, result: 'found', name: 'Jo** Si***', required: false, early: true });
  const { rows } = await sql`select name from city_check where store_id = ${store.id}`.execute(app.db);
  expect(rows).toEqual([{ name: 'Jo** Si***' }]);
  // The answer is known for some minutes, so the city is not asked again.
  expect(await check(4)).toMatchObject({ result: 'found', name: 'Jo** Si***' });
  expect((await game.sync({ want: 0 })).body.who).toEqual([]);
  expect(await buy(4)).toMatchObject({ success: true });
});

test('an id that the connected city does not know buys nothing until the city knows it', async () => {
  await game.hello(withQuestions);
  const waiting = check(999);
  await nextQuestions();
  await tell({ city_id: '999', status: 'missing', name: 'Ninguém' });
  expect(await waiting).toMatchObject({ result: 'missing', name: null });
  expect(await buy(999)).toMatchObject({
    success: false,
    code: 'city_id_unknown',
    field: 'clientId',
    error: 'Não encontramos esse ID na cidade. Confira o número.',
  });
  expect(await buy(998)).toMatchObject({ success: true });

  await age(21);
  const again = check(999);
  expect(await nextQuestions()).toEqual(['999']);
  // Until the city answers again, its last answer stands.
  expect(await buy(999)).toMatchObject({ code: 'city_id_unknown' });
  await tell({ city_id: '999', status: 'found', name: 'Recém Chegado' });
  expect(await again).toMatchObject({ result: 'found' });
  expect(await buy(999)).toMatchObject({ success: true });
});

test('an id that nobody can check gives a warning or no sale, as the owner chose', async () => {
  // No city ever connected, so there is nothing to check.
  expect(await check(4)).toMatchObject({ result: 'none', required: false });
  await game.hello();
  // An older script is not asked.
  expect(await check(4)).toMatchObject({ result: 'none' });
  expect((await game.sync()).body.who).toEqual([]);

  await game.hello(withQuestions);
  const waiting = check(4);
  await nextQuestions();
  await tell({ city_id: '4', status: 'unknown' });
  expect(await waiting).toMatchObject({ result: 'unknown', required: false });
  expect(await buy(4)).toMatchObject({ success: true });

  await settings('{"cityCheck":"require"}');
  expect(await check(4)).toMatchObject({ result: 'unknown', required: true });
  expect(await buy(4)).toMatchObject({ code: 'city_id_unconfirmed', field: 'clientId' });
  await age(21);
  const confirmed = check(4);
  await nextQuestions();
  await tell({ city_id: '4', status: 'found', name: 'Ana' });
  expect(await confirmed).toMatchObject({ result: 'found' });
  await age(20 * 60);
  expect(await buy(4)).toMatchObject({ success: true });
  await age(11 * 60);
  expect(await buy(4)).toMatchObject({ code: 'city_id_unconfirmed' });
});

test('nobody waits for an offline city, and a city that goes away costs two seconds', async () => {
  await game.hello(withQuestions);
  const going = check(4);
  await nextQuestions();
  // The city took the question, and then its power failed.
  expect(await going).toMatchObject({ result: 'unknown', early: false });
  await sql`update game_server set last_seen_at = now() - interval '10 minutes' where store_id = ${store.id}`.execute(
    app.db,
  );
  const gone = await check(5);
  expect(gone).toMatchObject({ result: 'unknown', early: true });
  expect(await buy(4)).toMatchObject({ success: true });
});

test('the answer of a slow city serves the next call, and an order is placed without it', async () => {
  await game.hello(withQuestions);
  const waiting = check(4);
  await nextQuestions();
  let answered = false;
  waiting.finally(() => {
    answered = true;
  });
  expect(await buy(4)).toMatchObject({ success: true });
  expect(answered, 'the check still waits for the city').toBe(false);
  expect(await waiting).toMatchObject({ result: 'unknown' });
  await tell({ city_id: '4', status: 'found', name: 'Bruno Lima' });
  expect(await check(4)).toMatchObject({ result: 'found', name: 'Br*** Li**', early: true });
});

test('a question whose answer was lost is asked again', async () => {
  await game.hello(withQuestions);
  const waiting = check(4);
  await nextQuestions();
  await waiting;
  expect((await game.sync({ want: 0 })).body.who).toEqual([]);
  await sql`update city_check set sent_at = sent_at - interval '5 seconds' where store_id = ${store.id}`.execute(
    app.db,
  );
  expect((await game.sync({ want: 0 })).body.who).toEqual(['4']);
});

test('a hostile city: its unasked answers are dropped, its names are masked, and its results still count', async () => {
  await game.hello(withQuestions);
  const { id } = await makeSold(app.db, store.id, { client: 17, items: [{ actions: [on.money(5)] }] });
  const [command] = await game.take();
  const waiting = [4, 5, 6].map((clientId) => check(clientId));
  const who: string[] = [];
  while (who.length < 3) who.push(...(await nextQuestions()));
  const people = [
    null,
    'quatro',
    7,
    { city_id: 4, status: 'found' },
    { city_id: '4', status: 'admin' },
    { city_id: "4'; drop table city_check", status: 'found' },
    { city_id: '9999999999', status: 'found' },
    { city_id: '77', status: 'missing' },
    { city_id: '4', status: 'found', name: '<script>alert(1)</script>' },
    { city_id: '5', status: 'found', name: { toString: 'x' } },
  ];
  const reported = await game.sync({ people, results: [result(command as never)], want: 0 });
  expect(reported.body.settled).toEqual([command?.id]);
  await tell({ city_id: '6', status: 'found', name: `Zeca${'a'.repeat(100_000)}` });
  expect((await Promise.all(waiting)).map(({ result, name }) => [result, name])).toEqual([
    ['found', 'sc**** al*** * sc****'],
    ['found', null],
    ['found', null],
  ]);
  for (const odd of ['x', 7, null, {}]) expect((await game.sync({ people: odd, want: 0 })).status).toBe(200);
  // Ten megabytes are too large.
  const huge = await game.sync({ people: [{ city_id: '4', status: 'found', name: 'a'.repeat(10_000_000) }], want: 0 });
  expect(huge.status).toBe(413);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from city_check where store_id = ${store.id}`.execute(app.db);
  expect(rows).toEqual([{ n: 3 }]);
  const state = await sql`select state from delivery where order_id = ${id}`.execute(app.db);
  expect(state.rows).toEqual([{ state: 'succeeded' }]);
  expect(await violations(app.db)).toEqual([]);
});

test('a city gets few questions at once and per minute, so nobody collects its names', async () => {
  await game.hello(withQuestions);
  await sql`
    insert into city_check (store_id, city_id, asked_at)
    select ${store.id}, n, now() from generate_series(100, 119) n`.execute(app.db);
  expect(await check(200)).toMatchObject({ result: 'unknown', early: true });
  for (const batch of [await nextQuestions(), await nextQuestions()]) {
    expect(batch).toHaveLength(10);
    await tell(...batch.map((city_id) => ({ city_id, status: 'found', name: `Pessoa ${city_id}` })));
  }
  expect((await game.sync({ want: 0 })).body.who).toEqual([]);
  expect(await check(100)).toMatchObject({ result: 'found', name: 'Pe**** 1**' });
  // Twenty of this minute's sixty are used up.
  await sql`
    insert into city_check (store_id, city_id, result, answered_at)
    select ${store.id}, n, 'found', now() from generate_series(500, 539) n`.execute(app.db);
  expect(await check(999_999)).toMatchObject({ result: 'unknown', early: true });
  expect((await game.sync({ want: 0 })).body.who).toEqual([]);
});

test('an address that asks too often is refused', async () => {
  const statuses = [];
  for (let turn = 0; turn < 121; turn += 1) statuses.push((await check(turn + 1)).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(120);
  expect(await check(1)).toMatchObject({ status: 429, code: 'rate_limited' });
});

test('a question wakes a held poll and never holds a report', async () => {
  await game.hello(withQuestions);
  const held = game.sync();
  const waiting = check(4);
  expect(await endsBefore(limits.gameHoldMs, held)).toBe(true);
  expect((await held).body.who).toEqual(['4']);
  await tell({ city_id: '4', status: 'missing' });
  await waiting;
});

test('every store has its own answers, and another city starts with none', async () => {
  await game.hello(withQuestions);
  const waiting = check(4);
  await nextQuestions();
  await tell({ city_id: '4', status: 'found', name: 'Ana Dias' });
  expect(await waiting).toMatchObject({ result: 'found' });
  const other = await makeStore(app.db, app.deps.config.secret);
  expect(await check(4, other.subdomain)).toMatchObject({ result: 'none', name: null });
  // A city that restarted is still the same city.
  game.boot = 'another-start';
  await sql`update game_server set last_seen_at = now() - interval '2 minutes' where store_id = ${store.id}`.execute(
    app.db,
  );
  await game.hello(withQuestions);
  expect(await check(4)).toMatchObject({ result: 'found' });
  const moved = new GameClient(app, store.apiToken);
  await moved.hello(withQuestions);
  await sql`update game_claim set state = 'approved' where store_id = ${store.id}`.execute(app.db);
  await moved.hello(withQuestions);
  const { rows } = await sql`select 1 from city_check where store_id = ${store.id}`.execute(app.db);
  expect(rows).toEqual([]);
});

test('a city id is a number in range, and old answers are swept away', async () => {
  for (const odd of ['4', 0, -1, 1.5, 2_147_483_648, null]) expect(await check(odd)).toMatchObject({ status: 422 });
  expect(await check(undefined)).toMatchObject({ status: 422 });
  await game.hello(withQuestions);
  const waiting = check(4);
  await nextQuestions();
  await tell({ city_id: '4', status: 'found' });
  await waiting;
  await age(3601);
  await peopleSweep.run(app.deps);
  const { rows } = await sql`select 1 from city_check where store_id = ${store.id}`.execute(app.db);
  expect(rows).toEqual([]);
});
