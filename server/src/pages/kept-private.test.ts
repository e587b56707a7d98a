import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LRUCache } from 'lru-cache';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '../test/app.ts';
import { makeStore } from '../test/make.ts';
import { webBuild } from '../test/web-build.ts';
import { installPages } from './serve-pages.ts';

/** A page that is not for everybody must not leave the page cache, even if a mistake puts it there. */

const PUBLIC = '/seguranca';
let app: TestApp;
let hosts: Record<'a store' | 'the panel', string>;
/** The cache of this suite's process, its keys without the path, and the pages kept there. */
let cache: LRUCache<string, object>;
const kept = new Map<string, { tenant: string; page: object; text: string }>();

beforeAll(async () => {
  app = await createTestApp({ features: [(scope, deps) => installPages(scope, deps, { buildDir: webBuild() })] });
  const { subdomain } = await makeStore(app.db, app.deps.config.secret);
  const { domain } = app.deps.config;
  hosts = { 'a store': `${subdomain}.${domain}`, 'the panel': domain };
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  for (const host of Object.values(hosts)) {
    const keep = vi.spyOn(LRUCache.prototype, 'set');
    const text = await open(host, PUBLIC);
    const at = keep.mock.calls.findIndex(([key]) => String(key).endsWith(` ${PUBLIC}`));
    const [key, page] = keep.mock.calls[at] as [string, object];
    cache = keep.mock.contexts[at] as LRUCache<string, object>;
    keep.mockRestore();
    kept.set(host, { tenant: key.slice(0, -PUBLIC.length), page, text });
  }
});
afterAll(() => app.close());

function open(host: string, path: string): Promise<string> {
  const { port } = app.app.server.address() as AddressInfo;
  return new Promise((settle, reject) => {
    request({ port, host: '127.0.0.1', path, headers: { host } }, async (answer) => {
      settle(Buffer.concat(await answer.toArray()).toString());
    })
      .on('error', reject)
      .end();
  });
}

test.each([
  ['a store', `/pedido/${'a'.repeat(32)}`],
  ['a store', '/dashboard'],
  ['the panel', '/password/reset'],
  ['the panel', '/orders/1'],
] as const)('a page that stands in the cache of %s under %s is sent to nobody', async (whose, path) => {
  const host = hosts[whose];
  const { tenant, page, text } = kept.get(host) ?? { tenant: '', page: {}, text: '' };
  cache.set(`${tenant}${path}`, page);
  expect(await open(host, PUBLIC)).toBe(text);
  expect(await open(host, path)).not.toBe(text);
});
