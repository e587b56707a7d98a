import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Tx } from '../../../db/database.ts';
import { transaction } from '../../../db/transaction.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { newestMailToken, readMails } from '../../../test/mails.ts';
import {
  letMembersAge,
  letSessionsAge,
  type MadeAccount,
  makeAccount,
  makeMember,
  makeSession,
  makeStore,
} from '../../../test/make.ts';
import { makeSold, on } from '../../../test/make-deliveries.ts';
import { inOrder } from '../../../test/waiting-for-lock.ts';
import { emailKey } from '../../mail/email-key.ts';

const PASSWORD = 'Correto-Cavalo-7';
const WORD = { confirmation: 'EXCLUIR' };
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(() => sql`delete from throttle`.execute(app.db));

const person = async (options: Parameters<typeof makeAccount>[1] = {}) => {
  const account = await makeAccount(app.db, { password: PASSWORD, ...options });
  return { ...account, token: await makeSession(app.db, account.id) };
};
const storeOf = (owner?: MadeAccount) => makeStore(app.db, app.deps.config.secret, { plan: 'premium', owner });
const erase = (token: string, body: object) => app.post('/v1/account/delete', body, { token });
const outcome = (answer: { status: number; json(): Record<string, unknown> }) => [
  answer.status,
  answer.json().code ?? 'ok',
];
const holdMember =
  ({ id }: MadeAccount) =>
  (tx: Tx) =>
    sql`select from member where account_id = ${id} for update`.execute(tx);
const auditOf = (store: string) =>
  app.db
    .selectFrom('audit_entry')
    .where('store_id', '=', store)
    .orderBy('id')
    .select(['actor', 'text', 'after'])
    .execute();

test('a deletion needs a confirmed session and the typed word; it erases the person and keeps the stores’ records', async () => {
  const known = await person({ name: 'Joana Sumida', discordId: '112233445566778811' });
  const store = await storeOf();
  await app.post('/v1/members/invite', { subdomain: store.subdomain, email: known.email, role: 'admin' }, store);
  const token = await newestMailToken(app, known.email);
  expect((await app.post('/v1/invitations/accept', { token }, known)).status).toBe(200);
  const { id: order } = await makeSold(app.db, store.id, { items: [{ actions: [on.role('111111111111111111')] }] });
  await sql`update "order" set actor = ${known.name} where id = ${order}`.execute(app.db);
  await sql`update mail set state = 'sent'`.execute(app.db);
  const other = await makeSession(app.db, known.id);

  await letSessionsAge(app.db, known.id);
  const confirm = (password: string) => app.post('/v1/account/confirm', { password }, known);
  expect(outcome(await erase(known.token, {}))).toEqual([403, 'step_up_required']);
  expect(outcome(await erase(known.token, WORD))).toEqual([403, 'step_up_required']);
  expect(outcome(await confirm('Errada-Senha-1'))).toEqual([422, 'wrong_password']);
  expect(outcome(await erase(known.token, WORD))).toEqual([403, 'step_up_required']);
  expect(outcome(await confirm(PASSWORD))).toEqual([200, 'ok']);
  expect(outcome(await erase(known.token, {}))).toEqual([422, 'validation_failed']);
  expect(outcome(await erase(known.token, WORD))).toEqual([200, 'ok']);

  const row = await app.db.selectFrom('account').where('id', '=', known.id).selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({ name: 'Conta excluída', deleted_at: expect.any(Date) });
  const kept = { id: row.id, name: row.name, created_at: row.created_at, deleted_at: row.deleted_at };
  expect(Object.entries(row).filter(([key, value]) => value !== null && !(key in kept))).toEqual([]);
  for (const session of [known.token, other]) {
    expect(outcome(await app.get('/v1/profile', { token: session }))).toEqual([401, 'unauthenticated']);
  }
  expect(outcome(await app.post('/v1/login', { email: known.email, password: PASSWORD }))).toEqual([
    401,
    'invalid_credentials',
  ]);
  const members = await app.db.selectFrom('member').where('account_id', '=', known.id).select('role').execute();
  expect(members).toEqual([]);

  const audit = await auditOf(store.id);
  expect(JSON.stringify(audit)).not.toMatch(/Joana|pessoa-/);
  expect(audit.map(({ actor, text }) => [actor, text])).toEqual([
    [store.owner.name, expect.stringContaining('Criou a loja')],
    [store.owner.name, 'Convidou Conta excluída como Administrador'],
    ['Conta excluída', 'Entrou na equipe como Administrador'],
  ]);
  const { rows } = await sql<{ actor: string }>`select actor from "order" where id = ${order}`.execute(app.db);
  expect(rows).toEqual([{ actor: 'Conta excluída' }]);
  // Only the mail about the deletion is left, and the address is free for a new account.
  const mails = await readMails(app, known.email);
  expect(mails.map(({ subject }) => subject)).toEqual(['Sua conta Vitrine foi excluída']);
  const again = await app.post('/v1/login/register', { name: 'Joana Nova', email: known.email, password: PASSWORD });
  expect(again.status).toBe(200);
  const fresh = await app.db
    .selectFrom('account')
    .where('email_key', '=', emailKey(known.email))
    .select('id')
    .executeTakeFirst();
  expect(fresh?.id).not.toBe(known.id);
});

test('an account without a password is deleted with the typed word', async () => {
  const social = await person({ password: undefined });
  const wrong = await erase(social.token, { confirmation: 'excluir' });
  expect([wrong.status, wrong.json()]).toEqual([
    422,
    expect.objectContaining({ error: 'Digite EXCLUIR para confirmar.', field: 'confirmation' }),
  ]);
  expect(outcome(await erase(social.token, {}))).toEqual([422, 'validation_failed']);
  expect((await erase(social.token, { confirmation: 'EXCLUIR' })).status).toBe(200);
});

test('an owner cannot delete the account before the stores are gone, and reads their names', async () => {
  const owner = await person();
  const store = await storeOf(owner);
  const refused = await erase(owner.token, WORD);
  expect([refused.status, refused.json().code, refused.json().error]).toEqual([
    409,
    'account_owns_stores',
    `Você é proprietário de: ${store.name}. Transfira ou exclua as suas lojas antes de excluir a conta.`,
  ]);
  const gone = { subdomain: store.subdomain };
  expect((await app.post('/v1/store/delete', gone, owner)).status).toBe(200);
  expect((await erase(owner.token, WORD)).status).toBe(200);
});

test.each(['the deletion', 'the transfer'])(
  'a store that is transferred during a deletion has an owner that exists: %s first',
  async (first) => {
    const heir = await person({ name: 'Herdeira' });
    const store = await storeOf(await makeAccount(app.db, { password: PASSWORD }));
    await makeMember(app.db, store.id, 'admin', heir);
    await letMembersAge(app.db, store.id);
    const deletion = () => erase(heir.token, WORD);
    const transfer = () => app.post('/v1/store/transfer', { subdomain: store.subdomain, memberId: heir.id }, store);
    const works = first === 'the deletion' ? ([deletion, transfer] as const) : ([transfer, deletion] as const);

    const answers = await inOrder(app.db, holdMember(heir), works);
    const refused = first === 'the deletion' ? [404, 'member_not_found'] : [409, 'account_owns_stores'];
    expect(answers.map(outcome)).toEqual([[200, 'ok'], refused]);
    const owner = await app.db
      .selectFrom('member')
      .innerJoin('account', 'account.id', 'member.account_id')
      .where('member.store_id', '=', store.id)
      .where('member.role', '=', 'owner')
      .select('account.deleted_at')
      .executeTakeFirstOrThrow();
    expect(owner.deleted_at).toBeNull();
  },
);

test('a name that is saved while the account is deleted does not stay on its row', async () => {
  const known = await person();
  const store = await storeOf();
  await makeMember(app.db, store.id, 'attendant', known);
  // The deletion holds the account's row and waits for the member's row. The new name waits for the account's row.
  const answers = await inOrder(app.db, holdMember(known), [
    () => erase(known.token, WORD),
    () => app.post('/v1/account/edit', { name: 'Nome Tardio' }, known),
  ]);
  expect(answers.map(outcome)).toEqual([
    [200, 'ok'],
    [401, 'unauthenticated'],
  ]);
  const row = await app.db.selectFrom('account').where('id', '=', known.id).select('name').executeTakeFirstOrThrow();
  expect(row.name).toBe('Conta excluída');
});

test('a colleague of the same name keeps their name in the records', async () => {
  const [leaving, staying] = [await person({ name: 'Ana Lima' }), await person({ name: 'Ana Lima' })];
  const store = await storeOf();
  await makeMember(app.db, store.id, 'attendant', leaving);
  await makeMember(app.db, store.id, 'attendant', staying);
  const { id } = await makeSold(app.db, store.id, { items: [{ actions: [on.role('111111111111111111')] }] });
  await sql`update "order" set actor = 'Ana Lima' where id = ${id}`.execute(app.db);
  expect((await erase(leaving.token, WORD)).status).toBe(200);
  const { rows } = await sql<{ actor: string }>`select actor from "order" where id = ${id}`.execute(app.db);
  expect(rows).toEqual([{ actor: 'Ana Lima' }]);
});

test('the export holds the person’s own data, no secrets and nothing of others, and the owner gets a mail about it', async () => {
  const known = await person({ name: 'Rui Prado' });
  const store = await storeOf();
  await makeMember(app.db, store.id, 'manager', known);
  await transaction(app.db, (tx) =>
    tx
      .insertInto('audit_entry')
      .values({
        store_id: store.id,
        id: 'z1',
        account_id: known.id,
        actor: known.name,
        action: 'x',
        text: 'Criou um cupom',
      })
      .execute(),
  );
  await app.db
    .insertInto('passkey')
    .values({
      id: 'chave-1',
      account_id: known.id,
      name: 'Celular do Rui',
      public_key: Buffer.from('segredo'),
      counter: 0,
    })
    .execute();
  const answer = await app.get('/v1/account/export', known);
  expect(answer.status).toBe(200);
  expect(answer.headers['content-disposition']).toBe('attachment; filename="vitrine-meus-dados.json"');
  expect(answer.json()).toMatchObject({
    conta: { nome: 'Rui Prado', email: known.email, temSenha: true },
    lojas: [{ nome: store.name, endereco: store.subdomain, papel: 'Gerente', excluidaEm: null }],
    // `makeMember` opens a second session.
    dispositivos: Array(2).fill({ navegador: 'Mozilla/5.0 (teste)', saiuEm: null }),
    passkeys: [{ nome: 'Celular do Rui', usadaEm: null }],
    atividade: [{ loja: store.name, texto: 'Criou um cupom' }],
  });
  expect(answer.text).not.toMatch(/argon2|hash|cipher/);
  expect(answer.text).not.toContain(store.owner.email);
  expect(answer.text).not.toContain(known.token);
  const mails = await readMails(app, known.email);
  expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining('Os dados da sua conta foram baixados.')]);
  expect((await app.get('/v1/account/export')).status).toBe(401);
});
