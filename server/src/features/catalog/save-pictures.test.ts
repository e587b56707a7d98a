import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newReference } from '../../db/ids.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { type MadeStore, makeStore } from '../../test/make.ts';
import { makeCategory } from '../../test/make-catalog.ts';

let app: TestApp;
let store: MadeStore;
let categoryId: string;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  store = await makeStore(app.db, app.deps.config.secret, { plan: 'premium' });
  categoryId = await makeCategory(app.db, store.id);
});

/** The address of an upload of the store. */
async function uploaded(of = store): Promise<string> {
  const key = newReference();
  await app.db.insertInto('image').values({ store_id: of.id, key, bytes: 1, width: 4, height: 3 }).execute();
  return `/images/${key}/640.webp`;
}
const post = (url: string, body: object, of = store) =>
  app.post(url, { subdomain: of.subdomain, ...body }, { token: of.token });
async function created(images: object[]) {
  const made = await post('/v1/products/create', { name: 'VIP', categoryId, price: 5, images });
  expect(made.status).toBe(200);
  return made.json<{ product: { _id: string } }>().product._id;
}
const shown = async (id: string) => {
  const answer = await app.app.inject({ method: 'GET', url: `/v1/products/${id}` });
  const [product] = answer.json<{ info: { image: string | null; images: { image: string; alt: string }[] }[] }>().info;
  return { image: product?.image, images: product?.images };
};
const edit = (productId: string, change: object) =>
  post('/v1/products/edit/', { productId, productData: { subdomain: store.subdomain }, ...change });

test('pictures keep their order and their words, and the first one is the product’s', async () => {
  const [a, b, c] = [await uploaded(), await uploaded(), await uploaded()];
  const id = await created([
    { image: a, alt: ' \u202eCarro de frente\n' },
    { image: b, alt: '' },
    { image: c, alt: 'Por dentro' },
  ]);
  expect(await shown(id)).toEqual({
    image: a,
    images: [
      { image: a, alt: 'Carro de frente' },
      { image: b, alt: '' },
      { image: c, alt: 'Por dentro' },
    ],
  });

  await edit(id, {
    images: [
      { image: c, alt: 'Por dentro' },
      { image: a, alt: '' },
    ],
  });
  expect(await shown(id)).toMatchObject({ image: c, images: [{ image: c, alt: 'Por dentro' }, { image: a }] });
  await edit(id, { productData: { subdomain: store.subdomain, name: 'VIP Ouro' } });
  expect(await shown(id)).toMatchObject({ image: c, images: [{}, {}] });
  await edit(id, { images: [] });
  expect(await shown(id)).toEqual({ image: null, images: [] });
});

test('a client that knows one picture changes only the first', async () => {
  const [a, b, c] = [await uploaded(), await uploaded(), await uploaded()];
  const id = await created([
    { image: a, alt: 'Um' },
    { image: b, alt: 'Dois' },
  ]);
  await edit(id, { imageUrl: c });
  expect((await shown(id)).images).toEqual([
    { image: c, alt: '' },
    { image: b, alt: 'Dois' },
  ]);
  await edit(id, { imageUrl: null });
  expect(await shown(id)).toEqual({ image: b, images: [{ image: b, alt: 'Dois' }] });
});

test('a seventh picture, a foreign one and one that is no upload are refused', async () => {
  const own = await uploaded();
  const stranger = await makeStore(app.db, app.deps.config.secret);
  const foreign = await uploaded(stranger);
  const create = (images: unknown) => post('/v1/products/create', { name: 'VIP', categoryId, price: 5, images });
  const seven = await create(Array.from({ length: 7 }, () => ({ image: own, alt: '' })));
  expect(seven.json()).toMatchObject({ success: false, error: 'Um produto tem no máximo 6 imagens' });
  for (const image of [foreign, 'https://maldoso.com/a.png', '/images/../segredo/640.webp', '']) {
    expect(
      (
        await create([
          { image: own, alt: '' },
          { image, alt: '' },
        ])
      ).json(),
    ).toMatchObject({ code: 'image_not_found' });
  }
  expect((await create([{ image: own, alt: 'x'.repeat(121) }])).status).toBe(422);
});
