import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { features } from '../features.ts';
import { createTestApp, type TestApp } from '../test/app.ts';
import { type MadeStore, makeStore } from '../test/make.ts';
import { makeProduct } from '../test/make-catalog.ts';
import { makeSold } from '../test/make-deliveries.ts';
import { webBuild } from '../test/web-build.ts';
import { installPages } from './serve-pages.ts';

/** Pages that are not kept cost computing time. Invented paths, products and hosts must not. */
let app: TestApp;
let store: MadeStore;
let host: string;
let looks = 0;
beforeAll(async () => {
  app = await createTestApp({
    env: { VITRINE_TRUST_PROXY: '1' },
    features: [...features, (scope, deps) => installPages(scope, deps, { buildDir: webBuild() })],
  });
  store = await makeStore(app.db, app.deps.config.secret);
  host = `${store.subdomain}.${app.deps.config.domain}`;
  app.pool.on('acquire', () => {
    looks += 1;
  });
});
afterAll(() => app.close());

const made = (length: number) =>
  Array.from(randomBytes(length), (byte) => 'abcdefghjkmnpqrstvwxyz0123456789'[byte % 32]).join('');
let sender = 0;
/** For this long a page that is not there is kept. On a busy machine a test takes longer. */
const KEPT_MS = 10_000;
/** Each call has a new address unless one is given, because one sender's budget is not measured here. */
const visit = (path: string, at = host, from = `10.0.${sender >> 8}.${sender++ & 255}`) =>
  app.get(path, { headers: { host: at, 'x-forwarded-for': from } });

/**
 * Visits invented addresses. Returns the number of statements for each time that a page could be kept (10 s) in this
 * run, and the whole time in ms.
 */
async function flood(count: number, next: () => { path: string; at?: string }) {
  const before = looks;
  const start = performance.now();
  const statuses = new Map<number, number>();
  for (let done = 0; done < count; done += 50) {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => {
        const { path, at } = next();
        return visit(path, at);
      }),
    );
    for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  const ms = performance.now() - start;
  return { statements: (looks - before) / Math.ceil(ms / KEPT_MS), ms, statuses: Object.fromEntries(statuses) };
}

test('attack: a thousand paths without a page are one page for a store, and one for the panel', async () => {
  for (const at of [host, app.deps.config.domain]) {
    const [one, other] = [await visit('/wp-login.php', at), await visit(`/${made(30)}`, at)];
    expect(one.status).toBe(404);
    expect(other.text).toBe(one.text);
    expect(one.headers['cache-control']).toBe('no-store');
    const alone = await flood(50, () => ({ path: '/wp-login.php', at }));
    const { statements, statuses, ms } = await flood(1000, () => ({ path: `/${made(12)}/${made(8)}?${made(4)}`, at }));
    expect(statuses).toEqual({ 404: 1000 });
    expect(statements).toBeLessThan(5);
    console.info(`a path that leads nowhere: ${(ms / 1000).toFixed(2)} ms (${alone.statements} statements before)`);
  }
});

test('attack: a thousand spellings of a store’s host cost no statement each, and push no other host out', async () => {
  const name = host.slice(0, 20);
  const spelling = (turn: number) =>
    [...name].map((letter, at) => ((turn >> (at % 10)) & 1 ? letter.toUpperCase() : letter)).join('') +
    host.slice(20) +
    (turn % 3 === 0 ? '.' : '') +
    `:${1 + turn}`;
  await visit('/store');
  let turn = 0;
  const { statements, statuses } = await flood(1000, () => ({ path: '/store', at: spelling(turn++) }));
  expect(statuses).toEqual({ 200: 1000 });
  expect(statements).toBeLessThan(5);
});

test('attack: a thousand unknown products cost no statement each, and a new product is shown', async () => {
  await makeProduct(app.db, store.id);
  await app.pool.query(`select pg_notify('vitrine_pages', $1)`, [store.id]);
  await expect.poll(async () => (await visit(`/products/${made(26)}`)).status, { timeout: 30_000 }).toBe(404);
  const { statements, statuses } = await flood(1000, () => ({ path: `/products/${made(26)}` }));
  expect(statuses).toEqual({ 404: 1000 });
  expect(statements).toBeLessThan(20);
  const shared = await flood(200, () => ({ path: `/share/product/${made(26)}.png` }));
  expect(shared).toMatchObject({ statuses: { 404: 200 } });
  expect(shared.statements).toBeLessThan(5);
  const [one, other] = [await visit(`/products/${made(26)}`), await visit(`/products/${made(10)}`)];
  expect(other.text).toBe(one.text);
  const odd = ['', '.data', '/', '%20x'];
  const shapeless = await flood(1000, () => ({ path: `/products/${made(10)}${odd[Date.now() % odd.length]}` }));
  expect(shapeless.statuses).toEqual({ 404: 1000 });
  expect(shapeless.statements).toBeLessThan(5);

  const id = await makeProduct(app.db, store.id, { name: 'Recém-chegado' });
  await app.pool.query(`select pg_notify('vitrine_pages', $1)`, [store.id]);
  await expect.poll(async () => (await visit(`/products/${id}`)).status, { timeout: 30_000 }).toBe(200);
});

test('attack: one network may ask for unknown products 1200 times a minute, and another network still asks', async () => {
  const ask = (from: string) =>
    app.get(`/v1/products/${made(26)}`, { headers: { host, 'x-forwarded-for': from } }).then(({ status }) => status);
  const statuses: number[] = [];
  for (let n = 0; n < 1300; n += 50) {
    statuses.push(
      ...(await Promise.all(Array.from({ length: 50 }, (_, k) => ask(`2001:db8:5:5::${(n + k).toString(16)}`)))),
    );
  }
  expect(statuses.filter((status) => status === 404)).toHaveLength(1200);
  expect(statuses.filter((status) => status === 429)).toHaveLength(100);
  expect(await ask('203.0.113.5')).toBe(404);
  const before = looks;
  expect((await app.get('/v1/products/nenhum', { headers: { host } })).status).toBe(404);
  expect(looks).toBe(before);
}, 60_000);

test('attack: a thousand products of a closed store leave one page in the cache', async () => {
  const closed = await makeStore(app.db, app.deps.config.secret);
  await app.db.updateTable('store').set({ status: 'inactive' }).where('id', '=', closed.id).execute();
  const at = `${closed.subdomain}.${app.deps.config.domain}`;
  const one = await visit(`/products/${made(26)}`, at);
  expect((await visit(`/products/${made(26)}`, at)).text).toBe(one.text);
  const { statements } = await flood(1000, () => ({ path: `/products/${made(26)}`, at }));
  expect(statements).toBeLessThan(5);
});

test('attack: two thousand unknown hosts cost few statements, and push no store out', async () => {
  const unknown = await visit('/', `${made(12)}.${app.deps.config.domain}`);
  expect((await visit('/store', `${made(12)}.${app.deps.config.domain}`)).text).toBe(unknown.text);
  const { statements, statuses } = await flood(2000, () => ({
    path: '/',
    at: `${made(14)}.${app.deps.config.domain}`,
  }));
  expect(statuses).toEqual({ [unknown.status]: 2000 });
  expect(statements).toBeLessThan(100);
  const opened = await makeStore(app.db, app.deps.config.secret);
  expect((await visit('/', `${opened.subdomain}.${app.deps.config.domain}`)).status).toBe(200);
  const before = looks;
  await visit('/');
  expect(looks - before).toBeLessThan(12);
});

test('attack: a sender who asks for order pages without end is told to wait, and another one is served', async () => {
  let refused: Awaited<ReturnType<typeof visit>> | undefined;
  for (let round = 0; round < 100 && !refused; round += 1) {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => visit(`/pedido/${made(32)}`, host, '203.0.113.66')),
    );
    refused = answers.find(({ status }) => status === 429);
  }
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused?.text).toContain('Espere um pouco');
  expect((await visit(`/pedido/${made(32)}`, host, '203.0.113.67')).status).not.toBe(429);
  expect((await visit('/', host, '203.0.113.66')).status).toBe(200);
}, 60_000);

test('attack: a network that asks without end is refused, and a buyer in it still sees his order', async () => {
  const { id } = await makeSold(app.db, store.id, { items: [{ actions: [] }] });
  const { rows } = await app.pool.query<{ reference: string }>('select reference from "order" where id = $1', [id]);
  const path = `/pedido/${rows[0]?.reference}`;
  // Each from another /64 of one /48; the buyer has one of them.
  const hammer = async (round: number) => {
    const flood = Array.from({ length: 50 }, (_, n) =>
      visit(`/pedido/${made(32)}`, host, `2001:db8:6:${(round * 50 + n).toString(16)}::1`),
    );
    return (await Promise.all(flood)).filter(({ status }) => status === 429).length;
  };
  let refused = 0;
  for (let round = 0; round < 200 && refused < 50; round += 1) refused = await hammer(round);
  const [late, buyer] = await Promise.all([hammer(0), visit(path, host, '2001:db8:6:1::1')]);
  expect({ late: late > 25, refused, buyer: buyer.status }).toEqual({ late: true, refused: 50, buyer: 200 });
}, 60_000);

test.each(['/buy?product=', '/buy?order=', '/avise-me?produto=', '/minhas-compras?depois='])(
  'a text that no database takes in %s is nothing that is there, and no failure of ours',
  async (path) => {
    // A store with nothing to sell is not open, and asks for no product.
    await makeProduct(app.db, store.id, {});
    await expect.poll(async () => (await visit('/')).text).toContain('Comprar agora');
    for (const text of ['%00', 'a%00b', '%E2%80%8B', '__proto__']) {
      expect((await visit(path + text)).status, text).toBe(path.startsWith('/minhas') ? 200 : 404);
    }
  },
);
