import type { LoginAnswer, SessionToken } from '@vitrine/contract/account-answers';
import type { PasskeysAnswer } from '@vitrine/contract/guard-answers';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Authenticator } from '../../../../../standins/authenticator.ts';
import { createTestApp, type TestAnswer, type TestApp } from '../../../test/app.ts';
import { readMails } from '../../../test/mails.ts';
import { letSessionsAge, makeAccount, makeSession } from '../../../test/make.ts';

const PUBLIC_URL = 'http://vitrine.localhost:3000';
const RP = { origin: PUBLIC_URL, rpID: 'vitrine.localhost' };
const PASSWORD = 'Correto-Cavalo-7';
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { VITRINE_PUBLIC_URL: PUBLIC_URL } });
});
afterAll(() => app.close());
beforeEach(() => sql`delete from throttle`.execute(app.db));

const outcome = (answer: TestAnswer) => [answer.status, answer.json().code ?? 'ok'];
const REFUSED = [422, 'passkey_refused'];

async function begin(path: string, token?: string) {
  const answer = await app.post(path, {}, token ? { token } : {});
  if (answer.status !== 200) throw new Error(`${path}: ${answer.text}`);
  const { options } = answer.json<{ options: { challenge: string } }>();
  const set = String(answer.headers['set-cookie']);
  return { challenge: options.challenge, cookie: set.split(';')[0] ?? '', set, options };
}
const send = (path: string, body: object, cookie: string, token?: string) =>
  app.post(path, body, { headers: { cookie }, ...(token && { token }) });
async function person() {
  const account = await makeAccount(app.db, { password: PASSWORD });
  const token = await makeSession(app.db, account.id);
  const key = new Authenticator();
  const started = await begin('/v1/account/passkeys/start', token);
  const credential = key.make({ ...RP, challenge: started.challenge, user: account.id });
  const added = await send('/v1/account/passkeys', { name: 'Meu celular', credential }, started.cookie, token);
  expect(outcome(added)).toEqual([200, 'ok']);
  return { ...account, token, key };
}
async function login(key: Authenticator, change: object = {}) {
  const { challenge, cookie } = await begin('/v1/login/passkey/start');
  return await send('/v1/login/passkey', { credential: key.sign({ ...RP, challenge, ...change }) }, cookie);
}

test('a passkey logs in without password and code, and its session has both factors', async () => {
  const known = await person();
  const mails = await readMails(app, known.email);
  expect(mails.map(({ text }) => text).join()).toContain('Meu celular');
  const answer = await login(known.key);
  const { token, user } = answer.json<LoginAnswer>();
  expect(user.id).toBe(known.id);
  const session = await app.db
    .selectFrom('session')
    .where('account_id', '=', known.id)
    .orderBy('created_at', 'desc')
    .select(['confirmed_at', 'factor_at'])
    .executeTakeFirst();
  expect(session).toEqual({ confirmed_at: expect.any(Date), factor_at: expect.any(Date) });
  const { passkeys } = (await app.get('/v1/account/passkeys', { token })).json<PasskeysAnswer>();
  expect(passkeys).toMatchObject([{ name: 'Meu celular', lastUsedAt: expect.any(String) }]);
});

test('a challenge works in one browser, for one purpose, once, and for five minutes', async () => {
  const { key, token } = await person();
  const started = await begin('/v1/login/passkey/start');
  expect(started.set).toMatch(/^vitrine_passkey=[\w-]{43}; Max-Age=300; Path=\/; HttpOnly; SameSite=Strict$/);
  const credential = key.sign({ ...RP, challenge: started.challenge });
  const other = await begin('/v1/login/passkey/start');
  expect(outcome(await send('/v1/login/passkey', { credential }, ''))).toEqual(REFUSED);
  expect(outcome(await send('/v1/login/passkey', { credential }, other.cookie))).toEqual(REFUSED);
  expect(outcome(await send('/v1/account/confirm/passkey', { credential }, started.cookie, token))).toEqual(REFUSED);
  const twice = await Promise.all([1, 2].map(() => send('/v1/login/passkey', { credential }, started.cookie)));
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 422]);
  expect(outcome(await send('/v1/login/passkey', { credential }, started.cookie))).toEqual(REFUSED);
  const late = await begin('/v1/login/passkey/start');
  await sql`update passkey_challenge set expires_at = now()`.execute(app.db);
  const signed = key.sign({ ...RP, challenge: late.challenge });
  expect(outcome(await send('/v1/login/passkey', { credential: signed }, late.cookie))).toEqual(REFUSED);
});

test('a signature from a store’s page, without its user, for another domain, or by another key logs nobody in', async () => {
  const { key, id } = await person();
  expect(outcome(await login(key, { origin: 'http://cidade.vitrine.localhost:3000' }))).toEqual(REFUSED);
  expect(outcome(await login(key, { rpID: 'cidade.vitrine.localhost' }))).toEqual(REFUSED);
  expect(outcome(await login(key, { verified: false }))).toEqual(REFUSED);
  const stranger = Object.assign(new Authenticator(), { userHandle: id });
  expect(outcome(await login(stranger))).toEqual(REFUSED);
  Object.assign(stranger, { id: key.id });
  expect(outcome(await login(stranger))).toEqual(REFUSED);
  expect((await login(key)).status).toBe(200);
});

test('a copied passkey is refused, because its counter does not rise', async () => {
  const { key } = await person();
  expect((await login(key, { counter: 9 })).status).toBe(200);
  for (const counter of [9, 3, 0]) expect(outcome(await login(key, { counter }))).toEqual(REFUSED);
  expect((await login(key, { counter: 10 })).status).toBe(200);
});

test('a stolen session adds and removes no passkey; a passkey of the account confirms it, another’s does not', async () => {
  const [known, thief] = [await person(), await person()];
  await letSessionsAge(app.db, known.id);
  for (const path of ['/start', '', '/remove']) {
    expect(outcome(await app.post(`/v1/account/passkeys${path}`, {}, known))).toEqual([403, 'step_up_required']);
  }
  const confirm = async (key: Authenticator) => {
    const { challenge, cookie } = await begin('/v1/account/confirm/passkey/start', known.token);
    const credential = key.sign({ ...RP, challenge });
    const answer = await send('/v1/account/confirm/passkey', { credential }, cookie, known.token);
    if (answer.status === 200) known.token = answer.json<SessionToken>().token;
    return answer;
  };
  expect(outcome(await confirm(thief.key))).toEqual([403, 'identity_other']);
  expect(outcome(await app.get('/v1/account/export', known))).toEqual([403, 'step_up_required']);
  expect(outcome(await confirm(known.key))).toEqual([200, 'ok']);
  expect((await app.get('/v1/account/export', known)).status).toBe(200);
});

test('a removed passkey logs in no more, and the last way in cannot be removed', async () => {
  const known = await person();
  const { passkeys } = (await app.get('/v1/account/passkeys', known)).json<PasskeysAnswer>();
  const id = passkeys[0]?.id;
  await sql`update account set password_hash = null where id = ${known.id}`.execute(app.db);
  expect(outcome(await app.post('/v1/account/passkeys/remove', { id }, known))).toEqual([422, 'last_login']);
  await sql`update account set google_id = ${known.id} where id = ${known.id}`.execute(app.db);
  expect(outcome(await app.post('/v1/account/passkeys/remove', { id }, known))).toEqual([200, 'ok']);
  expect(outcome(await login(known.key))).toEqual(REFUSED);
  const other = await person();
  expect(
    outcome(await app.post('/v1/account/passkeys/remove', { id: other.key.id.toString('base64url') }, known)),
  ).toEqual([404, 'not_found']);
});

test('a passkey belongs to one account, and a browser makes one per account', async () => {
  const [known, other] = [await person(), await person()];
  const started = await begin('/v1/account/passkeys/start', other.token);
  const credential = known.key.make({ ...RP, challenge: started.challenge, user: other.id });
  const taken = await send('/v1/account/passkeys', { name: 'Roubada', credential }, started.cookie, other.token);
  expect(outcome(taken)).toEqual(REFUSED);
  const again = await begin('/v1/account/passkeys/start', known.token);
  expect(JSON.stringify(again.options)).toContain(known.key.id.toString('base64url'));
});
