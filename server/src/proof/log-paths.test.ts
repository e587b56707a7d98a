import { afterAll, beforeAll, expect, test } from 'vitest';
import { pagePattern } from '../log.ts';
import { createTestApp, type TestApp } from '../test/app.ts';
import { makeAccount, makeSession } from '../test/make.ts';
import { appWithRoutes, type KnownRoute } from './routes.ts';

/** An address may hold a secret, and a reader of the log must not learn it. */

const SECRET = 'segredo0segredo1segredo2segredo3';
const lines: string[] = [];
let app: TestApp;
let routes: KnownRoute[];
let token: string;
beforeAll(async () => {
  ({ app, routes } = await appWithRoutes({ env: { LOG_LEVEL: 'trace' }, hears: (line) => lines.push(line) }));
  token = await makeSession(app.db, (await makeAccount(app.db)).id);
});
afterAll(() => app.close());

const call = async (method: string, url: string) =>
  app.app.inject({
    method: method as 'GET',
    url,
    headers: { host: 'vitrine.localhost', authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(method !== 'GET' && { payload: '{}' }),
  });

test('no address of any route is in the log: no notice key, no order’s reference, no token', async () => {
  for (const { method, url } of routes) {
    if (url.includes('/events')) continue;
    const path = url.replaceAll(/:[A-Za-z_]+/g, SECRET).replace('*', SECRET);
    await call(method, `${path}?token=${SECRET}&subdomain=${SECRET}`);
  }
  for (const path of [`/v1/${SECRET}`, `/${SECRET}`, `/v1/order/${SECRET}/%zz`, `/webhooks/mercadopago/${SECRET}`]) {
    await call('GET', path);
  }
  const log = lines.join('\n');
  expect(log).not.toContain(SECRET);
  // It does name the called routes.
  expect(log).toContain('"path":"/webhooks/mercadopago/:storeId/:key"');
  expect(log).toContain('"path":"/v1/order/:external_reference"');
  expect(lines.length).toBeGreaterThan(routes.length - 2);
});

test('a call that fails by our fault is logged without its address', async () => {
  const heard: string[] = [];
  const broken = await createTestApp({
    env: { LOG_LEVEL: 'trace' },
    hears: (line) => heard.push(line),
    features: [
      (scope) => {
        scope.get('/v1/broken/:key', { config: { access: 'public' } }, () => {
          throw new Error('something broke');
        });
      },
    ],
  });
  try {
    const answer = await broken.get(`/v1/broken/${SECRET}`);
    expect(answer.status).toBe(500);
    expect(heard.join('\n')).toContain('something broke');
    expect(heard.join('\n')).toContain('"path":"/v1/broken/:key"');
    expect(heard.join('\n')).not.toContain(SECRET);
  } finally {
    await broken.close();
  }
});

test.each([
  ['/checkout/pix/8f3k2j5h7g9d1s4a6p0q2w4e6r8t0y2u', '/checkout/*'],
  ['/order/abcdefghijklmnopqrstuvwxyzabcdef', '/order/*'],
  ['/8f3k2j5h7g9d1s4a6p0q2w4e6r8t0y2u', '/:id'],
  ['/store', '/store'],
  ['/', '/'],
])('the page %s is logged as %s', (path, pattern) => {
  expect(pagePattern(path)).toBe(pattern);
});
