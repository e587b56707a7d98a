import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { type MadeStore, makeStore } from '../../test/make.ts';
import { makeProduct } from '../../test/make-catalog.ts';
import { listVariables } from './queries.ts';

/** Products whose actions have many kinds of braces; the list is compared with a plain look for each variable in each product. */
let app: TestApp;
let store: MadeStore;
let other: MadeStore;
const NAMES = ['a', 'ab', 'a_b', 'cor', 'cor2', 'x9', 'nada'];

/** The same numbers in every run. */
function* numbers(seed: number): Generator<number> {
  for (let at = seed; ; at = (at * 48_271) % 2_147_483_647) yield at;
}

beforeAll(async () => {
  app = await createTestApp();
  [store, other] = [await makeStore(app.db, app.deps.config.secret), await makeStore(app.db, app.deps.config.secret)];
  const pieces = [
    '{{',
    '}}',
    '{',
    '}',
    '{{{',
    '}}}',
    ' ',
    '"',
    '\\',
    'é',
    '-',
    ...NAMES.flatMap((name) => [name, `{{${name}}}`]),
  ];
  const random = numbers(7);
  const next = (below: number) => (random.next().value as number) % below;
  for (const { id } of [store, other]) {
    for (const name of NAMES) {
      await sql`insert into variable (store_id, id, kind, name, value) values (${id}, ${name}, 'constant', ${name}, 'v')`.execute(
        app.db,
      );
    }
    const like = await makeProduct(app.db, id);
    const made = Array.from({ length: 400 }, (_, n) => ({
      id: `${id}${n}`,
      name: `Produto ${next(300)}`,
      archived: n % 11 === 0,
      actions: Array.from({ length: 1 + next(3) }, () => ({
        command: Array.from({ length: next(9) }, () => pieces[next(pieces.length)]).join(''),
      })),
    }));
    await sql`
      insert into product
      select (jsonb_populate_record(p, jsonb_build_object('id', m.id, 'name', m.name, 'actions', m.actions,
               'archived_at', case when m.archived then now() end))).*
        from product p, jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as m(id text, name text, archived boolean, actions jsonb)
       where p.store_id = ${id} and p.id = ${like}`.execute(app.db);
  }
});
afterAll(() => app.close());

test('each variable names the products on sale that have it in braces, as a look for each in each finds them', async () => {
  const { rows } = await sql<{ name: string; products: { id: string; name: string }[] }>`
    select v.name, coalesce((
             select json_agg(json_build_object('id', p.id, 'name', p.name) order by p.name, p.id) from product p
              where p.store_id = v.store_id and p.archived_at is null
                and position('{{' || v.name || '}}' in p.actions::text) > 0), '[]') as products
      from variable v where v.store_id = ${store.id} order by v.name`.execute(app.db);
  const listed = await listVariables(app.db, store.id);
  expect(listed.map(({ name, usedBy }) => ({ name, products: usedBy }))).toEqual(rows);
  const uses = Object.fromEntries(rows.map(({ name, products }) => [name, products.length]));
  expect(uses.nada).toBeGreaterThan(10);
  expect(uses.ab).not.toBe(uses.a);
});

test('what another store uses is not told', async () => {
  const listed = await listVariables(app.db, store.id);
  const ids = listed.flatMap(({ usedBy }) => usedBy.map(({ id }) => id));
  expect(ids.filter((id) => id.startsWith(other.id))).toEqual([]);
});
