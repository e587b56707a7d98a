import { ownPageLimits } from '@vitrine/contract/own-page-address';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { type MadeStore, makeMember, makeStore } from '../../../test/make.ts';
import { publishedPage } from './read-pages.ts';
import { ownPagesSweep } from './refresh-pages.ts';

let app: TestApp;
let store: MadeStore;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  store = await makeStore(app.db, app.deps.config.secret);
});
afterAll(() => app.close());

const rules = (text: string) => ({
  form: 1,
  sections: [{ kind: 'rules', id: 'regras001', title: '', items: [text] }],
});
interface Answer {
  id: string;
  code?: string;
  field?: string;
  version: number;
  pages: { id: string; slug: string; publishedAt: string | null; changed: boolean }[];
  page: { title: string; changed: boolean };
  draft: { version: number };
}
async function ask(path: string, body: object = {}, of = store, token = of.token) {
  const answer = await app.post(`/v1/pages${path}`, { subdomain: of.subdomain, ...body }, { token });
  return { status: answer.status, ...answer.json<Answer>() };
}
const fields = (slug: string, change: object = {}) => ({
  title: `Página ${slug}`,
  slug,
  description: '',
  inMenu: true,
  ...change,
});
const make = async (slug: string, of = store) => (await ask('/create', fields(slug), of)).id;
const shownRule = async (slug: string, of = store) => {
  const [section] = (await publishedPage(app.db, of.id, slug, []))?.sections ?? [];
  return section?.kind === 'rules' ? section.items[0] : undefined;
};

test('a page is seen after it was published, until it is taken off the air', async () => {
  const id = await make('regras');
  expect(await ask('')).toMatchObject({ pages: [{ id, slug: 'regras', publishedAt: null, changed: true }] });
  expect(await ask('/draft', { id, version: 1, document: rules('Um') })).toMatchObject({ status: 200, version: 2 });
  expect(await publishedPage(app.db, store.id, 'regras', [])).toBeNull();
  expect(await ask('/publish', { id, version: 1 })).toMatchObject({ status: 409, code: 'page_changed' });
  expect(await ask('/publish', { id, version: 2 })).toMatchObject({ status: 200, draft: { version: 2 } });
  expect(await shownRule('regras')).toBe('Um');
  await ask('/draft', { id, version: 2, document: rules('Dois') });
  expect(await shownRule('regras')).toBe('Um');
  expect(await ask('/details', { id })).toMatchObject({ page: { changed: true }, draft: { version: 3 } });
  await ask('/hide', { id });
  expect(await publishedPage(app.db, store.id, 'regras', [])).toBeNull();
  expect(await ask('/details', { id })).toMatchObject({ draft: { version: 3 } });
});

test('of two saves of one draft the second is refused', async () => {
  const id = await make('regras');
  const answers = await Promise.all(
    ['a', 'b', 'c'].map((text) => ask('/draft', { id, version: 1, document: rules(text) })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect((await ask('/details', { id })).draft.version).toBe(2);
});

test('an address is one page of its store, and another store may use it too', async () => {
  const first = await Promise.all(['a', 'b', 'c'].map(() => ask('/create', fields('regras'))));
  expect(first.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(first.find(({ status }) => status === 409)).toMatchObject({ code: 'page_taken', field: 'slug' });
  const id = await make('equipe');
  expect(await ask('/edit', { id, ...fields('regras') })).toMatchObject({ status: 409, code: 'page_taken' });
  expect((await ask('/edit', { id, ...fields('equipe', { title: 'Time' }) })).status).toBe(200);
  expect((await ask('/details', { id })).page.title).toBe('Time');
  const other = await makeStore(app.db, app.deps.config.secret);
  expect((await ask('/create', fields('regras'), other)).status).toBe(200);
});

test('a store has so many pages, however many people make one at once', async () => {
  const many = Array.from({ length: ownPageLimits.pages + 3 }, (_, n) => ask('/create', fields(`pagina-${n}`)));
  const codes = (await Promise.all(many)).map(({ status, code }) => code ?? status);
  expect(codes.filter((code) => code === 200)).toHaveLength(ownPageLimits.pages);
  expect(codes.filter((code) => code === 'page_limit')).toHaveLength(3);
});

test('pages stand in the owner’s order, and a new one is the last', async () => {
  const [a, b] = [await make('a'), await make('b')];
  await ask('/order', { ids: [b, a] });
  await make('c');
  expect((await ask('')).pages.map(({ slug }) => slug)).toEqual(['b', 'a', 'c']);
  await ask('/delete', { id: b });
  await make('d');
  expect((await ask('')).pages.map(({ slug }) => slug)).toEqual(['a', 'c', 'd']);
});

test('another store’s page can be neither read, moved, published nor seen', async () => {
  const other = await makeStore(app.db, app.deps.config.secret);
  const [theirs, first, second] = [await make('regras', other), await make('um', other), await make('dois', other)];
  await ask('/draft', { id: theirs, version: 1, document: rules('Deles') }, other);
  await ask('/publish', { id: theirs, version: 2 }, other);
  expect(await shownRule('regras', other)).toBe('Deles');
  expect(await shownRule('regras')).toBeUndefined();
  const tries: [string, object][] = [
    ['/details', {}],
    ['/draft', { version: 2, document: rules('Nosso') }],
    ['/publish', { version: 2 }],
    ['/edit', fields('nosso')],
    ['/hide', {}],
    ['/delete', {}],
    ['/preview', { document: rules('Nosso') }],
  ];
  for (const [path, body] of tries) {
    const { status, code } = await ask(path, { id: theirs, ...body });
    // the preview is a call of the pages, which this test does not serve
    expect([path, status, code]).toEqual([path, 404, path === '/preview' ? 'not_found' : 'page_not_found']);
  }
  await ask('/order', { ids: [second, first, theirs] });
  expect((await ask('', {}, other)).pages.map(({ slug }) => slug)).toEqual(['regras', 'um', 'dois']);
  expect(await shownRule('regras', other)).toBe('Deles');
});

test('managers make pages, and attendants do not', async () => {
  const [manager, attendant] = await Promise.all(
    (['manager', 'attendant'] as const).map((role) => makeMember(app.db, store.id, role)),
  );
  expect((await ask('/create', fields('a'), store, manager?.token)).status).toBe(200);
  expect((await ask('/create', fields('b'), store, attendant?.token)).status).toBe(403);
});

test('a page with figures is made anew by itself, and one without is not', async () => {
  const figures = { form: 1, sections: [{ kind: 'goal', id: 'meta00001', title: '', text: '', reais: 100 }] };
  const [still, moving] = [await make('regras'), await make('meta')];
  await ask('/publish', { id: still, version: 1 });
  await ask('/draft', { id: moving, version: 1, document: figures });
  await ask('/publish', { id: moving, version: 2 });
  const row = (id: string) =>
    app.db.selectFrom('shop_page').where('id', '=', id).select('refresh_at').executeTakeFirstOrThrow();
  expect((await row(still)).refresh_at).toBeNull();
  expect((await row(moving)).refresh_at).not.toBeNull();
  await app.db
    .updateTable('shop_page')
    .set({ refresh_at: sql<Date>`now() - interval '1 second'` })
    .where('id', '=', moving)
    .execute();
  const versionOf = async () =>
    (await app.db.selectFrom('store').where('id', '=', store.id).select('page_version').executeTakeFirstOrThrow())
      .page_version;
  const before = await versionOf();
  await ownPagesSweep.run(app.deps);
  expect(await versionOf()).toBe(before + 1);
  await ownPagesSweep.run(app.deps);
  expect(await versionOf()).toBe(before + 1);
});
