import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LRUCache } from 'lru-cache';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { storeUrl } from '../features/stores/public-url.ts';
import { createTestApp, type TestApp } from '../test/app.ts';
import { type MadeStore, makeStore } from '../test/make.ts';
import { webBuild } from '../test/web-build.ts';
import { installPages } from './serve-pages.ts';

/** A kept page is found by one look-up of its address, and no longer than it is kept. */

const PAGE = '/seguranca';
let app: TestApp;
let store: MadeStore;
/** The store's host as in its own links. */
let host: string;
beforeAll(async () => {
  app = await createTestApp({ features: [(scope, deps) => installPages(scope, deps, { buildDir: webBuild() })] });
  store = await makeStore(app.db, app.deps.config.secret, { name: 'Cidade Velha' });
  host = new URL(storeUrl(app.deps.config, store.subdomain)).host;
  await app.app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => app.close());

function open(path: string, name = host): Promise<{ status: number; text: string }> {
  const { port } = app.app.server.address() as AddressInfo;
  return new Promise((settle, reject) => {
    request({ port, host: '127.0.0.1', path, headers: { host: name } }, async (answer) => {
      settle({ status: answer.statusCode ?? 0, text: Buffer.concat(await answer.toArray()).toString() });
    })
      .on('error', reject)
      .end();
  });
}

/** Changes the store's row and tells the pages, as the panel's calls do in their transaction. */
async function change(values: { name: string } | { subdomain: string }): Promise<void> {
  await app.db.updateTable('store').set(values).where('id', '=', store.id).execute();
  await app.pool.query(`select pg_notify('vitrine_pages', $1)`, [store.id]);
}

/** How often the cache is asked for a page during one request. */
async function lookUps(path: string, name = host): Promise<number> {
  const get = vi.spyOn(LRUCache.prototype, 'get');
  expect((await open(path, name)).status).toBe(200);
  const count = get.mock.calls.filter(([key]) => String(key).endsWith(` ${PAGE}`)).length;
  get.mockRestore();
  return count;
}

test('an address of the store’s own links is looked up once, every other spelling each time', async () => {
  await open(PAGE);
  expect(await lookUps(PAGE)).toBe(1);
  expect(await lookUps(PAGE)).toBe(0);
  for (const [path, name] of [
    [`${PAGE}?de=discord`, host],
    [PAGE, host.toUpperCase()],
    [PAGE, `${host.split(':')[0]}:1`],
  ] as const) {
    expect(await lookUps(path, name)).toBe(1);
    expect(await lookUps(path, name)).toBe(1);
  }
});

test('after a change nobody gets the old page at a remembered address', async () => {
  await open(PAGE);
  expect(await lookUps(PAGE).then(() => lookUps(PAGE))).toBe(0);
  await change({ name: 'Cidade Nova' });
  await vi.waitFor(async () => expect((await open(PAGE)).text.includes('Cidade Nova')).toBe(true));
  expect((await open(PAGE)).text.includes('Cidade Velha')).toBe(false);
});

test('a remembered address of a store that was renamed shows the shop no more', async () => {
  const renamed = `${store.subdomain}-nova`;
  await open(PAGE);
  expect(await lookUps(PAGE).then(() => lookUps(PAGE))).toBe(0);
  await change({ subdomain: renamed });
  await vi.waitFor(async () => expect((await open(PAGE)).text.includes('Cidade Nova')).toBe(false));
  const address = new URL(storeUrl(app.deps.config, renamed)).host;
  expect((await open(PAGE, address)).text.includes('Cidade Nova')).toBe(true);
});
