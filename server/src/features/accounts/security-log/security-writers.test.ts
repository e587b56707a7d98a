import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type SecurityKind, securityKinds } from '@vitrine/contract/security-events';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestAnswer, type TestApp } from '../../../test/app.ts';
import { readMails } from '../../../test/mails.ts';
import { makePerson, makeSession, makeStore } from '../../../test/make.ts';
import { recordSecurity } from './record-security.ts';

/** A thief who guesses a password or hides traces leaves entries, and never more entries than a person can read. */

const PASSWORD = 'Correto-Cavalo-7';
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(() => sql`truncate throttle, mail, security_event`.execute(app.db));

const outcome = (answer: TestAnswer) => [answer.status, answer.json().code ?? 'ok'];
const person = () => makePerson(app.db, PASSWORD);
const kindsOf = async (accountId: string): Promise<string[]> => {
  const rows = await app.db.selectFrom('security_event').where('account_id', '=', accountId).select('kind').execute();
  return rows.map(({ kind }) => kind);
};
const count = async (accountId: string, kind: SecurityKind) =>
  (await kindsOf(accountId)).filter((written) => written === kind).length;

test('each kind of the security log is written somewhere', () => {
  const folder = join(import.meta.dirname, '../..');
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.endsWith('mail-kinds.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
  expect(Object.keys(securityKinds).filter((kind) => !sources.includes(`'${kind}'`))).toEqual([]);
});

test('a recovery or a login without the code that tries a password is logged and slowed down', async () => {
  const known = await person();
  const recover = () => app.post('/v1/login/factor-recovery', { email: known.email, password: PASSWORD });
  const login = () => app.post('/v1/login', { email: known.email, password: PASSWORD });
  expect(outcome(await recover())).toEqual([422, 'recovery_impossible']);
  expect(await count(known.id, 'password_passed')).toBe(1);
  await sql`update account set totp_enabled_at = now() where id = ${known.id}`.execute(app.db);
  expect(outcome(await login())).toEqual([401, 'second_factor_required']);
  expect(await count(known.id, 'password_passed')).toBe(2);
  for (let n = 0; n < 4; n += 1) await recover();
  const answers = await Promise.all(Array.from({ length: 8 }, () => recover()));
  expect(answers.map(({ status }) => status)).toContain(429);
});

test('guesses at the present password are logged, and slow down only the session that makes them', async () => {
  const known = await person();
  const thief = await makeSession(app.db, known.id);
  const change = (token: string, currentPassword: string) =>
    app.post('/v1/password/change', { currentPassword, password: 'Nova-Senha-Boa-1' }, { token });
  for (let n = 0; n < 10; n += 1) {
    expect(outcome(await change(thief, `Chute-Numero-${n}`))).toEqual([422, 'wrong_password']);
  }
  expect(outcome(await change(thief, PASSWORD))).toEqual([429, 'rate_limited']);
  expect(await count(known.id, 'step_up_failed')).toBe(10);
  expect(outcome(await change(known.token, PASSWORD))).toEqual([200, 'ok']);
});

test('ending other devices leaves an entry only if there was one', async () => {
  const known = await person();
  const end = async (token: string) => {
    const answer = await app.app.inject({
      method: 'DELETE',
      url: '/v1/account/sessions',
      headers: { authorization: `Bearer ${token}` },
    });
    return (JSON.parse(answer.body) as { token: string }).token;
  };
  await makeSession(app.db, known.id);
  let { token } = known;
  for (let n = 0; n < 5; n += 1) token = await end(token);
  expect(await count(known.id, 'sessions_ended')).toBe(1);
});

test('confirming a session again and again leaves at most twenty entries an hour', async () => {
  const known = await person();
  for (let n = 0; n < 22; n += 1) {
    expect(outcome(await app.post('/v1/account/confirm', { password: PASSWORD }, known))).toEqual([200, 'ok']);
  }
  expect(await count(known.id, 'step_up')).toBe(20);
});

test('ten logouts of one session at once leave one entry', async () => {
  const known = await person();
  await Promise.all(Array.from({ length: 10 }, () => app.post('/v1/logout', {}, known)));
  expect(await count(known.id, 'logout')).toBe(1);
});

test('new recovery codes are made at most ten times an hour', async () => {
  const known = await person();
  await sql`update account set totp_enabled_at = now() where id = ${known.id}`.execute(app.db);
  await sql`update session set factor_at = now() where account_id = ${known.id}`.execute(app.db);
  const answers: unknown[] = [];
  for (let n = 0; n < 12; n += 1) {
    answers.push(outcome(await app.post('/v1/account/second-factor/recovery-codes', {}, known)));
  }
  expect(answers.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => [200, 'ok']));
  expect(answers.slice(10)).toEqual(Array.from({ length: 2 }, () => [429, 'rate_limited']));
  expect(await count(known.id, 'factor_codes')).toBe(10);
});

test('an unlinked login and a refused payment account leave one entry each, and the owner gets a mail about the login', async () => {
  const known = await person();
  await sql`update account set discord_id = ${known.id} where id = ${known.id}`.execute(app.db);
  for (let n = 0; n < 2; n += 1) await app.post('/v1/account/unlink/discord', {}, known);
  expect(await count(known.id, 'identity_unlinked')).toBe(1);
  const mails = (await readMails(app, known.email)).map(({ state, text }) => ({ state, text }));
  const text = 'O login com Discord foi desvinculado da sua conta.';
  expect(mails).toEqual([{ state: 'pending', text: expect.stringContaining(text) }]);

  const store = await makeStore(app.db, app.deps.config.secret, { owner: known });
  const branding = { primaryColor: '#7c3aed', secondaryColor: '#22d3ee' };
  const edit = { id: store.id, nameStore: store.name, nameDomain: store.subdomain, branding };
  const saved = await app.post('/v1/store/edit', { ...edit, mercadoPago: { accessToken: 'não é um token' } }, store);
  expect(outcome(saved)).toEqual([422, 'payment_token_refused']);
  const entries = await app.db
    .selectFrom('security_event')
    .where('store_id', '=', store.id)
    .where('kind', '=', 'payment_account_refused')
    .select('id')
    .execute();
  expect(entries).toHaveLength(1);
});

test('the store’s log keeps what a person did there after they delete their account', async () => {
  const store = await makeStore(app.db, app.deps.config.secret);
  const known = await person();
  const client = { address: '203.0.113.7', userAgent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0' };
  const event = { accountId: known.id, storeId: store.id, kind: 'payment_account_saved', client } as const;
  await recordSecurity(app.db, { ...event, detail: { account: 'LADRAO.LTDA' } });
  expect(outcome(await app.post('/v1/account/delete', { confirmation: 'EXCLUIR' }, known))).toEqual([200, 'ok']);
  const [entry] = await app.db.selectFrom('security_event').where('store_id', '=', store.id).selectAll().execute();
  expect(entry).toMatchObject({ detail: { account: 'LADRAO.LTDA' }, device: '', network: '' });
});
