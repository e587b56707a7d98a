import type { MembersAnswer } from '@vitrine/contract/members';
import { type Permission, wholeRights } from '@vitrine/contract/permissions';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { readMails } from '../../../test/mails.ts';
import {
  letSessionsAge,
  type MadeStore,
  makeAccount,
  makeMember,
  makeRole,
  makeSession,
  makeStore,
} from '../../../test/make.ts';

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

const send = async (path: string, body: object = {}, token = store.token) => {
  const answer = await app.post(`/v1${path}`, { subdomain: store.subdomain, ...body }, { token });
  return { status: answer.status, body: answer.json<Record<string, unknown>>() };
};
const code = async (path: string, body: object, token?: string) => {
  const { status, body: answer } = await send(path, body, token);
  return [status, answer.code ?? 'ok'];
};
const read = async () =>
  (await app.post('/v1/members', { subdomain: store.subdomain }, { token: store.token })).json<MembersAnswer>();
const create = async (name: string, permissions: Permission[], token?: string) => {
  const { status, body } = await send('/roles/create', { name, permissions }, token);
  expect([status, body]).toMatchObject([200, { id: expect.any(String) }]);
  return body.id as string;
};
const entries = async (action: string) =>
  await app.db
    .selectFrom('audit_entry')
    .where('store_id', '=', store.id)
    .where('action', '=', action)
    .select(['actor', 'before', 'after', 'text'])
    .execute();
const linkOf = async (email: string) =>
  /token=([\w-]+)/.exec((await readMails(app, email)).at(-1)?.text ?? '')?.[1] ?? '';

test('a role of the store is given by invitation and by edit, and does exactly what it says', async () => {
  const id = await create('  Moderador ', ['deliveries.repair']);
  expect((await read()).roles).toEqual([
    {
      id,
      name: 'Moderador',
      // what it needs, and what every role has, came with it
      permissions: wholeRights(['deliveries.repair']),
      version: 1,
      members: 0,
      invitations: 0,
    },
  ]);
  expect(wholeRights(['deliveries.repair'])).toEqual([
    'store.read',
    'orders.read',
    'deliveries.repair',
    'members.read',
  ]);
  const guest = await makeAccount(app.db);
  const token = await makeSession(app.db, guest.id);
  expect(await code('/members/invite', { email: guest.email, role: id })).toEqual([200, 'ok']);
  expect((await readMails(app, guest.email)).at(-1)?.text).toContain('Moderador');
  expect((await read()).roles).toMatchObject([{ members: 0, invitations: 1 }]);
  const link = await linkOf(guest.email);
  const details = await app.post('/v1/invitations/details', { token: link }, { token });
  expect(details.json()).toMatchObject({ response: { role: { id, name: 'Moderador' } } });
  expect((await app.post('/v1/invitations/accept', { token: link }, { token })).status).toBe(200);
  expect((await app.get('/v1/store', { token })).json()).toMatchObject({ response: [{ role: { name: 'Moderador' } }] });
  expect(await code('/order', {}, token)).toEqual([200, 'ok']);
  for (const path of ['/dashboard', '/discounts', '/audit']) {
    expect(await code(path, {}, token)).toEqual([403, 'forbidden']);
  }
  const other = await makeMember(app.db, store.id, 'attendant');
  expect(await code('/members/edit', { id: other.account.id, role: id })).toEqual([200, 'ok']);
  expect(await code('/members/edit', { id: other.account.id, role: 'nada' })).toEqual([404, 'role_not_found']);
  expect((await read()).roles).toMatchObject([{ members: 2, invitations: 0 }]);
});

test('a session loses a right with the next call, and gets one as soon', async () => {
  const id = await create('Curador', ['orders.read']);
  const { token } = await makeMember(app.db, store.id, { id, name: '', permissions: [] });
  expect(await code('/order', {}, token)).toEqual([200, 'ok']);
  expect(await code('/roles/edit', { id, name: 'Curador', permissions: ['discounts.edit'] })).toEqual([200, 'ok']);
  expect(await code('/order', {}, token)).toEqual([403, 'forbidden']);
  expect(await code('/discounts', {}, token)).toEqual([200, 'ok']);
  expect(await entries('role.edit')).toMatchObject([
    {
      before: { permissions: expect.arrayContaining(['orders.read']) },
      after: { permissions: expect.arrayContaining(['discounts.edit']) },
    },
  ]);
});

test('attack: nobody gives a right that they do not have, by any way', async () => {
  const inviter = await makeRole(app.db, store.id, ['members.edit', 'orders.read']);
  const { account, token } = await makeMember(app.db, store.id, inviter);
  const money = await makeRole(app.db, store.id, ['orders.refund']);
  const small = await makeRole(app.db, store.id, ['orders.read']);
  const rich = await makeMember(app.db, store.id, money);
  const poor = await makeMember(app.db, store.id, small);
  const above = [403, 'role_above_own'];
  const more: Permission[] = ['orders.read', 'orders.refund'];
  expect(await code('/roles/create', { name: 'Caixa', permissions: more }, token)).toEqual(above);
  // neither a role of others, nor the own one
  for (const { id } of [small, inviter]) {
    expect(await code('/roles/edit', { id, name: 'Caixa', permissions: more }, token)).toEqual(above);
  }
  expect(await code('/roles/edit', { id: money.id, name: 'Nada', permissions: [] }, token)).toEqual(above);
  expect(await code('/roles/delete', { id: small.id, replacement: money.id }, token)).toEqual(above);
  expect(await code('/roles/delete', { id: money.id, replacement: small.id }, token)).toEqual(above);
  expect(await code('/members/edit', { id: poor.account.id, role: money.id }, token)).toEqual(above);
  expect(await code('/members/edit', { id: poor.account.id, role: 'attendant' }, token)).toEqual(above);
  expect(await code('/members/edit', { id: rich.account.id, role: small.id }, token)).toEqual(above);
  expect(await code('/members/remove', { id: rich.account.id }, token)).toEqual(above);
  expect(await code('/members/invite', { email: 'a@exemplo.com.br', role: 'admin' }, token)).toEqual(above);
  expect(await code('/members/edit', { id: account.id, role: 'owner' }, token)).toEqual([422, 'validation_failed']);
  expect(await code('/roles/create', { name: 'Dono', permissions: ['store.own'] })).toEqual([422, 'validation_failed']);
  // Its own right it may give.
  expect(await code('/roles/create', { name: 'Leitor', permissions: ['orders.read'] }, token)).toEqual([200, 'ok']);
  expect(await code('/members/remove', { id: poor.account.id }, token)).toEqual([200, 'ok']);
});

test('an invitation is void once its sender lost a right of its role', async () => {
  const role = await makeRole(app.db, store.id, ['members.edit', 'discounts.edit']);
  const { token } = await makeMember(app.db, store.id, role);
  const coupons = await makeRole(app.db, store.id, ['discounts.edit']);
  const guest = await makeAccount(app.db);
  expect(await code('/members/invite', { email: guest.email, role: coupons.id }, token)).toEqual([200, 'ok']);
  expect((await read()).invitations).toHaveLength(1);
  expect(await code('/roles/edit', { id: role.id, name: role.name, permissions: ['members.edit'] })).toEqual([
    200,
    'ok',
  ]);
  expect((await read()).invitations).toHaveLength(0);
  const session = await makeSession(app.db, guest.id);
  const accepted = await app.post('/v1/invitations/accept', { token: await linkOf(guest.email) }, { token: session });
  expect(accepted.json()).toMatchObject({ code: 'token_invalid' });
});

test('a right over money wants a confirmed session, and the owner is told', async () => {
  const calm = await create('Leitor', ['orders.read']);
  expect((await readMails(app, store.owner.email)).length).toBe(0);
  await letSessionsAge(app.db, store.owner.id);
  const again = [403, 'step_up_required'];
  expect(await code('/roles/create', { name: 'Caixa', permissions: ['orders.refund'] })).toEqual(again);
  expect(await code('/roles/edit', { id: calm, name: 'Leitor', permissions: ['orders.refund'] })).toEqual(again);
  expect(await code('/roles/edit', { id: calm, name: 'Leitora', permissions: ['orders.read'] })).toEqual([200, 'ok']);
  const token = await makeSession(app.db, store.owner.id);
  expect(await code('/roles/edit', { id: calm, name: 'Caixa', permissions: ['orders.refund'] }, token)).toEqual([
    200,
    'ok',
  ]);
  expect((await readMails(app, store.owner.email)).at(-1)?.text).toContain('mudou o que pode o papel Caixa');
  const log = await app.post('/v1/security', { subdomain: store.subdomain, limit: 5 }, { token });
  expect(log.json()).toMatchObject({ entries: [{ kind: 'role_changed', detail: 'Caixa' }] });
  await letSessionsAge(app.db, store.owner.id);
  // taking such a right is the same
  expect(await code('/roles/edit', { id: calm, name: 'Leitor', permissions: ['orders.read'] })).toEqual(again);
  expect(await code('/roles/delete', { id: calm })).toEqual(again);
});

test('names are unique in a store, in any case, and differ from those of the built-in roles', async () => {
  const id = await create('Moderador', []);
  for (const name of ['moderador', 'GERENTE', 'Proprietário', 'admin']) {
    expect(await code('/roles/create', { name, permissions: [] })).toEqual([409, 'role_taken']);
  }
  const other = await create('Outro', []);
  expect(await code('/roles/edit', { id: other, name: 'MODERADOR', permissions: [] })).toEqual([409, 'role_taken']);
  expect(await code('/roles/edit', { id, name: 'MODERADOR', permissions: [] })).toEqual([200, 'ok']);
  expect(await code('/roles/create', { name: ' ', permissions: [] })).toEqual([422, 'validation_failed']);
});

test('a store has twenty roles of its own at most, also when many are made at once', async () => {
  for (let n = 0; n < 19; n += 1) await makeRole(app.db, store.id, []);
  const answers = await Promise.all(['A', 'B', 'C'].map((name) => code('/roles/create', { name, permissions: [] })));
  expect(answers.map(([status]) => status).sort()).toEqual([200, 422, 422]);
  expect((await read()).roles).toHaveLength(20);
});

test('a role that somebody has is deleted only with the choice of another', async () => {
  const id = await create('Moderador', ['orders.read']);
  const next = await create('Leitor', ['dashboard.read']);
  const { account, token } = await makeMember(app.db, store.id, { id, name: '', permissions: [] });
  await send('/members/invite', { email: 'nova@exemplo.com.br', role: id });
  const used = [409, 'role_in_use'];
  expect(await code('/roles/delete', { id })).toEqual(used);
  expect(await code('/roles/delete', { id, replacement: id })).toEqual(used);
  expect(await code('/roles/delete', { id, replacement: 'nada' })).toEqual([404, 'role_not_found']);
  expect(await code('/roles/delete', { id, replacement: 'owner' })).toEqual([404, 'role_not_found']);
  expect(await code('/roles/delete', { id, replacement: next })).toEqual([200, 'ok']);
  const { members, invitations, roles } = await read();
  expect(members.find((member) => member.id === account.id)?.role).toMatchObject({ id: next });
  expect(invitations).toMatchObject([{ email: 'nova@exemplo.com.br', role: { id: next } }]);
  expect(roles).toMatchObject([{ id: next, members: 1, invitations: 1 }]);
  expect(await code('/order', {}, token)).toEqual([403, 'forbidden']);
  expect(await entries('member.edit')).toMatchObject([{ before: { role: 'Moderador' }, after: { role: 'Leitor' } }]);
  expect(await entries('role.delete')).toMatchObject([{ before: { name: 'Moderador' }, after: null }]);
  // Its people have another role, so there is nothing to bring back.
  expect(await code('/undo', { kind: 'role', ids: [id] })).toEqual([404, 'undo_over']);
});

test('an accepted invitation outlives its role, also in the data of the account', async () => {
  const id = await create('Moderador', ['orders.read']);
  const guest = await makeAccount(app.db);
  const token = await makeSession(app.db, guest.id);
  await send('/members/invite', { email: guest.email, role: id });
  await app.post('/v1/invitations/accept', { token: await linkOf(guest.email) }, { token });
  expect(await code('/roles/delete', { id, replacement: 'attendant' })).toEqual([200, 'ok']);
  const data = await app.get('/v1/account/export', { token });
  expect(data.json()).toMatchObject({ lojas: [{ papel: 'Atendente' }], convites: [{ papel: null }] });
});

test('race: an invitation is accepted while its role is deleted', async () => {
  for (let round = 0; round < 6; round += 1) {
    const id = await create(`Moderador ${round}`, ['orders.read']);
    const guest = await makeAccount(app.db);
    const token = await makeSession(app.db, guest.id);
    await send('/members/invite', { email: guest.email, role: id });
    const link = await linkOf(guest.email);
    const [deleted, accepted] = await Promise.all([
      code('/roles/delete', { id, replacement: 'attendant' }),
      app.post('/v1/invitations/accept', { token: link }, { token }),
    ]);
    expect([deleted, accepted.status]).toEqual([[200, 'ok'], 200]);
    const { members, roles } = await read();
    expect(members.find((member) => member.id === guest.id)?.role).toBe('attendant');
    expect(roles).toEqual([]);
  }
});

test('race: a role is deleted while somebody gets it, and nobody is left without one', async () => {
  for (let round = 0; round < 6; round += 1) {
    const role = await makeRole(app.db, store.id, ['orders.read']);
    const { account } = await makeMember(app.db, store.id, 'attendant');
    const [deleted, given] = await Promise.all([
      code('/roles/delete', { id: role.id, replacement: 'attendant' }),
      code('/members/edit', { id: account.id, role: role.id }),
    ]);
    expect(deleted).toEqual([200, 'ok']);
    expect([200, 404]).toContain(given[0]);
    expect((await read()).members.find((member) => member.id === account.id)?.role).toBe('attendant');
  }
});

test('a role of another store is not found here, and no member can get it', async () => {
  const other = await makeStore(app.db, app.deps.config.secret);
  const foreign = await makeRole(app.db, other.id, ['orders.read']);
  const { account } = await makeMember(app.db, store.id, 'attendant');
  const unknown = [404, 'role_not_found'];
  expect(await code('/roles/edit', { id: foreign.id, name: 'Meu', permissions: [] })).toEqual(unknown);
  expect(await code('/roles/delete', { id: foreign.id })).toEqual(unknown);
  expect(await code('/members/edit', { id: account.id, role: foreign.id })).toEqual(unknown);
  expect(await code('/members/invite', { email: 'x@exemplo.com.br', role: foreign.id })).toEqual(unknown);
  const own = await makeRole(app.db, store.id, []);
  await makeMember(app.db, store.id, own);
  expect(await code('/roles/delete', { id: own.id, replacement: foreign.id })).toEqual(unknown);
  // The database refuses it too.
  await expect(makeMember(app.db, store.id, foreign)).rejects.toThrow(/foreign key/);
});
