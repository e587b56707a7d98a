import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../test/app.ts';
import { summaries } from './policy-reports.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const old = (change: object = {}) => ({
  'csp-report': {
    'document-uri': 'https://cidade.example/pedido/SEGREDO123?token=SEGREDO',
    referrer: 'https://cidade.example/minhas-compras/entrar?token=SEGREDO',
    'effective-directive': 'script-src-elem',
    'original-policy': "script-src 'self'",
    'blocked-uri': 'https://evil.example/x.js?email=ana@exemplo.com',
    'source-file': 'https://cidade.example/assets/shop-abc.js',
    'script-sample': 'alert("ana@exemplo.com")',
    ...change,
  },
});
const modern = (body: object = {}) => ({
  type: 'csp-violation',
  age: 5,
  url: 'https://cidade.example/products/01ABC',
  user_agent: 'Mozilla/5.0 SEGREDO',
  body: {
    effectiveDirective: 'style-src-attr',
    blockedURL: 'inline',
    sourceFile: 'chrome-extension://abcdef/x.js',
    ...body,
  },
});

test('both shapes of report become one line each, without personal data', () => {
  const lines = summaries([...[old()], [modern(), modern({ blockedURL: 'trusted-types-sink' })]].flat());
  expect(lines).toEqual([
    { directive: 'script-src', blocked: 'https://evil.example', page: '/pedido/…', source: 'https://cidade.example' },
    { directive: 'style-src', blocked: 'inline', page: '/products/…', source: 'chrome-extension:' },
    { directive: 'style-src', blocked: 'trusted-types-sink', page: '/products/…', source: 'chrome-extension:' },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/SEGREDO|ana@|01ABC|token/);
});

test.each([
  [null],
  [[]],
  ['text'],
  [{ 'csp-report': null }],
  [{ 'csp-report': { 'effective-directive': 7, 'blocked-uri': {} } }],
  [[{ type: 'csp-violation' }, { type: 'deprecation', body: {} }, 3, null]],
  [{ 'csp-report': { 'effective-directive': 'x'.repeat(9000), 'document-uri': 'javascript:alert(1)' } }],
])('a body that is no report gives no line, or an empty one: %j', (body) => {
  for (const line of summaries(body)) {
    expect(line.directive).toBe('other');
    expect(JSON.stringify(line).length).toBeLessThan(300);
  }
});

test('a thousand reports in one body are twenty lines', () => {
  expect(summaries(Array.from({ length: 1000 }, () => modern()))).toHaveLength(20);
});

test('browsers may report: any content type, at most 16 KB, counted, and limited by address', async () => {
  const send = (payload: string, type: string, remoteAddress = '203.0.113.1') =>
    app.app.inject({ method: 'POST', url: '/v1/reports', headers: { 'content-type': type }, payload, remoteAddress });
  for (const type of ['application/csp-report', 'application/reports+json', 'text/plain', ';;;']) {
    const answer = await send(JSON.stringify(old()), type);
    expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }]);
  }
  expect((await send('not json', 'application/csp-report')).statusCode).toBe(200);
  expect((await send('x'.repeat(17_000), 'application/csp-report')).statusCode).toBe(413);
  const text = await app.metrics.registry.metrics();
  expect(text).toContain('vitrine_policy_reports_total{directive="script-src"} 4');
  const statuses: number[] = [];
  for (let n = 0; n < 80; n += 1) statuses.push((await send('{}', 'text/plain', '203.0.113.2')).statusCode);
  expect(new Set(statuses.slice(0, 60))).toEqual(new Set([200]));
  expect(statuses.at(-1)).toBe(429);
});

test('attack: a flood of reports from many addresses is counted, and writes at most 60 lines a minute', async () => {
  const lines: string[] = [];
  const loud = await createTestApp({ features: [], env: { LOG_LEVEL: 'info' }, hears: (line) => lines.push(line) });
  try {
    for (let n = 0; n < 20; n += 1) {
      const payload = JSON.stringify(Array.from({ length: 20 }, () => modern()));
      const headers = { 'content-type': 'application/reports+json' };
      await loud.app.inject({ method: 'POST', url: '/v1/reports', headers, payload, remoteAddress: `203.0.113.${n}` });
    }
    expect(lines.filter((line) => line.includes('policy report'))).toHaveLength(60);
    expect(await loud.metrics.registry.metrics()).toMatch(/vitrine_policy_reports_total\{[^}]*\} 400/);
  } finally {
    await loud.close();
  }
});
