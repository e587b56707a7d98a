import type { LoginAnswer } from '@vitrine/contract/account-answers';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type DiscordStandin, startDiscord } from '../../../../../standins/discord/discord.ts';
import { DEMO } from '../../../../../standins/discord/seed.ts';
import { type GoogleStandin, startGoogle } from '../../../../../standins/google/google.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { makeAccount, makeSession } from '../../../test/make.ts';

const PUBLIC_URL = 'http://vitrine.localhost:3000';
let discord: DiscordStandin;
let google: GoogleStandin;
let app: TestApp;

beforeAll(async () => {
  const redirectUris = [`${PUBLIC_URL}/profile`];
  [discord, google] = await Promise.all([startDiscord({ redirectUris }), startGoogle({ redirectUris })]);
  app = await createTestApp({ env: { VITRINE_PUBLIC_URL: PUBLIC_URL, ...loginEnv() } });
});
const loginEnv = () => ({
  DISCORD_API_URL: discord.apiUrl,
  DISCORD_AUTHORIZE_URL: discord.authorizeUrl,
  DISCORD_CDN_URL: discord.cdnUrl,
  DISCORD_CLIENT_ID: discord.clientId,
  DISCORD_CLIENT_SECRET: discord.clientSecret,
  GOOGLE_AUTHORIZE_URL: google.authorizeUrl,
  GOOGLE_TOKEN_URL: google.tokenUrl,
  GOOGLE_CLIENT_ID: google.clientId,
  GOOGLE_CLIENT_SECRET: google.clientSecret,
});
afterAll(async () => {
  await app.close();
  await Promise.all([discord.close(), google.close()]);
});
beforeEach(async () => {
  discord.control.reset();
  google.control.reset();
  await sql`truncate account, session, oauth_state, throttle, one_time_token, mail cascade`.execute(app.db);
});

type Provider = 'discord' | 'google';
interface Return {
  code: string;
  state: string;
  cookie: string;
}

/** Follows an authorize address as a person would, choosing an account. */
async function consent(address: string, choice: Record<string, string>): Promise<URLSearchParams> {
  const answer = await fetch(address, { method: 'POST', body: new URLSearchParams(choice), redirect: 'manual' });
  return new URL(answer.headers.get('location') ?? 'none:').searchParams;
}

const choose = (provider: Provider, id: string): Record<string, string> =>
  provider === 'discord' ? { user: id, decision: 'authorize' } : { sub: id, decision: 'allow' };

async function leave(provider: Provider, id: string, link?: string): Promise<Return> {
  const started = link
    ? await app.post(`/v1/account/link/${provider}`, {}, { token: link })
    : await app.get(`/v1/login/${provider}/start`);
  const address = link ? (started.json().url as string) : String(started.headers.location);
  const cookie = String(started.headers['set-cookie']);
  const back = await consent(address, choose(provider, id));
  return { code: back.get('code') ?? '', state: back.get('state') ?? '', cookie: cookie.split(';')[0] ?? '' };
}

const arrive = (provider: Provider, { code, state, cookie }: Partial<Return>, token?: string) =>
  app.post(`/v1/login/${provider}`, { code, state }, { ...(token && { token }), headers: cookie ? { cookie } : {} });
const enter = async (provider: Provider, id: string) => arrive(provider, await leave(provider, id));
const outcome = (answer: { status: number; json(): Record<string, unknown> }) => [
  answer.status,
  answer.json().code ?? 'ok',
];
const accounts = () => app.db.selectFrom('account').select(['id', 'email', 'discord_id', 'google_id']).execute();

test('the browser goes to the provider with SPEC’s scopes, state and PKCE, and a cookie that scripts cannot read', async () => {
  const { status, headers } = await app.get('/v1/login/discord/start');
  const query = new URL(String(headers.location)).searchParams;
  expect(status).toBe(302);
  expect(Object.fromEntries(query)).toMatchObject({
    response_type: 'code',
    scope: 'identify email',
    redirect_uri: `${PUBLIC_URL}/profile`,
    code_challenge_method: 'S256',
  });
  expect(query.get('state')).toMatch(/^[\w-]{43}$/);
  expect(String(headers['set-cookie'])).toMatch(
    /^vitrine_login=[\w.-]+; Max-Age=600; Path=\/v1\/login; HttpOnly; SameSite=Lax$/,
  );
  const elsewhere = await app.get('/v1/login/discord/start', { headers: { host: 'cidade.vitrine.localhost' } });
  expect(elsewhere.headers.location).toBe(`${PUBLIC_URL}/v1/login/discord/start`);
  expect(elsewhere.headers['set-cookie']).toBeUndefined();
});

test('a login with Discord makes an account the first time, finds it later, and revokes Discord’s token', async () => {
  const first = await enter('discord', DEMO.ana);
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
  expect((await enter('discord', DEMO.ana)).json<LoginAnswer>().user.id).toBe(user.id);
  expect(await accounts()).toHaveLength(1);
  await expect
    .poll(() => discord.control.requests().filter(({ path }) => path.endsWith('/oauth2/token/revoke')).length)
    .toBe(2);
});

test('an identity without a verified e-mail gets an account without e-mail', async () => {
  expect((await enter('discord', DEMO.carla)).json<LoginAnswer>().user).toMatchObject({
    name: 'carla.semmail',
    email: null,
  });
  expect((await enter('discord', DEMO.davi)).json<LoginAnswer>().user).toMatchObject({ name: 'Davi', email: null });
  expect(await accounts()).toHaveLength(2);
});

test('an account without e-mail adds one by a mailed link; a taken address mails only its owner', async () => {
  const { token, user } = (await enter('discord', DEMO.carla)).json<LoginAnswer>();
  const owner = await makeAccount(app.db);
  const ask = (email: string) => app.post('/v1/account/email', { email }, { token });
  const linkIn = async (email: string) => {
    const mail = await app.db.selectFrom('mail').where('recipient', '=', email).select('text_body').executeTakeFirst();
    return /token=([\w-]+)/.exec(mail?.text_body ?? '')?.[1];
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
  const { token } = (await enter('discord', DEMO.carla)).json<LoginAnswer>();
  await app.post('/v1/account/email', { email: 'disputa@exemplo.com.br' }, { token });
  const mail = await app.db.selectFrom('mail').select('text_body').executeTakeFirstOrThrow();
  await makeAccount(app.db, { email: 'disputa@exemplo.com.br' });
  const link = /token=([\w-]+)/.exec(mail.text_body)?.[1];
  expect(outcome(await app.post('/v1/email/verify', { token: link }, { token }))).toEqual([422, 'token_invalid']);
});

test('with https no other host can set or read the cookie that binds a login to its browser', async () => {
  const secure = await createTestApp({ env: { ...loginEnv(), VITRINE_PUBLIC_URL: 'https://vitrine.localhost:3000' } });
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
  const mine = await leave('discord', DEMO.ana);
  const other = await leave('discord', DEMO.bruno);
  const refused = [400, 'discord_code_invalid'];
  expect(outcome(await arrive('discord', { code: mine.code }))).toEqual(refused);
  expect(outcome(await arrive('discord', { code: mine.code, state: mine.state }))).toEqual(refused);
  expect(outcome(await arrive('discord', { ...mine, cookie: other.cookie }))).toEqual(refused);
  expect(outcome(await arrive('discord', { ...mine, cookie: `vitrine_login=${mine.state}.AAAA` }))).toEqual(refused);
  expect(outcome(await arrive('google', mine))).toEqual([400, 'google_code_invalid']);
  expect((await arrive('discord', mine)).status).toBe(200);
});

test('two requests with one state share one exchange, one session and one answer', async () => {
  const back = await leave('discord', DEMO.ana);
  discord.control.faults.add({ kind: 'delay', ms: 200, match: { path: 'oauth2/token$' } });
  const answers = await Promise.all([1, 2, 3].map(() => arrive('discord', back)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(answers.map((answer) => answer.json<LoginAnswer>().token)).size).toBe(1);
  expect(await app.db.selectFrom('session').select('id').execute()).toHaveLength(1);
  const exchanges = discord.control.requests().filter(({ path }) => path.endsWith('/oauth2/token'));
  expect(exchanges).toHaveLength(1);
  await sql`update oauth_state set used_at = now() - interval '1 minute'`.execute(app.db);
  expect(outcome(await arrive('discord', back))).toEqual([400, 'discord_code_invalid']);
});

test('two requests with one state share a failure too', async () => {
  const back = await leave('discord', DEMO.ana);
  const wrong = { ...back, code: 'errado' };
  const answers = await Promise.all([1, 2].map(() => arrive('discord', wrong)));
  expect(answers.map(outcome)).toEqual(Array(2).fill([400, 'discord_code_invalid']));
});

test('what Discord answers becomes SPEC’s texts', async () => {
  const failing = async (fault: Parameters<typeof discord.control.faults.add>[0]) => {
    const back = await leave('discord', DEMO.ana);
    discord.control.faults.add(fault);
    const answer = await arrive('discord', back);
    discord.control.faults.clear();
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

test('a login ends in time if Discord does not answer', async () => {
  const back = await leave('discord', DEMO.ana);
  discord.control.faults.add({ kind: 'hang', match: { path: 'oauth2/token$' } });
  const start = performance.now();
  const answer = await arrive('discord', back);
  expect([answer.status, answer.json().error]).toEqual([502, 'Timeout na requisição. Verifique sua conexão.']);
  expect(performance.now() - start).toBeLessThan(5500);
});

test('an expired state is refused', async () => {
  const back = await leave('discord', DEMO.ana);
  await sql`update oauth_state set expires_at = now() - interval '1 second'`.execute(app.db);
  expect(outcome(await arrive('discord', back))).toEqual([400, 'discord_code_invalid']);
});

test('a login is linked to an account of the same e-mail only if both sides have verified it', async () => {
  const { email } = { email: 'ana@exemplo.com.br' };
  const unverified = await makeAccount(app.db, { email, verified: false });
  expect(outcome(await enter('discord', DEMO.ana))).toEqual([409, 'discord_link_required']);
  await app.db
    .updateTable('account')
    .set({ email_verified_at: sql<Date>`now()` })
    .where('id', '=', unverified.id)
    .execute();
  expect((await enter('discord', DEMO.ana)).json<LoginAnswer>().user.id).toBe(unverified.id);
});

test('a login with an e-mail that Discord has not verified does not say whether it is registered', async () => {
  const davi = await makeAccount(app.db, { email: 'DAVI@exemplo.com.br' });
  const answer = await enter('discord', DEMO.davi);
  expect(answer.status, answer.text).toBe(200);
  // The same answer as for a free address: a new account without the address.
  expect(answer.json<LoginAnswer>().user).toMatchObject({ name: 'Davi', email: null });
  expect((await accounts()).find(({ id }) => id === davi.id)?.discord_id).toBeNull();
});

test('a person whose address a stranger registered gets in with Discord after a reset', async () => {
  const email = 'ana@exemplo.com.br';
  const squatter = await makeAccount(app.db, { email, verified: false, password: 'Senha-De-Outro-1' });
  const refused = await enter('discord', DEMO.ana);
  expect(refused.json().error).toContain('"Esqueci minha senha"');
  await app.post('/v1/password/forgot', { email });
  const { text_body } = await app.db
    .selectFrom('mail')
    .where('recipient', '=', email)
    .orderBy('id', 'desc')
    .select('text_body')
    .executeTakeFirstOrThrow();
  const token = /token=([\w-]+)/.exec(text_body)?.[1] ?? '';
  expect((await app.post('/v1/password/reset', { token, password: 'Correto-Cavalo-7' })).status).toBe(200);
  const { user } = (await enter('discord', DEMO.ana)).json<LoginAnswer>();
  expect(user).toMatchObject({ email, discordId: DEMO.ana });
  expect(user.id).not.toBe(squatter.id);
});

test('a login at a provider is not linked by e-mail to an account with a second factor or a passkey', async () => {
  const known = await makeAccount(app.db, { email: 'ana@exemplo.com.br', password: 'Correto-Cavalo-7' });
  const refused = [409, 'discord_link_required'];
  await sql`update account set totp_enabled_at = now()`.execute(app.db);
  expect(outcome(await enter('discord', DEMO.ana))).toEqual(refused);
  await sql`update account set totp_enabled_at = null`.execute(app.db);
  const passkey = { id: 'chave', account_id: known.id, name: 'Celular', public_key: Buffer.from('x'), counter: 0 };
  await app.db
    .insertInto('passkey')
    .values({ ...passkey, transports: [] })
    .execute();
  expect(outcome(await enter('discord', DEMO.ana))).toEqual(refused);
  await app.db.deleteFrom('passkey').execute();
  expect((await enter('discord', DEMO.ana)).status).toBe(200);
});

test('a login that is linked by its e-mail is mailed to the owner and logged', async () => {
  const known = await makeAccount(app.db, { email: 'ana@exemplo.com.br', password: 'Correto-Cavalo-7' });
  const linked = async () =>
    app.db
      .selectFrom('security_event')
      .where('account_id', '=', known.id)
      .where('kind', '=', 'identity_linked')
      .select('id')
      .execute();
  await enter('discord', DEMO.ana);
  await enter('discord', DEMO.ana);
  expect(await linked()).toHaveLength(1);
  const mails = await app.db.selectFrom('mail').where('recipient', '=', known.email).select('text_body').execute();
  expect(mails.filter(({ text_body }) => text_body.includes('Um login com Discord foi vinculado'))).toHaveLength(1);
});

test('the first logins of one person in two windows make one account', async () => {
  const returns = await Promise.all([leave('discord', DEMO.bruno), leave('discord', DEMO.bruno)]);
  const answers = await Promise.all(returns.map((back) => arrive('discord', back)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await accounts()).toHaveLength(1);
});

test('a logged-in person links Discord only in the browser and the session that started it, and gets a mail', async () => {
  const account = await makeAccount(app.db, { email: 'outra@exemplo.com.br', password: 'Correto-Cavalo-7' });
  const token = await makeSession(app.db, account.id);
  const stranger = await makeSession(app.db, (await makeAccount(app.db)).id);
  expect(outcome(await arrive('discord', await leave('discord', DEMO.ana, token)))).toEqual([401, 'unauthenticated']);
  expect(outcome(await arrive('discord', await leave('discord', DEMO.ana, token), stranger))).toEqual([
    401,
    'unauthenticated',
  ]);
  const linked = (await arrive('discord', await leave('discord', DEMO.ana, token), token)).json<LoginAnswer>();
  expect(linked).toMatchObject({ token, user: { id: account.id, discordId: DEMO.ana } });
  const mails = await app.db.selectFrom('mail').where('recipient', '=', account.email).select('text_body').execute();
  const text = 'Um login com Discord foi vinculado à sua conta.';
  expect(mails).toEqual([{ text_body: expect.stringContaining(text) }]);
  expect(outcome(await arrive('discord', await leave('discord', DEMO.ana, stranger), stranger))).toEqual([
    409,
    'identity_taken',
  ]);
  expect((await enter('discord', DEMO.ana)).json<LoginAnswer>().user.id).toBe(account.id);
  expect((await app.post('/v1/account/unlink/discord', {}, { token })).json().user).toMatchObject({ discordId: null });
});

test('the last way into an account cannot be unlinked', async () => {
  const { token } = (await enter('discord', DEMO.bruno)).json<LoginAnswer>();
  expect(outcome(await app.post('/v1/account/unlink/discord', {}, { token }))).toEqual([422, 'last_login']);
});

test('a login with Google works; a bad id token or a wrong code does not', async () => {
  const [ana] = ['104512380912345678901'];
  const { user } = (await enter('google', ana ?? '')).json<LoginAnswer>();
  expect(user).toMatchObject({
    name: 'Ana Souza',
    email: 'ana@exemplo.com.br',
    emailVerified: true,
    googleLinked: true,
  });
  expect((await enter('discord', DEMO.ana)).json<LoginAnswer>().user).toMatchObject({
    id: user.id,
    googleLinked: true,
  });
  for (const fault of ['expired', 'wrong-audience', 'wrong-issuer', 'wrong-nonce'] as const) {
    const back = await leave('google', ana ?? '');
    google.control.spoilIdToken(fault);
    expect(outcome(await arrive('google', back))).toEqual([502, 'google_failed']);
  }
  const back = await leave('google', ana ?? '');
  expect(outcome(await arrive('google', { ...back, code: 'errado' }))).toEqual([400, 'google_code_invalid']);
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
