import type { ProductListAnswer } from '@vitrine/contract/product-list';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { type MadeStore, makeMember, makeStore } from '../../../test/make.ts';
import { makeCategory, makeProduct } from '../../../test/make-catalog.ts';

type List = ProductListAnswer & { code?: string };

let test: TestApp;
let store: MadeStore;
let vips: string;
let cars: string;

beforeAll(async () => {
  test = await createTestApp();
  store = await makeStore(test.db, test.deps.config.secret, { plan: 'premium' });
  vips = await makeCategory(test.db, store.id, 'VIPs');
  cars = await makeCategory(test.db, store.id, 'Veículos');
  await sql`update category set position = 2 where id = ${cars}`.execute(test.db);
  for (let at = 1; at <= 7; at++) {
    await makeProduct(test.db, store.id, {
      categoryId: vips,
      name: `VIP ${at}`,
      description: 'Salário dobrado',
      featured: at === 2,
    });
  }
  await makeProduct(test.db, store.id, { categoryId: cars, name: 'Sultão', stock: 0 });
});
afterAll(() => test.close());

const list = async (body: object = {}, token = store.token) => {
  const answer = await test.post('/v1/products/list', { subdomain: store.subdomain, ...body }, { token });
  return { status: answer.status, ...answer.json<List>() };
};
const names = ({ products }: List) => products.map(({ name }) => name);

it('comes in parts that follow one another, each product once', async () => {
  const seen: string[] = [];
  let cursor: string | null | undefined;
  let parts = 0;
  do {
    const part: List = await list({ limit: 3, ...(cursor && { cursor }) });
    expect(part.counts === null).toBe(parts > 0);
    seen.push(...names(part));
    cursor = part.next;
    parts += 1;
  } while (cursor);
  expect(parts).toBe(3);
  expect(seen).toEqual([...Array.from({ length: 7 }, (_, at) => `VIP ${at + 1}`), 'Sultão']);
});

it.each(['first', 'last'])(
  'leaves no product out when another person puts the last one of a part %s',
  async (where) => {
    const before = names(await list({}));
    const part = await list({ limit: 4 });
    const [moved] = part.products.slice(-1);
    const after =
      where === 'first' ? null : (await list({})).products.findLast(({ categoryId }) => categoryId === vips)?._id;
    const move = { productId: moved?._id, from: vips, categoryId: vips, after };
    const answer = await test.post(
      '/v1/products/move',
      { subdomain: store.subdomain, ...move },
      { token: store.token },
    );
    expect(answer.status, answer.text).toBe(200);
    const rest = await list({ cursor: part.next ?? '' });
    expect([...names(part), ...names(rest)]).toEqual(before);
    const back = { ...move, after: part.products[2]?._id };
    await test.post('/v1/products/move', { subdomain: store.subdomain, ...back }, { token: store.token });
  },
);

it('is narrowed down by words, category, mark and state; folded categories have no rows, but are counted', async () => {
  expect(names(await list({ search: 'sultao veiculos' }))).toEqual(['Sultão']);
  expect(names(await list({ search: 'salario 3' }))).toEqual(['VIP 3']);
  expect(names(await list({ categoryId: cars }))).toEqual(['Sultão']);
  expect(names(await list({ mark: 'sold_out' }))).toEqual(['Sultão']);
  expect(names(await list({ mark: 'featured' }))).toEqual(['VIP 2']);
  const folded = await list({ folded: [vips] });
  expect(names(folded)).toEqual(['Sultão']);
  expect(folded.counts).toEqual(
    expect.arrayContaining([
      { categoryId: vips, products: 7 },
      { categoryId: cars, products: 1 },
    ]),
  );
  expect((await list({ search: 'nada disso' })).counts).toEqual([]);
});

it('shows drafts and hidden products, and the archived ones only when they are asked for', async () => {
  const made: Record<string, string> = {};
  for (const status of ['draft', 'hidden', 'archived']) {
    const productId = await makeProduct(test.db, store.id, { categoryId: cars, name: status });
    const productData = { subdomain: store.subdomain, status };
    await test.post('/v1/products/edit/', { productId, productData }, { token: store.token });
    made[status] = productId;
  }
  expect(names(await list({ categoryId: cars }))).toEqual(['Sultão', 'draft', 'hidden']);
  for (const state of ['draft', 'hidden', 'archived']) expect(names(await list({ state }))).toEqual([state]);
  await sql`update product set shows_at = now() + interval '1 h' where id = ${made.draft ?? ''}`.execute(test.db);
  await sql`update product set visibility = 'shown' where id = ${made.draft ?? ''}`.execute(test.db);
  expect(names(await list({ state: 'scheduled' }))).toEqual(['draft']);
  await sql`update product set shows_at = null, hides_at = now() where id = ${made.draft ?? ''}`.execute(test.db);
  expect(names(await list({ state: 'ended' }))).toEqual(['draft']);
  expect(names(await list({ state: 'on_sale' }))).toHaveLength(8);
});

it('is for the people of the store', async () => {
  const attendant = await makeMember(test.db, store.id, 'attendant');
  expect((await list({}, attendant.token)).status).toBe(200);
  const foreign = await makeStore(test.db, test.deps.config.secret);
  expect((await list({}, foreign.token)).status).not.toBe(200);
  expect((await list({ cursor: 'unknown' })).products).toEqual([]);
});
