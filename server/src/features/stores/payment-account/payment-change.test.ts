import { limits } from '@vitrine/contract/limits';
import type { PaymentChange } from '@vitrine/contract/payment-changes';
import type { SecurityAnswer } from '@vitrine/contract/security-events';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type MercadoPagoStandin, startMercadoPago } from '../../../../../standins/mercado-pago/mercado-pago.ts';
import { newId } from '../../../db/ids.ts';
import { openText } from '../../../db/seal.ts';
import { createTestApp, type TestAnswer, type TestApp } from '../../../test/app.ts';
import { readMails } from '../../../test/mails.ts';
import { letSessionsAge, type MadeStore, makeAccount, makeMember, makeSession, makeStore } from '../../../test/make.ts';
import { SELLER } from '../../../test/make-shop.ts';
import { formerAccountSweep } from '../jobs.ts';

/** A thief has a session of the owner and knows the password too. */

const OWNER = { ...SELLER, userId: 5001 };
const THIEF = { token: 'APP_USR-do-ladrao', userId: 6666, email: 'ladrao@exemplo.com.br' };
const ACCOMPLICE = { token: 'APP_USR-do-comparsa', userId: 6667, email: 'comparsa@exemplo.com.br' };
let provider: MercadoPagoStandin;
let app: TestApp;
beforeAll(async () => {
  provider = await startMercadoPago({ sellers: [OWNER, THIEF, ACCOMPLICE] });
  app = await createTestApp({ env: { MERCADOPAGO_API_URL: provider.url } });
});
afterAll(async () => {
  await app.close();
  await provider.close();
});
beforeEach(() => sql`truncate throttle, mail`.execute(app.db));

const outcome = (answer: TestAnswer) => [answer.status, answer.json().code ?? 'ok'];
interface World {
  store: MadeStore;
  /** The thief's session of the owner's account. */
  thief: { token: string };
  admin: { token: string };
}
async function world({ admins = 1 } = {}): Promise<World> {
  const owner = await makeAccount(app.db, { name: 'Dona da Loja' });
  const store = await makeStore(app.db, app.deps.config.secret, { owner, plan: 'premium' });
  const thief = { token: await makeSession(app.db, owner.id) };
  const admin = admins ? await makeMember(app.db, store.id, 'admin') : store;
  return { store, thief, admin };
}
const connect = (store: MadeStore, { token }: { token: string }, by: { token: string } = store) =>
  app.post(
    '/v1/store/edit',
    {
      id: store.id,
      nameStore: store.name,
      nameDomain: store.subdomain,
      branding: { primaryColor: '#7c3aed', secondaryColor: '#22d3ee' },
      mercadoPago: { accessToken: token },
    },
    by,
  );
const call = ({ subdomain }: MadeStore, path: string, by: { token: string }, body: object = {}) =>
  app.post(`/v1/store/payment-account${path}`, { subdomain, ...body }, by);
const changes = async (store: MadeStore, by: { token: string } = store) =>
  (await call(store, '', by)).json<{ changes: PaymentChange[] }>().changes;
const undo = async (store: MadeStore, by: { token: string }, index = 0) =>
  await call(store, '/undo', by, { id: (await changes(store))[index]?.id ?? 'nenhuma' });
const accountOf = async ({ id }: MadeStore) => {
  const row = await app.db.selectFrom('store_credential').where('store_id', '=', id).selectAll().executeTakeFirst();
  return row && { collector: row.collector_id, token: openText(app.deps.config.secret, row.token_cipher, id) };
};
const OWNER_ACCOUNT = { collector: String(OWNER.userId), token: OWNER.token };

test('every administrator sees the new account, who connected it and from which device; other members do not', async () => {
  const { store, thief, admin } = await world();
  await connect(store, OWNER);
  expect((await connect(store, THIEF, thief)).status).toBe(200);
  const seen = (await changes(store, admin)).slice(0, 1);
  expect(seen).toMatchObject([
    {
      accountId: String(THIEF.userId),
      former: expect.any(String),
      person: 'Dona da Loja',
      device: expect.any(String),
      place: expect.any(String),
      hidden: false,
    },
  ]);
  expect(Date.parse(seen[0]?.until ?? '') - Date.parse(seen[0]?.at ?? '')).toBe(limits.paymentUndoHours * 3_600_000);
  const dashboard = await app.post('/v1/dashboard', { subdomain: store.subdomain }, admin);
  expect(JSON.stringify(dashboard.json().attention)).toContain('payment_account');
  const manager = await makeMember(app.db, store.id, 'manager');
  expect(outcome(await call(store, '', manager))).toEqual([403, 'forbidden']);
  const mails = await readMails(app, store.owner.email);
  expect(mails.some(({ text }) => text.includes(String(THIEF.userId)))).toBe(true);
});

test('one press of another administrator puts the former account back and ends the session that changed it', async () => {
  const { store, thief, admin } = await world();
  await connect(store, OWNER);
  await connect(store, THIEF, thief);
  await letSessionsAge(app.db, store.owner.id);
  expect(await accountOf(store)).toMatchObject({ collector: String(THIEF.userId) });
  expect(outcome(await undo(store, admin))).toEqual([200, 'ok']);
  expect(await accountOf(store)).toEqual(OWNER_ACCOUNT);
  expect((await app.get('/v1/profile', thief)).status).toBe(401);
  expect((await app.get('/v1/profile', store)).status).toBe(200);
  const audit = await app.db.selectFrom('audit_entry').where('store_id', '=', store.id).select('action').execute();
  expect(audit.map(({ action }) => action)).toContain('store.payment_undo');
});

test('the security log of the store tells each new account and the one that was undone, with who did it', async () => {
  const { store, thief, admin } = await world();
  await connect(store, OWNER);
  await connect(store, THIEF, thief);
  expect(outcome(await undo(store, admin))).toEqual([200, 'ok']);
  const { entries } = (await app.post('/v1/security', { subdomain: store.subdomain }, store)).json<SecurityAnswer>();
  const entry = (kind: string, text: string, person: string, account: string) =>
    expect.objectContaining({ kind, text, person, store: store.name, detail: expect.stringContaining(account) });
  const saved = 'Conta de pagamento conectada';
  expect(entries).toEqual([
    entry('payment_account_undone', 'Troca da conta de pagamento desfeita', 'Membro da Equipe', String(THIEF.userId)),
    entry('payment_account_saved', saved, 'Dona da Loja', String(THIEF.userId)),
    entry('payment_account_saved', saved, 'Dona da Loja', String(OWNER.userId)),
  ]);
});

test('a thief who changes the account twice cannot make the owner’s account unreachable', async () => {
  const { store, thief, admin } = await world();
  await connect(store, OWNER);
  const second = { token: await makeSession(app.db, store.owner.id) };
  await connect(store, THIEF, thief);
  await connect(store, ACCOMPLICE, second);
  expect(await changes(store)).toHaveLength(3);
  // The first change of the thief is undone, so the second one, which came later, goes as well.
  expect(outcome(await undo(store, admin, 1))).toEqual([200, 'ok']);
  expect(await accountOf(store)).toEqual(OWNER_ACCOUNT);
  for (const session of [thief, second]) expect((await app.get('/v1/profile', session)).status).toBe(401);
  expect(await changes(store)).toHaveLength(1);
});

test('when the owner has pasted their own token again, a stolen session cannot bring the thief’s account back', async () => {
  const { store, thief } = await world();
  await connect(store, OWNER);
  await connect(store, THIEF, thief);
  await connect(store, OWNER);
  expect(await changes(store)).toHaveLength(1);
  const again = { token: await makeSession(app.db, store.owner.id) };
  expect(outcome(await undo(store, again))).toEqual([200, 'ok']);
  expect(await accountOf(store)).toBeUndefined();
  expect((await connect(store, OWNER, again)).status).toBe(200);
  const kept = await app.db
    .selectFrom('payment_account_change')
    .where('store_id', '=', store.id)
    .select('former_collector_id')
    .execute();
  expect(kept).toEqual([{ former_collector_id: null }]);
});

test('accepting a new account hides it in that session only; it can still be undone, and the owner gets a mail', async () => {
  const { store, thief, admin } = await world();
  await connect(store, OWNER);
  await connect(store, THIEF, thief);
  const [{ id } = { id: '' }] = await changes(store);
  await sql`truncate mail`.execute(app.db);
  for (let press = 0; press < 2; press += 1) {
    expect(outcome(await call(store, '/accept', thief, { id }))).toEqual([200, 'ok']);
  }
  const hiddenFrom = async (by: { token: string }) => (await changes(store, by))[0]?.hidden;
  expect([await hiddenFrom(thief), await hiddenFrom(store), await hiddenFrom(admin)]).toEqual([true, false, false]);
  const needs = async (by: { token: string }) =>
    JSON.stringify((await app.post('/v1/dashboard', { subdomain: store.subdomain }, by)).json().attention);
  expect(await needs(thief)).not.toContain('payment_account');
  expect(await needs(store)).toContain('payment_account');
  const mails = await readMails(app, store.owner.email);
  expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining('está certa')]);
  const log = await app.db
    .selectFrom('security_event')
    .where('store_id', '=', store.id)
    .where('kind', '=', 'payment_account_accepted')
    .select('id')
    .execute();
  expect(log).toHaveLength(1);

  expect(outcome(await undo(store, admin))).toEqual([200, 'ok']);
  expect(await accountOf(store)).toEqual(OWNER_ACCOUNT);
  expect((await app.get('/v1/profile', thief)).status).toBe(401);
});

test('an owner without administrators undoes a new account although the thief accepted it', async () => {
  const { store, thief } = await world({ admins: 0 });
  await connect(store, OWNER);
  await connect(store, THIEF, thief);
  const [{ id } = { id: '' }] = await changes(store, thief);
  expect(outcome(await call(store, '/accept', thief, { id }))).toEqual([200, 'ok']);
  await letSessionsAge(app.db, store.owner.id);
  expect(outcome(await call(store, '/accept', thief, { id }))).toEqual([403, 'step_up_required']);
  expect(outcome(await call(store, '/undo', store, { id }))).toEqual([200, 'ok']);
  expect(await accountOf(store)).toEqual(OWNER_ACCOUNT);
});

test('undoing the first account of a store needs a confirmed session, and notices still find the store afterwards', async () => {
  const { store, thief } = await world();
  await connect(store, OWNER);
  const key = async () =>
    (
      await app.db
        .selectFrom('store_credential')
        .where('store_id', '=', store.id)
        .select('notice_key')
        .executeTakeFirst()
    )?.notice_key;
  const before = await key();
  const [{ id } = { id: '' }] = await changes(store);
  await letSessionsAge(app.db, store.owner.id);
  expect(outcome(await call(store, '/undo', thief, { id }))).toEqual([403, 'step_up_required']);
  expect(await accountOf(store)).toEqual(OWNER_ACCOUNT);
  await sql`update session set confirmed_at = now()`.execute(app.db);
  expect(outcome(await call(store, '/undo', store, { id }))).toEqual([200, 'ok']);
  expect(await accountOf(store)).toBeUndefined();
  const notice = { type: 'payment', data: { id: '123456' } };
  expect((await app.post(`/webhooks/mercadopago/${store.id}/${before}`, notice)).status).toBe(200);
  await connect(store, OWNER);
  expect(await key()).toBe(before);
});

test('an owner who pastes their own token again ends the session of whoever replaced it', async () => {
  const { store, thief } = await world();
  await connect(store, OWNER);
  await connect(store, THIEF, thief);
  await connect(store, OWNER);
  expect((await app.get('/v1/profile', thief)).status).toBe(401);
  expect((await app.get('/v1/profile', store)).status).toBe(200);
});

test('undoing a change also undoes later ones, even if the clock of one process is late', async () => {
  const { store, thief, admin } = await world();
  await connect(store, OWNER);
  await connect(store, THIEF, thief);
  const [{ id } = { id: '' }] = await changes(store);
  // The id of a process whose clock is a minute late.
  const late = newId(Date.now() - 60_000);
  await connect(store, ACCOMPLICE, { token: await makeSession(app.db, store.owner.id) });
  const [newest] = await changes(store);
  await sql`update payment_account_change set id = ${late} where id = ${newest?.id}`.execute(app.db);
  expect((await changes(store)).map((change) => change.accountId)).toEqual(
    [ACCOMPLICE, THIEF, OWNER].map(({ userId }) => String(userId)),
  );
  expect(outcome(await call(store, '/undo', admin, { id }))).toEqual([200, 'ok']);
  expect(await accountOf(store)).toEqual(OWNER_ACCOUNT);
  expect(await changes(store)).toHaveLength(1);
});

test('two who undo at once undo once; after 72 hours nobody can undo, and the former token is deleted', async () => {
  const { store, thief, admin } = await world();
  await connect(store, OWNER);
  await connect(store, THIEF, thief);
  const [{ id } = { id: '' }] = await changes(store);
  const both = await Promise.all([admin, store].map((by) => call(store, '/undo', by, { id })));
  expect(both.map(outcome).sort()).toEqual([
    [200, 'ok'],
    [404, 'payment_change_over'],
  ]);
  expect(await accountOf(store)).toEqual(OWNER_ACCOUNT);

  await connect(store, THIEF);
  await sql`update payment_account_change set at = now() - interval '73 hours'`.execute(app.db);
  const late = await app.db.selectFrom('payment_account_change').select('id').executeTakeFirst();
  expect(await changes(store)).toEqual([]);
  expect(outcome(await call(store, '/undo', admin, { id: late?.id ?? '' }))).toEqual([404, 'payment_change_over']);
  await formerAccountSweep.run(app.deps);
  expect(await app.db.selectFrom('payment_account_change').selectAll().execute()).toEqual([]);
});

test('a new token of the same account is no new account, and a store cannot undo another store’s change', async () => {
  const { store } = await world();
  const other = await world();
  await connect(store, OWNER);
  await connect(other.store, OWNER);
  const [{ id } = { id: '' }] = await changes(other.store);
  await connect(store, OWNER);
  expect(await changes(store)).toHaveLength(1);
  expect(outcome(await call(store, '/undo', store, { id }))).toEqual([404, 'payment_change_over']);
  expect(await accountOf(other.store)).toEqual(OWNER_ACCOUNT);
});
