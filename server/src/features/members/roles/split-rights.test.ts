import type { MembersAnswer } from '@vitrine/contract/members';
import type { Permission } from '@vitrine/contract/permissions';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { type MadeStore, makeMember, makeRole, makeStore } from '../../../test/make.ts';

/** Rights that only owner and administrator had, and always together: a store's own role has one without the other. */

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

const code = async (path: string, body: object, token: string) => {
  const answer = await app.post(`/v1${path}`, { subdomain: store.subdomain, ...body }, { token });
  return [answer.status, answer.json<{ code?: string }>().code ?? 'ok'];
};
const withRights = async (...rights: Permission[]) =>
  await makeMember(app.db, store.id, await makeRole(app.db, store.id, rights));

test('attack: whoever may change settings and not connect payments sends no payment token', async () => {
  const { token } = await withRights('store.edit');
  const settings = {
    id: store.id,
    nameStore: store.name,
    nameDomain: store.subdomain,
    branding: { primaryColor: '#6d5efc', secondaryColor: '#22b8cf' },
  };
  const mercadoPago = { accessToken: 'APP_USR-1234567890123456-112612-0123456789abcdef0123456789abcdef-999' };
  expect(await code('/store/edit', { ...settings, mercadoPago }, token)).toEqual([403, 'forbidden']);
  // The panel sends the mask, or nothing, with every other change.
  for (const accessToken of ['', '••••1234'])
    expect(await code('/store/edit', { ...settings, mercadoPago: { accessToken } }, token)).toEqual([200, 'ok']);
});

test('whoever edits the window or the settings uploads pictures, and whoever gives goods reads the questions', async () => {
  const upload = async (token: string) => {
    const answer = await app.post('/v1/image', {}, { token, headers: { 'x-store': store.subdomain } });
    return answer.json<{ code?: string }>().code;
  };
  for (const right of ['catalog.edit', 'window.edit', 'store.edit'] as const) {
    const { token } = await withRights(right);
    expect([right, await upload(token)]).toEqual([right, 'image_unsupported']);
  }
  const [giver, editor, nobody] = [
    await withRights('orders.give'),
    await withRights('catalog.edit'),
    await withRights('dashboard.read', 'discounts.edit'),
  ];
  for (const { token } of [giver, editor]) expect(await code('/variables', {}, token)).toEqual([200, 'ok']);
  expect(await code('/variables', {}, nobody.token)).toEqual([403, 'forbidden']);
  expect(await upload(nobody.token)).toBe('forbidden');
  // To read them is not to change them.
  const variable = { name: 'grupo', type: 'constant', value: 'vip' };
  expect(await code('/variables/create', variable, giver.token)).toEqual([403, 'forbidden']);
});

test('attack: nobody ends an invitation to a role with a right that they do not have', async () => {
  const { token } = await withRights('members.edit', 'orders.read');
  const email = 'nova@exemplo.com.br';
  expect(await code('/members/invite', { email, role: 'admin' }, store.token)).toEqual([200, 'ok']);
  const open = async () =>
    (await app.post('/v1/members', { subdomain: store.subdomain }, { token })).json<MembersAnswer>().invitations;
  const [{ id = '' } = {}] = await open();
  const small = await makeRole(app.db, store.id, ['orders.read']);
  const above = [403, 'role_above_own'];
  expect(await code('/members/invitations/revoke', { id }, token)).toEqual(above);
  // A new invitation takes the place of the open one.
  expect(await code('/members/invite', { email, role: small.id }, token)).toEqual(above);
  expect(await open()).toMatchObject([{ id, role: 'admin' }]);
  expect(await code('/members/invite', { email, role: small.id }, store.token)).toEqual([200, 'ok']);
  const [{ id: second = '' } = {}] = await open();
  expect(await code('/members/invitations/revoke', { id: second }, token)).toEqual([200, 'ok']);
});
