import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { type MadeStore, makeStore } from '../../test/make.ts';
import { makeProduct } from '../../test/make-catalog.ts';

let app: TestApp;
let store: MadeStore;
beforeAll(async () => {
  app = await createTestApp();
  store = await makeStore(app.db, app.deps.config.secret);
});
afterAll(() => app.close());

const give = (body: object, key?: string) =>
  app.post(
    '/v1/order/manual',
    { subdomain: store.subdomain, clientId: 7, discordId: '123456789012345678', ...body },
    { token: store.token, headers: key === undefined ? {} : { 'idempotency-key': key } },
  );

test('a manual order is given once, however often its answer was lost', async () => {
  const product = await makeProduct(app.db, store.id, { buyLimit: 1 });
  const body = { idProducts: [{ id: product, quantity: 1 }], reason: 'Prêmio do sorteio' };
  const answers = await Promise.all(Array.from({ length: 5 }, () => give(body, 'uma-vez')));
  const again = await give(body, 'uma-vez');
  const given = [...answers, again].filter((answer) => answer.status === 200);
  expect(given).toContain(again);
  expect(new Set(given.map((answer) => answer.text)).size).toBe(1);
  const rows = await app.db.selectFrom('order').where('store_id', '=', store.id).select(['status', 'reason']).execute();
  expect(rows).toEqual([{ status: 'completed', reason: 'Prêmio do sorteio' }]);
  expect((await give({ ...body, reason: 'Outro motivo' }, 'uma-vez')).json()).toMatchObject({
    code: 'idempotency_mismatch',
  });
});

test('a manual order needs a reason', async () => {
  const product = await makeProduct(app.db, store.id);
  const answer = await give({ idProducts: [{ id: product, quantity: 1 }], reason: ' ' });
  expect(answer.json()).toMatchObject({ code: 'reason_required', field: 'reason' });
});
