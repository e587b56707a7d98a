import type { LoginAnswer } from '@vitrine/contract/account-answers';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DEMO } from '../../../../../standins/discord/seed.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { readMails } from '../../../test/mails.ts';
import { makeAccount, makeSession } from '../../../test/make.ts';
import { LOGINS_URL, outcome, type ProviderLogins, startProviderLogins } from '../../../test/provider-logins.ts';

let logins: ProviderLogins;
let app: TestApp;
beforeAll(async () => {
  logins = await startProviderLogins();
  app = logins.app;
});
afterAll(() => logins.close());
beforeEach(() => logins.reset());

const accounts = () => app.db.selectFrom('account').select(['id', 'email', 'discord_id', 'google_id']).execute();

test('the browser goes to the provider with SPEC’s scopes, state and PKCE, and a cookie that scripts cannot read', async () => {
  const { status, headers } = await app.get('/v1/login/discord/start');
  const query = new URL(String(headers.location)).searchParams;
  expect(status).toBe(302);
  expect(Object.fromEntries(query)).toMatchObject({
    response_type: 'code',
    scope: 'identify email',
    redirect_uri: `${LOGINS_URL}/profile`,
    code_challenge_method: 'S256',
  });
  expect(query.get('state')).toMatch(/^[\w-]{43}$/);
  expect(String(headers['set-cookie'])).toMatch(
    /^vitrine_login=[\w.-]+; Max-Age=600; Path=\/v1\/login; HttpOnly; SameSite=Lax$/,
  );
  const elsewhere = await app.get('/v1/login/discord/start', { headers: { host: 'cidade.vitrine.localhost' } });
  expect(elsewhere.headers.location).toBe(`${LOGINS_URL}/v1/login/discord/start`);
  expect(elsewhere.headers['set-cookie']).toBeUndefined();
});

test('a login with Discord makes an account the first time, finds it later, and revokes Discord’s token', async () => {
  const first = await logins.enter('discord', DEMO.ana);
  const { token, user } = first.json<LoginAnswer>();
  expect(user).toMatchObject({
    name: 'Ana Souza',
    email: 'ana@exemplo.com.br',
    emailVerified: true,
    discordId: DEMO.ana,
    hasPassword: false,
  });
  expect(user.avatar).toContain(`/avatars/${DEMO.ana}/`);
  expect(String(first.headers['set-cookie'])).toContain('Max-Age=0');
  expect((await app.get('/v1/profile', { token })).status).toBe(200);
  expect((await logins.enter('discord', DEMO.ana)).json<LoginAnswer>().user.id).toBe(user.id);
  expect(await accounts()).toHaveLength(1);
  await expect
    .poll(() => logins.discord.control.requests().filter(({ path }) => path.endsWith('/oauth2/token/revoke')).length)
    .toBe(2);
});

test('an identity without a verified e-mail gets an account without e-mail', async () => {
  expect((await logins.enter('discord', DEMO.carla)).json<LoginAnswer>().user).toMatchObject({
    name: 'carla.semmail',
    email: null,
  });
  expect((await logins.enter('discord', DEMO.davi)).json<LoginAnswer>().user).toMatchObject({
    name: 'Davi',
    email: null,
  });
  expect(await accounts()).toHaveLength(2);
});

test('attack: a name at Discord is neither invisible nor turned around here', async () => {
  const named = async (globalName: string) => {
    const [id = ''] = logins.discord.control.seed({ users: [{ username: 'hostil', globalName }] }).userIds;
    return (await logins.enter('discord', id)).json<LoginAnswer>().user.name;
  };
  expect(await named('\u3164\u200b\u3164')).toBe('Sem nome');
  expect(await named('Ana \u202eazuoS\u2069')).toBe('Ana azuoS');
  expect(await named(`${'a'.repeat(254)}🚀`)).toBe('a'.repeat(254));
});

test('an account without e-mail adds one by a mailed link; a taken address mails only its owner', async () => {
  const { token, user } = (await logins.enter('discord', DEMO.carla)).json<LoginAnswer>();
  const owner = await makeAccount(app.db);
  const ask = (email: string) => app.post('/v1/account/email', { email }, { token });
  const linkIn = async (email: string) => {
    const [mail] = await readMails(app, email);
    return /token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
  };
  const [taken, free] = [await ask(owner.email), await ask('Carla@exemplo.com.br')];
  expect([taken.status, taken.text]).toEqual([free.status, free.text]);
  expect(await linkIn(owner.email)).toBeUndefined();
  const link = await linkIn('Carla@exemplo.com.br');
  expect((await app.post('/v1/email/verify', { token: link }, { token })).status).toBe(200);
  const profile = (await app.get('/v1/profile', { token })).json();
  expect(profile.user).toMatchObject({ id: user.id, email: 'Carla@exemplo.com.br', emailVerified: true });
});

test('an address that another account proved meanwhile stays with that account', async () => {
  const { token } = (await logins.enter('discord', DEMO.carla)).json<LoginAnswer>();
  await app.post('/v1/account/email', { email: 'disputa@exemplo.com.br' }, { token });
  const [mail] = await readMails(app);
  await makeAccount(app.db, { email: 'disputa@exemplo.com.br' });
  const link = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
  expect(outcome(await app.post('/v1/email/verify', { token: link }, { token }))).toEqual([422, 'token_invalid']);
});

test('with https no other host can set or read the cookie that binds a login to its browser', async () => {
  const secure = await createTestApp({ env: { ...logins.env, VITRINE_PUBLIC_URL: 'https://vitrine.localhost:3000' } });
  try {
    const started = await secure.get('/v1/login/discord/start');
    const cookie = String(started.headers['set-cookie']);
    expect(cookie).toMatch(/^__Host-vitrine_login=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
    const state = new URL(String(started.headers.location)).searchParams.get('state') ?? '';
    const value = cookie.slice(cookie.indexOf('=') + 1, cookie.indexOf(';'));
    const arriveWith = async (name: string) => {
      const answer = await secure.post(
        '/v1/login/discord',
        { code: 'x', state },
        { headers: { cookie: `${name}=${value}` } },
      );
      return [answer.headers['set-cookie']].flat()[0];
    };
    // A cookie of the plain name could come from any store's page of the same domain.
    expect(await arriveWith('vitrine_login')).toBeUndefined();
    expect(await arriveWith('__Host-vitrine_login')).toMatch(/^__Host-vitrine_login=; Max-Age=0; Path=\/;/);
  } finally {
    await secure.close();
  }
});

test('without its own cookie or state a return is refused, and its code still works afterwards', async () => {
  const mine = await logins.leave('discord', DEMO.ana);
  const other = await logins.leave('discord', DEMO.bruno);
  const refused = [400, 'discord_code_invalid'];
  expect(outcome(await logins.arrive('discord', { code: mine.code }))).toEqual(refused);
  expect(outcome(await logins.arrive('discord', { code: mine.code, state: mine.state }))).toEqual(refused);
  expect(outcome(await logins.arrive('discord', { ...mine, cookie: other.cookie }))).toEqual(refused);
  expect(outcome(await logins.arrive('discord', { ...mine, cookie: `vitrine_login=${mine.state}.AAAA` }))).toEqual(
    refused,
  );
  expect(outcome(await logins.arrive('google', mine))).toEqual([400, 'google_code_invalid']);
  expect((await logins.arrive('discord', mine)).status).toBe(200);
});

test('two requests with one state share one exchange, one session and one answer', async () => {
  const back = await logins.leave('discord', DEMO.ana);
  logins.discord.control.faults.add({ kind: 'delay', ms: 200, match: { path: 'oauth2/token$' } });
  const answers = await Promise.all([1, 2, 3].map(() => logins.arrive('discord', back)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(answers.map((answer) => answer.json<LoginAnswer>().token)).size).toBe(1);
  expect(await app.db.selectFrom('session').select('id').execute()).toHaveLength(1);
  const exchanges = logins.discord.control.requests().filter(({ path }) => path.endsWith('/oauth2/token'));
  expect(exchanges).toHaveLength(1);
  await sql`update oauth_state set used_at = now() - interval '1 minute'`.execute(app.db);
  expect(outcome(await logins.arrive('discord', back))).toEqual([400, 'discord_code_invalid']);
});

test('two requests with one state share a failure too', async () => {
  const back = await logins.leave('discord', DEMO.ana);
  const wrong = { ...back, code: 'errado' };
  const answers = await Promise.all([1, 2].map(() => logins.arrive('discord', wrong)));
  expect(answers.map(outcome)).toEqual(Array(2).fill([400, 'discord_code_invalid']));
});

test('what Discord answers becomes SPEC’s texts', async () => {
  const failing = async (fault: Parameters<typeof logins.discord.control.faults.add>[0]) => {
    const back = await logins.leave('discord', DEMO.ana);
    logins.discord.control.faults.add(fault);
    const answer = await logins.arrive('discord', back);
    logins.discord.control.faults.clear();
    return [answer.status, answer.json().error];
  };
  const token = { path: 'oauth2/token$' };
  const ours = [500, 'Erro interno do servidor. Tente novamente.'];
  expect(await failing({ kind: 'status', status: 401, body: { error: 'invalid_client' }, match: token })).toEqual(ours);
  expect(await failing({ kind: 'status', status: 429, retryAfter: 2, match: token })).toEqual(ours);
  const other = [502, 'Falha no login via Discord.'];
  expect(await failing({ kind: 'status', status: 503, match: token })).toEqual(other);
  expect(await failing({ kind: 'malformed', match: token })).toEqual(other);
  expect(await failing({ kind: 'reset-before', match: { path: 'users/@me$' } })).toEqual(other);
  expect(await accounts()).toEqual([]);
});

test('a login gives up a Discord that does not answer', async () => {
  const back = await logins.leave('discord', DEMO.ana);
  logins.discord.control.faults.add({ kind: 'hang', match: { path: 'oauth2/token$' } });
  // Discord never answers, so an answer shows that the login gave up.
  const answer = await logins.arrive('discord', back);
  expect([answer.status, answer.json().error]).toEqual([502, 'Timeout na requisição. Verifique sua conexão.']);
});

test('an expired state is refused', async () => {
  const back = await logins.leave('discord', DEMO.ana);
  await sql`update oauth_state set expires_at = now() - interval '1 second'`.execute(app.db);
  expect(outcome(await logins.arrive('discord', back))).toEqual([400, 'discord_code_invalid']);
});

test('the first logins of one person in two windows make one account', async () => {
  const returns = await Promise.all([logins.leave('discord', DEMO.bruno), logins.leave('discord', DEMO.bruno)]);
  const answers = await Promise.all(returns.map((back) => logins.arrive('discord', back)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await accounts()).toHaveLength(1);
});

test('a login with Google works; a bad id token or a wrong code does not', async () => {
  const [ana] = ['104512380912345678901'];
  const { user } = (await logins.enter('google', ana ?? '')).json<LoginAnswer>();
  expect(user).toMatchObject({
    name: 'Ana Souza',
    email: 'ana@exemplo.com.br',
    emailVerified: true,
    googleLinked: true,
  });
  expect((await logins.enter('discord', DEMO.ana)).json<LoginAnswer>().user).toMatchObject({
    id: user.id,
    googleLinked: true,
  });
  for (const fault of ['expired', 'wrong-audience', 'wrong-issuer', 'wrong-nonce'] as const) {
    const back = await logins.leave('google', ana ?? '');
    logins.google.control.spoilIdToken(fault);
    expect(outcome(await logins.arrive('google', back))).toEqual([502, 'google_failed']);
  }
  const back = await logins.leave('google', ana ?? '');
  expect(outcome(await logins.arrive('google', { ...back, code: 'errado' }))).toEqual([400, 'google_code_invalid']);
});

test('an installation without credentials says that the login is not configured', async () => {
  const bare = await createTestApp();
  try {
    const started = await bare.get('/v1/login/google/start');
    expect(String(started.headers.location)).toMatch(/\/profile\?error=login_not_configured$/);
    const account = await makeAccount(bare.db);
    const token = await makeSession(bare.db, account.id);
    expect(outcome(await bare.post('/v1/account/link/google', {}, { token }))).toEqual([422, 'login_not_configured']);
  } finally {
    await bare.close();
  }
});
