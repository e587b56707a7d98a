import { windowLimits } from '@vitrine/contract/window-kinds';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { type MadeStore, makeMember, makeStore } from '../../test/make.ts';
import { makeCategory, makeProduct } from '../../test/make-catalog.ts';
import { makeSold, on } from '../../test/make-deliveries.ts';
import { storefrontCategories } from '../catalog/read-storefront.ts';
import { publishedWindow } from './read-window.ts';
import { windowSweep } from './refresh-windows.ts';

let app: TestApp;
let store: MadeStore;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  store = await makeStore(app.db, app.deps.config.secret);
});
afterAll(() => app.close());

const rule = (text: string) => ({
  form: 1,
  sections: [{ kind: 'rules', id: 'regras001', title: '', items: [text] }],
});
interface Read {
  draft: { version: number; document: { sections: { items: string[] }[] } };
  published: string | null;
  changed: boolean;
  history: { id: string; by: string | null; sections: number }[];
}
async function ask<T = Read>(path: string, body: object = {}, token = store.token) {
  const answer = await app.post(`/v1/window${path}`, { subdomain: store.subdomain, ...body }, { token });
  return { status: answer.status, ...answer.json<T & { code?: string; field?: string; version?: number }>() };
}
const save = (version: number, document: object) => ask('/draft', { version, document });
const shown = async () => publishedWindow(app.db, store.id, await storefrontCategories(app.db, store.id));
const firstRule = async () => {
  const [section] = (await shown())?.sections ?? [];
  return section?.kind === 'rules' ? section.items[0] : undefined;
};

test('a store begins without a window, and a draft shows nothing to shoppers', async () => {
  expect(await ask('')).toMatchObject({
    draft: { version: 0, document: { sections: [] } },
    published: null,
    history: [],
  });
  expect(await save(0, rule('Um'))).toMatchObject({ status: 200, version: 1 });
  expect(await ask('')).toMatchObject({ draft: { version: 1 }, published: null, changed: true });
  expect(await shown()).toBeNull();
});

test('of two saves of one draft the second is refused, and nothing of it stays', async () => {
  await save(0, rule('Um'));
  for (const [version, current] of [
    [0, 1],
    [1, 2],
  ] as const) {
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((text) => save(version, rule(text))));
    const good = answers.filter(({ status }) => status === 200);
    const bad = answers.filter(({ status }) => status === 409);
    expect([good.length, bad.length]).toEqual(version === 0 ? [0, 4] : [1, 3]);
    expect(new Set(bad.map(({ code }) => code))).toEqual(new Set(['window_changed']));
    expect((await ask('')).draft.version).toBe(current);
  }
});

test('the first draft of two people is one draft', async () => {
  const answers = await Promise.all(['a', 'b', 'c'].map((text) => save(0, rule(text))));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});

test('what is published is what its editor saw, even while somebody else saves', async () => {
  await save(0, rule('Um'));
  await save(1, rule('Dois'));
  expect(await ask('/publish', { version: 1 })).toMatchObject({ status: 409, code: 'window_changed' });
  expect(await ask('/publish', { version: 2 })).toMatchObject({ status: 200, draft: { version: 2 } });
  expect(await firstRule()).toBe('Dois');
  expect((await ask('')).changed).toBe(false);
  await save(2, rule('Três'));
  expect(await firstRule()).toBe('Dois');
  expect((await ask('')).changed).toBe(true);
});

test('an earlier publication comes back as a new one, and becomes the draft', async () => {
  await save(0, rule('Um'));
  await ask('/publish', { version: 1 });
  const former = (await ask('')).published;
  await save(1, rule('Dois'));
  await ask('/publish', { version: 2 });
  const back = await ask('/restore', { id: former, version: 2 });
  expect(back).toMatchObject({ status: 200, draft: { version: 3, document: { sections: [{ items: ['Um'] }] } } });
  expect(await firstRule()).toBe('Um');
  const { history, published, changed } = await ask('');
  expect([history.length, changed, history[0]?.id === published]).toEqual([3, false, true]);
  // the version of an editor that has not seen this
  expect(await ask('/restore', { id: former, version: 2 })).toMatchObject({ status: 409, code: 'window_changed' });
});

test('the history keeps the last publications, and never loses what shoppers see', async () => {
  await save(0, rule('Um'));
  for (let n = 0; n < windowLimits.publications + 3; n += 1) await ask('/publish', { version: 1 });
  const { history, published } = await ask('');
  expect(history).toHaveLength(windowLimits.publications);
  expect(history[0]?.id).toBe(published);
  const kept = await app.db.selectFrom('window_publication').where('store_id', '=', store.id).select('id').execute();
  expect(kept).toHaveLength(windowLimits.publications);
  expect(await firstRule()).toBe('Um');
});

test('managers build the window, and attendants do not', async () => {
  const [manager, attendant] = await Promise.all(
    (['manager', 'attendant'] as const).map((role) => makeMember(app.db, store.id, role)),
  );
  expect((await ask('', {}, manager?.token)).status).toBe(200);
  expect((await ask('', {}, attendant?.token)).status).toBe(403);
});

test('a category, a product or a publication of another store shows nothing of it', async () => {
  const other = await makeStore(app.db, app.deps.config.secret);
  const category = await makeCategory(app.db, other.id, 'Segredo');
  const product = await makeProduct(app.db, other.id, { categoryId: category, name: 'Produto secreto' });
  const target = { to: 'product', id: product };
  const document = {
    form: 1,
    sections: [
      { kind: 'category', id: 'prateleira', category },
      { kind: 'tiers', id: 'comparacao', title: '', products: [product, product], best: product },
      { kind: 'announcement', id: 'anuncio001', text: 'Oi', target },
    ],
  };
  await save(0, document);
  await ask('/publish', { version: 1 });
  expect(await shown()).toEqual({
    sections: [{ kind: 'announcement', id: 'anuncio001', text: 'Oi', href: null }],
    rest: [],
  });
  const mine = (await ask('')).published;
  const theirs = await app.post(
    '/v1/window/restore',
    { subdomain: other.subdomain, id: mine, version: 0 },
    { token: other.token },
  );
  expect([theirs.status, theirs.json().code]).toEqual([404, 'publication_not_found']);
});

test('a document beyond its bounds is refused, and says where', async () => {
  const long = 'a'.repeat(windowLimits.rule + 1);
  expect(await save(0, rule(long))).toMatchObject({ status: 422, code: 'validation_failed' });
  const section = (id: string, more: object) => ({ form: 1, sections: [{ id, ...more }] });
  const hostile: object[] = [
    section('"]{}x', { kind: 'proof', title: '' }),
    section('secao0001', { kind: 'script', title: '' }),
    section('secao0001', {
      kind: 'video',
      title: '',
      address: 'https://www.youtube.com.exemplo.com/watch?v=aqz-KE-bpKQ',
    }),
    section('secao0001', { kind: 'discord', title: '', text: '', guild: '1&theme=dark' }),
    section('secao0001', { kind: 'announcement', text: 'x', target: { to: 'link', href: 'javascript:alert(1)' } }),
    section('secao0001', {
      kind: 'staff',
      title: '',
      people: [{ name: 'x', role: '', picture: 'https://exemplo.com/a.png' }],
    }),
    { form: 2, sections: [] },
    { form: 1, sections: Array.from({ length: 31 }, (_, n) => ({ kind: 'proof', id: `secao00${n}0`, title: '' })) },
    { form: 1, sections: [1, 2].map(() => ({ kind: 'proof', id: 'secao0001', title: '' })) },
  ];
  for (const document of hostile) {
    expect([400, 422], JSON.stringify(document)).toContain((await save(0, document)).status);
  }
  expect((await ask('')).draft.version).toBe(0);
});

test('a section that this version does not know is left out, and the others stay', async () => {
  await save(0, rule('Um'));
  await ask('/publish', { version: 1 });
  const later = { kind: 'hologram', id: 'futuro001' };
  await app.db
    .updateTable('window_publication')
    .set({ document: JSON.stringify({ form: 1, sections: [later, ...rule('Um').sections] }) })
    .where('store_id', '=', store.id)
    .execute();
  expect(await firstRule()).toBe('Um');
});

test('proof counts what was delivered of sales, and nothing else', async () => {
  const document = { form: 1, sections: [{ kind: 'proof', id: 'provas001', title: '' }] };
  await save(0, document);
  await ask('/publish', { version: 1 });
  const product = await makeProduct(app.db, store.id, { categoryId: await makeCategory(app.db, store.id) });
  const orders: string[] = [];
  for (let n = 0; n < windowLimits.proofLeast + 3; n += 1) {
    orders.push((await makeSold(app.db, store.id, { items: [{ product, actions: [on.group('vip')] }] })).id);
  }
  const deliveries = () => app.db.updateTable('delivery').where('store_id', '=', store.id);
  await deliveries()
    .set({ state: 'succeeded', finished_at: sql<Date>`created_at + interval '2500 milliseconds'` })
    .execute();
  expect((await shown())?.sections).toMatchObject([{ deliveries: 23, half: '3 s' }]);

  // a gift, one that a person marked, and one from before
  const [gift = '', marked = '', old = ''] = orders;
  await app.db.updateTable('order').set({ kind: 'manual' }).where('id', '=', gift).execute();
  await deliveries().set({ code: 'by_person' }).where('order_id', '=', marked).execute();
  await deliveries().set({ created_at: sql<Date>`now() - interval '8 days'` }).where('order_id', '=', old).execute();
  expect((await shown())?.sections).toMatchObject([{ deliveries: 20 }]);

  await deliveries()
    .set({ state: 'failed' })
    .where('order_id', '=', orders.at(-1) as string)
    .execute();
  expect((await shown())?.sections).toEqual([]);
});

test('the goal adds up what was sold this month', async () => {
  await save(0, { form: 1, sections: [{ kind: 'goal', id: 'meta00001', title: '', text: '', reais: 100 }] });
  await ask('/publish', { version: 1 });
  await makeSold(app.db, store.id, { items: [{ actions: [on.group('vip')] }] });
  await app.db
    .insertInto('sales_day')
    .values({ store_id: store.id, day: '2020-01-01', orders: 1, centavos: 5_000 })
    .execute();
  expect((await shown())?.sections).toMatchObject([{ sold: 10, goal: 100 }]);
});

test('pages with figures and dates are made anew by themselves, others are not', async () => {
  const versionOf = async () =>
    (await app.db.selectFrom('store').where('id', '=', store.id).select('page_version').executeTakeFirstOrThrow())
      .page_version;
  const due = () =>
    app.db
      .updateTable('shop_window')
      .set({ refresh_at: sql<Date>`now() - interval '1 second'` })
      .where('store_id', '=', store.id)
      .where('refresh_at', 'is not', null)
      .execute();
  const sweep = async () => {
    const before = await versionOf();
    await due();
    await windowSweep.run(app.deps);
    return (await versionOf()) > before;
  };
  await save(0, rule('Um'));
  await ask('/publish', { version: 1 });
  expect(await sweep()).toBe(false);

  const until = new Date(Date.now() + 3_600_000).toISOString();
  const button = { label: '', target: { to: 'none' } };
  await save(1, {
    form: 1,
    sections: [{ kind: 'countdown', id: 'data00001', title: 'Hora', text: '', until, button }],
  });
  await ask('/publish', { version: 2 });
  expect(await sweep()).toBe(true);
  // and once it is made anew, it waits again
  const { refresh_at } = await app.db
    .selectFrom('shop_window')
    .where('store_id', '=', store.id)
    .select('refresh_at')
    .executeTakeFirstOrThrow();
  expect(refresh_at?.getTime()).toBeGreaterThan(Date.now());
});

test('publications are in the log of changes', async () => {
  await save(0, rule('Um'));
  await ask('/publish', { version: 1 });
  const entries = await app.db
    .selectFrom('audit_entry')
    .where('store_id', '=', store.id)
    .where('action', '=', 'window.publish')
    .select('text')
    .execute();
  expect(entries).toEqual([{ text: 'Publicou a vitrine' }]);
});
