import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { features } from '../features.ts';
import { createTestApp, type TestApp } from '../test/app.ts';
import { type MadeStore, makeMember, makeStore } from '../test/make.ts';
import { makeCategory, makeProduct } from '../test/make-catalog.ts';
import { webBuild } from '../test/web-build.ts';
import { installPages } from './serve-pages.ts';

/** The owner's window on the pages of the shop. */

let app: TestApp;
let store: MadeStore;
let category: string;
beforeAll(async () => {
  app = await createTestApp({
    features: [...features, (scope, deps) => installPages(scope, deps, { buildDir: webBuild() })],
  });
});
beforeEach(async () => {
  store = await makeStore(app.db, app.deps.config.secret);
  category = await makeCategory(app.db, store.id, 'VIPs');
  await makeProduct(app.db, store.id, { categoryId: category, name: 'VIP Ouro' });
});
afterAll(() => app.close());

const page = (path = '/') => app.get(path, { headers: { host: `${store.subdomain}.vitrine.localhost` } });
const ask = (path: string, body: object, token = store.token) =>
  app.post(`/v1/window/${path}`, { subdomain: store.subdomain, ...body }, { token });
const documentOf = (...sections: object[]) => ({
  form: 1,
  sections: sections.map((section, n) => ({ id: `secao000${n}`, ...section })),
});
let version = 0;
beforeEach(() => {
  version = 0;
});
async function publish(document: object) {
  expect((await ask('draft', { version, document })).status).toBe(200);
  version += 1;
  expect((await ask('publish', { version })).status).toBe(200);
}
const policyOf = ({ headers }: Awaited<ReturnType<typeof page>>) => String(headers['content-security-policy']);
const video = { kind: 'video', title: 'Trailer', address: 'https://youtu.be/aqz-KE-bpKQ' };
const discord = { kind: 'discord', title: '', text: '', guild: '391822001983488001' };

test('a shop without a window, and one whose window was emptied, look the same', async () => {
  const before = (await page()).text;
  expect(before).not.toContain('data-section');
  await publish(documentOf(discord));
  await publish(documentOf());
  expect((await page()).text).toBe(before);
});

test('the owner’s words for the search are on the next page, at the products that they find, and in no other shop', async () => {
  const other = await makeStore(app.db, app.deps.config.secret);
  await makeProduct(app.db, other.id, { categoryId: await makeCategory(app.db, other.id, 'VIPs'), name: 'VIP Ouro' });
  const foundBy = async (subdomain: string) => {
    const { text } = await app.get('/', { headers: { host: `${subdomain}.vitrine.localhost` } });
    return /data-product="([^"]*)"/.exec(text)?.[1];
  };
  expect(await foundBy(store.subdomain)).not.toContain('assinatura');
  const before = await foundBy(other.subdomain);
  const settings = { searchWords: 'vip, assinatura, "><b>\nmoto, bike' };
  const edited = await app.post(
    '/v1/store/edit',
    {
      id: store.id,
      nameStore: store.name,
      nameDomain: store.subdomain,
      branding: { primaryColor: '#000000', secondaryColor: '#ffffff' },
      settings,
    },
    { token: store.token },
  );
  expect(edited.status).toBe(200);
  await expect.poll(() => foundBy(store.subdomain)).toMatch(/ vip assinatura &quot;&gt;&lt;b&gt;$/);
  expect(await foundBy(other.subdomain)).toBe(before);
});

test('a published window is on the next page, and categories that no section shows follow', async () => {
  await page();
  const other = await makeCategory(app.db, store.id, 'Carros');
  await makeProduct(app.db, store.id, { categoryId: other, name: 'Sultan' });
  await publish(documentOf({ kind: 'category', category: other }, { kind: 'rules', title: '', items: ['Respeite.'] }));
  await expect.poll(async () => (await page()).text).toContain('Respeite.');
  const { text } = await page();
  const places = ['Carros', 'Respeite.', 'VIPs'].map((word) => text.indexOf(word, text.indexOf('shop-shelves')));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

test('no text of an owner becomes markup, a style or a script', async () => {
  const nasty = `</style></script><script>x</script><img src=x onerror="x">"'}]{--a:url(//x)}`;
  const nothing = { label: '', target: { to: 'none' } };
  await publish(
    documentOf(
      { kind: 'announcement', text: nasty, target: { to: 'link', href: 'https://exemplo.com/?a=%22%3E' } },
      {
        kind: 'hero',
        title: nasty.slice(0, 80),
        text: nasty,
        picture: null,
        focus: { x: 0, y: 0 },
        shade: 0,
        button: nothing,
      },
      {
        kind: 'split',
        title: nasty.slice(0, 80),
        text: nasty,
        picture: null,
        focus: { x: 0, y: 0 },
        side: 'left',
        button: nothing,
      },
      { kind: 'faq', title: '', items: [{ question: nasty, answer: nasty }] },
      { kind: 'rules', title: '', items: [nasty] },
      { kind: 'staff', title: '', people: [{ name: nasty.slice(0, 60), role: nasty.slice(0, 60), picture: null }] },
      { kind: 'countdown', title: nasty.slice(0, 80), text: nasty, until: '2030-01-01T00:00:00.000Z', button: nothing },
      { ...discord, title: nasty.slice(0, 80), text: nasty },
    ),
  );
  const { text } = await page();
  expect(text.split('&lt;/style&gt;&lt;/script&gt;').length).toBeGreaterThan(8);
  expect(text).not.toContain('<script>x');
  expect(text).not.toContain('<img src=x');
  expect(text).not.toMatch(/<(?!iframe)[a-z]+ [^>]*\bstyle=/);
});

test('only a page with something of an outside site may show that site, and asks it nothing before a press', async () => {
  await publish(documentOf(video));
  const withVideo = await page();
  expect(policyOf(withVideo)).toContain('; frame-src https://www.youtube-nocookie.com;');
  expect(withVideo.text).not.toContain('<iframe');
  expect(policyOf(await page('/termos'))).not.toContain('frame-src');
  await publish(documentOf(video, discord));
  await expect
    .poll(async () => policyOf(await page()))
    .toContain('frame-src https://www.youtube-nocookie.com https://discord.com;');
  await publish(documentOf({ kind: 'announcement', text: 'data-frames="youtube"', target: { to: 'none' } }));
  await expect.poll(async () => policyOf(await page())).not.toContain('frame-src');
});

test('a large picture with a video, and a product with one, open it on a press and nowhere else', async () => {
  await publish(
    documentOf({
      kind: 'hero',
      title: 'Bem-vindo',
      text: '',
      picture: null,
      focus: { x: 0, y: 0 },
      shade: 0,
      video: video.address,
      button: { label: '', target: { to: 'none' } },
    }),
  );
  const hero = await page();
  expect(policyOf(hero)).toContain('; frame-src https://www.youtube-nocookie.com;');
  expect(hero.text).toContain('Assistir ao vídeo');
  const id = await makeProduct(app.db, store.id, { categoryId: category, name: 'Trailer' });
  await app.db.updateTable('product').set({ video: 'aqz-KE-bpKQ' }).where('id', '=', id).execute();
  const product = await page(`/products/${id}`);
  expect(policyOf(product)).toContain('; frame-src https://www.youtube-nocookie.com;');
  expect(product.text).toContain('href="https://www.youtube.com/watch?v=aqz-KE-bpKQ"');
  expect(product.text).not.toContain('<iframe');
  const plain = await makeProduct(app.db, store.id, { categoryId: category, name: 'Sem vídeo' });
  expect(policyOf(await page(`/products/${plain}`))).not.toContain('frame-src');
});

test('a preview is the page of a draft, for members who edit it, without a script, and changes nothing', async () => {
  const document = documentOf(
    {
      kind: 'hero',
      title: 'Só na prévia',
      text: '',
      picture: null,
      focus: { x: 0, y: 0 },
      shade: 0,
      button: { label: '', target: { to: 'none' } },
    },
    video,
  );
  const answer = await ask('preview', { document });
  expect(answer.headers['cache-control']).toBe('no-store');
  const { html } = answer.json<{ html: string }>();
  expect(html).toContain('Só na prévia');
  expect(html).toContain('VIP Ouro');
  expect(html).not.toContain('<script');
  expect((await page()).text).not.toContain('Só na prévia');

  const attendant = await makeMember(app.db, store.id, 'attendant');
  expect((await ask('preview', { document }, attendant.token)).status).toBe(403);
  const other = await makeStore(app.db, app.deps.config.secret);
  expect((await ask('preview', { document }, other.token)).status).toBe(404);
});

test('a store that is not open yet has its window drawn for its owner', async () => {
  const closed = await makeStore(app.db, app.deps.config.secret);
  const answer = await app.post(
    '/v1/window/preview',
    { subdomain: closed.subdomain, document: documentOf({ kind: 'rules', title: '', items: ['Em breve.'] }) },
    { token: closed.token },
  );
  expect(answer.json<{ html: string }>().html).toContain('Em breve.');
});
