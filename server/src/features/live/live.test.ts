import type { AddressInfo } from 'node:net';
import type { LiveNews } from '@vitrine/contract/live';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { transaction } from '../../db/transaction.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { type MadeStore, makeMember, makeSession, makeStore } from '../../test/make.ts';
import { makeSold } from '../../test/make-deliveries.ts';
import { noteOrder } from '../orders/move-order.ts';

/** The stream of an open panel: who hears what, and when it ends. */

const PATIENT = { timeout: 30_000, interval: 50 };
let app: TestApp;
let address: string;
let store: MadeStore;
let streams: AbortController[];
beforeAll(async () => {
  app = await createTestApp({ env: { VITRINE_TRUST_PROXY: '1' } });
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  address = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`;
});
afterAll(() => app.close());
beforeEach(async () => {
  streams = [];
  store = await makeStore(app.db, app.deps.config.secret);
});
afterEach(() => {
  for (const stream of streams) stream.abort();
});

let sender = 0;
/** Opens a panel's stream. `news` holds what came, `ended` whether it is over. */
async function open(token: string, of = store, from = `203.0.113.${(sender++ % 250) + 1}`) {
  const cut = new AbortController();
  streams.push(cut);
  const answer = await fetch(`${address}/v1/live/events`, {
    signal: cut.signal,
    headers: {
      authorization: `Bearer ${token}`,
      'x-store': of.subdomain,
      accept: 'text/event-stream',
      'x-forwarded-for': from,
    },
  });
  const heard = { status: answer.status, ready: false, ended: false, text: '', close: () => cut.abort() };
  if (answer.status !== 200) return { ...heard, news: () => [] as LiveNews[], body: await answer.json() };
  void (async () => {
    const decoder = new TextDecoder();
    for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>) heard.text += decoder.decode(piece);
    heard.ended = true;
  })().catch(() => {});
  const news = () => [...heard.text.matchAll(/^event: news\ndata: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? ''));
  await vi.waitFor(() => expect(heard.text).toContain('event: ready'), PATIENT);
  return Object.assign(heard, { news: news as () => LiveNews[], body: null });
}
const ordersOf = (panel: { news(): LiveNews[] }) => panel.news().flatMap(({ orders }) => orders);
const topicsOf = (panel: { news(): LiveNews[] }) => new Set(panel.news().flatMap(({ topics }) => topics));

/** Something about the order changes, as its feature changes it. */
const change = (of: MadeStore, order: string) => transaction(app.db, (tx) => noteOrder(tx, of.id, order, 'disputed'));
const sold = async (of = store) => (await makeSold(app.db, of.id, { items: [{ actions: [] }] })).id;

test('an open panel hears of an order that came, that moved and that was paid, and of nothing twice', async () => {
  const panel = await open(store.token);
  const order = await sold();
  await vi.waitFor(() => expect(ordersOf(panel)).toContain(order), PATIENT);
  await change(store, order);
  await vi.waitFor(() => expect(ordersOf(panel).filter((id) => id === order).length).toBeGreaterThan(1), PATIENT);
  expect(topicsOf(panel)).toEqual(new Set(['orders', 'figures']));
  expect(panel.news().flatMap(({ sales }) => sales)).toEqual([order]);
});

test('attack: a member of another store, and a stranger, hear nothing of this one', async () => {
  const other = await makeStore(app.db, app.deps.config.secret);
  const [ours, theirs] = [await open(store.token), await open(other.token, other)];
  expect((await open(other.token, store)).body).toMatchObject({ code: 'store_not_found' });
  expect((await open('x'.repeat(43), store)).body).toMatchObject({ code: 'unauthenticated' });
  const [order, foreign] = [await sold(), await sold(other)];
  await change(store, order);
  await change(other, foreign);
  await vi.waitFor(() => expect(ordersOf(ours)).toContain(order), PATIENT);
  await vi.waitFor(() => expect(ordersOf(theirs)).toContain(foreign), PATIENT);
  expect(ordersOf(ours)).not.toContain(foreign);
  expect(ordersOf(theirs)).not.toContain(order);
});

test('a manager, who may not read orders, hears of figures and of no order', async () => {
  const manager = await makeMember(app.db, store.id, 'manager');
  const [owner, panel] = [await open(store.token), await open(manager.token)];
  const order = await sold();
  await change(store, order);
  await vi.waitFor(() => expect(ordersOf(owner)).toContain(order), PATIENT);
  await vi.waitFor(() => expect(topicsOf(panel)).toEqual(new Set(['figures'])), PATIENT);
  expect(panel.text).not.toContain(order);
});

test('attack: a removed member and an ended session hear nothing more, and their streams end', async () => {
  const admin = await makeMember(app.db, store.id, 'admin');
  const session = await makeSession(app.db, store.owner.id);
  const [removed, ended] = [await open(admin.token), await open(session)];
  await sql`delete from member where store_id = ${store.id} and account_id = ${admin.account.id}`.execute(app.db);
  await sql`update session set revoked_at = now() where account_id = ${store.owner.id}
             and id = (select max(id) from session where account_id = ${store.owner.id})`.execute(app.db);
  const order = await sold();
  await change(store, order);
  await vi.waitFor(() => expect([removed.ended, ended.ended]).toEqual([true, true]), PATIENT);
  expect(removed.text + ended.text).not.toContain(order);
});

test('attack: a member who may read orders no more hears of none, on the stream that is open', async () => {
  const admin = await makeMember(app.db, store.id, 'admin');
  const [owner, panel] = [await open(store.token), await open(admin.token)];
  const [before, after] = [await sold(), await sold()];
  await change(store, before);
  await vi.waitFor(() => expect(ordersOf(panel)).toContain(before), PATIENT);
  const seen = panel.text.length;
  await sql`update member set role = 'manager' where store_id = ${store.id} and account_id = ${admin.account.id}`.execute(
    app.db,
  );
  await change(store, after);
  const told = ordersOf(owner).length;
  await vi.waitFor(() => expect(ordersOf(owner).length).toBeGreaterThan(told), PATIENT);
  await vi.waitFor(() => expect(panel.text.slice(seen)).toContain('figures'), PATIENT);
  expect(panel.text.slice(seen)).not.toContain(after);
});

test('a server that falls silent and an alert that opens are told within the next look', async () => {
  const panel = await open(store.token);
  const { rows } = await sql<{ id: string }>`select id from game_seat where store_id = ${store.id}`.execute(app.db);
  await sql`update game_seat set name = 'Outra' where store_id = ${store.id} and id = ${rows[0]?.id}`.execute(app.db);
  await vi.waitFor(() => expect(topicsOf(panel)).toEqual(new Set(['servers', 'attention'])), PATIENT);
  await sql`
    insert into alert (store_id, id, kind, phase, since, begun_at, looked_at)
    values (${store.id}, 'a1', 'city_silent', 'open', now(), now(), now())`.execute(app.db);
  await vi.waitFor(() => expect(topicsOf(panel)).toContain('alerts'), PATIENT);
});

test('attack: an account holds twelve streams, a network fifty, and one that ends makes room', async () => {
  const own = await Promise.all(Array.from({ length: 13 }, () => open(store.token)));
  expect(own.filter(({ status }) => status === 200)).toHaveLength(12);
  expect(own.find(({ status }) => status !== 200)?.body).toMatchObject({ code: 'rate_limited' });
  own.find(({ status }) => status === 200)?.close();
  await vi.waitFor(async () => expect((await open(store.token)).status).toBe(200), PATIENT);

  const accounts = await Promise.all(Array.from({ length: 6 }, () => makeMember(app.db, store.id, 'attendant')));
  const opened = await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      open(accounts[n % 6]?.token ?? '', store, `2001:db8:7:7::${(n + 1).toString(16)}`),
    ),
  );
  expect(opened.filter(({ status }) => status === 200)).toHaveLength(50);
}, 60_000);

test('a call that accepts no event stream is refused instead of being held open', async () => {
  const answer = await app.get('/v1/live/events', { token: store.token, headers: { 'x-store': store.subdomain } });
  expect(answer.json()).toMatchObject({ code: 'invalid_request' });
});

test('after a restart of the database every panel is told that everything may have changed', async () => {
  const panel = await open(store.token);
  await app.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'vitrine-listener' and datname = current_database()`,
  );
  await vi.waitFor(() => expect(panel.news().some(({ topics }) => topics.length > 4)).toBe(true), PATIENT);
});

test('twenty panels of ten stores cost as many statements as one', async () => {
  const asked: string[] = [];
  const heard = new WeakSet<object>();
  app.pool.on('acquire', (client) => {
    if (heard.has(client)) return;
    heard.add(client);
    const query = client.query as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      asked.push(String((args[0] as { text?: string })?.text ?? args[0]));
      return query.apply(client, args);
    }) as never;
  });
  const looks = () => asked.filter((text) => text.includes('as placed')).length;
  /** Statements for each look, while nothing happens. */
  const perLook = async () => {
    const [before, first] = [asked.length, looks()];
    await vi.waitFor(() => expect(looks() - first).toBeGreaterThanOrEqual(6), PATIENT);
    return (asked.length - before) / (looks() - first);
  };
  await open(store.token);
  const alone = await perLook();
  for (let n = 0; n < 10; n += 1) {
    const other = await makeStore(app.db, app.deps.config.secret);
    await Promise.all([open(other.token, other), open(other.token, other)]);
  }
  // The door's statements of the new streams, and the first note of their stores.
  await vi.waitFor(async () => expect(await perLook()).toBeLessThan(alone + 1), PATIENT);
}, 60_000);

test('of a thousand orders at once none is forgotten: every panel is told to read its lists again', async () => {
  const panel = await open(store.token);
  await sql`
    insert into "order" (store_id, id, reference, client, discord_id, payment_method, subtotal_centavos, total_centavos, expires_at)
    select ${store.id}, 'many' || n, 'many' || n || ${store.id}, 17, '391822001983488001', 'pix', 100, 100, now() + interval '1 hour'
      from generate_series(1, 1000) n`.execute(app.db);
  const all = ({ topics, orders }: LiveNews) => topics.includes('orders') && orders.length === 0;
  await vi.waitFor(() => expect(panel.news().some(all)).toBe(true), PATIENT);
});

test('what a look found while the database answered only some questions is told when it answers again', async () => {
  const panel = await open(store.token);
  const warned = vi.spyOn(app.deps.log, 'warn');
  const failed = () => warned.mock.calls.filter((args) => args.includes('open panels could not be looked at')).length;
  await sql`alter table member rename to member_away`.execute(app.db);
  await sold();
  await vi.waitFor(() => expect(failed()).toBeGreaterThan(1), PATIENT);
  await sql`alter table member_away rename to member`.execute(app.db);
  await vi.waitFor(() => expect(topicsOf(panel)).toContain('orders'), PATIENT);
  warned.mockRestore();
});
