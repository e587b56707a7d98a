import type { LoginAnswer } from '@vitrine/contract/account-answers';
import type { AuditAnswer } from '@vitrine/contract/members';
import type { SecurityAnswer, SecurityEntry } from '@vitrine/contract/security-events';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { readMails } from '../../../test/mails.ts';
import { makeAccount, makeMember, makeSession, makeStore } from '../../../test/make.ts';
import { securityCsv } from '../security-log/read-security.ts';
import { recordSecurity } from '../security-log/record-security.ts';

/** The owner of an account sees who logged in, who tried, and from where. */

const PASSWORD = 'Correto-Cavalo-7';
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
const NEWER_CHROME = CHROME.replace('140', '141');
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(() => sql`truncate throttle, mail`.execute(app.db));

const person = () => makeAccount(app.db, { password: PASSWORD });
async function login(
  email: string,
  { password = PASSWORD, agent = CHROME, cookie = '', from = '203.0.113.77' } = {},
): Promise<{ status: number; token: string; cookie: string }> {
  const answer = await app.app.inject({
    method: 'POST',
    url: '/v1/login',
    remoteAddress: from,
    headers: { 'user-agent': agent, ...(cookie && { cookie }) },
    payload: { email, password },
  });
  const set =
    [answer.headers['set-cookie'] ?? []].flat().find((cookie) => cookie.startsWith('vitrine_aparelho=')) ?? '';
  return {
    status: answer.statusCode,
    token: answer.statusCode === 200 ? answer.json<LoginAnswer>().token : '',
    cookie: set.split(';')[0] ?? '',
  };
}
const log = async (token: string) =>
  (await app.post('/v1/account/security', {}, { token })).json<SecurityAnswer>().entries;
const kinds = (entries: SecurityEntry[]) => entries.map(({ kind }) => kind);
const warnings = async (email: string) => {
  const rows = await readMails(app, email);
  return rows.map(({ text }) => text).filter((text) => text.includes('aparelho novo'));
};

test('a login from a new device is mailed; the first one, a known one and a newer version of it are not', async () => {
  const known = await person();
  const first = await login(known.email);
  expect(await warnings(known.email)).toEqual([]);
  await login(known.email, { cookie: first.cookie, agent: NEWER_CHROME, from: '198.51.100.3' });
  expect(await warnings(known.email)).toEqual([]);
  const thief = await login(known.email, { agent: FIREFOX, from: '198.51.100.9' });
  const [mail] = await warnings(known.email);
  expect(mail).toContain('Firefox no Linux, rede 198.51.100.x');
  expect(mail).not.toContain('198.51.100.9');
  // A copied browser id makes only the same family of browsers known, and only to the same account.
  await login(known.email, { cookie: first.cookie, agent: FIREFOX });
  expect(await warnings(known.email)).toHaveLength(2);
  expect(kinds(await log(thief.token))).toEqual(['login_new_device', 'login_new_device', 'login', 'login']);
});

test('we keep only a hash of a browser, and each account has another one', async () => {
  const [one, two] = await Promise.all([person(), person()]);
  const { cookie } = await login(one.email);
  await login(two.email, { cookie });
  const rows = await app.db
    .selectFrom('session')
    .where('account_id', 'in', [one.id, two.id])
    .select('device_hash')
    .execute();
  const hashes = rows.map(({ device_hash }) => device_hash?.toString('hex'));
  expect(new Set(hashes).size).toBe(2);
  expect(hashes.join()).not.toContain(Buffer.from(cookie.split('=')[1] ?? '').toString('hex'));
});

test('many logins of a thief in a row send three warnings an hour', async () => {
  const known = await person();
  await login(known.email);
  for (let n = 0; n < 6; n++) await login(known.email, { agent: FIREFOX, from: `198.51.${n}.9` });
  expect(await warnings(known.email)).toHaveLength(3);
});

test('failed and refused logins are in the log with device and network, and a flood leaves few entries', async () => {
  const known = await person();
  const session = await login(known.email);
  for (let n = 0; n < 14; n++) await login(known.email, { password: `Errada-Senha-${n}`, from: '198.51.100.9' });
  const entries = await log(session.token);
  const failed = entries.filter(({ kind }) => kind === 'login_failed');
  expect(failed).toHaveLength(10);
  expect(failed[0]).toMatchObject({
    text: 'Tentativa de entrada com senha errada',
    device: 'Chrome no Windows',
    place: 'rede 198.51.100.x',
  });
  expect(entries.filter(({ kind }) => kind === 'login_refused')).toHaveLength(1);
  for (let n = 0; n < 30; n++) await login(known.email, { password: 'Errada-Senha-9', from: `198.51.${n}.8` });
  expect((await log(session.token)).filter(({ kind }) => kind === 'login_failed')).toHaveLength(20);
});

test('people read their own log, page by page', async () => {
  const [known, other] = await Promise.all([person(), person()]);
  const session = await login(known.email);
  await login(other.email);
  for (let n = 0; n < 3; n++) await recordSecurity(app.db, { accountId: known.id, kind: 'step_up', client: null });
  const ask = async (body: object) =>
    (await app.post('/v1/account/security', body, { token: session.token })).json<SecurityAnswer>();
  const first = await ask({ limit: 3 });
  expect(kinds(first.entries)).toEqual(['step_up', 'step_up', 'step_up']);
  const rest = await ask({ limit: 3, cursor: first.nextCursor });
  expect([kinds(rest.entries), rest.nextCursor]).toEqual([['login'], null]);
});

test('a store’s log shows its events and its members’ logins since they joined, to people who may read it', async () => {
  const store = await makeStore(app.db, app.deps.config.secret);
  const clerk = await person();
  await login(clerk.email);
  const { token: clerkToken } = await makeMember(app.db, store.id, 'attendant', clerk);
  await login(clerk.email, { agent: FIREFOX });
  const stranger = await person();
  await login(stranger.email);
  await recordSecurity(app.db, {
    accountId: store.owner.id,
    storeId: store.id,
    kind: 'game_token_rotated',
    client: null,
  });
  const other = await makeStore(app.db, app.deps.config.secret);
  await recordSecurity(app.db, {
    accountId: other.owner.id,
    storeId: other.id,
    kind: 'game_token_rotated',
    client: null,
  });
  const ask = (token: string) => app.post('/v1/security', { subdomain: store.subdomain }, { token });
  const { entries } = (await ask(store.token)).json<SecurityAnswer>();
  expect(entries.map(({ kind, store: name }) => [kind, name])).toEqual([
    ['game_token_rotated', store.name],
    ['login_new_device', null],
  ]);
  expect((await ask(clerkToken)).status).toBe(403);
  expect((await ask(other.token)).status).toBe(404);
});

test('the security log of a store and its log of changes show nothing of each other', async () => {
  const owner = await person();
  const store = await makeStore(app.db, app.deps.config.secret, { owner });
  const { token } = await login(owner.email);
  const { subdomain } = store;
  const branding = { primaryColor: '#112233', secondaryColor: '#445566' };
  const change = { id: store.id, nameStore: 'Cidade Baixa', nameDomain: subdomain, branding };
  expect((await app.post('/v1/store/edit', change, { token })).status).toBe(200);
  const read = async <Answer>(path: string) => (await app.post(path, { subdomain }, { token })).json<Answer>();
  const security = await read<SecurityAnswer>('/v1/security');
  const changes = await read<AuditAnswer>('/v1/audit');
  expect(kinds(security.entries)).toEqual(['login_new_device']);
  expect(changes.entries.map(({ text }) => text)).toEqual([
    'Mudou as configurações da loja',
    `Criou a loja ${store.name}`,
  ]);
});

test('both logs are exported as JSON and as CSV, and no cell becomes a formula', async () => {
  const store = await makeStore(app.db, app.deps.config.secret, {
    owner: await makeAccount(app.db, { name: '=cmd|calc' }),
  });
  await recordSecurity(app.db, {
    accountId: store.owner.id,
    storeId: store.id,
    kind: 'store_exported',
    client: null,
    detail: { was: 'tudo "mesmo"' },
  });
  for (const [path, body] of [
    ['/v1/account/security/export', {}],
    ['/v1/security/export', { subdomain: store.subdomain }],
  ] as const) {
    const token = await makeSession(app.db, store.owner.id);
    const table = await app.post(path, { ...body, format: 'csv' }, { token });
    expect(table.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(table.headers['content-disposition']).toMatch(/^attachment; filename="vitrine-seguranca-[\w-]+\.csv"$/);
    expect(table.text).toContain(`"Dados da loja exportados";"tudo ""mesmo""";"'=cmd|calc";"${store.name}"`);
    const json = (await app.post(path, { ...body, format: 'json' }, { token })).json<SecurityEntry[]>();
    expect(json[0]).toMatchObject({ kind: 'store_exported', store: store.name });
  }
  expect(securityCsv([]).split('\r\n')).toHaveLength(2);
});

test('the export of a person’s own data holds the log', async () => {
  const known = await person();
  const { token } = await login(known.email);
  const data = (await app.get('/v1/account/export', { token })).json<{ seguranca: object[] }>();
  expect(data.seguranca).toMatchObject([
    { texto: 'Entrada na conta', aparelho: 'Chrome no Windows', lugar: 'rede 203.0.113.x' },
  ]);
});
