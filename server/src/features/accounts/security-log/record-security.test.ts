import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { makeAccount, makeSession } from '../../../test/make.ts';
import { tidySweep } from '../jobs.ts';
import { recordSecurity } from './record-security.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const client = {
  address: '203.0.113.77',
  userAgent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0.0.0 Safari/537.36',
};
const eventsOf = (accountId: string) =>
  app.db.selectFrom('security_event').where('account_id', '=', accountId).selectAll().execute();

test('an entry keeps the names of device and network, never the address', async () => {
  const { id } = await makeAccount(app.db);
  await recordSecurity(app.db, { accountId: id, kind: 'login', client });
  const [event] = await eventsOf(id);
  expect(event).toMatchObject({ kind: 'login', device: 'Chrome no Windows', network: '203.0.113.x', store_id: null });
  expect(JSON.stringify(event)).not.toContain(client.address);
});

test('the sweep deletes old entries and no others', async () => {
  const { id } = await makeAccount(app.db);
  for (const kind of ['login', 'logout'] as const) await recordSecurity(app.db, { accountId: id, kind, client: null });
  await app.db
    .updateTable('security_event')
    .set({ at: sql<Date>`now() - make_interval(days => ${limits.securityLogDays}, hours => 1)` })
    .where('account_id', '=', id)
    .where('kind', '=', 'login')
    .execute();
  await tidySweep.run(app.deps);
  expect((await eventsOf(id)).map(({ kind }) => kind)).toEqual(['logout']);
});

test('an erased account leaves no entry', async () => {
  const { id } = await makeAccount(app.db, { password: 'Correto-Cavalo-7' });
  const token = await makeSession(app.db, id);
  await recordSecurity(app.db, { accountId: id, kind: 'login', client });
  expect((await app.post('/v1/account/delete', { confirmation: 'EXCLUIR' }, { token })).status).toBe(200);
  expect(await eventsOf(id)).toEqual([]);
});
