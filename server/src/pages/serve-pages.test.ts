import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../test/app.ts';
import { makeStore } from '../test/make.ts';
import type { PagesBuild } from './draw-page.ts';
import { installPages } from './serve-pages.ts';

/** Replaces the web package's build: it answers what it was asked. */
const build: PagesBuild = {
  entry: {
    module: {
      createRequestHandler: () => async (request) => {
        asked.push(`${request.method} ${new URL(request.url).pathname}`);
        return new Response('<!doctype html><script>let a = 1;</script>', {
          headers: { 'content-type': 'text/html; charset=utf-8' },
        });
      },
      makeContext: (parts) => parts,
    },
  },
};
let asked: string[] = [];
let app: TestApp;
let host: string;
beforeAll(async () => {
  app = await createTestApp({
    features: [
      (scope, deps) =>
        installPages(scope, deps, {
          buildDir: '',
          live: {
            build: async () => build,
            apiReference: async () => undefined,
            worker: async () => undefined,
            panelWorker: async () => undefined,
          },
        }),
    ],
  });
  const store = await makeStore(app.db, app.deps.config.secret);
  host = `${store.subdomain}.${app.deps.config.domain}`;
});
afterAll(() => app.close());

test('a page has the headers of every answer and is not kept', async () => {
  asked = [];
  const page = await app.get('/checkout', { headers: { host } });
  expect(page.status).toBe(200);
  expect(page.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cache-control': 'no-store',
  });
  expect(asked).toEqual(['GET /checkout']);
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'])('%s reaches no page', async (method) => {
  asked = [];
  const answer = await app.app.inject({
    method: method as 'POST',
    url: '/checkout',
    headers: { host, ...(method !== 'TRACE' && { 'content-type': 'text/x-unheard-of' }) },
    ...(method !== 'TRACE' && method !== 'OPTIONS' && { payload: 'a=1' }),
  });
  expect(answer.statusCode).toBe(405);
  expect(answer.headers).toMatchObject({ allow: 'GET, HEAD', 'x-content-type-options': 'nosniff' });
  expect(asked).toEqual([]);
});

test('an account’s form that was sent without a script leads back to its page, and its values go nowhere', async () => {
  asked = [];
  const send = (url: string) =>
    app.app.inject({
      method: 'POST',
      url,
      headers: { host: app.deps.config.domain, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'email=ana%40exemplo.com&password=Uma-senha-comprida-7',
    });
  const answer = await send('/login?next=%2Forders');
  expect(answer.statusCode).toBe(303);
  expect(answer.headers).toMatchObject({ location: '/login?next=%2Forders', 'cache-control': 'no-store' });
  for (const page of ['/registrar', '/register', '/password/forgot', '/password/reset?token=abc']) {
    expect((await send(page)).headers.location).toBe(page);
  }
  expect((await send('//example.com/login')).statusCode).toBe(405);
  expect((await send('/dashboard')).statusCode).toBe(405);
  expect(asked).toEqual([]);
});
