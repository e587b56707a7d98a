import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type MercadoPagoStandin, startMercadoPago } from '../../../../standins/mercado-pago/mercado-pago.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { readMails } from '../../test/mails.ts';
import { makeAccount, makeMember, makeSession, makeStore } from '../../test/make.ts';
import { SELLER } from '../../test/make-shop.ts';
import { accountMails } from './kinds/account-mails.ts';

/** Warnings come from our own address, so a name that somebody chose must not put a link into one. */

const LURE = 'Confirme em golpe.example/pix';
const THIEF = 'APP_USR-do-ladrao';
let app: TestApp;
let provider: MercadoPagoStandin;
beforeAll(async () => {
  provider = await startMercadoPago({ sellers: [SELLER, { ...SELLER, token: THIEF, userId: 6666, nickname: LURE }] });
  app = await createTestApp({ env: { MERCADOPAGO_API_URL: provider.url } });
});
afterAll(async () => {
  await app.close();
  await provider.close();
});
beforeEach(() => sql`truncate throttle, mail`.execute(app.db));

const mailsTo = (to: string) => readMails(app, to);

test('the names of a store, its administrator and its member become no links in the warning to the owner', async () => {
  const owner = await makeAccount(app.db, { name: 'Dona da Loja' });
  const store = await makeStore(app.db, app.deps.config.secret, { owner, name: LURE, plan: 'premium' });
  const admin = await makeMember(app.db, store.id, 'admin');
  const member = await makeMember(app.db, store.id, 'admin');
  await sql`update account set name = ${LURE} where id in (${admin.account.id}, ${member.account.id})`.execute(app.db);
  const { subdomain } = store;
  const target = { subdomain, id: member.account.id };
  expect((await app.post('/v1/store/token/rotate', { subdomain }, admin)).status).toBe(200);
  expect((await app.post('/v1/members/edit', { ...target, role: 'manager' }, store)).status).toBe(200);
  expect((await app.post('/v1/members/edit', { ...target, role: 'admin' }, store)).status).toBe(200);
  expect((await app.post('/v1/members/remove', target, store)).status).toBe(200);
  const mails = await mailsTo(owner.email);
  expect(mails).toHaveLength(4);
  expect(JSON.stringify(mails)).not.toContain('golpe');
  for (const { subject } of mails) expect(subject).toContain(subdomain);
});

test('the name of a payment account becomes no link, whether it is connected or undone', async () => {
  const store = await makeStore(app.db, app.deps.config.secret);
  const { id, subdomain } = store;
  const connect = (accessToken: string) =>
    app.post(
      '/v1/store/edit',
      {
        id,
        nameStore: store.name,
        nameDomain: subdomain,
        branding: { primaryColor: '#112233', secondaryColor: '#445566' },
        mercadoPago: { accessToken },
      },
      store,
    );
  expect((await connect(SELLER.token)).status).toBe(200);
  expect((await connect(THIEF)).status).toBe(200);
  const path = '/v1/store/payment-account';
  const { changes } = (await app.post(path, { subdomain }, store)).json<{
    changes: { id: string; account: string }[];
  }>();
  const change = changes.find(({ account }) => account === LURE)?.id;
  expect((await app.post(`${path}/accept`, { subdomain, id: change }, store)).status).toBe(200);
  expect((await app.post(`${path}/undo`, { subdomain, id: change }, store)).status).toBe(200);
  const mails = await mailsTo(store.owner.email);
  expect(mails).toHaveLength(4);
  expect(JSON.stringify(mails)).not.toContain('golpe');
});

test('the name of a passkey becomes no link in the warning about it', async () => {
  const account = await makeAccount(app.db, { password: 'Correto-Cavalo-7' });
  await sql`insert into passkey (id, account_id, name, public_key, counter)
    values ('chave', ${account.id}, ${LURE}, '\\x00', 0)`.execute(app.db);
  const token = await makeSession(app.db, account.id);
  const removed = await app.post('/v1/account/passkeys/remove', { id: 'chave' }, { token });
  expect(removed.status, removed.text).toBe(200);
  const mails = await mailsTo(account.email);
  expect(mails).toHaveLength(1);
  expect(JSON.stringify(mails)).not.toContain('golpe');
});

test('the name of a person becomes no link in the mails that turn their second factor off', () => {
  const mail = accountMails.factor_recovery.document({
    name: LURE,
    stage: 'started',
    readyAt: new Date().toISOString(),
    cancel: 'http://vitrine.localhost/x',
    finish: null,
  });
  expect(JSON.stringify(mail)).not.toContain('golpe');
});

test('an account that has yet to prove its address adds no passkey', async () => {
  const account = await makeAccount(app.db, { verified: false });
  const token = await makeSession(app.db, account.id);
  const start = await app.post('/v1/account/passkeys/start', {}, { token });
  expect(start.json().code).toBe('email_unproven');
  const added = await app.post('/v1/account/passkeys', { name: 'Celular', credential: {} }, { token });
  expect(['email_unproven', 'validation_failed']).toContain(added.json().code);
});
