import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../test/app.ts';
import { type MadeStore, makeStore } from '../test/make.ts';
import { webBuild } from '../test/web-build.ts';
import { installPages } from './serve-pages.ts';

let app: TestApp;
let store: MadeStore;
beforeAll(async () => {
  app = await createTestApp({
    features: [(scope, deps) => installPages(scope, deps, { buildDir: webBuild() })],
  });
  store = await makeStore(app.db, app.deps.config.secret);
});
afterAll(() => app.close());

test('the platform describes its API at /docs, with scripts of its own host only', async () => {
  const page = await app.get('/docs');
  expect(page.status).toBe(200);
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'public, max-age=0, must-revalidate',
    'x-frame-options': 'DENY',
  });
  const policy = Object.fromEntries(
    String(page.headers['content-security-policy'])
      .split('; ')
      .map((part) => [part.split(' ')[0], part.split(' ').slice(1).join(' ')]),
  );
  expect(policy).toMatchObject({ 'default-src': "'none'", 'script-src': "'self'", 'connect-src': "'self'" });
  const [, script] = /<script src="([^"]+)">/.exec(page.text) ?? [];
  expect(script).toMatch(/^\/assets\/scalar-[\w-]+\.js$/);
  const sent = await app.get(String(script), { headers: { 'accept-encoding': 'br' } });
  expect(sent.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  const addresses = [...page.text.matchAll(/(?:href|src)="([^"]+)"|url\("([^"]+)"\)/g)];
  expect(addresses.filter(([, one, other]) => !(one ?? other)?.startsWith('/'))).toEqual([]);
});

test('whoever has the page of the API is not sent it again', async () => {
  const { headers } = await app.get('/docs');
  expect((await app.get('/docs', { headers: { 'if-none-match': String(headers.etag) } })).status).toBe(304);
});

test('a shop has no page of the API', async () => {
  const host = `${store.subdomain}.${app.deps.config.domain}`;
  const page = await app.get('/docs', { headers: { host } });
  expect(page.status).toBe(404);
  expect(page.text).not.toContain('scalar');
});
