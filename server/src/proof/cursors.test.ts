import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../test/app.ts';
import { type MadeStore, makeStore } from '../test/make.ts';
import { makeCategory, makeProduct } from '../test/make-catalog.ts';
import { makeSold, on } from '../test/make-deliveries.ts';

/** Lists that come in parts. Whoever walks through one sees each row once, even if rows come meanwhile, and no cursor breaks it. */

type Answer = Record<string, unknown> & { code?: string };
const ROWS = 7;

let app: TestApp;
let store: MadeStore;
let other: MadeStore;
let shelf: string;

async function post(path: string, body: object, of: MadeStore): Promise<{ status: number; body: Answer }> {
  const answer = await app.post(`/v1${path}`, { subdomain: of.subdomain, ...body }, { token: of.token });
  return { status: answer.status, body: answer.json<Answer>() };
}
let made = 0;
/** One more row of every list. */
async function grow(of: MadeStore, category: string): Promise<void> {
  made += 1;
  await makeSold(app.db, of.id, { items: [{ actions: [on.money(made)] }] });
  await makeProduct(app.db, of.id, { categoryId: category, name: `Produto ${made}` });
  await post('/categories/create', { name: `Categoria ${made}` }, of);
  await post('/security/export', { format: 'json' }, of);
}

beforeAll(async () => {
  app = await createTestApp();
  const { db, deps } = app;
  store = await makeStore(db, deps.config.secret, { plan: 'premium' });
  other = await makeStore(db, deps.config.secret, { plan: 'premium' });
  shelf = await makeCategory(db, store.id, 'Tudo');
  const theirs = await makeCategory(db, other.id, 'Tudo');
  for (let n = 0; n < ROWS; n += 1) await grow(store, shelf);
  for (let n = 0; n < 3; n += 1) await grow(other, theirs);
});
afterAll(() => app.close());

const lists: [path: string, rows: string, id: string, next: string][] = [
  ['/order', 'response', '_id', 'nextCursor'],
  ['/deliveries', 'deliveries', 'id', 'nextCursor'],
  ['/products/list', 'products', '_id', 'next'],
  ['/audit', 'entries', 'id', 'nextCursor'],
];

describe.each(lists)('%s', (path, rows, id, next) => {
  const part = async (body: object, of = store) => {
    const answer = await post(path, body, of);
    const list = (answer.body[rows] ?? []) as Record<string, string>[];
    return { ...answer, ids: list.map((row) => row[id] ?? ''), next: (answer.body[next] ?? null) as string | null };
  };

  test('shows each row once, while others come', async () => {
    const before = (await part({ limit: 100 })).ids;
    expect(before.length).toBeGreaterThanOrEqual(ROWS);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const { ids, next: after } = await part({ limit: 2, ...(cursor && { cursor }) });
      seen.push(...ids);
      cursor = after;
      if (seen.length < 8) await grow(store, shelf);
    } while (cursor);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((one) => before.includes(one))).toEqual(before);
  });

  test('attack: no cursor shows a row of another store, or breaks the list', async () => {
    const theirs = (await part({ limit: 2 }, other)).next ?? '';
    expect(theirs).not.toBe('');
    const own = new Set((await part({ limit: 100 })).ids);
    const foreign = (await part({ limit: 100 }, other)).ids;
    const cursors = [
      theirs,
      `${theirs}.${theirs}`,
      'x',
      '%',
      "' or 1=1 --",
      '\u0000',
      'ñ'.repeat(40),
      '.',
      ' ',
      '0'.repeat(40),
    ];
    for (const cursor of cursors) {
      const { status, body, ids } = await part({ limit: 100, cursor });
      expect(status, `${JSON.stringify(cursor)}: ${JSON.stringify(body)}`).toBeLessThan(500);
      for (const one of ids) expect([own.has(one), foreign.includes(one)], cursor).toEqual([true, false]);
    }
  });
});
