import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase } from '../db/database.ts';
import { BusyError } from '../fair-share.ts';
import { createTestApp, type TestApp } from '../test/app.ts';
import { type MadeStore, makeStore } from '../test/make.ts';
import { makeProduct } from '../test/make-catalog.ts';
import { webBuild } from '../test/web-build.ts';
import { installPages } from './serve-pages.ts';

/** Pages while the database is away, or is too busy. */
let app: TestApp;
let store: MadeStore;
let product: string;
let host: string;
/** The error of every look at the database; undefined: it answers. */
let trouble: Error | undefined;
let looks = 0;
beforeAll(async () => {
  const connect = async () => {
    looks += 1;
    if (trouble) throw trouble;
    return await app.pool.connect();
  };
  const db = createDatabase({ connect, end: async () => {} } as unknown as pg.Pool);
  app = await createTestApp({
    env: { VITRINE_TRUST_PROXY: '1' },
    features: [(scope, deps) => installPages(scope, { ...deps, db }, { buildDir: webBuild() })],
  });
});
afterAll(() => app.close());
/** A new store for each test: none of its pages is kept yet. */
beforeEach(async () => {
  trouble = undefined;
  store = await makeStore(app.db, app.deps.config.secret);
  product = await makeProduct(app.db, store.id);
  host = `${store.subdomain}.${app.deps.config.domain}`;
  expect((await visit('/checkout/pix/x')).status).not.toBe(503);
});

let sender = 0;
/** Each call has a new address, unless one is given. */
const visit = (path: string, at = host, from = `10.1.${sender >> 8}.${sender++ & 255}`) =>
  app.get(path, { headers: { host: at, 'x-forwarded-for': from } });

const away = () => new Error('Connection terminated unexpectedly');

test.each([
  ['away', away()],
  ['busy', new BusyError('a store has 500 waiting already')],
])('a page without an answer of the database is 503 with Retry-After: %s', async (_name, error) => {
  trouble = error;
  const paths = ['/', `/products/${product}`, '/termos', '/sitemap.xml', `/share/product/${product}.png`];
  const own = [`/pedido/${'a'.repeat(32)}`, `/pedido/${'a'.repeat(32)}.data`];
  for (const path of [...paths, ...own]) {
    const { status, headers, text } = await visit(path);
    expect({ path, status, wait: Number(headers['retry-after']) > 0 }).toEqual({ path, status: 503, wait: true });
    expect(headers['cache-control']).toBe('no-store');
    expect(text).not.toContain('Connection terminated');
  }
  const stranger = await visit('/', `ninguem-${sender}.${app.deps.config.domain}`);
  expect([stranger.status, Number(stranger.headers['retry-after']) > 0]).toEqual([503, true]);
  trouble = undefined;
  for (const path of ['/', `/products/${product}`]) expect((await visit(path)).status).toBe(200);
});

test('attack: a shop page with nothing to show is drawn once for everybody who asks', async () => {
  expect((await visit('/termos')).status).toBe(404);
  const before = looks;
  for (let n = 0; n < 100; n += 1) expect((await visit(n % 2 ? '/termos' : '/privacidade')).status).toBe(404);
  expect(looks - before).toBeLessThan(5);
});

test('attack: a sender who has shop pages drawn without end is told to wait, and another one is served', async () => {
  trouble = away();
  let refused: Awaited<ReturnType<typeof visit>> | undefined;
  for (let visits = 0; visits < 8000 && !refused; visits += 1) {
    const answer = await visit('/', host, '203.0.113.77');
    if (answer.status === 429) refused = answer;
    else expect(answer.status).toBe(503);
  }
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
  trouble = undefined;
  expect((await visit('/', host, '203.0.113.78')).status).toBe(200);
}, 60_000);
