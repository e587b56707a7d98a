import { type CallName, calls } from '@vitrine/contract/calls/table';
import { afterAll, expect, test } from 'vitest';
import { appWithRoutes } from './routes.ts';

const { app, routes } = await appWithRoutes();
afterAll(() => app.close());

test('each call of the API is a row of the table of calls, and each row is served', () => {
  const served = routes.filter(({ url }) => url.startsWith('/v1/')).map(({ name }) => name);
  const rows = Object.keys(calls).flatMap((name) => {
    const [method, path] = name.split(' ');
    const row = calls[name as CallName];
    const paths = 'alsoAt' in row ? [path, row.alsoAt] : [path];
    return paths.map((one) => `${method} /v1${one}`);
  });
  expect(served.sort()).toEqual(rows.sort());
});
