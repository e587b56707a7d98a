import type { LoginAnswer } from '@vitrine/contract/account-answers';
import type { ConfirmWays } from '@vitrine/contract/guard-answers';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type DiscordStandin, startDiscord } from '../../../../../standins/discord/discord.ts';
import { DEMO } from '../../../../../standins/discord/seed.ts';
import { type MercadoPagoStandin, startMercadoPago } from '../../../../../standins/mercado-pago/mercado-pago.ts';
import { transaction } from '../../../db/transaction.ts';
import { createTestApp, type TestAnswer, type TestApp } from '../../../test/app.ts';
import { letSessionsAge, type MadeStore, makeAccount, makeMember, makeSession, makeStore } from '../../../test/make.ts';
import { SELLER } from '../../../test/make-shop.ts';
import { waitingForLock } from '../../../test/waiting-for-lock.ts';
import { currentGameToken } from '../../stores/game-token.ts';
import { totpCode } from '../second-factor/totp.ts';

/** A thief has a session. Every call that changes money, ownership or the ways in asks for a confirmation. */

const PASSWORD = 'Correto-Cavalo-7';
const PUBLIC_URL = 'http://vitrine.localhost:3000';
let provider: MercadoPagoStandin;
let discord: DiscordStandin;
let app: TestApp;
beforeAll(async () => {
  [provider, discord] = await Promise.all([
    startMercadoPago({ sellers: [SELLER] }),
    startDiscord({ redirectUris: [`${PUBLIC_URL}/profile`] }),
  ]);
  app = await createTestApp({
    env: {
      VITRINE_PUBLIC_URL: PUBLIC_URL,
      MERCADOPAGO_API_URL: provider.url,
      DISCORD_API_URL: discord.apiUrl,
      DISCORD_AUTHORIZE_URL: discord.authorizeUrl,
      DISCORD_CDN_URL: discord.cdnUrl,
      DISCORD_CLIENT_ID: discord.clientId,
      DISCORD_CLIENT_SECRET: discord.clientSecret,
    },
  });
});
afterAll(async () => {
  await app.close();
  await Promise.all([provider.close(), discord.close()]);
});
beforeEach(() => sql`delete from throttle`.execute(app.db));

const outcome = (answer: TestAnswer) => [answer.status, answer.json().code ?? 'ok'];
const ASKED = [403, 'step_up_required'];
const fresh = async (): Promise<MadeStore> => {
  const owner = await makeAccount(app.db, { password: PASSWORD, name: 'Dona da Loja' });
  return await makeStore(app.db, app.deps.config.secret, { owner, plan: 'premium' });
};
const confirm = (session: { token: string }, body: object = { password: PASSWORD }) =>
  app.post('/v1/account/confirm', body, session);
const settings = (store: MadeStore, change: object) => ({
  id: store.id,
  nameStore: store.name,
  nameDomain: store.subdomain,
  branding: { primaryColor: '#7c3aed', secondaryColor: '#22d3ee' },
  ...change,
});
const pay = (store: MadeStore, accessToken: string) =>
  app.post('/v1/store/edit', settings(store, { mercadoPago: { accessToken } }), store);
const kinds = async (accountId: string) => {
  const rows = await app.db
    .selectFrom('security_event')
    .where('account_id', '=', accountId)
    .orderBy('id')
    .select('kind')
    .execute();
  return rows.map(({ kind }) => kind);
};

describe('a stolen session older than ten minutes', () => {
  test('connects no payment account, and saves the other settings without a confirmation', async () => {
    const store = await fresh();
    await letSessionsAge(app.db, store.owner.id);
    expect(outcome(await pay(store, SELLER.token))).toEqual(ASKED);
    expect(provider.control.requests()).toEqual([]);
    expect((await pay(store, '')).status).toBe(200);
    expect((await pay(store, '••••1234')).status).toBe(200);
    expect((await app.post('/v1/store/edit', settings(store, { description: 'Outra' }), store)).status).toBe(200);
    await confirm(store);
    expect((await pay(store, SELLER.token)).status).toBe(200);
  });

  test('does not see the identification token, and does not rotate it', async () => {
    const store = await fresh();
    const listed = async () => (await app.get('/v1/store', store)).text.includes(store.apiToken);
    expect(await listed()).toBe(true);
    await letSessionsAge(app.db, store.owner.id);
    expect(await listed()).toBe(false);
    const target = { subdomain: store.subdomain };
    expect(outcome(await app.post('/v1/store/token', target, store))).toEqual(ASKED);
    expect(outcome(await app.post('/v1/store/token/rotate', target, store))).toEqual(ASKED);
    await confirm(store);
    expect((await app.post('/v1/store/token', target, store)).json().apiToken).toBe(store.apiToken);
  });

  test('gives and takes no rights over money, and manages other members as usual', async () => {
    const store = await fresh();
    const [admin, helper] = [
      await makeMember(app.db, store.id, 'admin'),
      await makeMember(app.db, store.id, 'manager'),
    ];
    await letSessionsAge(app.db, store.owner.id);
    const call = (path: string, body: object) =>
      app.post(`/v1/members/${path}`, { subdomain: store.subdomain, ...body }, store);
    expect(outcome(await call('invite', { email: 'comparsa@exemplo.com.br', role: 'admin' }))).toEqual(ASKED);
    expect(outcome(await call('edit', { id: helper.account.id, role: 'admin' }))).toEqual(ASKED);
    expect(outcome(await call('edit', { id: admin.account.id, role: 'manager' }))).toEqual(ASKED);
    expect(outcome(await call('remove', { id: admin.account.id }))).toEqual(ASKED);
    expect((await call('invite', { email: 'ajuda@exemplo.com.br', role: 'attendant' })).status).toBe(200);
    expect((await call('edit', { id: helper.account.id, role: 'attendant' })).status).toBe(200);
    expect((await call('remove', { id: helper.account.id })).status).toBe(200);
  });

  test('does not rotate the token if it ends while the call waits', async () => {
    const store = await fresh();
    const { token } = store;
    const rotated = await transaction(app.db, async (tx) => {
      await sql`update session set revoked_at = now() where account_id = ${store.owner.id}`.execute(tx);
      const rotating = app.post('/v1/store/token/rotate', { subdomain: store.subdomain }, { token });
      // The session was open when the door looked. Now the call waits for the session's row.
      await waitingForLock(app.db, 1);
      return { rotating };
    });
    expect(outcome(await rotated.rotating)).toEqual([401, 'unauthenticated']);
    expect(await currentGameToken(app.db, app.deps.config.secret, store.id)).toBe(store.apiToken);
  });

  test('connects no payment account if it ends while the provider is asked', async () => {
    const store = await fresh();
    provider.control.addFault({ kind: 'delay', ms: 400, match: { path: '/users/me' } });
    const saving = pay(store, SELLER.token);
    await expect.poll(() => provider.control.requests().length).toBeGreaterThan(0);
    const other = await makeSession(app.db, store.owner.id);
    await app.app.inject({
      method: 'DELETE',
      url: '/v1/account/sessions',
      headers: { authorization: `Bearer ${other}` },
    });
    expect(outcome(await saving)).toEqual([401, 'unauthenticated']);
    provider.control.reset();
    const kept = await app.db
      .selectFrom('store_credential')
      .where('store_id', '=', store.id)
      .select('nickname')
      .execute();
    expect(kept).toEqual([]);
  });
});

describe('confirming', () => {
  test('needs the password, and counts for ten minutes in this session only', async () => {
    const store = await fresh();
    const stolen = await makeSession(app.db, store.owner.id);
    await letSessionsAge(app.db, store.owner.id);
    expect((await app.get('/v1/account/confirm', store)).json<ConfirmWays>()).toEqual({
      success: true,
      confirmed: false,
      ways: { password: true, code: false, discord: false, google: false, passkey: false },
    });
    expect(outcome(await confirm(store, {}))).toEqual([422, 'wrong_password']);
    expect(outcome(await confirm(store, { password: 'Errada-Senha-1' }))).toEqual([422, 'wrong_password']);
    expect(outcome(await confirm(store))).toEqual([200, 'ok']);
    const rotate = (token: string) => app.post('/v1/store/token/rotate', { subdomain: store.subdomain }, { token });
    expect((await rotate(store.token)).status).toBe(200);
    expect(outcome(await rotate(stolen))).toEqual(ASKED);
    await letSessionsAge(app.db, store.owner.id, 9);
    expect((await rotate(store.token)).status).toBe(200);
    await letSessionsAge(app.db, store.owner.id, 10);
    expect(outcome(await rotate(store.token))).toEqual(ASKED);
    expect(await kinds(store.owner.id)).toEqual(
      expect.arrayContaining(['step_up_failed', 'step_up_failed', 'step_up']),
    );
  });

  test('slows guesses down for the thief, and for nobody else', async () => {
    const store = await fresh();
    const stolen = await makeSession(app.db, store.owner.id);
    const guesses = await Promise.all(
      Array.from({ length: 12 }, (_, n) => confirm({ token: stolen }, { password: `Chute-${n}-aa` })),
    );
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(2);
    expect(outcome(await confirm({ token: stolen }))).toEqual([429, 'rate_limited']);
    expect(outcome(await confirm(store))).toEqual([200, 'ok']);
  });

  test('needs the second factor if it is on, and a change of the factor always needs it', async () => {
    const session = await fresh();
    const { owner } = session;
    const call = (path: string, body: object = {}) => app.post(`/v1/account/second-factor/${path}`, body, session);
    await letSessionsAge(app.db, owner.id);
    expect(outcome(await call('start'))).toEqual(ASKED);
    await confirm(session);
    const secret = await secretOf(await call('start'));
    const step = Math.floor(Date.now() / 30_000);
    await letSessionsAge(app.db, owner.id);
    expect(outcome(await call('confirm', { code: totpCode(secret, step) }))).toEqual(ASKED);
    await confirm(session);
    expect((await call('confirm', { code: totpCode(secret, step) })).status).toBe(200);

    await letSessionsAge(app.db, owner.id);
    expect(outcome(await confirm(session))).toEqual([401, 'second_factor_required']);
    expect(outcome(await confirm(session, { password: PASSWORD, code: '000000' }))).toEqual([
      401,
      'second_factor_invalid',
    ]);
    expect(outcome(await confirm(session, { code: totpCode(secret, step + 1) }))).toEqual([422, 'wrong_password']);
    for (const path of ['disable', 'recovery-codes']) expect(outcome(await call(path))).toEqual(ASKED);
    // The session of a login at a provider is confirmed, but without the factor.
    await sql`update session set confirmed_at = now() where account_id = ${owner.id}`.execute(app.db);
    for (const path of ['disable', 'recovery-codes']) {
      const answer = await call(path);
      expect([...outcome(answer), answer.json().field]).toEqual([...ASKED, 'code']);
    }
    const code = totpCode(secret, step + 1);
    expect(outcome(await confirm(session, { password: PASSWORD, code }))).toEqual([200, 'ok']);
    expect(outcome(await confirm(session, { password: PASSWORD, code }))).toEqual([401, 'second_factor_invalid']);
    expect((await call('disable')).status).toBe(200);
  });
});

describe('confirming at a provider', () => {
  interface Return {
    code: string;
    state: string;
    cookie: string;
  }
  async function leave(token: string, user: string): Promise<Return> {
    const started = await app.post('/v1/account/confirm/discord', {}, { token });
    return await back(started.json().url as string, String(started.headers['set-cookie']), user);
  }
  async function back(url: string, cookie: string, user: string): Promise<Return> {
    const body = new URLSearchParams({ user, decision: 'authorize' });
    const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' });
    const query = new URL(answer.headers.get('location') ?? 'none:').searchParams;
    return {
      code: query.get('code') ?? '',
      state: query.get('state') ?? '',
      cookie: cookie.split(';')[0] ?? '',
    };
  }
  const arrive = ({ code, state, cookie }: Return, token: string) =>
    app.post('/v1/login/discord', { code, state }, { token, headers: { cookie } });
  const person = async () => {
    await sql`update account set discord_id = null`.execute(app.db);
    const account = await makeAccount(app.db, { discordId: DEMO.ana });
    const store = await makeStore(app.db, app.deps.config.secret, { owner: account });
    await letSessionsAge(app.db, account.id);
    return store;
  };
  const rotate = ({ subdomain, token }: MadeStore) => app.post('/v1/store/token/rotate', { subdomain }, { token });

  test('lets an account without a password confirm with its own login there, in the same session', async () => {
    const store = await person();
    expect(outcome(await confirm(store))).toEqual([422, 'confirmation_impossible']);
    const answer = await arrive(await leave(store.token, DEMO.ana), store.token);
    const { token } = answer.json<LoginAnswer>();
    expect((await rotate({ ...store, token })).status).toBe(200);
    expect(outcome(await rotate(store))).toEqual([401, 'unauthenticated']);
  });

  test('refuses the thief’s own Discord account, and links it to nothing', async () => {
    const store = await person();
    expect(outcome(await arrive(await leave(store.token, DEMO.bruno), store.token))).toEqual([403, 'identity_other']);
    expect(outcome(await rotate(store))).toEqual(ASKED);
    const row = await app.db
      .selectFrom('account')
      .where('id', '=', store.owner.id)
      .select('discord_id')
      .executeTakeFirst();
    expect(row?.discord_id).toBe(DEMO.ana);
    expect(await kinds(store.owner.id)).toContain('step_up_failed');
  });

  test('refuses a return in another session, and a return of a login', async () => {
    const store = await person();
    const stolen = await makeSession(app.db, store.owner.id);
    await letSessionsAge(app.db, store.owner.id);
    const mine = await leave(store.token, DEMO.ana);
    expect(outcome(await arrive(mine, stolen))).toEqual([401, 'unauthenticated']);
    expect(outcome(await rotate({ ...store, token: stolen }))).toEqual(ASKED);
    const started = await app.get('/v1/login/discord/start');
    const login = await back(String(started.headers.location), String(started.headers['set-cookie']), DEMO.ana);
    expect((await arrive(login, store.token)).status).toBe(200);
    expect(outcome(await rotate(store))).toEqual(ASKED);
  });
});

async function secretOf(started: TestAnswer): Promise<Buffer> {
  const text = new URL(started.json<{ uri: string }>().uri).searchParams.get('secret') ?? '';
  const bits = [...text]
    .map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
