import { afterAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { createTestApp, type TestApp } from '../test/app.ts';
import { makeStore } from '../test/make.ts';

const open: TestApp[] = [];
const start = async (env: Record<string, string> = {}) => {
  const app = await createTestApp({ env });
  open.push(app);
  return app;
};
afterAll(() => Promise.all(open.map((app) => app.close())));
const PATH = '/.well-known/security.txt';
const PUBLIC = 'https://vitrine.localhost';

test('names the contact on each of our hosts, in the form of RFC 9116', async () => {
  const app = await start({ VITRINE_PUBLIC_URL: PUBLIC, VITRINE_SECURITY_CONTACT: 'mailto:seguranca@vitrine.example' });
  const store = await makeStore(app.db, app.deps.config.secret);
  for (const host of [app.deps.config.domain, `${store.subdomain}.${app.deps.config.domain}`]) {
    const { status, headers, text } = await app.get(PATH, { headers: { host } });
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    const fields = text
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/: (.*)/).slice(0, 2));
    expect(fields.map(([name]) => name)).toEqual(['Contact', 'Expires', 'Preferred-Languages', 'Canonical', 'Policy']);
    const values = Object.fromEntries(fields) as Record<string, string>;
    expect(values).toMatchObject({
      Contact: 'mailto:seguranca@vitrine.example',
      'Preferred-Languages': 'pt, en',
      Canonical: `${PUBLIC}${PATH}`,
      Policy: `${PUBLIC}/seguranca`,
    });
    const days = (Date.parse(values.Expires ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(30);
    expect(days).toBeLessThan(365);
  }
});

test('without a contact there is no file', async () => {
  const answer = await (await start()).get(PATH);
  expect([answer.status, answer.json().code]).toEqual([404, 'not_found']);
});

test.each([
  'seguranca@vitrine.example',
  'http://vitrine.example',
  'javascript:alert(1)',
  'mailto:x',
  'mailto:a@b.c\nX: y',
])('a contact that RFC 9116 forbids is refused at the start: %j', (contact) => {
  expect(() => readConfig({ VITRINE_SECURITY_CONTACT: contact, VITRINE_DATA: '/tmp/vitrine-security-txt' })).toThrow(
    'VITRINE_SECURITY_CONTACT',
  );
});
