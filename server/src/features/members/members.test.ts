import type { AuditAnswer, MembersAnswer } from '@vitrine/contract/members';
import { hasRightsOf } from '@vitrine/contract/permissions';
import { roles } from '@vitrine/contract/stores';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { transaction } from '../../db/transaction.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { readMails } from '../../test/mails.ts';
import {
  letMembersAge,
  letSessionsAge,
  type MadeStore,
  makeAccount,
  makeMember,
  makeSession,
  makeStore,
} from '../../test/make.ts';
import { planUse } from '../plans/plan-use.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { auditText } from './audit.ts';
import { mayManage } from './member.ts';

const PASSWORD = 'Correto-Cavalo-7';
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(() => sql`delete from throttle`.execute(app.db));

const fresh = async (plan: 'gratuito' | 'pro' | 'premium' = 'premium') =>
  makeStore(app.db, app.deps.config.secret, {
    plan,
    owner: await makeAccount(app.db, { password: PASSWORD, name: 'Dona' }),
  });
const call = (store: MadeStore, path: string, body: object = {}, token = store.token) =>
  app.post(path, { subdomain: store.subdomain, ...body }, { token });
const outcome = (answer: { status: number; json(): Record<string, unknown> }) => [
  answer.status,
  answer.json().code ?? 'ok',
];
const read = async (store: MadeStore) => (await call(store, '/v1/members')).json<MembersAnswer>();
const invite = (store: MadeStore, email: string, role = 'manager', token = store.token) =>
  call(store, '/v1/members/invite', { email, role }, token);
const mailed = async (email: string) => {
  const mail = (await readMails(app, email)).at(-1);
  return { subject: mail?.subject, token: /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '' };
};
const person = async (verified = true) => {
  const account = await makeAccount(app.db, { verified });
  return { ...account, token: await makeSession(app.db, account.id) };
};
const accept = (token: string, bearer: string) => app.post('/v1/invitations/accept', { token }, { token: bearer });

test('nobody gives a role with a right that they do not have or manages the owner', () => {
  const table = roles.map((own) =>
    roles.map((role) => [hasRightsOf(own, role), mayManage(own, role)].map(Number).join('')),
  );
  // Order: owner, admin, manager, attendant. Rows: the own role. Columns: the other's. Digits: may grant, may manage.
  expect(table).toEqual([
    ['10', '11', '11', '11'],
    ['00', '11', '11', '11'],
    // Neither of these two has all rights of the other.
    ['00', '00', '11', '00'],
    ['00', '00', '00', '11'],
  ]);
});

test('a person who is invited by mail accepts once and is a member', async () => {
  const store = await fresh();
  const guest = await person();
  expect((await invite(store, guest.email.toUpperCase())).status).toBe(200);
  const { subject, token } = await mailed(guest.email.toUpperCase());
  expect(subject).toBe(`Convite para a equipe da loja ${store.name}`);
  expect((await read(store)).invitations).toMatchObject([{ role: 'manager', invitedBy: 'Dona' }]);
  const stranger = await person();
  const details = (bearer: string) => app.post('/v1/invitations/details', { token }, { token: bearer });
  expect(outcome(await details(stranger.token))).toEqual([403, 'forbidden']);
  expect(outcome(await accept(token, stranger.token))).toEqual([403, 'forbidden']);
  expect((await details(guest.token)).json()).toMatchObject({
    response: { store: store.name, role: 'manager', invitedBy: 'Dona' },
  });
  const answers = await Promise.all([accept(token, guest.token), accept(token, guest.token)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  expect(answers.find(({ status }) => status === 200)?.json()).toMatchObject({
    response: { name: store.name, subdomain: store.subdomain, role: 'manager' },
  });
  const after = await read(store);
  expect(after.invitations).toEqual([]);
  expect(after.members.map(({ role }) => role)).toEqual(['owner', 'manager']);
  expect((await app.get('/v1/store', { token: guest.token })).json()).toMatchObject({
    response: [{ role: 'manager' }],
  });
  expect(outcome(await invite(store, guest.email))).toEqual([409, 'member_exists']);
});

test('whoever registered the invited address without proving it cannot accept the invitation', async () => {
  const store = await fresh();
  const squatter = await person(false);
  await invite(store, squatter.email);
  const { token } = await mailed(squatter.email);
  expect(outcome(await accept(token, squatter.token))).toEqual([403, 'email_unproven']);
  // The verb refuses as well, because it reads the account's row again.
  const actor = { accountId: squatter.id, name: squatter.name };
  const client = { address: '203.0.113.7', userAgent: '' };
  await expect(
    transaction(app.db, (tx) => acceptInvitation(tx, actor, token, client, app.deps.config)),
  ).rejects.toMatchObject({
    code: 'email_unproven',
  });
  expect((await read(store)).members.map(({ role }) => role)).toEqual(['owner']);
});

test('the newest invitation wins; revoked and expired ones do not work', async () => {
  const store = await fresh();
  const guest = await person();
  await invite(store, guest.email);
  const first = (await mailed(guest.email)).token;
  const id = (await read(store)).invitations[0]?.id;
  expect((await call(store, '/v1/members/invitations/resend', { id })).status).toBe(200);
  const second = (await mailed(guest.email)).token;
  expect(outcome(await accept(first, guest.token))).toEqual([422, 'token_invalid']);
  await sql`update invitation set expires_at = now() - interval '1 second' where store_id = ${store.id}`.execute(
    app.db,
  );
  expect(outcome(await accept(second, guest.token))).toEqual([422, 'token_invalid']);
  await invite(store, guest.email);
  const third = (await mailed(guest.email)).token;
  const open = (await read(store)).invitations[0]?.id;
  expect((await call(store, '/v1/members/invitations/revoke', { id: open })).status).toBe(200);
  expect(outcome(await accept(third, guest.token))).toEqual([422, 'token_invalid']);
  expect(outcome(await call(store, '/v1/members/invitations/revoke', { id: open }))).toEqual([
    404,
    'invitation_not_found',
  ]);
});

test('members and open invitations never pass the plan’s limit, however many are sent at once', async () => {
  const store = await fresh('pro');
  await makeMember(app.db, store.id, 'attendant');
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => invite(store, `convite-${n}-${store.id}@exemplo.com.br`)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 422, 422, 422, 422, 422, 422]);
  const again = `convite-de-novo-${store.id}@exemplo.com.br`;
  expect(outcome(await invite(store, again))).toEqual([422, 'plan_member_limit']);
  const free = await fresh('gratuito');
  expect(outcome(await invite(free, again))).toEqual([422, 'plan_member_limit']);
});

test('nobody gives a role above their own or changes the owner; a removed member is out at once', async () => {
  const store = await fresh();
  const admin = await makeMember(app.db, store.id, 'admin');
  const manager = await makeMember(app.db, store.id, 'manager');
  const edit = (id: string, role: string, token?: string) => call(store, '/v1/members/edit', { id, role }, token);
  expect(outcome(await edit(manager.account.id, 'admin', manager.token))).toEqual([403, 'forbidden']);
  expect(outcome(await edit(store.owner.id, 'manager', admin.token))).toEqual([403, 'owner_only']);
  expect((await edit(manager.account.id, 'owner')).status).toBe(422);
  expect((await edit(manager.account.id, 'attendant', admin.token)).status).toBe(200);
  expect(outcome(await edit('nobody', 'attendant'))).toEqual([404, 'member_not_found']);
  expect(outcome(await call(store, '/v1/members/remove', { id: store.owner.id }, admin.token))).toEqual([
    403,
    'owner_only',
  ]);
  expect((await call(store, '/v1/members/remove', { id: manager.account.id }, admin.token)).status).toBe(200);
  expect((await call(store, '/v1/members', {}, manager.token)).status).toBe(404);
  expect((await call(store, '/v1/members/leave', {}, admin.token)).status).toBe(200);
  expect(outcome(await call(store, '/v1/members/leave'))).toEqual([403, 'owner_only']);
  expect((await read(store)).members).toHaveLength(1);
});

test('a store does not find another store’s members and invitations', async () => {
  const [store, other] = [await fresh(), await fresh()];
  const foreign = await makeMember(app.db, other.id, 'manager');
  await invite(other, `alheio-${other.id}@exemplo.com.br`);
  const id = (await read(other)).invitations[0]?.id;
  expect(outcome(await call(store, '/v1/members/remove', { id: foreign.account.id }))).toEqual([
    404,
    'member_not_found',
  ]);
  expect(outcome(await call(store, '/v1/members/invitations/resend', { id }))).toEqual([404, 'invitation_not_found']);
  expect(outcome(await call(store, '/v1/members/invitations/revoke', { id }))).toEqual([404, 'invitation_not_found']);
  expect(outcome(await call(other, '/v1/members', {}, store.token))).toEqual([404, 'store_not_found']);
});

test('an invitation is void once its sender was removed or may no longer grant its role', async () => {
  const store = await fresh();
  const [gone, demoted] = [await makeMember(app.db, store.id, 'admin'), await makeMember(app.db, store.id, 'admin')];
  const [one, two, three] = [await person(), await person(), await person()];
  await invite(store, one.email, 'admin', gone.token);
  await invite(store, two.email, 'admin', demoted.token);
  await invite(store, three.email, 'manager', demoted.token);
  await call(store, '/v1/members/remove', { id: gone.account.id });
  await call(store, '/v1/members/edit', { id: demoted.account.id, role: 'manager' });
  // Void invitations are not shown and take no place of the plan: one member and one invitation are left.
  expect((await read(store)).invitations.map(({ email }) => email)).toEqual([three.email]);
  expect((await planUse(app.db, store.id)).subUsers).toBe(2);
  for (const guest of [one, two]) {
    const { token } = await mailed(guest.email);
    expect(outcome(await accept(token, guest.token))).toEqual([422, 'token_invalid']);
  }
  expect(outcome(await accept((await mailed(three.email)).token, three.token))).toEqual([200, 'ok']);
  const joined = await app.db
    .selectFrom('security_event')
    .where('store_id', '=', store.id)
    .where('kind', '=', 'member_joined')
    .select('account_id')
    .execute();
  expect(joined).toEqual([{ account_id: three.id }]);
});

test('whoever joined less than three days ago cannot become the owner; whoever loses rights over money gets a mail', async () => {
  const store = await fresh();
  const heir = await makeMember(app.db, store.id, 'admin');
  const transfer = () => call(store, '/v1/store/transfer', { memberId: heir.account.id });
  expect(outcome(await transfer())).toEqual([422, 'heir_too_new']);
  await letMembersAge(app.db, store.id);
  expect(outcome(await transfer())).toEqual([200, 'ok']);
  await sql`truncate mail`.execute(app.db);
  expect(outcome(await call(store, '/v1/members/remove', { id: store.owner.id }, heir.token))).toEqual([200, 'ok']);
  const mails = await readMails(app);
  expect(mails.map(({ recipient }) => recipient).sort()).toEqual([store.owner.email, heir.account.email].sort());
});

test('the owner hands the store over in a confirmed session; races leave one owner', async () => {
  const store = await fresh();
  const [ana, bia] = [await makeMember(app.db, store.id, 'admin'), await makeMember(app.db, store.id, 'attendant')];
  const transfer = (memberId: string, token?: string) => call(store, '/v1/store/transfer', { memberId }, token);
  await letMembersAge(app.db, store.id);
  await letSessionsAge(app.db, store.owner.id);
  expect(outcome(await transfer(ana.account.id))).toEqual([403, 'step_up_required']);
  await app.post('/v1/account/confirm', { password: PASSWORD }, store);
  expect(outcome(await transfer(ana.account.id, ana.token))).toEqual([403, 'forbidden']);
  expect(outcome(await transfer('nobody'))).toEqual([404, 'member_not_found']);
  const answers = await Promise.all([transfer(ana.account.id), transfer(bia.account.id)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  const owners = await app.db
    .selectFrom('member')
    .where('store_id', '=', store.id)
    .where('role', '=', 'owner')
    .select('account_id')
    .execute();
  expect(owners).toHaveLength(1);
  expect(owners[0]?.account_id).not.toBe(store.owner.id);
});

test('the log says who did what, page by page, to people who may read it', async () => {
  const store = await fresh();
  const manager = await makeMember(app.db, store.id, 'manager');
  await call(store, '/v1/members/edit', { id: manager.account.id, role: 'attendant' });
  const audit = async (body: object) => (await call(store, '/v1/audit', body)).json<AuditAnswer>();
  const first = await audit({ limit: 1 });
  expect(first.entries).toMatchObject([
    {
      actor: 'Dona',
      text: 'Mudou o papel de Membro da Equipe para Atendente',
      before: 'Papel: Gerente',
      after: 'Papel: Atendente',
    },
  ]);
  const second = await audit({ limit: 1, cursor: first.nextCursor ?? '' });
  expect(second).toMatchObject({ entries: [{ text: `Criou a loja ${store.name}` }], nextCursor: null });
  expect((await call(store, '/v1/audit', {}, manager.token)).status).toBe(403);
  expect(auditText({ status: 'inactive', legal: { name: 'X' }, logo: null })).toBe(
    'Dados legais: Nome X\nLogo: —\nSituação: inativa',
  );
  // What an owner typed stays, even where the product has a word like it.
  expect(auditText({ name: 'paper', settings: { look: { theme: 'paper' } } })).toBe(
    'Nome: paper\nAjustes: Aparência Tema Papel',
  );
});

test('the log is narrowed by person, kind and time, names its people once, and comes as a file', async () => {
  const store = await fresh();
  const manager = await makeMember(app.db, store.id, 'manager');
  await call(store, '/v1/categories/create', { name: '=Carros' }, manager.token);
  await call(store, '/v1/members/edit', { id: manager.account.id, role: 'attendant' });
  const texts = async (filter: object) => {
    const { entries } = (await call(store, '/v1/audit', filter)).json<AuditAnswer>();
    return entries.map(({ text }) => text);
  };
  const all = (await call(store, '/v1/audit', {})).json<AuditAnswer>();
  expect(all.people.map(({ id }) => id).sort()).toEqual([manager.account.id, store.owner.id].sort());
  expect(all.entries[1]?.page).toMatch(/^\/categories\/[0-9a-z]{26}$/);
  expect(await texts({ person: manager.account.id })).toEqual(['Criou a categoria =Carros']);
  expect(await texts({ kind: 'team' })).toEqual(['Mudou o papel de Membro da Equipe para Atendente']);
  expect(await texts({ kind: 'categories', person: store.owner.id })).toEqual([]);
  expect(await texts({ until: '2020-01-01T00:00:00.000Z' })).toEqual([]);
  expect(await texts({ from: '2020-01-01T00:00:00.000Z' })).toHaveLength(3);
  const object = all.entries[0]?.object;
  expect(object).toBe(manager.account.id);
  expect(await texts({ object })).toEqual(['Mudou o papel de Membro da Equipe para Atendente']);
  const file = await call(store, '/v1/audit/export', { kind: 'categories' });
  expect(file.text.split('\r\n')).toEqual([
    '\uFEFF"Quando";"Quem";"O que";"Antes";"Depois"',
    expect.stringMatching(/^"[\dT:.Z-]+";"Membro da Equipe";"Criou a categoria =Carros";"";"Nome: =Carros"$/),
    '',
  ]);
  expect(await texts({ kind: 'store' })).toContain('Exportou o registro de alterações');
});

test('deleting a store ends access at once and keeps its name from others', async () => {
  const store = await fresh();
  const admin = await makeMember(app.db, store.id, 'admin');
  expect((await call(store, '/v1/store/delete', {}, admin.token)).status).toBe(403);
  await letSessionsAge(app.db, store.owner.id);
  expect(outcome(await call(store, '/v1/store/delete', {}))).toEqual([403, 'step_up_required']);
  await app.post('/v1/account/confirm', { password: PASSWORD }, store);
  expect((await call(store, '/v1/store/delete', {})).status).toBe(200);
  expect((await call(store, '/v1/members', {}, admin.token)).status).toBe(404);
  const taken = await app.post(
    '/v1/store/create',
    { nameStore: 'Outra', nameDomain: store.subdomain },
    { token: admin.token },
  );
  expect(outcome(taken)).toEqual([409, 'subdomain_taken']);
});
