import { limits } from '@vitrine/contract/limits';
import type { Order, OrderDetails } from '@vitrine/contract/orders';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { type MadeStore, makeMember, makeStore } from '../../../test/make.ts';
import { makeSold, on } from '../../../test/make-deliveries.ts';

let app: TestApp;
let store: MadeStore;
beforeAll(async () => {
  app = await createTestApp();
  store = await makeStore(app.db, app.deps.config.secret);
});
afterAll(() => app.close());

const sold = async () => (await makeSold(app.db, store.id, { items: [{ actions: [on.group('vip')] }] })).id;
const ask = (path: string, body: object, token = store.token) =>
  app.post(`/v1/order${path}`, { subdomain: store.subdomain, ...body }, { token });
const details = async (id: string) => (await ask('/details', { id })).json<OrderDetails>();
const listed = async (body: object) => (await ask('', body)).json<{ response: Order[] }>().response;

test('the team writes notes on an order, each with its author, up to a limit', async () => {
  const id = await sold();
  const { token, account } = await makeMember(app.db, store.id, 'attendant');
  expect((await ask('/notes/create', { id, note: '  Pediu a placa.\nVer amanhã. ' }, token)).status).toBe(200);
  const { notes } = await details(id);
  expect(notes).toMatchObject([{ text: 'Pediu a placa.\nVer amanhã.', author: account.name }]);
  for (const note of ['', ' ', 'x'.repeat(limits.orderNoteMax + 1), 'a\u0000b']) {
    expect((await ask('/notes/create', { id, note })).status).toBe(422);
  }
  expect((await ask('/notes/delete', { id, note: 'outra' })).json().code).toBe('order_note_not_found');
  expect((await ask('/notes/delete', { id: await sold(), note: notes[0]?.id })).json().code).toBe(
    'order_note_not_found',
  );
  expect((await ask('/notes/delete', { id, note: notes[0]?.id })).status).toBe(200);
  const many = Array.from({ length: limits.orderNotesMax + 5 }, () => ask('/notes/create', { id, note: 'de novo' }));
  const answers = await Promise.all(many);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(limits.orderNotesMax);
  expect(answers.find(({ status }) => status !== 200)?.json().code).toBe('order_notes_limit');
});

test('tags are one word for all capitals, and narrow the list together with mark, status and search', async () => {
  const [one, two] = [await sold(), await sold()];
  await ask('/tags/edit', { id: one, tags: ['Troca', 'troca', ' VIP '] });
  await ask('/tags/edit', { id: two, tags: ['TROCA'] });
  expect((await details(one)).order.tags).toEqual(['Troca', 'VIP']);
  expect((await details(two)).order.tags).toEqual(['Troca']);
  expect((await ask('/tags', {})).json().tags).toEqual([
    { tag: 'Troca', orders: 2 },
    { tag: 'VIP', orders: 1 },
  ]);
  const ids = (orders: Order[]) => orders.map(({ _id }) => _id).sort();
  expect(ids(await listed({ tag: 'Troca' }))).toEqual([one, two].sort());
  expect(ids(await listed({ tag: 'VIP', status: 'completed', search: 'Bruno' }))).toEqual([one]);
  expect(await listed({ tag: 'VIP', status: 'pending' })).toEqual([]);
  expect(await listed({ tag: 'VIP', mark: 'refunded', search: 'Bruno' })).toEqual([]);
  expect((await ask('/tags/edit', { id: one, tags: Array.from({ length: 9 }, (_, n) => `t${n}`) })).status).toBe(422);
  await ask('/tags/edit', { id: one, tags: [] });
  expect((await details(one)).order.tags).toEqual([]);
});

test('two people who tag an order at the same time keep both tags, and each takes away only what they saw', async () => {
  const id = await sold();
  const tagsAre = async () => [...(await details(id)).order.tags].sort();
  await ask('/tags/edit', { id, tags: ['placa'], seen: [] });
  await ask('/tags/edit', { id, tags: ['VIP'], seen: [] });
  expect(await tagsAre()).toEqual(['VIP', 'placa']);
  // The person saw only their own tag: they take it away and add another one. The other person's tag stays.
  await ask('/tags/edit', { id, tags: ['urgente'], seen: ['Placa'] });
  expect(await tagsAre()).toEqual(['VIP', 'urgente']);
  // What another person took away does not come back.
  await ask('/tags/edit', { id, tags: ['placa', 'vip', 'novo'], seen: ['placa', 'vip'] });
  expect(await tagsAre()).toEqual(['VIP', 'novo', 'urgente']);
  const seven = Array.from({ length: 7 }, (_, n) => `t${n}`);
  expect((await ask('/tags/edit', { id, tags: seven, seen: [] })).json().code).toBe('order_tags_limit');
  expect(await tagsAre()).toEqual(['VIP', 'novo', 'urgente']);
});

test('a mark narrows the list and says how many orders and how much money it is', async () => {
  const before = (await ask('', { mark: 'part_refunded' })).json();
  expect(before).toMatchObject({ response: [], marked: { count: 0, value: 0 } });
  const id = await sold();
  await app.db.updateTable('order').set({ refunded_centavos: 300 }).where('id', '=', id).execute();
  const part = (await ask('', { mark: 'part_refunded', search: 'Bruno' })).json();
  expect(part).toMatchObject({
    response: [{ _id: id, marks: ['part_refunded'], refunded: 3 }],
    marked: { count: 1, value: 3 },
  });
  await app.db.updateTable('order').set({ status: 'cancelled' }).where('id', '=', id).execute();
  expect(await listed({ mark: 'part_refunded' })).toEqual([]);
  expect(await listed({ mark: 'refunded' })).toMatchObject([{ _id: id, marks: ['refunded'] }]);
  await app.db.updateTable('order').set({ note: 'charged_back', kind: 'manual' }).where('id', '=', id).execute();
  for (const mark of ['disputed', 'manual'] as const) {
    expect(await listed({ mark, search: '17' })).toMatchObject([{ marks: ['refunded', 'disputed', 'manual'] }]);
  }
  expect((await ask('', {})).json()).toMatchObject({ marked: null });
});

test('attack: a tag is one line without a trick of reading order, and tags and notes are only text', async () => {
  const id = await sold();
  const set = (tags: unknown[]) => ask('/tags/edit', { id, tags });
  for (const tags of [[''], [' '], ['\u200b\u202e'], ['x'.repeat(limits.orderTagMax + 1)], ['a\u0000'], [1], [null]]) {
    expect([400, 422], JSON.stringify(tags)).toContain((await set(tags)).status);
  }
  const hostile = ['=cmd|A0', '<img src=x>', "'; drop", '\u202etxt.exe', 'uma\nduas', '%_\\', 'İSTANBUL', 'i̇stanbul'];
  expect((await set(hostile)).status).toBe(200);
  const { tags } = (await details(id)).order;
  expect(tags.join('')).not.toMatch(/[\u202e\n]/);
  expect(tags).toEqual(expect.arrayContaining(['=cmd|A0', '<img src=x>', 'txt.exe', '%_\\']));
  expect(await listed({ tag: '%' })).toEqual([]);
  for (const tag of tags)
    expect(
      (await listed({ tag })).map(({ _id }) => _id),
      tag,
    ).toEqual([id]);
  const note = '\u202eoculto <script>alert(1)</script>\n=1+1';
  expect((await ask('/notes/create', { id, note })).status).toBe(200);
  expect((await details(id)).notes.at(-1)?.text).toContain('<script>');
});
