import type { ProductsChanged } from '@vitrine/contract/product-changes';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { type MadeStore, makeMember, makeStore } from '../../../test/make.ts';
import { makeCategory, makeProduct } from '../../../test/make-catalog.ts';
import { changedPrice } from './change-products.ts';

let test: TestApp;
let store: MadeStore;
let vips: string;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

beforeEach(async () => {
  store = await makeStore(test.db, test.deps.config.secret, { plan: 'premium' });
  vips = await makeCategory(test.db, store.id, 'VIPs');
});

const make = (options: object = {}) => makeProduct(test.db, store.id, { categoryId: vips, ...options });
async function send(change: object, ids: string[], { token = store.token, path = 'change', version = 1 } = {}) {
  const products = ids.map((id) => ({ id, version }));
  const answer = await test.post(`/v1/products/${path}`, { subdomain: store.subdomain, products, change }, { token });
  return { status: answer.status, ...answer.json<ProductsChanged & { code?: string; field?: string }>() };
}
const rowsOf = () =>
  test.db
    .selectFrom('product')
    .where('store_id', '=', store.id)
    .orderBy('id')
    .select(['id', 'name', 'price_centavos', 'version', 'featured', 'visibility', 'category_id', 'position'])
    .select(['archived_at', 'deleted_at'])
    .execute();
const entries = () =>
  test.db
    .selectFrom('audit_entry')
    .where('store_id', '=', store.id)
    .where('object_id', 'is not', null)
    .orderBy('id')
    .select(['action', 'object_id', 'before', 'after'])
    .execute();

it('a price that changes by percent is rounded as the owner chose, and is never free', () => {
  expect(changedPrice(2990, 10, 'centavo')).toBe(3289);
  expect(changedPrice(2990, 10, 'real')).toBe(3300);
  expect(changedPrice(2990, 10, 'ninety')).toBe(3290);
  expect(changedPrice(200, -50, 'ninety')).toBe(90);
  expect(() => changedPrice(40, -10, 'real')).toThrow('Ficaria de graça');
  expect(() => changedPrice(0, 10, 'centavo')).toThrow('É de graça.');
  expect(() => changedPrice(99_999_999, 10, 'centavo')).toThrow('Passaria de R$ 999.999,99.');
});

it('says before what it would do, changes nothing then, and does exactly that afterwards', async () => {
  const [gold, free] = [await make({ name: 'Ouro', price: 2990 }), await make({ name: 'Grátis', price: 0 })];
  const change = { kind: 'price', percent: 10, rounding: 'ninety' };
  const told = {
    changed: [{ id: gold, name: 'Ouro', before: 'R$ 29,90', after: 'R$ 32,90' }],
    left: [
      { id: free, name: 'Grátis', why: 'É de graça.' },
      { id: 'gone', name: null, why: 'Não existe mais.' },
    ],
  };
  const before = await rowsOf();
  expect(await send(change, [gold, free, 'gone', gold], { path: 'change/preview' })).toMatchObject(told);
  expect(await rowsOf()).toEqual(before);
  expect(await entries()).toEqual([]);
  expect(await send(change, [gold, free, 'gone', gold])).toMatchObject(told);
  expect((await rowsOf()).map((row) => [row.price_centavos, row.version])).toEqual([
    [3290, 2],
    [0, 1],
  ]);
  expect(await entries()).toEqual([
    { action: 'product.edit', object_id: gold, before: { price: 'R$ 29,90' }, after: { price: 'R$ 32,90' } },
  ]);
});

it('a product that another person saved meanwhile is left out, and two presses at once change each product once', async () => {
  const ids = [];
  for (let at = 0; at < 6; at++) ids.push(await make({ price: 1000 }));
  const [first = ''] = ids;
  await test.post(
    '/v1/products/edit/',
    { productId: first, productData: { subdomain: store.subdomain, price: 20 } },
    { token: store.token },
  );
  const admin = await makeMember(test.db, store.id, 'admin');
  const change = { kind: 'price', percent: 100, rounding: 'centavo' };
  const [one, two] = await Promise.all([send(change, ids), send(change, ids, { token: admin.token })]);
  expect([one.changed.length, two.changed.length].sort()).toEqual([0, 5]);
  expect([...one.left, ...two.left].every(({ why }) => why.startsWith('Mudou enquanto'))).toBe(true);
  expect((await rowsOf()).map((row) => row.price_centavos)).toEqual([2000, 2000, 2000, 2000, 2000, 2000]);
  expect((await entries()).filter(({ object_id }) => object_id !== first)).toHaveLength(5);
});

it('moves, marks, hides, archives and deletes', async () => {
  const cars = await makeCategory(test.db, store.id, 'Veículos');
  await makeProduct(test.db, store.id, { categoryId: cars, name: 'Primeiro' });
  const [a, b] = [await make({ name: 'A' }), await make({ name: 'B' })];
  expect((await send({ kind: 'category', categoryId: cars }, [b, a])).changed.map(({ after }) => after)).toEqual([
    'Veículos',
    'Veículos',
  ]);
  const { products } = (await test.post('/v1/products', { subdomain: store.subdomain })).json<{
    products: { name: string }[];
  }>();
  expect(products.map(({ name }) => name)).toEqual(['Primeiro', 'B', 'A']);
  const again = await send({ kind: 'category', categoryId: cars }, [a], { version: 2 });
  expect(again).toMatchObject({ changed: [], left: [{ why: 'Já está assim.' }] });
  await send({ kind: 'featured', featured: true }, [a], { version: 2 });
  await send({ kind: 'status', status: 'hidden' }, [a], { version: 3 });
  await send({ kind: 'status', status: 'archived' }, [a], { version: 4 });
  const gone = await send({ kind: 'delete' }, [b], { version: 2 });
  expect(gone.changed).toMatchObject([{ before: 'Na loja', after: 'Deletado' }]);
  const rows = await rowsOf();
  expect(rows.find(({ id }) => id === a)).toMatchObject({ featured: true, visibility: 'hidden', deleted_at: null });
  expect(rows.find(({ id }) => id === a)?.archived_at).not.toBeNull();
  expect(rows.find(({ id }) => id === b)?.deleted_at).not.toBeNull();
  expect((await entries()).map(({ action }) => action)).toEqual([...Array(5).fill('product.edit'), 'product.delete']);
});

it('takes from the archive only what the plan has room for', async () => {
  const small = await makeStore(test.db, test.deps.config.secret);
  const shelf = await makeCategory(test.db, small.id);
  const ids = [];
  for (let at = 0; at < 12; at++) ids.push(await makeProduct(test.db, small.id, { categoryId: shelf }));
  const products = ids.map((id) => ({ id, version: 1 }));
  const put = async (status: string, chosen: { id: string; version: number }[]) =>
    (
      await test.post(
        '/v1/products/change',
        { subdomain: small.subdomain, products: chosen, change: { kind: 'status', status } },
        { token: small.token },
      )
    ).json<ProductsChanged>();
  expect((await put('archived', products)).changed).toHaveLength(12);
  const archived = products.map(({ id }) => ({ id, version: 2 }));
  const told = await test.post(
    '/v1/products/change/preview',
    { subdomain: small.subdomain, products: archived, change: { kind: 'status', status: 'shown' } },
    { token: small.token },
  );
  const back = await put('shown', archived);
  expect(told.json(), 'as it was told before').toEqual({ success: true, changed: back.changed, left: back.left });
  expect(back.changed.length).toBeGreaterThan(0);
  expect(back.left.length).toBe(12 - back.changed.length);
  expect(new Set(back.left.map(({ why }) => why))).toEqual(new Set(['Não cabe no seu plano.']));
});

it('touches no other store, and refuses what makes no sense', async () => {
  const foreign = await makeStore(test.db, test.deps.config.secret);
  const theirs = await makeProduct(test.db, foreign.id, {});
  const category = await makeCategory(test.db, foreign.id);
  expect(await send({ kind: 'delete' }, [theirs])).toMatchObject({ changed: [], left: [{ name: null }] });
  const own = await make();
  expect((await send({ kind: 'category', categoryId: category }, [own])).code).toBe('category_not_found');
  for (const percent of [0, -91, 501, 1.5, null]) {
    const refused = await send({ kind: 'price', percent, rounding: 'centavo' }, [own]);
    expect(refused, String(percent)).toMatchObject({ status: 422, code: 'validation_failed', field: 'change.percent' });
  }
  expect((await send({ kind: 'delete' }, [])).status).toBe(400);
  expect(
    (
      await send(
        { kind: 'delete' },
        Array.from({ length: 201 }, (_, at) => `x${at}`),
      )
    ).status,
  ).toBe(400);
});
