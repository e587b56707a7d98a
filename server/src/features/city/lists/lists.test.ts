import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { GameClient } from '../../../test/game-client.ts';
import { type MadeStore, makeStore } from '../../../test/make.ts';

/** The city's lists of names on their way to us, from a script that may be anybody's. */

let app: TestApp;
let store: MadeStore;
let city: GameClient;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  store = await makeStore(app.db, app.deps.config.secret);
  city = new GameClient(app, store.apiToken);
});

const named = (...names: string[]) => ({ entries: names.map((name) => ({ name })) });
const many = (count: number, name = 'objeto') =>
  named(...Array.from({ length: count }, (_, index) => `${name}${index}`));

/** The lists in force, and the sizes of what is kept in all. */
async function kept(id: string = store.id) {
  const { rows } = await sql<{ kind: string; closed: boolean; names: string[]; hash: string | null; bytes: number }>`
    select kind, closed, hash, coalesce((select json_agg(e->>'name') from jsonb_array_elements(entries) e), '[]') as names,
           octet_length(entries::text) + coalesce(octet_length(coming::text), 0) as bytes
      from city_list where store_id = ${id} order by kind`.execute(app.db);
  return rows;
}
const lists = async () => Object.fromEntries((await kept()).map(({ kind, names }) => [kind, names]));

test('a list comes in pages after hello, and is asked for again only when it changed', async () => {
  expect(await city.tell({ items: many(450), groups: named('Premium') })).toBe(4);
  expect((await lists()).groups).toEqual(['Premium']);
  expect((await lists()).items).toHaveLength(450);
  expect(await city.tell({ items: many(450), groups: named('Premium') })).toBe(0);
  expect(await city.tell({ items: many(450), groups: named('Premium', 'Vip') })).toBe(1);
  expect((await lists()).groups).toEqual(['Premium', 'Vip']);
});

test('until its last page the former list counts; a page out of its order starts the list again', async () => {
  await city.tell({ items: named('agua') });
  const pages = { kind: 'items', hash: 'feedfeedfeed', closed: true, total: 4 };
  await city.hello({ lists: { items: { hash: pages.hash, total: 4 } } });
  const page = (from: number, ...names: string[]) => city.page({ ...pages, from, ...named(...names) });
  expect((await page(2, 'c', 'd')).body).toEqual({ success: true, next: 0 });
  expect((await page(0, 'a', 'b')).body.next).toBe(2);
  expect((await page(2, 'c')).body.next).toBe(3);
  expect((await page(2, 'c')).body.next).toBe(0);
  expect(await lists()).toEqual({ items: ['agua'] });
  await page(0, 'a', 'b');
  const [first, second] = await Promise.all([page(2, 'c', 'd'), page(2, 'c', 'd')]);
  expect([first.body.next, second.body.next]).toEqual([null, null]);
  expect(await lists()).toEqual({ items: ['a', 'b', 'c', 'd'] });
});

test('a list that the city no longer names is forgotten, and with another base without lists all of them are', async () => {
  await city.tell({ items: named('agua'), vehicles: named('sultan') });
  await city.tell({ items: named('agua') });
  expect(await lists()).toEqual({ items: ['agua'] });
  // An older script, or one whose base is still starting, says nothing: the city is the same.
  await city.hello();
  expect(await lists()).toEqual({ items: ['agua'] });
  await city.hello({ framework: 'vrp1' });
  expect(await lists()).toEqual({});
});

test('only the script that holds the seat tells lists, in its present epoch', async () => {
  const page = { kind: 'items', hash: 'feedfeedfeed', closed: true, total: 1, from: 0, ...named('agua') };
  expect(await city.page(page)).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  await city.hello();
  const other = new GameClient(app, store.apiToken);
  const { body } = await other.hello({ lists: { items: { hash: 'feedfeedfeed', total: 1 } } });
  expect(body).toMatchObject({ seat: 'waiting', lists: [] });
  expect(await other.page(page)).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  const { epoch } = city;
  await city.hello();
  expect(await city.page({ ...page, epoch })).toMatchObject({ status: 409, body: { code: 'superseded' } });
  expect(await kept()).toEqual([]);
  expect((await city.page(page)).body.next).toBe(null);
  const stranger = await makeStore(app.db, app.deps.config.secret);
  expect(await kept(stranger.id)).toEqual([]);
});

test('a hostile list is bounded in names, bytes and pages, and a list that was cut off refuses no name', async () => {
  await city.tell({ items: many(5200) });
  const [cut] = await kept();
  expect(cut).toMatchObject({ closed: false });
  expect(cut?.names).toHaveLength(5000);
  const label = '😀'.repeat(40);
  await city.tell({ vehicles: { entries: many(5000, 'v').entries.map((entry) => ({ ...entry, label })) } });
  const [wide] = await kept();
  expect(wide).toMatchObject({ kind: 'vehicles', closed: false });
  expect(wide?.bytes).toBeLessThan(300 * 1024);
  // The city begins a new list again and again.
  let refused = 0;
  for (let turn = 0; turn < 450 && refused === 0; turn += 1) {
    const hash = turn.toString(16).padStart(8, '0');
    const answer = await city.page({ kind: 'groups', hash, closed: true, total: 9999, from: 0, ...many(1) });
    if (answer.status === 429) refused = turn;
  }
  expect(refused).toBeGreaterThan(300);
});

test('odd words are dropped alone, and never stop a hello', async () => {
  const odd = [
    '',
    'x'.repeat(65),
    'a\u0007b',
    7,
    null,
    { name: 5 },
    { name: 'ok', label: 5, allowed: 'yes' },
    { name: 'b' },
  ];
  const lists = { items: { hash: 'feedfeedfeed', total: odd.length }, groups: 'x', foguetes: { hash: '1', total: 1 } };
  const { status, body } = await city.hello({ lists });
  expect({ status, lists: body.lists }).toEqual({ status: 200, lists: ['items'] });
  const page = { kind: 'items', hash: 'feedfeedfeed', closed: true, total: odd.length, from: 0 };
  const entries = odd.map((name) => (typeof name === 'object' ? name : { name }));
  expect((await city.page({ ...page, entries })).body.next).toBe(null);
  expect((await kept())[0]).toMatchObject({ closed: true, names: ['ok', 'b'] });
  for (const none of ['x', 5, null, [], { items: { hash: '<script>', total: -1 } }]) {
    expect((await city.hello({ lists: none })).status).toBe(200);
  }
  expect((await city.page({ ...page, hash: 'x' })).status).toBe(400);
  expect((await city.page({ ...page, kind: 'foguetes' })).status).toBe(400);
});
