import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../db/ids.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { loggedActions } from '../../test/logged.ts';
import { type MadeStore, makeMember, makeStore } from '../../test/make.ts';
import { makeCategory, makeDiscount, makeProduct } from '../../test/make-catalog.ts';
import { makeSold } from '../../test/make-deliveries.ts';
import { deletionSweep } from '../stores/deletions.ts';

let app: TestApp;
let store: MadeStore;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  store = await makeStore(app.db, app.deps.config.secret, { plan: 'premium' });
});

type As = { token: string };
const send = async (method: 'POST' | 'DELETE', url: string, body?: object, as: As = store) => {
  const answer = await app.app.inject({
    method,
    url: `/v1${url}`,
    headers: { authorization: `Bearer ${as.token}`, host: app.deps.config.domain },
    ...(body && { payload: body }),
  });
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
};
const undo = (kind: string, ids: string[], as: As = store) =>
  send('POST', '/undo', { subdomain: store.subdomain, kind, ids }, as);
type Table = 'store_role' | 'product' | 'category' | 'discount' | 'variable' | 'shop_page' | 'order_remark';
const rowOf = async (table: Table, id: string) => {
  const { rows } = await sql`select * from ${sql.table(table)} where store_id = ${store.id} and id = ${id}`.execute(
    app.db,
  );
  return rows[0];
};

interface Kind {
  kind: string;
  table: Table;
  make(): Promise<string>;
  remove(id: string): Promise<{ status: number }>;
  /** Something else takes what the thing needs. */
  take?: { code: string; by(id: string): Promise<unknown> };
}
const subdomain = () => store.subdomain;
const created = async (path: string, body: object) => {
  const answer = await send('POST', path, { subdomain: subdomain(), ...body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
const page = { title: 'Regras', slug: 'regras', description: 'As regras', inMenu: true };
const variable = {
  kind: 'question',
  name: 'placa',
  label: 'Placa',
  answer: 'text',
  choices: [],
  required: true,
  products: [],
};

const kinds: Kind[] = [
  {
    kind: 'product',
    table: 'product',
    make: async () =>
      await makeProduct(app.db, store.id, {
        name: 'VIP Ouro',
        categoryId: await makeCategory(app.db, store.id, 'VIPs'),
      }),
    remove: (id) => send('DELETE', `/products/delete/${subdomain()}`, { productId: id }),
  },
  {
    kind: 'category',
    table: 'category',
    make: () => makeCategory(app.db, store.id, 'Carros'),
    remove: (id) => send('DELETE', `/categories/delete/${subdomain()}/${id}`),
    take: { code: 'category_taken', by: () => created('/categories/create', { name: 'CARROS' }) },
  },
  {
    kind: 'coupon',
    table: 'discount',
    make: () => makeDiscount(app.db, store.id, { code: 'NATAL' }),
    remove: (id) => send('DELETE', `/discounts/delete/${subdomain()}/${id}`),
    take: { code: 'discount_taken', by: () => makeDiscount(app.db, store.id, { code: 'NATAL' }) },
  },
  {
    kind: 'variable',
    table: 'variable',
    make: async () => ((await created('/variables/create', { variable })).variable as { _id: string })._id,
    remove: (id) => send('DELETE', `/variables/delete/${subdomain()}/${id}`),
    take: { code: 'variable_taken', by: () => created('/variables/create', { variable }) },
  },
  {
    kind: 'page',
    table: 'shop_page',
    make: async () => (await created('/pages/create', page)).id as string,
    remove: (id) => send('POST', '/pages/delete', { subdomain: subdomain(), id }),
    take: { code: 'page_taken', by: () => created('/pages/create', page) },
  },
  {
    kind: 'note',
    table: 'order_remark',
    make: async () => {
      const { id: order } = await makeSold(app.db, store.id, { items: [{ actions: [] }] });
      const id = newId();
      const note = { store_id: store.id, id, order_id: order, text: 'Ligou', actor: 'Maria' };
      await app.db.insertInto('order_remark').values(note).execute();
      return id;
    },
    remove: async (note) => {
      const { order_id: id } = (await rowOf('order_remark', note)) as { order_id: string };
      return await send('POST', '/order/notes/delete', { subdomain: subdomain(), id, note });
    },
  },
  {
    kind: 'role',
    table: 'store_role',
    make: async () => (await created('/roles/create', { name: 'Curador', permissions: ['catalog.edit'] })).id as string,
    remove: (id) => send('POST', '/roles/delete', { subdomain: subdomain(), id }),
    take: { code: 'role_taken', by: () => created('/roles/create', { name: 'CURADOR', permissions: [] }) },
  },
];

describe.each(kinds)('$kind', ({ kind, table, make, remove, take }) => {
  test('comes back whole, once, however many undo it', async () => {
    const id = await make();
    const before = await rowOf(table, id);
    expect((await remove(id)).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 4 }, () => undo(kind, [id])));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
    expect(answers.find(({ status }) => status === 404)?.body).toMatchObject({ code: 'undo_over' });
    expect(await rowOf(table, id)).toEqual(before);
    const logged = await loggedActions(app.db, store.id);
    expect(logged.filter((action) => action.endsWith('restore'))).toHaveLength(1);
    // What is back can be deleted and brought back again.
    expect((await remove(id)).status).toBe(200);
    expect((await undo(kind, [id])).status).toBe(200);
    expect(await rowOf(table, id)).toEqual(before);
  });

  test('stays gone for a stranger, for a member without the right, and when the time is over', async () => {
    const other = await makeStore(app.db, app.deps.config.secret);
    const role = kind === 'note' ? 'manager' : 'attendant';
    const member = await makeMember(app.db, store.id, role);
    const id = await make();
    await remove(id);
    expect((await undo(kind, [id], other)).body).toMatchObject({ code: 'store_not_found' });
    const abroad = { subdomain: other.subdomain, kind, ids: [id] };
    expect((await send('POST', '/undo', abroad, other)).body).toMatchObject({ code: 'undo_over' });
    expect((await undo(kind, [id], member)).body).toMatchObject({ code: 'forbidden' });
    await sql`update deletion set at = now() - interval '11 minutes' where store_id = ${store.id}`.execute(app.db);
    expect((await undo(kind, [id])).body).toMatchObject({ code: 'undo_over' });
    await deletionSweep.run(app.deps);
    expect((await sql`select from deletion where store_id = ${store.id}`.execute(app.db)).rows).toEqual([]);
  });

  test('comes back by another member who may delete it', async () => {
    const admin = await makeMember(app.db, store.id, 'admin');
    const id = await make();
    await remove(id);
    expect((await undo(kind, [id], admin)).body).toEqual({ success: true, undone: [id], left: [] });
  });

  test.runIf(take)('says that its name is taken, and comes back once it is free', async () => {
    const id = await make();
    await remove(id);
    await take?.by(id);
    expect((await undo(kind, [id])).body).toMatchObject({ code: take?.code });
    expect(await sql`select from deletion where object_id = ${id}`.execute(app.db)).toMatchObject({ rows: [{}] });
  });
});

test('a category takes its archived products back, but not those that were moved on meanwhile', async () => {
  const [cars, other] = [
    await makeCategory(app.db, store.id, 'Carros'),
    await makeCategory(app.db, store.id, 'Outros'),
  ];
  const third = await makeCategory(app.db, store.id, 'Terceira');
  const [stays, moves] = [
    await makeProduct(app.db, store.id, { categoryId: cars }),
    await makeProduct(app.db, store.id, { categoryId: cars }),
  ];
  await sql`update product set archived_at = now() where store_id = ${store.id}`.execute(app.db);
  expect((await send('DELETE', `/categories/delete/${store.subdomain}/${cars}`)).status).toBe(200);
  const categoryOf = async (id: string) => ((await rowOf('product', id)) as { category_id: string }).category_id;
  expect(await categoryOf(stays)).not.toBe(cars);
  expect([other, third]).toContain(await categoryOf(stays));
  const now = await categoryOf(moves);
  await sql`update product set category_id = ${now === other ? third : other} where id = ${moves}`.execute(app.db);
  expect((await undo('category', [cars])).status).toBe(200);
  expect(await categoryOf(stays)).toBe(cars);
  expect(await categoryOf(moves)).not.toBe(cars);
});

test.each(['product first', 'category first'])(
  'a product and then its category are deleted, and both come back: %s',
  async (order) => {
    const [cars] = [await makeCategory(app.db, store.id, 'Carros'), await makeCategory(app.db, store.id, 'Outros')];
    const sultan = await makeProduct(app.db, store.id, { categoryId: cars, name: 'Sultan' });
    await send('DELETE', `/products/delete/${store.subdomain}`, { productId: sultan });
    expect((await send('DELETE', `/categories/delete/${store.subdomain}/${cars}`)).status).toBe(200);
    const steps = [() => undo('product', [sultan]), () => undo('category', [cars])];
    for (const step of order === 'product first' ? steps : steps.reverse()) expect((await step()).status).toBe(200);
    expect(await rowOf('product', sultan)).toMatchObject({ category_id: cars, deleted_at: null, archived_at: null });
  },
);

test('an archived product comes back archived, and a product whose option is a variable now is refused', async () => {
  const option = { name: 'placa', label: 'Placa', kind: 'plate' };
  const [archived, plated] = [await makeProduct(app.db, store.id), await makeProduct(app.db, store.id)];
  await sql`update product set archived_at = now() where id = ${archived}`.execute(app.db);
  await sql`update product set options = ${JSON.stringify([option])}::jsonb where id = ${plated}`.execute(app.db);
  for (const id of [archived, plated]) await send('DELETE', `/products/delete/${store.subdomain}`, { productId: id });
  await created('/variables/create', { variable });
  const answer = await undo('product', [archived, plated, 'nada']);
  expect(answer.body).toMatchObject({ undone: [archived], left: [{ id: plated }, { id: 'nada' }] });
  expect((await rowOf('product', archived)) as object).toMatchObject({
    deleted_at: null,
    archived_at: expect.any(Date),
  });
  expect((await undo('product', [plated])).body).toMatchObject({ code: 'variable_taken' });
});

test('attack: a plan that became full keeps what comes back out, also when many undo at once', async () => {
  store = await makeStore(app.db, app.deps.config.secret);
  const fill = async (name: string) => await send('POST', '/categories/create', { subdomain: store.subdomain, name });
  let room = 0;
  while ((await fill(`C${room}`)).status === 200) room += 1;
  const all = await app.db.selectFrom('category').where('store_id', '=', store.id).select('id').execute();
  expect(all).toHaveLength(room);
  for (const { id } of all) await send('DELETE', `/categories/delete/${store.subdomain}/${id}`);
  for (let n = 1; n < room; n += 1) await fill(`Nova ${n}`);
  const answers = await Promise.all(all.map(({ id }) => undo('category', [id])));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.find(({ status }) => status !== 200)?.body).toMatchObject({ code: 'plan_category_limit' });
});

test('a note of an order whose buyer is forgotten meanwhile stays gone', async () => {
  const kind = kinds.find((one) => one.kind === 'note');
  const id = (await kind?.make()) ?? '';
  const { order_id: order } = (await rowOf('order_remark', id)) as { order_id: string };
  await kind?.remove(id);
  await sql`update "order" set erased_at = now(), erase_asked_at = now() where id = ${order}`.execute(app.db);
  expect((await undo('note', [id])).body).toMatchObject({ code: 'undo_over' });
});

test('several products that were deleted at once come back at once', async () => {
  const ids = await Promise.all([1, 2, 3].map(() => makeProduct(app.db, store.id)));
  const products = ids.map((id) => ({ id, version: 1 }));
  await created('/products/change', { products, change: { kind: 'delete' } });
  expect((await undo('product', ids)).body).toMatchObject({ undone: ids, left: [] });
  const { rows } = await sql`select from product where store_id = ${store.id} and deleted_at is null`.execute(app.db);
  expect(rows).toHaveLength(3);
});
