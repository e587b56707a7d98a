import type { LoginAnswer } from '@vitrine/contract/account-answers';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { accountSteps, PASSWORD } from '../../test/account-steps.ts';
import { createTestApp, startTestServer, type TestAnswer, type TestApp } from '../../test/app.ts';
import { makeAccount, makeMember, makePlan, makeStore } from '../../test/make.ts';

/** What an account with an unproven address may not do, and how often an account may try payment tokens. */

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(() => sql`truncate throttle`.execute(app.db));

const outcome = (answer: TestAnswer) => [answer.status, answer.json().code ?? 'ok'];
let boxes = 0;
const mailbox = () => `dona-${++boxes}@exemplo.com.br`;
const { register, tokenOf, verify, mailed } = accountSteps(() => app);

test('an unproven account cannot take payments, invite, join a team, link a login or give goods', async () => {
  const email = mailbox();
  await register(email);
  const token = await tokenOf(email);
  const nameDomain = `sem-prova-${boxes}`;
  const made = await app.post('/v1/store/create', { nameStore: 'Começo', nameDomain }, { token });
  const { id } = made.json<{ response: { id: string } }>().response;
  await makePlan(app.db, id as never, 'premium');
  const settings = {
    id,
    nameDomain,
    nameStore: 'Começo',
    branding: { primaryColor: '#112233', secondaryColor: '#AABBCC' },
  };
  // Settings and categories work without a proof.
  expect((await app.post('/v1/store/edit', settings, { token })).status).toBe(200);
  expect((await app.post('/v1/categories/create', { subdomain: nameDomain, name: 'VIPs' }, { token })).status).toBe(
    200,
  );

  const refused: [string, object][] = [
    ['/v1/store/edit', { ...settings, mercadoPago: { accessToken: 'APP_USR-1234567890-roubado' } }],
    ['/v1/members/invite', { subdomain: nameDomain, email: 'estranho@exemplo.com.br', role: 'admin' }],
    ['/v1/members/invitations/resend', { subdomain: nameDomain, id: 'x' }],
    ['/v1/invitations/accept', { token: 'x'.repeat(43) }],
    ['/v1/account/link/discord', {}],
    ['/v1/account/link/google', {}],
    [
      '/v1/order/manual',
      {
        subdomain: nameDomain,
        clientId: 1,
        email: 'estranho@exemplo.com.br',
        idProducts: [{ id: 'x', quantity: 1 }],
        reason: 'presente',
      },
    ],
  ];
  for (const [path, body] of refused) {
    const answer = await app.post(path, body, { token });
    expect([path, ...outcome(answer)]).toEqual([path, 403, 'email_unproven']);
    expect(answer.json().error).toContain('Confirme antes o e-mail');
  }
  const strangers = await app.db
    .selectFrom('mail')
    .where('recipient', '=', 'estranho@exemplo.com.br')
    .select('id')
    .execute();
  expect(strangers).toEqual([]);
});

test('a store is closed to buyers until its owner proves the e-mail', async () => {
  const owner = await makeAccount(app.db, { password: PASSWORD, verified: false });
  const store = await makeStore(app.db, app.deps.config.secret, { owner });
  const list = () => app.post('/v1/products', { subdomain: store.subdomain });
  expect(outcome(await list())).toEqual([422, 'store_closed']);
  await app.post('/v1/email/resend', {}, { token: store.token });
  expect((await verify(await mailed(owner.email), { session: store.token })).status).toBe(200);
  expect((await list()).status).toBe(200);
});

test('a member with an unproven address cannot become the owner', async () => {
  const owner = await makeAccount(app.db, { password: PASSWORD });
  const store = await makeStore(app.db, app.deps.config.secret, { owner });
  const heir = await makeMember(app.db, store.id, 'admin', await makeAccount(app.db, { verified: false }));
  const transfer = await app.post(
    '/v1/store/transfer',
    { subdomain: store.subdomain, memberId: heir.account.id, password: PASSWORD },
    { token: store.token },
  );
  expect(outcome(transfer)).toEqual([403, 'email_unproven']);
});

test('trying payment tokens is slowed down for each person of a store, and not for the others', async () => {
  const store = await makeStore(app.db, app.deps.config.secret);
  const admin = await makeMember(app.db, store.id, 'admin');
  const attempt = (token: string, n: number) =>
    app.post(
      '/v1/store/edit',
      {
        id: store.id,
        nameDomain: store.subdomain,
        nameStore: store.name,
        branding: { primaryColor: '#112233', secondaryColor: '#AABBCC' },
        mercadoPago: { accessToken: `APP_USR-roubado-${n}` },
      },
      { token },
    );
  const statuses: number[] = [];
  for (let n = 0; n < 10; n++) statuses.push((await attempt(store.token, n)).status);
  expect(statuses).not.toContain(429);
  expect(outcome(await attempt(store.token, 10))).toEqual([429, 'rate_limited']);
  // Otherwise one member's tries would keep another from putting the right account back.
  expect((await attempt(admin.token, 11)).status).not.toBe(429);
});

test('trying payment tokens over many stores of one account is slowed down too', async () => {
  const { secret } = app.deps.config;
  const first = await makeStore(app.db, secret);
  const others = await Promise.all(Array.from({ length: 3 }, () => makeStore(app.db, secret, { owner: first.owner })));
  const statuses: number[] = [];
  for (const store of [first, ...others]) {
    for (let n = 0; n < 8; n++) {
      const body = {
        id: store.id,
        nameDomain: store.subdomain,
        nameStore: store.name,
        branding: { primaryColor: '#112233', secondaryColor: '#AABBCC' },
        mercadoPago: { accessToken: `APP_USR-roubado-${n}` },
      };
      statuses.push((await app.post('/v1/store/edit', body, { token: first.token })).status);
    }
  }
  expect(statuses.slice(0, 30)).not.toContain(429);
  expect(statuses.slice(30)).toEqual([429, 429]);
});

test('without a mail server accounts count as proven at their registration', async () => {
  const bare = await createTestApp({ env: { SMTP_URL: '' } });
  try {
    const email = mailbox();
    await bare.post('/v1/login/register', { name: 'Sem Correio', email, password: PASSWORD });
    const { user, token } = (await bare.post('/v1/login', { email, password: PASSWORD })).json<LoginAnswer>();
    expect(user.emailVerified).toBe(true);
    expect(await bare.db.selectFrom('mail').select('id').execute()).toEqual([]);
    const next = mailbox();
    await bare.post('/v1/account/email', { email: next, password: PASSWORD }, { token });
    expect((await bare.get('/v1/profile', { token })).json()).toMatchObject({
      user: { email: next, emailVerified: true },
    });
  } finally {
    await bare.close();
  }
});

test('a start without a mail server says that accounts count as proven', async () => {
  const heard: string[] = [];
  const server = await startTestServer({
    env: { SMTP_URL: '', LOG_LEVEL: 'warn' },
    hears: (line) => heard.push(line),
  });
  await server.close();
  const told = heard.filter((line) => line.includes('SMTP_URL is not set'));
  expect(told).toHaveLength(1);
  expect(told[0]).toContain('accounts count as proven');
});
