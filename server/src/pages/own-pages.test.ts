import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { features } from '../features.ts';
import { createTestApp, type TestApp } from '../test/app.ts';
import { type MadeStore, makeStore } from '../test/make.ts';
import { makeCategory, makeProduct } from '../test/make-catalog.ts';
import { webBuild } from '../test/web-build.ts';
import { installPages } from './serve-pages.ts';

/** Pages of the owner's own on the host of the shop. */

let app: TestApp;
let store: MadeStore;
beforeAll(async () => {
  app = await createTestApp({
    features: [...features, (scope, deps) => installPages(scope, deps, { buildDir: webBuild() })],
  });
});
beforeEach(async () => {
  store = await makeStore(app.db, app.deps.config.secret);
  await makeProduct(app.db, store.id, { categoryId: await makeCategory(app.db, store.id, 'VIPs'), name: 'VIP Ouro' });
});
afterAll(() => app.close());

const open = (path: string, of = store) => app.get(path, { headers: { host: `${of.subdomain}.vitrine.localhost` } });
const ask = async (path: string, body: object) => {
  const answer = await app.post(path, { subdomain: store.subdomain, ...body }, { token: store.token });
  expect(answer.status).toBe(200);
  return answer.json<{ id: string; html: string }>();
};
const fields = { title: 'Regras da casa', slug: 'regras', description: 'O que pode.', inMenu: true };
const rules = (item: string) => ({ form: 1, sections: [{ kind: 'rules', id: 'regras001', title: '', items: [item] }] });
async function publish(change: Partial<typeof fields> = {}, item = 'Respeite.') {
  const { id } = await ask('/v1/pages/create', { ...fields, ...change });
  await ask('/v1/pages/draft', { id, version: 1, document: rules(item) });
  await ask('/v1/pages/publish', { id, version: 2 });
  return id;
}

test('a published page is public, and says to machines what and where it is', async () => {
  expect((await open('/p/regras')).status).toBe(404);
  await publish();
  await expect.poll(async () => (await open('/p/regras')).status).toBe(200);
  const { headers, text } = await open('/p/regras');
  expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate');
  expect(text).toContain('<title>Regras da casa · ');
  expect(text).toContain('<meta name="description" content="O que pode."/>');
  expect(text).toMatch(/<link rel="canonical" href="[^"]+\/p\/regras"\/>/);
  expect(text).toContain('Respeite.');
  expect((await open('/sitemap.xml')).text).toMatch(/<loc>[^<]+\/p\/regras<\/loc>/);
});

test('the menu of every page names it, until its owner takes it out of the menu or hides it', async () => {
  const named = async () => /<nav[^>]*aria-label="Menu da loja".*?<\/nav>/s.exec((await open('/')).text)?.[0] ?? '';
  expect(await named()).toBe('');
  const id = await publish();
  await publish({ slug: 'equipe', title: 'Equipe' });
  await expect.poll(named).toMatch(/href="\/p\/regras".*href="\/p\/equipe"/s);
  const { id: draft } = await ask('/v1/pages/create', { ...fields, slug: 'rascunho' });
  await ask('/v1/pages/order', { ids: [draft] });
  expect(await named()).not.toContain('rascunho');
  await ask('/v1/pages/edit', { id, ...fields, inMenu: false });
  await expect.poll(named).not.toContain('/p/regras');
  expect((await open('/p/regras')).status).toBe(200);
  await ask('/v1/pages/hide', { id });
  await expect.poll(async () => (await open('/p/regras')).status).toBe(404);
});

test('an address without a page is the missing page with its search, and costs no drawing of its own', async () => {
  await publish();
  await expect.poll(async () => (await open('/p/regras')).status).toBe(200);
  const missing = await open('/nada');
  for (const path of ['/p/nada', '/p/Regras', '/p/regras.data', '/p/%41', `/p/${'a'.repeat(300)}`]) {
    const answer = await open(path);
    expect([path, answer.status, answer.text === missing.text]).toEqual([path, 404, true]);
  }
  expect(missing.text).toContain('name="busca"');
});

test('a page is of its store alone, and a closed store shows none', async () => {
  const other = await makeStore(app.db, app.deps.config.secret);
  await makeProduct(app.db, other.id, { categoryId: await makeCategory(app.db, other.id, 'VIPs'), name: 'VIP' });
  await publish();
  await expect.poll(async () => (await open('/p/regras')).status).toBe(200);
  expect((await open('/p/regras', other)).status).toBe(404);
  expect((await open('/sitemap.xml', other)).text).not.toContain('/p/');
  await ask('/v1/store/status', { status: 'inactive' });
  await expect.poll(async () => (await open('/p/regras')).status).toBe(404);
  expect((await open('/p/regras')).text).not.toContain('Respeite.');
  expect((await open('/')).text).not.toContain('/p/regras');
  expect((await open('/sitemap.xml')).text).not.toContain('/p/');
});

test('no text of an owner becomes markup or a policy', async () => {
  const nasty = '</title></style><script>x</script>"onload=x';
  await publish({ title: nasty, description: nasty }, nasty);
  await expect.poll(async () => (await open('/p/regras')).status).toBe(200);
  for (const path of ['/p/regras', '/']) {
    const { text, headers } = await open(path);
    expect(text).not.toContain('<script>x');
    expect(text).not.toContain('"onload=x');
    expect(String(headers['content-security-policy'])).not.toContain('unsafe-inline');
  }
});

test('a preview draws what nobody else sees', async () => {
  const { id } = await ask('/v1/pages/create', fields);
  const { html } = await ask('/v1/pages/preview', { id, document: rules('Só eu vejo.') });
  expect(html).toContain('Só eu vejo.');
  expect(html).toContain('Regras da casa');
  expect(html).not.toContain('<script');
  expect((await open('/p/regras')).status).toBe(404);
});

test('the preview of a closed store has the menu that the store will have', async () => {
  await publish();
  await ask('/v1/store/status', { status: 'inactive' });
  const { html } = await ask('/v1/window/preview', { document: rules('Respeite.') });
  expect(html).toMatch(/<nav[^>]*aria-label="Menu da loja".*?href="\/p\/regras"/s);
});
