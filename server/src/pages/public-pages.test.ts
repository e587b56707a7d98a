import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../test/app.ts';
import { type MadeStore, makeStore } from '../test/make.ts';
import { makeProduct } from '../test/make-catalog.ts';

let app: TestApp;
let store: MadeStore;
beforeAll(async () => {
  app = await createTestApp();
  store = await makeStore(app.db, app.deps.config.secret);
});
afterAll(() => app.close());

/** The stores whose pages every process is told to render again while `work` runs. */
async function heardDuring(work: () => Promise<unknown>): Promise<string[]> {
  const heard: string[] = [];
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const stop = app.deps.listener.on('pages', (id) => (id === 'end' ? end() : heard.push(id)));
  await work();
  // notifications arrive in the order of their commits
  await app.pool.query(`select pg_notify('vitrine_pages', 'end')`);
  await ended;
  stop();
  return heard;
}

test('pages are told of stock only when their text about it changes', async () => {
  const product = await makeProduct(app.db, store.id, { stock: 8 });
  const reserve = (reserved: number) => () =>
    app.db
      .updateTable('product')
      .set({ reserved })
      .where('store_id', '=', store.id)
      .where('id', '=', product)
      .execute();
  expect(await heardDuring(reserve(1))).toEqual([]);
  expect(await heardDuring(reserve(3))).toEqual([store.id]);
  expect(await heardDuring(reserve(8))).toEqual([store.id]);
  expect(await heardDuring(reserve(0))).toEqual([store.id]);
});

test('pages are told when a store can be paid, and when its token is refused', async () => {
  const connect = () =>
    app.db
      .insertInto('store_credential')
      .values({
        store_id: store.id,
        token_cipher: Buffer.from('x'),
        token_mask: '••••1234',
        collector_id: '1',
        notice_key: 'k',
      })
      .execute();
  const set = (values: { problem: string | null } | { checked_at: Date }) => () =>
    app.db.updateTable('store_credential').set(values).where('store_id', '=', store.id).execute();
  expect(await heardDuring(connect)).toEqual([store.id]);
  expect(await heardDuring(set({ checked_at: new Date() }))).toEqual([]);
  expect(await heardDuring(set({ problem: 'token_refused' }))).toEqual([store.id]);
  expect(await heardDuring(set({ problem: null }))).toEqual([store.id]);
});
