import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../test/app.ts';
import { makeAccount, makeStore } from '../test/make.ts';

/** The owner of one IPv6 address also has the other 2^64 of its network, so limits count them as one sender. */

let app: TestApp;
let shop: string;
beforeAll(async () => {
  app = await createTestApp({ env: { DISCORD_CLIENT_ID: '1', DISCORD_CLIENT_SECRET: 'segredo' } });
  shop = `${(await makeStore(app.db, app.deps.config.secret)).subdomain}.${app.deps.config.domain}`;
  await makeAccount(app.db, { email: 'ana@exemplo.com.br' });
});
afterAll(() => app.close());
beforeEach(() => sql`truncate throttle`.execute(app.db));

const email = 'ana@exemplo.com.br';
const password = 'Correto-Cavalo-7';
const token = 'a'.repeat(43);
const encoded = 'YWJj';
const credential = {
  id: encoded,
  rawId: encoded,
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: encoded, authenticatorData: encoded, signature: encoded },
};

test.each([
  ['POST', '/v1/login', { email, password }],
  ['POST', '/v1/login/register', { name: 'Ana', email, password }],
  ['GET', '/v1/login/discord/start', undefined],
  ['POST', '/v1/login/discord', { code: 'abc', state: token }],
  ['POST', '/v1/login/passkey/start', {}],
  ['POST', '/v1/login/passkey', { credential }],
  ['POST', '/v1/login/factor-recovery/cancel', { token }],
  ['POST', '/v1/password/forgot', { email }],
  ['POST', '/v1/password/reset', { token, password }],
  ['POST', '/v1/password/reset/logins', { token }],
  ['POST', '/v1/email/verify', { token }],
  ['POST', '/v1/mail/unsubscribe', { token }],
  ['POST', `/v1/mail/unsubscribe/${token}`, {}],
  ['POST', '/v1/customer/link', { email }],
  ['POST', '/v1/customer/enter', { token }],
  ['POST', '/v1/customer/wait', { email }],
  ['POST', '/v1/customer/wait/confirm', { token }],
  ['GET', '/v1/customer/discord/start', undefined],
  ['GET', '/v1/customer/discord/return?state=abc', undefined],
] as const)('%s %s counts the addresses of one /64 together', async (method, url, payload) => {
  const counted = async (remoteAddress: string) => {
    const host = url.startsWith('/v1/customer/') && !url.includes('/return') ? shop : app.deps.config.domain;
    await app.app.inject({ method, url, remoteAddress, headers: { host }, ...(payload && { payload }) });
    const { rows } = await sql<{ key: string }>`select key from throttle order by key`.execute(app.db);
    return rows.map(({ key }) => key);
  };
  const first = await counted('2001:db8:1:2::1');
  expect(first).not.toEqual([]);
  expect(await counted('2001:db8:1:2:ffff:ffff:ffff:9')).toEqual(first);
  // The renter of the /48 has 65 536 of them, so those are counted together too, with a higher limit.
  await counted('2001:db8:1:3::1');
  const { rows } = await sql`select from throttle where key like '%-network:%' and hits = 3`.execute(app.db);
  expect(rows).toHaveLength(1);
});

test('no limit of a feature counts whole addresses', () => {
  const root = join(import.meta.dirname, '..', 'features');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  expect(files.length).toBeGreaterThan(100);
  const whole = files.filter((name) =>
    /`[^`]*\$\{(?:[a-z]+\.)?(?:ip|address)\}[^`]*`/.test(readFileSync(join(root, name), 'utf8')),
  );
  expect(whole).toEqual([]);
});
