import { afterEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../test/app.ts';

let app: TestApp;
afterEach(() => app.close());

test('attack: senders of one IPv6 network share a limit, and another network may still call', async () => {
  app = await createTestApp({
    env: { VITRINE_TRUST_PROXY: '1' },
    features: [
      async (scope) => {
        scope.get('/v1/sample', { config: { access: 'public', limit: 'reports' } }, () => ({ success: true }));
      },
    ],
  });
  const call = async (from: string) => (await app.get('/v1/sample', { headers: { 'x-forwarded-for': from } })).status;
  let served = 0;
  for (let n = 0; n < 600; n += 1) if ((await call(`2001:db8:7:${n.toString(16)}::1`)) === 200) served += 1;
  expect(served).toBe(480);
  expect(await call('2001:db8:8:1::1')).toBe(200);
  expect(await call('203.0.113.1')).toBe(200);
});
