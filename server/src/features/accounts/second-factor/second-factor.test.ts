import type { SecurityAnswer } from '@vitrine/contract/security-events';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { hashToken } from '../../../http/session.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { fromBase32 } from '../../../test/from-base32.ts';
import { readMails } from '../../../test/mails.ts';
import { makeAccount, makeSession } from '../../../test/make.ts';
import { matchTotp, totpCode } from './totp.ts';

const PASSWORD = 'Correto-Cavalo-7';
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(() => sql`delete from throttle`.execute(app.db));

const login = (email: string, password = PASSWORD, more: object = {}) =>
  app.post('/v1/login', { email, password, ...more });
const outcome = (answer: { status: number; json(): Record<string, unknown> }) => [
  answer.status,
  answer.json().code ?? 'ok',
];
const person = async () => {
  const account = await makeAccount(app.db, { password: PASSWORD });
  return { ...account, token: await makeSession(app.db, account.id) };
};

test('the first code turns the second factor on; each code and each recovery code works once; it can be turned off', async () => {
  const known = await person();
  const call = (path: string, body: object = {}) => app.post(`/v1/account/second-factor/${path}`, body, known);
  const started = (await call('start')).json<{ uri: string; qrSvg: string }>();
  expect(started.qrSvg).toContain('<svg');
  const secret = fromBase32(new URL(started.uri).searchParams.get('secret') ?? '');
  // This step and the next one: both codes are still valid if the clock reaches the next step meanwhile.
  const step = Math.floor(Date.now() / 30_000);
  expect(outcome(await call('confirm', { code: '000000' }))).toEqual([401, 'second_factor_invalid']);
  // Apps show a code in two halves.
  const first = totpCode(secret, step).replace(/^.../, '$& ');
  const { recoveryCodes } = (await call('confirm', { code: first })).json<{ recoveryCodes: string[] }>();
  expect(new Set(recoveryCodes).size).toBe(10);
  // 16 letters of five bits each are 80 bits.
  for (const recovery of recoveryCodes) expect(recovery).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);

  expect(outcome(await login(known.email))).toEqual([401, 'second_factor_required']);
  expect(outcome(await login(known.email, PASSWORD, { code: totpCode(secret, step) }))).toEqual([
    401,
    'second_factor_invalid',
  ]);
  const code = totpCode(secret, step + 1);
  const twice = await Promise.all([1, 2].map(() => login(known.email, PASSWORD, { code })));
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 401]);
  expect((await login(known.email, PASSWORD, { code: recoveryCodes[0]?.toUpperCase() })).status).toBe(200);
  expect((await login(known.email, PASSWORD, { code: recoveryCodes[0] })).status).toBe(401);
  expect(outcome(await login(known.email, 'Errada-Senha-1', { code }))).toEqual([401, 'invalid_credentials']);
  await sql`delete from throttle`.execute(app.db);
  expect((await call('disable', { code: recoveryCodes[1] })).status).toBe(200);
  expect((await login(known.email)).status).toBe(200);
});

test('the second factor on and off: each is mailed to the owner and in the security log', async () => {
  const known = await person();
  const call = (path: string, body: object = {}) => app.post(`/v1/account/second-factor/${path}`, body, known);
  const mails = async () => (await readMails(app, known.email)).map(({ kind, state, text }) => ({ kind, state, text }));
  const told = (word: string) => ({
    kind: 'factor_changed',
    state: 'pending',
    text: expect.stringContaining(`A verificação em duas etapas foi ${word} na sua conta.`),
  });
  const log = async () => (await app.post('/v1/account/security', {}, known)).json<SecurityAnswer>().entries;

  const { uri } = (await call('start')).json<{ uri: string }>();
  expect([await mails(), await log()]).toEqual([[], []]);
  const secret = fromBase32(new URL(uri).searchParams.get('secret') ?? '');
  await call('confirm', { code: totpCode(secret, Math.floor(Date.now() / 30_000)) });
  expect(await mails()).toEqual([told('ativada')]);
  expect(await log()).toMatchObject([{ kind: 'factor_enabled', text: 'Verificação em duas etapas ligada' }]);
  expect((await call('disable')).status).toBe(200);
  expect(await mails()).toEqual([told('ativada'), told('desativada')]);
  expect((await log()).map(({ kind }) => kind)).toEqual(['factor_disabled', 'factor_enabled']);
});

test('a recovery code of the former, shorter form still works once', async () => {
  const known = await person();
  const call = (path: string, body: object = {}) => app.post(`/v1/account/second-factor/${path}`, body, known);
  const started = (await call('start')).json<{ uri: string }>();
  const secret = fromBase32(new URL(started.uri).searchParams.get('secret') ?? '');
  const { recoveryCodes } = (await call('confirm', { code: totpCode(secret, Math.floor(Date.now() / 30_000)) })).json<{
    recoveryCodes: string[];
  }>();
  await app.db
    .updateTable('one_time_token')
    .set({ token_hash: hashToken(`${known.id}:abcdefghij`) })
    .where('token_hash', '=', hashToken(`${known.id}:${recoveryCodes[0]?.replaceAll('-', '')}`))
    .execute();
  expect((await login(known.email, PASSWORD, { code: 'abcde-fghij' })).status).toBe(200);
  expect((await login(known.email, PASSWORD, { code: 'abcde-fghij' })).status).toBe(401);
  // Typed with blanks around the hyphens.
  const spaced = ` ${recoveryCodes[1]?.replaceAll('-', ' - ')} `;
  expect((await login(known.email, PASSWORD, { code: spaced })).status).toBe(200);
});

test('while the second factor is off, turning it off or new recovery codes are refused, and no mail is sent', async () => {
  const known = await person();
  const call = (path: string, body: object = {}) => app.post(`/v1/account/second-factor/${path}`, body, known);
  const { uri } = (await call('start')).json<{ uri: string }>();
  const secret = fromBase32(new URL(uri).searchParams.get('secret') ?? '');
  const code = totpCode(secret, Math.floor(Date.now() / 30_000));
  expect(outcome(await call('disable', { code }))).toEqual([409, 'conflict']);
  expect(outcome(await call('recovery-codes', { code }))).toEqual([409, 'conflict']);
  const mails = await readMails(app, known.email);
  expect(mails).toEqual([]);
  // The start is still open, and the same code confirms it.
  const { recoveryCodes } = (await call('confirm', { code })).json<{ recoveryCodes: string[] }>();
  const twice = await Promise.all(recoveryCodes.slice(0, 2).map((recovery) => call('disable', { code: recovery })));
  expect(twice.map(outcome).sort()).toEqual([
    [200, 'ok'],
    [409, 'conflict'],
  ]);
});

test('guessing codes of the second factor is slowed down', async () => {
  const known = await person();
  const { uri } = (await app.post('/v1/account/second-factor/start', {}, { token: known.token })).json<{
    uri: string;
  }>();
  const secret = fromBase32(new URL(uri).searchParams.get('secret') ?? '');
  const code = totpCode(secret, Math.floor(Date.now() / 30_000));
  await app.post('/v1/account/second-factor/confirm', { code }, { token: known.token });
  const from = (host: number) =>
    app.app.inject({
      method: 'POST',
      url: '/v1/login',
      remoteAddress: `198.51.100.${host}`,
      payload: { email: known.email, password: PASSWORD, code: '123456' },
    });
  const answers = await Promise.all(Array.from({ length: 14 }, (_, n) => from(n)));
  expect(answers.filter(({ statusCode }) => statusCode === 429).length).toBeGreaterThanOrEqual(4);
});

test('the codes equal the examples of RFC 6238', () => {
  const secret = Buffer.from('12345678901234567890');
  expect([59, 1111111109, 20000000000].map((seconds) => totpCode(secret, Math.floor(seconds / 30)))).toEqual([
    '287082',
    '081804',
    '353130',
  ]);
  expect(matchTotp(secret, '287082', 59 + 30, null)).toBe(1);
  expect(matchTotp(secret, '287082', 59 + 60, null)).toBeUndefined();
  expect(matchTotp(secret, '287082', 59, 1)).toBeUndefined();
});
