import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { readMails } from '../../test/mails.ts';
import { letMembersAge, makeAccount, makeMember, makeStore } from '../../test/make.ts';

/** The owner gets a mail for each change to a store's money, ownership or keys, also for their own. */

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(() => sql`truncate throttle, mail`.execute(app.db));

test.each([
  [
    'the identification token',
    '/v1/store/token/rotate',
    'admin',
    'trocou o token de identificação',
    'game_token_rotated',
  ],
  ['the export', '/v1/store/export', 'owner', 'baixou todos os dados', 'store_exported'],
  ['an invitation that gives rights over money', '/v1/members/invite', 'admin', 'como Administrador', 'member_invited'],
  ['a member who gets rights over money', '/v1/members/edit', 'owner', 'para Administrador', 'member_changed'],
  ['a removed member who had rights over money', '/v1/members/remove', 'owner', 'da equipe', 'member_removed'],
  ['the transfer', '/v1/store/transfer', 'owner', 'transferiu a loja', 'store_transferred'],
  ['the deletion', '/v1/store/delete', 'owner', 'excluiu a loja', 'store_deleted'],
])('the owner gets a mail about %s', async (_what, path, who, said, kind) => {
  const owner = await makeAccount(app.db, { name: 'Dona da Loja' });
  const store = await makeStore(app.db, app.deps.config.secret, { owner, plan: 'premium' });
  const admin = await makeMember(app.db, store.id, 'admin');
  const other = await makeMember(app.db, store.id, path.endsWith('/edit') ? 'manager' : 'admin');
  await letMembersAge(app.db, store.id);
  const by = who === 'owner' ? store : admin;
  const body = {
    subdomain: store.subdomain,
    memberId: other.account.id,
    id: other.account.id,
    email: 'nova@exemplo.com.br',
    role: 'admin',
  };
  expect((await app.post(path, body, by)).status).toBe(200);
  const mails = await readMails(app, owner.email);
  expect(mails.map(({ subject }) => subject)).toEqual([`Alteração de segurança na loja ${store.name}`]);
  expect(mails[0]?.text).toContain(said);
  expect(mails[0]?.text).toContain(who === 'owner' ? 'Dona da Loja' : admin.account.name);
  const events = await app.db.selectFrom('security_event').where('store_id', '=', store.id).select('kind').execute();
  expect(events.map((event) => event.kind)).toContain(kind);
});

test('the owner gets no mail about roles without rights over money', async () => {
  const store = await makeStore(app.db, app.deps.config.secret, { plan: 'premium' });
  const other = await makeMember(app.db, store.id, 'manager');
  const call = (path: string, body: object) => app.post(path, { subdomain: store.subdomain, ...body }, store);
  expect((await call('/v1/members/edit', { id: other.account.id, role: 'attendant' })).status).toBe(200);
  expect((await call('/v1/members/remove', { id: other.account.id })).status).toBe(200);
  const mails = await app.db.selectFrom('mail').where('recipient', '=', store.owner.email).select('id').execute();
  expect(mails).toEqual([]);
});
