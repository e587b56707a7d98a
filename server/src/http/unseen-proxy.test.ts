import { afterEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../test/app.ts';

let app: TestApp;
afterEach(() => app.close());

async function said(env: Record<string, string>, headers: Record<string, string>[]): Promise<number> {
  const lines: string[] = [];
  app = await createTestApp({ features: [], env: { LOG_LEVEL: 'warn', ...env }, hears: (line) => lines.push(line) });
  for (const one of headers) await app.get('/healthz', { headers: one });
  return lines.filter((line) => line.includes('VITRINE_TRUST_PROXY')).length;
}
const forwarded = { 'x-forwarded-for': '203.0.113.1' };

test('a proxy that is not configured is reported once, in words', async () => {
  expect(await said({}, [{}, forwarded, forwarded])).toBe(1);
});

test('nothing is said without a proxy', async () => {
  expect(await said({}, [{}])).toBe(0);
});

test('nothing is said about a configured proxy', async () => {
  expect(await said({ VITRINE_TRUST_PROXY: '1' }, [forwarded])).toBe(0);
});
