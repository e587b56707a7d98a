import type { MembersAnswer } from '@vitrine/contract/members';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../db/ids.ts';
import { transaction } from '../../db/transaction.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { readMails } from '../../test/mails.ts';
import {
  letMembersAge,
  letSessionsAge,
  type MadeStore,
  makeAccount,
  makeMember,
  makeRole,
  makeSession,
  makeStore,
} from '../../test/make.ts';
import { hearersOf } from '../notices/hearers.ts';
import { askForFactor } from './ask-for-factor.ts';

let app: TestApp;
let store: MadeStore;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await sql`delete from throttle`.execute(app.db);
  store = await makeStore(app.db, app.deps.config.secret, { plan: 'premium' });
});

const code = async (path: string, body: object = {}, token = store.token) => {
  const answer = await app.post(`/v1${path}`, { subdomain: store.subdomain, ...body }, { token });
  return [answer.status, answer.json<{ code?: string }>().code ?? 'ok'];
};
const turnOn = (account: string) =>
  app.db.updateTable('account').set({ totp_enabled_at: sql<Date>`now()` }).where('id', '=', account).execute();
const addPasskey = (account: string) =>
  app.db
    .insertInto('passkey')
    .values({
      id: newId(),
      account_id: account,
      public_key: Buffer.from('chave'),
      name: 'Celular',
      counter: 0,
    })
    .execute();
const ask = (days: number | null, token?: string) => code('/members/factor', { days }, token);
const letDaysPass = (days: number) =>
  sql`update team_factor set since = since - make_interval(days => ${days}) where store_id = ${store.id}`
    .execute(app.db)
    .then(() =>
      sql`update member set created_at = created_at - make_interval(days => ${days}) where store_id = ${store.id}`.execute(
        app.db,
      ),
    );
const storesOf = async (token: string) =>
  (await app.get('/v1/store', { token })).json<{
    response: { role: unknown; factorDue: string | null; apiToken: string | null }[];
  }>().response;
const shut = [403, 'factor_required'];
const ok = [200, 'ok'];

test('the owner asks only with a second factor of their own, and nobody else may ask', async () => {
  expect(await ask(7)).toEqual([422, 'factor_first']);
  await turnOn(store.owner.id);
  const admin = await makeMember(app.db, store.id, 'admin');
  const role = await makeRole(app.db, store.id, ['members.edit', 'store.edit']);
  const helper = await makeMember(app.db, store.id, role);
  for (const { token } of [admin, helper]) expect(await ask(7, token)).toEqual([403, 'forbidden']);
  await letSessionsAge(app.db, store.owner.id);
  expect(await ask(7)).toEqual([403, 'step_up_required']);
});

test('a member without one enters until the day, is mailed that day, and after it sees only how to turn it on', async () => {
  await turnOn(store.owner.id);
  const [bare, guarded, keyed] = [
    await makeMember(app.db, store.id, 'admin'),
    await makeMember(app.db, store.id, 'attendant'),
    await makeMember(app.db, store.id, 'attendant'),
  ];
  await turnOn(guarded.account.id);
  await addPasskey(keyed.account.id);
  expect(await ask(7)).toEqual(ok);
  const [mail] = await readMails(app, bare.account.email);
  expect(mail?.text).toMatch(/até \d\d\/\d\d\/\d{4}/);
  for (const { account } of [guarded, keyed]) expect(await readMails(app, account.email)).toEqual([]);
  const list = async () =>
    (await app.post('/v1/members', { subdomain: store.subdomain }, { token: store.token })).json<MembersAnswer>();
  expect(await list()).toMatchObject({ factorDays: 7 });
  const lacking = (await list()).members.filter(({ factor }) => factor === false);
  expect(lacking.map(({ id }) => id)).toEqual([bare.account.id]);

  await letDaysPass(6);
  expect(await code('/order', {}, bare.token)).toEqual(ok);
  expect(await storesOf(bare.token)).toMatchObject([
    { role: 'admin', factorDue: expect.any(String), apiToken: expect.any(String) },
  ]);
  await letDaysPass(1);
  for (const path of ['/order', '/dashboard', '/members', '/alerts']) {
    expect(await code(path, {}, bare.token), path).toEqual(shut);
    expect(await code(path, {}, store.token), path).toEqual(ok);
    for (const { token } of path === '/dashboard' ? [guarded, keyed] : [])
      expect(await code(path, {}, token)).toEqual(ok);
  }
  // What their account reads of the store says nothing either.
  expect(await storesOf(bare.token)).toMatchObject([{ role: { id: 'factor', permissions: [] }, apiToken: null }]);
  const heard = await transaction(app.db, (tx) => hearersOf(tx, [store.id]));
  expect(
    heard
      .get(store.id)
      ?.find(({ account }) => account === bare.account.id)
      ?.mailed('sale'),
  ).toBe(false);
  expect((await app.get('/v1/profile', { token: bare.token })).status).toBe(200);

  await turnOn(bare.account.id);
  expect(await code('/order', {}, bare.token)).toEqual(ok);
  expect(await storesOf(bare.token)).toMatchObject([{ role: 'admin', factorDue: null }]);
});

test('whoever joins later has the same days, and whoever turns it off after them is out at once', async () => {
  await turnOn(store.owner.id);
  expect(await ask(3)).toEqual(ok);
  await letDaysPass(30);
  const late = await makeMember(app.db, store.id, 'attendant');
  expect(await code('/order', {}, late.token)).toEqual(ok);
  await letDaysPass(3);
  expect(await code('/order', {}, late.token)).toEqual(shut);
  await turnOn(late.account.id);
  expect(await code('/order', {}, late.token)).toEqual(ok);
  await app.db.updateTable('account').set({ totp_enabled_at: null }).where('id', '=', late.account.id).execute();
  expect(await code('/order', {}, late.token)).toEqual(shut);
});

test('the owner is never shut out; ending it opens the store for all, with a mail to the owner', async () => {
  await turnOn(store.owner.id);
  const { token } = await makeMember(app.db, store.id, 'attendant');
  expect(await ask(0)).toEqual(ok);
  expect(await code('/order', {}, token)).toEqual(shut);
  await app.db.updateTable('account').set({ totp_enabled_at: null }).where('id', '=', store.owner.id).execute();
  expect(await code('/order')).toEqual(ok);
  expect(await ask(null)).toEqual(ok);
  expect(await code('/order', {}, token)).toEqual(ok);
  expect((await readMails(app, store.owner.email)).at(-1)?.text).toContain(
    'deixou de exigir verificação em duas etapas',
  );
});

test('another store asks nothing, and a member who is shut out keeps the place in the team', async () => {
  await turnOn(store.owner.id);
  const helper = await makeMember(app.db, store.id, await makeRole(app.db, store.id, ['members.edit']));
  await turnOn(helper.account.id);
  const admin = await makeMember(app.db, store.id, 'admin');
  const other = await makeStore(app.db, app.deps.config.secret, { plan: 'premium', owner: admin.account });
  expect(await ask(0)).toEqual(ok);
  expect(await code('/order', {}, admin.token)).toEqual(shut);
  expect((await app.post('/v1/order', { subdomain: other.subdomain }, { token: other.token })).status).toBe(200);
  // Somebody with fewer rights still cannot remove or demote them.
  expect(await code('/members/remove', { id: admin.account.id }, helper.token)).toEqual([403, 'role_above_own']);
});

test('a member who is shut out leaves the store, and nothing else of it opens', async () => {
  await turnOn(store.owner.id);
  const [member, away] = [await makeMember(app.db, store.id, 'admin'), await makeMember(app.db, store.id, 'attendant')];
  expect(await ask(0)).toEqual(ok);
  expect(await code('/members', {}, member.token)).toEqual(shut);
  expect(await code('/members/remove', { id: away.account.id }, member.token)).toEqual(shut);
  expect(await code('/members/leave', {}, member.token)).toEqual(ok);
  expect(await storesOf(member.token)).toEqual([]);
  expect(await code('/members/leave', {}, member.token)).toEqual([404, 'store_not_found']);
  // The other one is still there.
  expect(await storesOf(away.token)).toHaveLength(1);
});

test('whoever joins a store that asks for one is mailed their day, and nobody else is', async () => {
  await turnOn(store.owner.id);
  const bare = await makeMember(app.db, store.id, 'attendant');
  expect(await ask(5)).toEqual(ok);
  const [late, guarded] = [await makeAccount(app.db), await makeAccount(app.db)];
  await turnOn(guarded.id);
  for (const { id, email } of [late, guarded]) {
    expect(await code('/members/invite', { email, role: 'attendant' })).toEqual(ok);
    const link = /token=([\w-]+)/.exec((await readMails(app, email)).at(-1)?.text ?? '')?.[1];
    const token = await makeSession(app.db, id);
    expect((await app.post('/v1/invitations/accept', { token: link }, { token })).status).toBe(200);
  }
  const demanded = async (email: string) =>
    (await readMails(app, email)).filter(({ text }) => /exige verificação em duas etapas/.test(text)).length;
  expect(await Promise.all([late, guarded, bare.account].map(({ email }) => demanded(email)))).toEqual([1, 0, 1]);
});

test('race: whoever has just handed the store over asks its team for nothing', async () => {
  await turnOn(store.owner.id);
  const heir = await makeMember(app.db, store.id, 'admin');
  await letMembersAge(app.db, store.id);
  // The door let the former owner in; the transfer commits before the question takes the lock.
  const owner = { accountId: store.owner.id, name: 'Dona' };
  await sql`update member set role = 'admin' where account_id = ${store.owner.id} and store_id = ${store.id}`.execute(
    app.db,
  );
  await sql`update member set role = 'owner' where account_id = ${heir.account.id} and store_id = ${store.id}`.execute(
    app.db,
  );
  await expect(
    transaction(app.db, (tx) => askForFactor(tx, store.id, owner, 7, app.deps.config)),
  ).rejects.toMatchObject({ code: 'forbidden' });
});
