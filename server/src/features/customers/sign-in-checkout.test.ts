import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type DiscordStandin, startDiscord } from '../../../../standins/discord/discord.ts';
import { DEMO } from '../../../../standins/discord/seed.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { type MadeStore, makeStore } from '../../test/make.ts';

/** 'Continuar com Discord' in a checkout: the same sign-in, which ends in the checkout. */

const PUBLIC_URL = 'http://vitrine.localhost:3000';
const BROWSER = { accept: 'text/html,application/xhtml+xml' };
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
  here = await makeStore(app.db, app.deps.config.secret);
  there = await makeStore(app.db, app.deps.config.secret);
});
afterAll(async () => {
  await app.close();
  await discord.close();
});
beforeEach(async () => {
  discord.control.reset();
  await sql`truncate customer_session, customer_login, throttle`.execute(app.db);
});

const get = (store: MadeStore, path: string, cookie = '') =>
  app.get(path, { headers: { host: `${store.subdomain}.vitrine.localhost`, ...BROWSER, ...(cookie && { cookie }) } });
function cookieIn({ headers }: Awaited<ReturnType<typeof get>>, name: string): string {
  const all = [headers['set-cookie'] ?? []].flat().map(String);
  return all.find((one) => one.startsWith(`${name}=`))?.split(';')[0] ?? '';
}
/** Leaves for Discord from the checkout, decides there, and answers the address on the store's host. */
async function leave(user: string, decision = 'authorize') {
  const left = await get(here, '/v1/customer/discord/start?to=checkout');
  const consent = await fetch(String(left.headers.location), {
    method: 'POST',
    body: new URLSearchParams({ user, decision }),
    redirect: 'manual',
  });
  const back = new URL(consent.headers.get('location') ?? 'none:');
  const onwards = new URL(String((await app.get(back.pathname + back.search)).headers.location));
  return { browser: cookieIn(left, 'vitrine_entrada'), path: onwards.pathname + onwards.search };
}
async function enter(user: string) {
  const { browser, path } = await leave(user);
  const arrived = await get(here, path, browser);
  return { to: arrived.headers.location, cookie: cookieIn(arrived, 'vitrine_compras') };
}
const me = async (store: MadeStore, cookie = '') =>
  (await get(store, '/v1/customer/me', cookie)).json<{
    discord: { id: string; name: string | null; avatar: string } | null;
  }>();

test('the sign-in ends in the checkout, which reads id, name and picture', async () => {
  const ana = await enter(DEMO.ana);
  expect(ana.to).toBe('/checkout?entrou');
  expect(await me(here, ana.cookie)).toEqual({
    success: true,
    discord: {
      id: DEMO.ana,
      name: 'Ana Souza',
      avatar: `${discord.cdnUrl}/avatars/${DEMO.ana}/a1b2c3d4e5f60718.webp?size=128`,
    },
  });
  // Carla has neither a picture of her own nor a display name.
  const carla = await enter(DEMO.carla);
  expect((await me(here, carla.cookie)).discord).toMatchObject({
    name: 'carla.semmail',
    avatar: expect.stringMatching(/\/embed\/avatars\/[0-5]\.png$/),
  });
});

test('no Discord login is shown without its cookie, in another store, after the session, or with a sign-in by mail', async () => {
  const { cookie } = await enter(DEMO.ana);
  const answer = await get(here, '/v1/customer/me', cookie);
  expect(answer.headers['cache-control']).toBe('no-store');
  for (const [store, sent] of [
    [here, ''],
    [there, cookie],
    [here, 'vitrine_compras=x'],
  ] as const) {
    expect((await me(store, sent)).discord).toBeNull();
  }
  await sql`update customer_session set discord_id = null, email = 'ana@exemplo.com.br'`.execute(app.db);
  expect((await me(here, cookie)).discord).toBeNull();
  await sql`update customer_session set discord_id = ${DEMO.ana}, email = null, revoked_at = now()`.execute(app.db);
  expect((await me(here, cookie)).discord).toBeNull();
});

test('a session from before names were kept still fills in the id', async () => {
  const { cookie } = await enter(DEMO.ana);
  await sql`update customer_session set discord_name = null, discord_avatar = null`.execute(app.db);
  expect((await me(here, cookie)).discord).toMatchObject({ id: DEMO.ana, name: null });
});

test('a sign-in that goes wrong comes back to the checkout too', async () => {
  expect((await leave(DEMO.ana, 'cancel')).path).toBe('/checkout?erro=cancelado');
  const { browser, path } = await leave(DEMO.ana);
  const used = await get(here, path);
  expect(used.headers.location).toBe('/checkout?erro=discord_code_invalid');
  // The other store's host opens no session with it.
  expect(cookieIn(await get(there, path, browser), 'vitrine_compras')).toBe('');
  expect((await get(here, path, browser)).headers.location).toBe('/checkout?entrou');
});

test('attack: the page of return is one of ours, whatever the address says', async () => {
  for (const to of ['https://mal.example', '//mal.example', '/minhas-compras', 'checkout/../x', 'CHECKOUT']) {
    const answer = await get(here, `/v1/customer/discord/start?to=${encodeURIComponent(to)}`);
    expect(answer.headers.location).toBe('/minhas-compras?erro=invalid_request');
  }
  const { browser, path } = await leave(DEMO.ana);
  const turned = path.replace('to=checkout', `to=${encodeURIComponent('//mal.example')}`);
  expect(String((await get(here, turned, browser)).headers.location)).toMatch(/^\/minhas-compras\?erro=/);
});
