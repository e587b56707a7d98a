import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { type MadeStore, makeMember, makeStore } from '../../../test/make.ts';
import { makeCategory, makeProduct } from '../../../test/make-catalog.ts';

let test: TestApp;
let store: MadeStore;
let vips: string;
let cars: string;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

beforeEach(async () => {
  store = await makeStore(test.db, test.deps.config.secret, { plan: 'premium' });
  vips = await makeCategory(test.db, store.id, 'VIPs');
  cars = await makeCategory(test.db, store.id, 'Veículos');
});

const move = async (
  body: { productId: string; from: string; categoryId: string; after: string | null },
  token = store.token,
) => await test.post('/v1/products/move', { subdomain: store.subdomain, ...body }, { token });

async function makeThree(categoryId: string, prefix = '') {
  const ids = [];
  for (const name of ['A', 'B', 'C'])
    ids.push(await makeProduct(test.db, store.id, { categoryId, name: prefix + name }));
  return ids as [string, string, string];
}

/** The names as the shop shows them: by category, then in the owner's order. */
async function shown(categoryId: string) {
  const { products } = (await test.post('/v1/products', { subdomain: store.subdomain })).json<{
    products: { name: string; categoryId: string }[];
  }>();
  return products.filter((one) => one.categoryId === categoryId).map(({ name }) => name);
}

it('the shop shows the products in the order in which the owner puts them', async () => {
  const [a, b, c] = await makeThree(vips);
  expect((await move({ productId: c, from: vips, categoryId: vips, after: null })).status).toBe(200);
  expect(await shown(vips)).toEqual(['C', 'A', 'B']);
  await move({ productId: a, from: vips, categoryId: vips, after: b });
  expect(await shown(vips)).toEqual(['C', 'B', 'A']);
  const entries = await test.db
    .selectFrom('audit_entry')
    .where('store_id', '=', store.id)
    .where('action', '=', 'product.move')
    .select(['text', 'object_id', 'before', 'after'])
    .orderBy('id')
    .execute();
  expect(entries).toEqual([
    { text: 'Mudou o lugar do produto C', object_id: c, before: { position: 3 }, after: { position: 1 } },
    { text: 'Mudou o lugar do produto A', object_id: a, before: { position: 2 }, after: { position: 3 } },
  ]);
});

it('a product moves into another category, at the place where it was dropped', async () => {
  const [a, b] = await makeThree(vips);
  const [x] = await makeThree(cars, 'Carro ');
  const version = async () =>
    (await test.db.selectFrom('product').where('id', '=', b).select('version').executeTakeFirstOrThrow()).version;
  const read = await version();
  expect((await move({ productId: b, from: vips, categoryId: cars, after: x })).status).toBe(200);
  expect(await shown(vips)).toEqual(['A', 'C']);
  expect(await shown(cars)).toEqual(['Carro A', 'B', 'Carro B', 'Carro C']);
  expect(await version(), 'a form that stands open over it is told').toBe(read + 1);
  // A move inside the category changes no field of the form, so the version stays.
  const before = await version();
  await move({ productId: b, from: cars, categoryId: cars, after: null });
  expect(await version()).toBe(before);
  expect(await shown(cars)).toEqual(['B', 'Carro A', 'Carro B', 'Carro C']);
  expect((await move({ productId: a, from: vips, categoryId: cars, after: b })).status).toBe(200);
  expect(await shown(cars)).toEqual(['B', 'A', 'Carro A', 'Carro B', 'Carro C']);
});

it('a move from where the product no longer is, or behind one that left, is refused and changes nothing', async () => {
  const [a, b, c] = await makeThree(vips);
  await move({ productId: a, from: vips, categoryId: cars, after: null });
  for (const stale of [
    { productId: a, from: vips, categoryId: vips, after: c },
    { productId: b, from: vips, categoryId: vips, after: a },
    { productId: b, from: vips, categoryId: vips, after: b },
  ]) {
    const refused = await move(stale);
    expect([refused.status, refused.json().code]).toEqual([409, 'product_moved']);
  }
  expect(await shown(vips)).toEqual(['B', 'C']);
  expect(await shown(cars)).toEqual(['A']);
  const foreign = await makeStore(test.db, test.deps.config.secret);
  const theirs = await makeCategory(test.db, foreign.id);
  expect((await move({ productId: b, from: vips, categoryId: theirs, after: null })).json().code).toBe(
    'category_not_found',
  );
  const other = await makeProduct(test.db, foreign.id, { categoryId: theirs });
  expect((await move({ productId: other, from: theirs, categoryId: vips, after: null })).json().code).toBe(
    'product_not_found',
  );
  expect((await move({ productId: b, from: vips, categoryId: vips, after: other })).json().code).toBe('product_moved');
});

it('people who sort at once keep what each of them did: nothing is lost, nothing stands twice', async () => {
  const names = Array.from({ length: 12 }, (_, at) => `P${String(at).padStart(2, '0')}`);
  const ids: string[] = [];
  for (const name of names) ids.push(await makeProduct(test.db, store.id, { categoryId: vips, name }));
  const admin = await makeMember(test.db, store.id, 'admin');
  const at = (place: number) => ids[place] ?? '';
  const answers = await Promise.all([
    move({ productId: at(11), from: vips, categoryId: vips, after: null }),
    move({ productId: at(0), from: vips, categoryId: vips, after: at(10) }, admin.token),
    move({ productId: at(5), from: vips, categoryId: cars, after: null }),
    move({ productId: at(6), from: vips, categoryId: cars, after: null }, admin.token),
    ...ids.slice(2, 5).map((productId) => move({ productId, from: vips, categoryId: vips, after: at(8) })),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const [left, moved] = [await shown(vips), await shown(cars)];
  expect([...left, ...moved].sort()).toEqual(names);
  expect(moved.sort()).toEqual(['P05', 'P06']);
  expect(left[0]).toBe('P11');
  expect(left.indexOf('P00')).toBe(left.indexOf('P10') + 1);
  const places = await test.db
    .selectFrom('product')
    .where('store_id', '=', store.id)
    .where('category_id', '=', vips)
    .select('position')
    .execute();
  expect(new Set(places.map(({ position }) => position)).size).toBe(places.length);
});

it('a product that an edit puts into another category comes last there', async () => {
  const [a] = await makeThree(vips);
  await makeThree(cars, 'Carro ');
  await test.post(
    '/v1/products/edit/',
    { productId: a, productData: { subdomain: store.subdomain, categoryId: cars } },
    { token: store.token },
  );
  expect(await shown(cars)).toEqual(['Carro A', 'Carro B', 'Carro C', 'A']);
});
