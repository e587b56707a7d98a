import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '../../db/database.ts';
import { createTestApp, type TestAnswer, type TestApp } from '../../test/app.ts';
import { letMembersAge, type MadeStore, makeAccount, makeMember, makeStore } from '../../test/make.ts';
import { inOrder } from '../../test/waiting-for-lock.ts';

const PASSWORD = 'Correto-Cavalo-7';
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const fresh = async () =>
  makeStore(app.db, app.deps.config.secret, { owner: await makeAccount(app.db, { password: PASSWORD }) });
const remove = ({ subdomain, token }: MadeStore) => app.post('/v1/store/delete', { subdomain }, { token });
const outcome = (answer: TestAnswer) => [answer.status, answer.json().code ?? 'ok'];
const inTurn = async ({ id }: MadeStore, early: () => Promise<TestAnswer>, late: () => Promise<TestAnswer>) => {
  const hold = (tx: Tx) => sql`select from store where id = ${id} for no key update`.execute(tx);
  return (await inOrder(app.db, hold, [early, late])).map(outcome);
};
const rowOf = ({ id }: MadeStore) =>
  app.db.selectFrom('store').where('id', '=', id).select(['subdomain', 'deleted_at']).executeTakeFirstOrThrow();

test('an owner who transfers a store in the same moment can no longer delete it', async () => {
  const store = await fresh();
  const heir = await makeMember(app.db, store.id, 'admin');
  await letMembersAge(app.db, store.id);
  const body = { subdomain: store.subdomain, memberId: heir.account.id };
  const transfer = () => app.post('/v1/store/transfer', body, store);
  expect(await inTurn(store, transfer, () => remove(store))).toEqual([
    [200, 'ok'],
    [403, 'owner_only'],
  ]);
  expect(await rowOf(store)).toEqual({ subdomain: store.subdomain, deleted_at: null });
});

test('two deletions at once delete a store once and hold its name once', async () => {
  const store = await fresh();
  expect(
    await inTurn(
      store,
      () => remove(store),
      () => remove(store),
    ),
  ).toEqual([
    [200, 'ok'],
    [404, 'store_not_found'],
  ]);
  const held = await app.db.selectFrom('subdomain_hold').where('store_id', '=', store.id).select('subdomain').execute();
  expect(held).toEqual([{ subdomain: store.subdomain }]);
});
