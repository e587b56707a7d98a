import type { CustomerMe } from '@vitrine/contract/customers';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type DiscordStandin, startDiscord } from '../../../../standins/discord/discord.ts';
import { DEMO } from '../../../../standins/discord/seed.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { readMails } from '../../test/mails.ts';
import { type MadeStore, makeStore } from '../../test/make.ts';
import { makeSold, on } from '../../test/make-deliveries.ts';

const PUBLIC_URL = 'http://vitrine.localhost:3000';
const EMAIL = 'bruno@exemplo.com.br';
let discord: DiscordStandin;
let app: TestApp;
let here: MadeStore;
let there: MadeStore;

beforeAll(async () => {
  discord = await startDiscord({ redirectUris: [`${PUBLIC_URL}/profile`, `${PUBLIC_URL}/v1/customer/discord/return`] });
  app = await createTestApp({
    env: {
      VITRINE_PUBLIC_URL: PUBLIC_URL,
      DISCORD_API_URL: discord.apiUrl,
      DISCORD_AUTHORIZE_URL: discord.authorizeUrl,
      DISCORD_CDN_URL: discord.cdnUrl,
      DISCORD_CLIENT_ID: discord.clientId,
      DISCORD_CLIENT_SECRET: discord.clientSecret,
    },
  });
  [here, there] = await Promise.all([
    makeStore(app.db, app.deps.config.secret),
    makeStore(app.db, app.deps.config.secret),
  ]);
  for (const store of [here, there]) {
    const { id } = await makeSold(app.db, store.id, { items: [{ actions: [on.group('vip')] }] });
    await app.db.updateTable('order').set({ email: 'Bruno@Exemplo.com.br' }).where('id', '=', id).execute();
  }
});
afterAll(async () => {
  await app.close();
  await discord.close();
});
beforeEach(async () => {
  discord.control.reset();
  await sql`truncate customer_session, customer_login, throttle, mail`.execute(app.db);
});

const hostOf = (store: MadeStore) => `${store.subdomain}.vitrine.localhost`;
const BROWSER = { accept: 'text/html,application/xhtml+xml' };
interface Sent {
  cookie?: string;
  browser?: boolean;
  origin?: string;
  ip?: string;
}
const headersOf = (store: MadeStore, { cookie, browser, origin }: Sent) => ({
  host: hostOf(store),
  ...(browser && BROWSER),
  ...(cookie && { cookie }),
  ...(origin && { origin }),
});
const get = (store: MadeStore, path: string, sent: Sent = {}) => app.get(path, { headers: headersOf(store, sent) });
const post = (store: MadeStore, path: string, body: object, sent: Sent = {}) =>
  app.post(path, body, { headers: headersOf(store, sent) });
const cookieOf = (answer: { headers: Record<string, unknown> }, name: string) =>
  [answer.headers['set-cookie']]
    .flat()
    .map(String)
    .find((one) => one.startsWith(`${name}=`) && !one.startsWith(`${name}=;`));
const pairOf = (cookie = '') => cookie.split(';')[0] ?? '';
/** The status of the store's area with this session's cookie. */
const opens = async (store: MadeStore, cookie: string) => (await get(store, '/v1/customer/export', { cookie })).status;

/** Goes from the store's host to Discord and back to the apex, as a browser does. Answers the address that follows. */
async function throughDiscord(store: MadeStore, user: string = DEMO.bruno, decision = 'authorize') {
  const left = await get(store, '/v1/customer/discord/start', { browser: true });
  const consent = await fetch(String(left.headers.location), {
    method: 'POST',
    body: new URLSearchParams({ user, decision }),
    redirect: 'manual',
  });
  const back = new URL(consent.headers.get('location') ?? 'none:');
  const returned = await app.get(back.pathname + back.search, { headers: BROWSER });
  return {
    left,
    back,
    onwards: new URL(String(returned.headers.location)),
    browser: pairOf(cookieOf(left, 'vitrine_entrada')),
  };
}

test('Discord: one fixed return address, PKCE, and a cookie of the store’s host alone', async () => {
  const { left, back, onwards, browser } = await throughDiscord(here);
  const query = new URL(String(left.headers.location)).searchParams;
  expect(query.get('redirect_uri')).toBe(`${PUBLIC_URL}/v1/customer/discord/return`);
  expect([query.get('code_challenge_method'), query.get('state')?.length]).toEqual(['S256', 43]);
  expect(back.origin).toBe(PUBLIC_URL);
  expect(onwards.host).toBe(`${hostOf(here)}:3000`);

  const arrived = await get(here, onwards.pathname + onwards.search, { browser: true, cookie: browser });
  expect([arrived.status, arrived.headers.location]).toEqual([303, '/minhas-compras']);
  const session = cookieOf(arrived, 'vitrine_compras');
  expect(session).toMatch(/^vitrine_compras=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(await opens(here, pairOf(session))).toBe(200);
  // Kept as a hash: nothing in the table opens a session.
  const { rows } = await sql<{ all: string }>`select string_agg(s::text, '') as all from customer_session s`.execute(
    app.db,
  );
  expect(rows[0]?.all).not.toContain(pairOf(session).split('=')[1]);
});

test('attack: a buyer’s name at Discord is neither invisible nor turned around', async () => {
  const nameOf = async (globalName: string) => {
    const [user = ''] = discord.control.seed({ users: [{ username: 'hostil', globalName }] }).userIds;
    const { onwards, browser } = await throughDiscord(here, user);
    const arrived = await get(here, onwards.pathname + onwards.search, { browser: true, cookie: browser });
    const cookie = pairOf(cookieOf(arrived, 'vitrine_compras'));
    return (await get(here, '/v1/customer/me', { cookie })).json<CustomerMe>().discord?.name;
  };
  expect(await nameOf('\u3164\u2060')).toBeNull();
  expect(await nameOf('Ana \u202eazuoS\u2069')).toBe('Ana azuoS');
});

test('with https the cookies are __Host- and Secure', async () => {
  const safe = await createTestApp({ env: { VITRINE_PUBLIC_URL: 'https://vitrine.localhost' } });
  const store = await makeStore(safe.db, safe.deps.config.secret);
  const { id } = await makeSold(safe.db, store.id, { items: [{ actions: [on.group('vip')] }] });
  await safe.db.updateTable('order').set({ email: EMAIL }).where('id', '=', id).execute();
  const headers = { host: hostOf(store) };
  await safe.post('/v1/customer/link', { email: EMAIL }, { headers });
  const [mail] = await readMails(safe);
  const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
  const entered = await safe.post('/v1/customer/enter', { token }, { headers });
  expect(String(entered.headers['set-cookie'])).toMatch(
    /^__Host-vitrine_compras=[\w-]{43}; .*Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  );
  await safe.close();
});

test('the way back works once, only in the browser that left and at the store that it left', async () => {
  const first = await throughDiscord(here);
  const path = first.onwards.pathname + first.onwards.search;
  const stranger = pairOf(
    cookieOf(await get(here, '/v1/customer/discord/start', { browser: true }), 'vitrine_entrada'),
  );
  for (const cookie of ['', stranger]) {
    const answer = await get(here, path, { browser: true, cookie });
    expect(answer.headers.location).toBe('/minhas-compras?erro=discord_code_invalid');
    expect(cookieOf(answer, 'vitrine_compras')).toBeUndefined();
  }
  expect(cookieOf(await get(there, path, { browser: true, cookie: first.browser }), 'vitrine_compras')).toBeUndefined();
  const both = await Promise.all([1, 2].map(() => get(here, path, { browser: true, cookie: first.browser })));
  expect(both.filter((answer) => cookieOf(answer, 'vitrine_compras'))).toHaveLength(1);

  // Discord's answer comes a second time. Its code is not sent to Discord again, and the person lands at the store.
  const again = await app.get(first.back.pathname + first.back.search, { headers: BROWSER });
  expect(new URL(String(again.headers.location)).search).toBe('?erro=discord_code_invalid');
});

test('the store shows what went wrong at Discord, and an unknown state is refused', async () => {
  expect((await throughDiscord(here, DEMO.bruno, 'cancel')).onwards.search).toBe('?erro=cancelado');
  const late = await get(here, '/v1/customer/discord/start');
  const state = new URL(String(late.headers.location)).searchParams.get('state');
  await sql`update customer_login set expires_at = now()`.execute(app.db);
  const over = await app.get(`/v1/customer/discord/return?code=abc&state=${state}`);
  expect(String(over.headers.location)).toContain('erro=discord_code_invalid');
  for (const wrong of ['', 'x', '../../', 'a'.repeat(101), '%00']) {
    const answer = await app.get(`/v1/customer/discord/return?code=abc&state=${wrong}`);
    expect(answer.status).toBe(400);
    expect(answer.headers.location).toBeUndefined();
  }
  // An owner's login and a customer's sign-in are separate: neither accepts the other's state.
  const owner = await app.get('/v1/login/discord/start');
  const ownerState = new URL(String(owner.headers.location)).searchParams.get('state');
  expect((await app.get(`/v1/customer/discord/return?code=abc&state=${ownerState}`)).status).toBe(400);
});

const mailed = async () => {
  const rows = await readMails(app);
  return rows.map(({ recipient, text }) => ({ recipient, token: /token=([\w-]+)/.exec(text)?.[1] ?? '' }));
};
const ask = (store: MadeStore, email: string, sent: Sent = {}) => post(store, '/v1/customer/link', { email }, sent);
async function newLink(store = here): Promise<string> {
  await ask(store, EMAIL);
  return (await mailed()).at(-1)?.token ?? '';
}

test('mail: everybody gets the same answer, and only a buyer gets a mail', async () => {
  const answers = [];
  for (const email of [EMAIL, 'ninguem@exemplo.com.br', ' BRUNO@exemplo.com.br ']) {
    const begun = performance.now();
    const { status, text, headers } = await ask(here, email, { browser: true });
    expect(performance.now() - begun).toBeGreaterThan(290);
    answers.push([status, text, headers.location, headers['set-cookie']]);
  }
  expect(answers[0]).toEqual([303, '', '/minhas-compras?enviado=1', undefined]);
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[2]).toEqual(answers[0]);
  expect((await mailed()).map(({ recipient }) => recipient)).toEqual([EMAIL, EMAIL]);
});

test('a link works once, for fifteen minutes, at its own store, and only the newest counts', async () => {
  const enter = (token: string, store = here) => post(store, '/v1/customer/enter', { token });
  const old = await newLink();
  const token = await newLink();
  expect((await enter(old)).json().code).toBe('token_invalid');
  expect((await enter(token, there)).json().code).toBe('token_invalid');
  const both = await Promise.all([enter(token), enter(token), enter(token)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  const cookie = pairOf(both.map((answer) => cookieOf(answer, 'vitrine_compras')).find(Boolean));
  expect(await opens(here, cookie)).toBe(200);
  expect((await sql`select from customer_session`.execute(app.db)).rows).toHaveLength(1);

  const late = await newLink();
  await sql`update customer_login set expires_at = expires_at - interval '15 minutes'`.execute(app.db);
  expect((await enter(late)).json().code).toBe('token_invalid');
  for (const wrong of ['', 'x', '\u0000', "' or 1=1 --", 'a'.repeat(100)]) {
    expect((await enter(wrong)).json().code).toBe('token_invalid');
  }
});

test('requests are limited by address and by mailbox, and only the first limit is shown', async () => {
  for (let n = 0; n < 20; n += 1) expect((await ask(here, EMAIL)).status).toBe(200);
  expect(await mailed()).toHaveLength(3);
  const much = await ask(here, EMAIL);
  expect([much.status, Number(much.headers['retry-after']) > 0]).toEqual([429, true]);
  const page = await ask(here, EMAIL, { browser: true });
  expect([page.status, page.headers.location]).toEqual([303, '/minhas-compras?erro=rate_limited']);
});

test('a page of another origin cannot use the forms, and neither can another store’s', async () => {
  const token = await newLink();
  for (const origin of ['https://mal.example', `http://${hostOf(there)}:3000`, PUBLIC_URL, 'null']) {
    expect((await post(here, '/v1/customer/enter', { token }, { origin })).json().code).toBe('forbidden');
  }
  const own = await post(here, '/v1/customer/enter', { token }, { origin: `http://${hostOf(here)}:3000` });
  expect(own.status).toBe(200);
});

test('a form of a browser without a script: fields in, redirect out, errors on the page', async () => {
  const form = (path: string, fields: Record<string, string>) =>
    app.app.inject({
      method: 'POST',
      url: path,
      headers: { ...BROWSER, host: hostOf(here), 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    });
  expect((await form('/v1/customer/link', { email: EMAIL })).headers.location).toBe('/minhas-compras?enviado=1');
  const wrong = await form('/v1/customer/link', { email: 'sem-arroba' });
  expect([wrong.statusCode, wrong.headers.location]).toEqual([303, '/minhas-compras?erro=validation_failed']);
  const [mail] = await mailed();
  const entered = await form('/v1/customer/enter', {
    token: mail?.token ?? '',
    __proto__: 'x',
    subdomain: there.subdomain,
  });
  expect(entered.headers.location).toBe('/minhas-compras');
  expect((await form('/v1/customer/erase', { confirm: 'sim' })).headers.location).toBe(
    '/minhas-compras/dados?erro=unauthenticated',
  );
});
