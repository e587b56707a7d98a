import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeImage } from '../features/catalog/encode-image.ts';
import { imageFiles, writeImage } from '../features/catalog/store-image.ts';
import { createTestApp, type TestApp } from '../test/app.ts';
import { type MadeStore, makeStore } from '../test/make.ts';
import { makeCategory, makeProduct } from '../test/make-catalog.ts';
import { widthOf } from './card-letters.ts';
import { installPages } from './serve-pages.ts';
import { wrapText } from './wrap-text.ts';
import { xmlText } from './xml.ts';

/** Development: no page is built, and the page of the API comes from its source. */
const live = {
  build: () => Promise.reject(new Error('no page is asked for')),
  apiReference: async () => Buffer.from('<title>API da Vitrine</title>'),
  worker: async () => undefined,
  panelWorker: async () => undefined,
};
let app: TestApp;
let store: MadeStore;
let product: string;
let category: string;
let logo: string;
beforeAll(async () => {
  app = await createTestApp({
    features: [(scope, deps) => installPages(scope, deps, { buildDir: '', live })],
  });
  store = await makeStore(app.db, app.deps.config.secret);
  const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#00ff00' } })
    .png()
    .toBuffer();
  const { key } = await writeImage(imageFiles(app.deps.config), await encodeImage(picture));
  logo = `/images/${key}/640.webp`;
  category = await makeCategory(app.db, store.id);
  product = await makeProduct(app.db, store.id, { categoryId: category, name: '<VIP> & "Ouro"', price: 2990 });
  await app.db.updateTable('product').set({ image: key }).where('id', '=', product).execute();
  await app.db
    .updateTable('store')
    .set({ logo, name: 'Cidade <b>Alta', primary_color: '#ff0000', legal: JSON.stringify({ terms: 'Termos' }) })
    .where('id', '=', store.id)
    .execute();
  await app.pool.query(`select pg_notify('vitrine_pages', $1)`, [store.id]);
});
afterAll(() => app.close());

const hostOf = (subdomain: string) => `${subdomain}.vitrine.localhost`;
const ask = (url: string, headers: Record<string, string> = {}) =>
  app.app.inject({ url, headers: { host: hostOf(store.subdomain), ...headers } });

test.each([
  ['store', () => '/share/store.png'],
  ['product', () => `/share/product/${product}.png`],
])('the card of a %s is a picture of the announced size, and chats may keep it for a while', async (_name, path) => {
  const card = await ask(path());
  expect(card.statusCode).toBe(200);
  expect(card.headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'public, max-age=300' });
  expect(await sharp(card.rawPayload).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
  const again = await ask(path(), { 'if-none-match': String(card.headers.etag), 'accept-encoding': 'br' });
  expect(again.statusCode).toBe(304);
});

test('development has the page of the API too, on the host of the platform alone', async () => {
  expect(await app.get('/docs')).toMatchObject({ status: 200, text: '<title>API da Vitrine</title>' });
  const host = `${store.subdomain}.${app.deps.config.domain}`;
  expect((await app.get('/docs', { headers: { host } })).text).not.toContain('API da Vitrine');
});

test('a card shows the picture, and changes with the store', async () => {
  const path = `/share/product/${product}.png`;
  const before = await ask(path);
  const { data } = await sharp(before.rawPayload)
    .removeAlpha()
    .extract({ left: 900, top: 300, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(data[1]).toBeGreaterThan(200);
  expect(data[0]).toBeLessThan(60);
  let heard = () => {};
  const told = new Promise<void>((resolve) => {
    heard = resolve;
  });
  const stop = app.deps.listener.on('pages', () => heard());
  await app.db.updateTable('product').set({ price_centavos: 4990 }).where('id', '=', product).execute();
  await app.pool.query(`select pg_notify('vitrine_pages', $1)`, [store.id]);
  await told;
  stop();
  expect((await ask(path)).headers.etag).not.toBe(before.headers.etag);
});

test('a card of another store’s product is not found, and neither is one that does not exist', async () => {
  const other = await makeStore(app.db, app.deps.config.secret);
  const foreign = await makeProduct(app.db, other.id);
  expect((await ask(`/share/product/${foreign}.png`)).statusCode).toBe(404);
  expect((await ask(`/share/product/${'0'.repeat(26)}.png`)).statusCode).toBe(404);
});

test('robots and sitemap name only public pages, on the requested host', async () => {
  const robots = await ask('/robots.txt');
  expect(robots.headers['content-type']).toContain('text/plain');
  expect(robots.body).toContain(`/sitemap.xml`);
  const sitemap = await ask('/sitemap.xml');
  expect(sitemap.headers['content-type']).toContain('application/xml');
  const paths = [...sitemap.body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => new URL(address));
  expect(paths.map(({ pathname }) => pathname)).toEqual([
    '/',
    '/termos',
    `/categorias/${category}`,
    `/products/${product}`,
  ]);
  expect(new Set(paths.map(({ hostname }) => hostname))).toEqual(new Set([hostOf(store.subdomain)]));
  const apex = await ask('/sitemap.xml', { host: 'vitrine.localhost' });
  expect(apex.body).toContain('/registrar</loc>');
  expect(apex.body).not.toContain('/dashboard');
  expect((await ask('/robots.txt', { host: hostOf('ninguem-aqui') })).body).toBe('User-agent: *\nDisallow: /\n');
});

test('the manifest cuts no emoji of a long name in two', async () => {
  const loud = await makeStore(app.db, app.deps.config.secret);
  const name = `X${'🔥'.repeat(29)}`;
  const description = `X${'👨‍👩‍👧‍👦'.repeat(40)}`;
  await app.db.updateTable('store').set({ name, description }).where('id', '=', loud.id).execute();
  await app.pool.query(`select pg_notify('vitrine_pages', $1)`, [loud.id]);
  const read = async () =>
    (await app.app.inject({ url: '/manifest.webmanifest', headers: { host: hostOf(loud.subdomain) } })).json();
  await expect.poll(async () => (await read()).name).toBe(name);
  const { short_name, description: told } = await read();
  expect(short_name).toMatch(/^X(🔥)+…$/u);
  expect(told).toMatch(/^X(👨‍👩‍👧‍👦)+…$/u);
});

test('the manifest has the store’s name, colour and logo', async () => {
  const manifest = await ask('/manifest.webmanifest');
  expect(manifest.headers['content-type']).toContain('application/manifest+json');
  expect(manifest.json()).toMatchObject({ name: 'Cidade <b>Alta', theme_color: '#ff0000', start_url: '/' });
  const { icons } = manifest.json() as { icons: { src: string; sizes: string; purpose: string }[] };
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '192x192 maskable',
    '512x512 any',
    '512x512 maskable',
  ]);
  for (const { src, sizes, purpose } of icons) {
    const icon = await ask(src);
    expect(icon.headers['content-type'], src).toBe('image/png');
    const { data, info } = await sharp(icon.rawPayload).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    expect(`${info.width}x${info.height}`).toBe(sizes);
    const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)];
    // The logo is green and wider than high. A maskable icon goes on to its edge, the other one is clear there.
    expect(at(info.width / 2, info.height / 2)[1], src).toBeGreaterThan(200);
    expect(at(1, 1)[3], src).toBe(purpose === 'maskable' ? 255 : 0);
  }
});

test('a shop without a logo is installed with its first letter', async () => {
  const plain = await makeStore(app.db, app.deps.config.secret);
  const icon = await ask('/icon/maskable-192.png', { host: hostOf(plain.subdomain) });
  expect(icon.statusCode).toBe(200);
  const { data, info } = await sharp(icon.rawPayload).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const colours = new Set<string>();
  for (let at = 0; at < data.length; at += 4) colours.add(data.subarray(at, at + 4).toString('hex'));
  expect(info).toMatchObject({ width: 192, height: 192 });
  // The ground, the letter, and the edges between them.
  expect(colours.size).toBeGreaterThan(2);
});

test('texts are escaped, wrapped and cut at whole characters', () => {
  const bold = (character: string) => widthOf(character, 700);
  expect(xmlText('<a & "b">\u0000\ud800')).toBe('&lt;a &amp; &quot;b&quot;&gt; \ufffd');
  const lines = wrapText('Pacote de boas-vindas com veículo exclusivo e casa no centro', 10, 2, bold);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(/…$/);
  expect(wrapText('a'.repeat(10_000), 10, 3, bold)).toHaveLength(1);
  expect(wrapText('👨‍👩‍👧'.repeat(50), 5, 1, bold)[0]).toMatch(/^(?:👨‍👩‍👧)+…$/u);
  expect(wrapText('   ', 10, 2, bold)).toEqual([]);
});

test('/favicon.ico is the logo', async () => {
  const icon = await ask('/favicon.ico');
  expect(icon.statusCode).toBe(200);
  expect(icon.headers['content-type']).toBe('image/x-icon');
  const { data, info } = await sharp(icon.rawPayload.subarray(icon.rawPayload.readUInt32LE(18)))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: 48, height: 48 });
  const middle = (24 * info.width + 24) * info.channels;
  expect(data[middle + 1]).toBeGreaterThan(200);
  expect(data[middle]).toBeLessThan(60);
});
