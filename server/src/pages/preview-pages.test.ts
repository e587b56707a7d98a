import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { features } from '../features.ts';
import { createTestApp, type TestApp } from '../test/app.ts';
import { type MadeStore, makeStore } from '../test/make.ts';
import { makeCategory, makeProduct } from '../test/make-catalog.ts';
import { webBuild } from '../test/web-build.ts';
import { installPages } from './serve-pages.ts';

/** The page of a product that is not saved. */

let app: TestApp;
let store: MadeStore;
let vips: string;
beforeAll(async () => {
  app = await createTestApp({
    features: [...features, (scope, deps) => installPages(scope, deps, { buildDir: webBuild() })],
  });
});
beforeEach(async () => {
  store = await makeStore(app.db, app.deps.config.secret);
  vips = await makeCategory(app.db, store.id, 'VIPs');
});
afterAll(() => app.close());

const open = (path: string) => app.get(path, { headers: { host: `${store.subdomain}.vitrine.localhost` } });
const draw = async (fields: object, body: object = {}) => {
  const productData = { name: 'VIP Ouro', categoryId: vips, price: 29.9, ...fields };
  const answer = await app.post(
    '/v1/products/preview',
    { subdomain: store.subdomain, productData, ...body },
    { token: store.token },
  );
  return { status: answer.status, ...answer.json<{ html: string; code?: string; field?: string }>() };
};

test('it is the page of the shop, with the lines and constants of the store, and nothing is saved or kept', async () => {
  const id = await makeProduct(app.db, store.id, { categoryId: vips, name: 'VIP Prata' });
  await sql`insert into variable (store_id, id, kind, name, value) values (${store.id}, 'v1', 'constant', 'cidade', 'Alta')`.execute(
    app.db,
  );
  const group = { type: 'add_group', executionTiming: 'on_confirmation', groupName: 'vip_{{cidade}}' };
  const { html } = await draw({ description: '**Salário** dobrado', fiveMActions: [group] });
  expect(html).toContain('<strong');
  expect(html).toContain('Grupo vip_Alta na cidade');
  expect(html).toContain('VIP Prata');
  expect(html).not.toContain('<script');
  const saved = await open(`/products/${id}`);
  const edited = await draw({ name: 'VIP Platina' }, { productId: id });
  expect(edited.html).toContain('VIP Platina');
  expect((await open(`/products/${id}`)).text).toBe(saved.text);
  expect((await open('/')).text).not.toContain('Platina');
});

test('texts are texts, and what is not the store’s is refused', async () => {
  const { html } = await draw({ name: '<img src=x onerror=alert(1)>', description: '<script>alert(1)</script>' });
  expect(html).not.toMatch(/<img src=x|<script>alert/);
  const foreign = await makeStore(app.db, app.deps.config.secret);
  const theirs = await makeProduct(app.db, foreign.id, {});
  const category = await makeCategory(app.db, foreign.id);
  expect(await draw({}, { productId: theirs })).toMatchObject({ status: 404, code: 'product_not_found' });
  expect(await draw({ categoryId: category })).toMatchObject({ code: 'category_not_found' });
  const image = { image: '/images/06h0dkm1x9v2c4b7n8q3/640.webp', alt: '' };
  expect(await draw({}, { images: [image] })).toMatchObject({ code: 'image_not_found' });
  expect(await draw({ price: null })).toMatchObject({ field: 'productData.price' });
});
