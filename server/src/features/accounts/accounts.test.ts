import type { LoginAnswer, Profile, Session } from '@vitrine/contract/account-answers';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { readMails } from '../../test/mails.ts';
import { makeAccount, makePlan, makeSession, makeStore } from '../../test/make.ts';
import { emailKey } from '../mail/email-key.ts';
import { deviceName } from './account.ts';
import { isCommonPassword } from './password/common-passwords.ts';

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
const person = async (options: Parameters<typeof makeAccount>[1] = {}) => {
  const account = await makeAccount(app.db, { password: PASSWORD, ...options });
  return { ...account, token: await makeSession(app.db, account.id) };
};
/** The token in the newest mail to an address. */
const mailed = async (email: string) => {
  const mail = (await readMails(app, email)).at(-1);
  return { subject: mail?.subject, token: /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '' };
};

test('a person registers, proves the e-mail, logs in with any spelling of it and logs out', async () => {
  const email = 'Nova.Pessoa@Exemplo.com.br';
  const registered = await app.post('/v1/login/register', { name: 'Nova Pessoa', email, password: PASSWORD });
  expect([registered.status, registered.json()]).toEqual([200, { success: true }]);
  const { subject, token } = await mailed(email);
  expect(subject).toBe('Confirme seu e-mail na Vitrine');
  const first = (await login('nova.pessoa@EXEMPLO.com.br')).json<LoginAnswer>();
  expect(first.user).toMatchObject({ name: 'Nova Pessoa', email, emailVerified: false, hasPassword: true });
  expect((await app.post('/v1/email/verify', { token }, first)).status).toBe(200);
  expect(outcome(await app.post('/v1/email/verify', { token }, first))).toEqual([422, 'token_invalid']);
  expect((await login(email)).json<LoginAnswer>().user.emailVerified).toBe(true);
  expect((await app.post('/v1/logout', {}, { token: first.token })).status).toBe(200);
  expect(outcome(await app.get('/v1/profile', { token: first.token }))).toEqual([401, 'unauthenticated']);
});

test('a registration answers all its mistakes as a list, and refuses common passwords', async () => {
  const wrong = await app.post('/v1/login/register', { name: 'Al', email: 'não é', password: 'curta' });
  expect([wrong.status, wrong.json().error]).toEqual([
    422,
    ['Nome deve ter entre 3 e 255 caracteres', 'Email inválido.', 'A senha deve ter entre 8 e 50 caracteres.'],
  ]);
  for (const hostile of [
    {},
    { name: 1, email: [], password: null },
    { name: 'a\u0000bcd', email: 'a@b.com', password: PASSWORD },
  ]) {
    const answer = await app.post('/v1/login/register', hostile);
    expect([answer.status, Array.isArray(answer.json().error)]).toEqual([422, true]);
  }
  const common = await app.post('/v1/login/register', {
    name: 'Comum',
    email: 'c@exemplo.com.br',
    password: 'Senha123!',
  });
  expect(common.json()).toMatchObject({ code: 'common_password', error: ['Esta senha é muito comum. Escolha outra.'] });
});

test('registering a known e-mail answers the same, changes nothing and mails its owner', async () => {
  const known = await person();
  const body = { name: 'Outra Pessoa', email: known.email.toUpperCase(), password: 'Outra-Senha-99' };
  const answer = await app.post('/v1/login/register', body);
  expect([answer.status, answer.json()]).toEqual([200, { success: true }]);
  expect((await mailed(known.email)).subject).toBe('Você já tem uma conta na Vitrine');
  expect(outcome(await login(known.email, 'Outra-Senha-99'))).toEqual([401, 'invalid_credentials']);
  expect((await login(known.email)).status).toBe(200);
});

test('two registrations of one e-mail at once make one account', async () => {
  const body = { name: 'Corrida', email: 'corrida@exemplo.com.br', password: PASSWORD };
  const answers = await Promise.all([1, 2, 3].map(() => app.post('/v1/login/register', body)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const rows = await app.db.selectFrom('account').where('email_key', '=', body.email).select('id').execute();
  expect(rows).toHaveLength(1);
});

test('a login answers the same for unknown e-mails, wrong passwords and accounts without a password', async () => {
  const known = await person();
  const social = await makeAccount(app.db);
  const bodies = await Promise.all(
    [known.email, social.email, 'ninguem@exemplo.com.br'].map((email) => login(email, 'Errada-Senha-1')),
  );
  const told = bodies.map((answer) => ({ ...answer.json(), requestId: '' }));
  expect(told[0]).toMatchObject({ error: 'Usuário ou senha inválidos.', code: 'invalid_credentials' });
  expect(told[1]).toEqual(told[0]);
  expect(told[2]).toEqual(told[0]);
});

test('an unknown e-mail takes as long as a wrong password', async () => {
  const known = await person();
  const emails = [known.email, 'ninguem@exemplo.com.br'];
  await login('aquecer@exemplo.com.br');
  const runs: number[][] = [[], []];
  // Taken in turns, so that a busy machine slows both alike.
  for (let n = 0; n < 18; n++) {
    const start = performance.now();
    await login(emails[n % 2] ?? '', 'Errada-Senha-1');
    runs[n % 2]?.push(performance.now() - start);
  }
  const [wrong = 0, unknown = 0] = runs.map((times) => times.sort((a, b) => a - b)[4]);
  expect(unknown).toBeGreaterThan(wrong * 0.5);
  expect(unknown).toBeLessThan(wrong * 2);
});

test('failed logins slow down one address on one account with Retry-After, and nobody else', async () => {
  const known = await person();
  const answers = await Promise.all(Array.from({ length: 14 }, () => login(known.email, 'Errada-Senha-1')));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(4);
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(refused[0]?.headers['retry-after'])).toBeLessThanOrEqual(60);
  expect((await login((await person()).email)).status).toBe(200);
  const elsewhere = await app.app.inject({
    method: 'POST',
    url: '/v1/login',
    remoteAddress: '203.0.113.9',
    payload: { email: known.email, password: PASSWORD },
  });
  expect(elsewhere.statusCode).toBe(200);
  await sql`update throttle set window_ends_at = now()`.execute(app.db);
  // A refusal is kept in memory for a moment, so the new window counts a little later.
  await expect.poll(async () => (await login(known.email)).status).toBe(200);
});

test('many addresses that attack one account slow its logins down, but its owner still logs in', async () => {
  const known = await person();
  const from = (address: string, password: string) =>
    app.app.inject({
      method: 'POST',
      url: '/v1/login',
      remoteAddress: address,
      payload: { email: known.email, password },
    });
  for (let block = 0; block < 6; block++) {
    await Promise.all(Array.from({ length: 9 }, (_, host) => from(`198.51.100.${block * 9 + host}`, 'Errada-Senha-1')));
  }
  const start = performance.now();
  expect((await from('203.0.113.77', PASSWORD)).statusCode).toBe(200);
  expect(performance.now() - start).toBeGreaterThan(1000);
});

test('a forgotten password gets the same answer for everybody; the newest link works once and ends all sessions', async () => {
  const known = await person();
  const answers = await Promise.all(
    [known.email, 'ninguem@exemplo.com.br'].map((email) => app.post('/v1/password/forgot', { email })),
  );
  expect(answers.map((answer) => [answer.status, answer.text])).toEqual(Array(2).fill([200, '{"success":true}']));
  expect((await mailed('ninguem@exemplo.com.br')).subject).toBeUndefined();
  const old = (await mailed(known.email)).token;
  await app.post('/v1/password/forgot', { email: known.email });
  const { token } = await mailed(known.email);
  const reset = (value: string, password = 'Nova-Senha-Boa-1') =>
    app.post('/v1/password/reset', { token: value, password });
  expect(outcome(await reset(old))).toEqual([422, 'token_invalid']);
  expect(outcome(await reset(token, 'password1'))).toEqual([422, 'common_password']);
  const both = await Promise.all([reset(token), reset(token)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
  expect((await app.get('/v1/profile', { token: known.token })).status).toBe(401);
  expect((await login(known.email)).status).toBe(401);
  expect((await login(known.email, 'Nova-Senha-Boa-1')).status).toBe(200);
  expect(await mailed(known.email)).toMatchObject({ subject: 'Alteração de segurança na sua conta Vitrine' });
});

test('a reset refuses an expired link, a link of another kind and a text that is no link', async () => {
  const known = await person();
  await app.post('/v1/password/forgot', { email: known.email });
  const { token } = await mailed(known.email);
  expect(outcome(await app.post('/v1/email/verify', { token }))).toEqual([422, 'token_invalid']);
  await sql`update one_time_token set expires_at = now() - interval '1 second'`.execute(app.db);
  for (const value of [token, 'x'.repeat(43), '\u0000'.repeat(20)]) {
    const answer = await app.post('/v1/password/reset', { token: value, password: 'Nova-Senha-Boa-1' });
    expect(outcome(answer)).toEqual([422, 'token_invalid']);
  }
});

test('a reset takes an address back from whoever registered it without proving it', async () => {
  const squatter = await person({ verified: false, discordId: '112233445566778899' });
  await app.post('/v1/password/forgot', { email: squatter.email });
  const { token } = await mailed(squatter.email);
  await app.post('/v1/password/reset', { token, password: 'Nova-Senha-Boa-1' });
  const { user } = (await login(squatter.email, 'Nova-Senha-Boa-1')).json<LoginAnswer>();
  expect(user).toMatchObject({ emailVerified: true, discordId: null });
});

test('changing the password needs the present one and ends the other sessions', async () => {
  const known = await person();
  const other = await makeSession(app.db, known.id);
  const change = (currentPassword: string, password: string) =>
    app.post('/v1/password/change', { currentPassword, password }, known);
  expect(outcome(await change('Errada-Senha-1', 'Nova-Senha-Boa-1'))).toEqual([422, 'wrong_password']);
  expect((await change(PASSWORD, 'Nova-Senha-Boa-1')).status).toBe(200);
  expect((await app.get('/v1/profile', { token: other })).status).toBe(401);
  expect((await app.get('/v1/profile', { token: known.token })).status).toBe(200);
});

test('people see and end their own devices only', async () => {
  const known = await person();
  const stranger = await person();
  const second = (await login(known.email)).json<LoginAnswer>().token;
  const list = async (token: string) =>
    (await app.get('/v1/account/sessions', { token })).json<{ sessions: Session[] }>().sessions;
  const sessions = await list(known.token);
  expect(sessions.map(({ current }) => current).sort()).toEqual([false, true]);
  const target = sessions.find(({ current }) => !current)?.id;
  const end = (token: string) =>
    app.app.inject({
      method: 'DELETE',
      url: `/v1/account/sessions/${target}`,
      headers: { authorization: `Bearer ${token}` },
    });
  expect((await end(stranger.token)).statusCode).toBe(404);
  expect((await end(known.token)).statusCode).toBe(200);
  expect((await app.get('/v1/profile', { token: second })).status).toBe(401);
  expect(deviceName('Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130 Safari/537.36')).toBe(
    'Chrome no Windows',
  );
  expect(deviceName('<script>')).toBe('Aparelho desconhecido');
});

test('the profile shows the figures of the person’s stores', async () => {
  const known = await person();
  const bare = (await app.get('/v1/profile', { token: known.token })).json<Profile>();
  expect(bare).toMatchObject({ orders: 0, stores: 0, plan: 'Gratuito', storeList: [], activity: [] });
  const store = await makeStore(app.db, app.deps.config.secret, { owner: known, name: 'Cidade Um' });
  await makeStore(app.db, app.deps.config.secret, { owner: known, name: 'Cidade Dois' });
  await makePlan(app.db, store.id, 'pro');
  const profile = (await app.get('/v1/profile', { token: known.token })).json<Profile>();
  expect(profile).toMatchObject({ stores: 2, plan: 'Pro', orders: 0 });
  expect(profile.storeList.map(({ name, status }) => [name, status])).toEqual([
    ['Cidade Um', 'Ativa'],
    ['Cidade Dois', 'Ativa'],
  ]);
  expect(profile.activity[0]).toMatchObject({ store: 'Cidade Dois' });
  const renamed = await app.post('/v1/account/edit', { name: 'Nome Novo' }, { token: known.token });
  expect(renamed.json().user).toMatchObject({ name: 'Nome Novo' });
});

test('GET /v1/config answers which logins are configured', async () => {
  expect((await app.get('/v1/config')).json()).toEqual({
    success: true,
    domain: 'vitrine.localhost',
    google: false,
    discord: false,
  });
});

test('e-mails have one canonical form', () => {
  expect(emailKey(' Ana@EXEMPLO.com.br. ')).toBe('ana@exemplo.com.br');
  expect(emailKey('ana@ação.com')).toBe(emailKey('ana@xn--ao-siap.com'));
  expect(emailKey('a.na@exemplo.com')).not.toBe(emailKey('ana@exemplo.com'));
});

test('common passwords and variants of them are refused; good ones pass', () => {
  const common = [
    '12345678',
    'SENHA123',
    'senha@2024',
    'Flamengo10',
    'aaaaaaaa',
    'abcabcabc',
    'qwertyuiop',
    '87654321',
    'P@ssw0rd',
    '$3nh4123',
    'corinthians',
  ];
  for (const password of common) expect([password, isCommonPassword(password)]).toEqual([password, true]);
  for (const password of [PASSWORD, 'tartaruga-verde-lenta', 'k9#Lm2$xQ', 'minha casa tem 3 gatos']) {
    expect([password, isCommonPassword(password)]).toEqual([password, false]);
  }
});
