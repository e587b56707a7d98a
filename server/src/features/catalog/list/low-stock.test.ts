import type { DashboardAnswer } from '@vitrine/contract/dashboard';
import type { ProductListAnswer } from '@vitrine/contract/product-list';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { type MadeStore, makeMember, makeStore } from '../../../test/make.ts';
import { makeProduct } from '../../../test/make-catalog.ts';

let test: TestApp;
let store: MadeStore;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  store = await makeStore(test.db, test.deps.config.secret, { plan: 'premium' });
});

const edit = (productId: string, data: object, version?: number) =>
  test.post(
    '/v1/products/edit/',
    { productId, version, productData: { subdomain: store.subdomain, ...data } },
    { token: store.token },
  );
const list = async (body: object = {}) =>
  (
    await test.post('/v1/products/list', { subdomain: store.subdomain, ...body }, { token: store.token })
  ).json<ProductListAnswer>();
const attention = async (token = store.token) =>
  (await test.post('/v1/dashboard', { subdomain: store.subdomain }, { token }))
    .json<DashboardAnswer>()
    .attention.find(({ kind }) => kind === 'low_stock');

it('warns when only the units that the owner named are left; units that unpaid orders hold are not left', async () => {
  const id = await makeProduct(test.db, store.id, { name: 'Ouro', stock: 10 });
  await makeProduct(test.db, store.id, { name: 'Sem limite' });
  expect((await edit(id, { lowStock: 3 })).status).toBe(200);
  expect((await list()).products.map(({ name, lowStock, low }) => [name, lowStock, low])).toEqual(
    expect.arrayContaining([
      ['Ouro', 3, false],
      ['Sem limite', null, false],
    ]),
  );
  expect(await attention()).toBeUndefined();
  await sql`update product set reserved = 7 where id = ${id}`.execute(test.db);
  expect((await list({ mark: 'low_stock' })).products).toMatchObject([{ name: 'Ouro', stock: 10, low: true }]);
  expect(await attention()).toMatchObject({
    text: '1 produto está com estoque baixo',
    href: '/products?mark=low_stock',
    count: 1,
  });
  const attendant = await makeMember(test.db, store.id, 'attendant');
  expect(await attention(attendant.token)).toBeUndefined();
  await edit(id, { status: 'hidden' });
  expect(await attention()).toBeUndefined();
  await edit(id, { status: 'shown', lowStock: null });
  expect((await list({ mark: 'low_stock' })).products).toEqual([]);
});

it('is an edit with a version, and stands in the log', async () => {
  const id = await makeProduct(test.db, store.id, { stock: 10 });
  expect((await edit(id, { stock: 12, stockSeen: 10, lowStock: 5 }, 1)).status).toBe(200);
  const refused = await edit(id, { stock: 1, stockSeen: 10 }, 1);
  expect(refused.json()).toMatchObject({ code: 'changed_meanwhile', change: { current: { stock: 12, lowStock: 5 } } });
  const entry = await test.db
    .selectFrom('audit_entry')
    .where('object_id', '=', id)
    .select(['before', 'after'])
    .executeTakeFirstOrThrow();
  expect(entry).toEqual({ before: { stock: 10, low_stock: null }, after: { stock: 12, low_stock: 5 } });
  for (const lowStock of [-1, 1.5, 1_000_001, '3']) {
    expect((await edit(id, { lowStock })).json(), String(lowStock)).toMatchObject({ field: 'productData.lowStock' });
  }
});
