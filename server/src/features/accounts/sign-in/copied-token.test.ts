import type { PasswordChangeAnswer, SessionToken } from '@vitrine/contract/account-answers';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { fromBase32 } from '../../../test/from-base32.ts';
import { letSessionsAge, makePerson } from '../../../test/make.ts';
import { totpCode } from '../second-factor/totp.ts';

/** A thief has a copy of a session's token. When the owner proves again who they are in that session, the copy ends. */

const PASSWORD = 'Correto-Cavalo-7';
const NEW = 'Nova-Senha-Boa-1';
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(() => sql`truncate throttle, mail`.execute(app.db));

const person = () => makePerson(app.db, PASSWORD);
const status = async (token: string) => (await app.get('/v1/profile', { token })).status;
const end = async (token: string) => {
  const answer = await app.app.inject({
    method: 'DELETE',
    url: '/v1/account/sessions',
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: answer.statusCode, json: <T>() => JSON.parse(answer.body) as T };
};

test('when the owner confirms the session, a copy of its token ends', async () => {
  const known = await person();
  await letSessionsAge(app.db, known.id);
  const { token } = (
    await app.post('/v1/account/confirm', { password: PASSWORD }, { token: known.token })
  ).json<SessionToken>();
  expect([await status(known.token), await status(token)]).toEqual([401, 200]);
  expect((await app.get('/v1/account/confirm', { token })).json()).toMatchObject({ confirmed: true });
});

test('a refused confirmation changes no token', async () => {
  const known = await person();
  await app.post('/v1/account/confirm', { password: 'Errada-Senha-1' }, { token: known.token });
  expect(await status(known.token)).toBe(200);
});

test('a new password ends copies of the session that set it', async () => {
  const known = await person();
  const body = { currentPassword: PASSWORD, password: NEW };
  const { token } = (await app.post('/v1/password/change', body, { token: known.token })).json<PasswordChangeAnswer>();
  expect([await status(known.token), await status(token)]).toEqual([401, 200]);
});

test('when the owner ends the other devices, a copy of this session’s token ends too', async () => {
  const known = await person();
  const { token } = (await end(known.token)).json<SessionToken>();
  expect([await status(known.token), await status(token)]).toEqual([401, 200]);
});

test('when the owner turns the second factor on, a copy of the token ends', async () => {
  const known = await person();
  const started = await app.post('/v1/account/second-factor/start', {}, { token: known.token });
  const code = totpCode(fromBase32(started.json<{ secret: string }>().secret), Math.floor(Date.now() / 30_000));
  const { token } = (
    await app.post('/v1/account/second-factor/confirm', { code }, { token: known.token })
  ).json<SessionToken>();
  expect([await status(known.token), await status(token)]).toEqual([401, 200]);
});
