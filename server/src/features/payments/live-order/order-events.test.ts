import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { PublicOrder } from '@vitrine/contract/orders';
import fastify from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentParty } from '../../../db/party.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { makeStore } from '../../../test/make.ts';
import { makeSold } from '../../../test/make-deliveries.ts';
import { publicOrder } from '../../orders/read-public-order.ts';
import { orderStreams } from './order-events.ts';

let app: TestApp;
let address: string;
let streams: AbortController[];
beforeEach(async () => {
  app = await createTestApp({ env: { VITRINE_TRUST_PROXY: '1' } });
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  address = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`;
  streams = [];
});
afterEach(async () => {
  for (const stream of streams) stream.abort();
  await app.close();
});

const MONEY = { target: 'fivem', type: 'add_money', phase: 'confirmation', account: 'bank', amount: 10 };

/** A paid order that waits for its player, so live pages read it again and again. */
async function soldOrder(actions: object[] = [MONEY]): Promise<{ id: string; reference: string; store: string }> {
  const store = await makeStore(app.db, app.deps.config.secret);
  const { id } = await makeSold(app.db, store.id, { items: [{ actions: actions as never }] });
  const { rows } = await app.pool.query<{ reference: string }>('select reference from "order" where id = $1', [id]);
  return { id, reference: rows[0]?.reference ?? '', store: store.id };
}

/** Opens a stream and reads it; `seen` holds what came. */
async function open(reference: string, sender = '203.0.113.1') {
  const cut = new AbortController();
  streams.push(cut);
  const headers = { 'x-forwarded-for': sender, accept: 'text/event-stream' };
  const answer = await fetch(`${address}/v1/order/${reference}/events`, { signal: cut.signal, headers });
  const seen: string[] = [];
  if (answer.status === 200) {
    void (async () => {
      const decoder = new TextDecoder();
      for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>) seen.push(decoder.decode(piece));
    })().catch(() => {});
  } else await answer.arrayBuffer();
  return { status: answer.status, seen, retryAfter: answer.headers.get('retry-after'), close: () => cut.abort() };
}

async function connected(): Promise<Socket> {
  const line = connect((app.app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(line, 'connect');
  return line;
}

test('a field that the table of calls does not name never leaves by an event', async () => {
  const { reference } = await soldOrder();
  const order = (await publicOrder(app.db, app.deps.config, reference)) as PublicOrder;
  const live = orderStreams(app.deps);
  const small = fastify();
  small.get('/', async (_request, reply) => live.open(reply, { ...order, secret: 'vtr_1' } as PublicOrder, () => {}));
  const answer = small.inject('/');
  await delay(0);
  live.close();
  const [, first = ''] = /^event: order\ndata: (.*)$/m.exec((await answer).body) ?? [];
  expect(JSON.parse(first)).toEqual(order);
});

test('attack: a sixth stream of one order is refused for everybody, and one that ends makes room', async () => {
  const { reference } = await soldOrder();
  const five = await Promise.all([1, 2, 3, 4, 5].map((n) => open(reference, `203.0.113.${n}`)));
  expect(five.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const sixth = await open(reference, '203.0.113.9');
  expect(sixth).toMatchObject({ status: 429, retryAfter: '10' });
  five[0]?.close();
  await vi.waitFor(async () => expect((await open(reference, '203.0.113.9')).status).toBe(200), { timeout: 30_000 });
});

test('attack: of a hundred streams of one order in one moment, only those with a place are read', async () => {
  const { reference } = await soldOrder();
  await app.pool.query('select 1');
  let looks = 0;
  app.pool.on('acquire', () => {
    looks += 1;
  });
  // The lines are open first, so that all ask in one moment.
  const lines = await Promise.all(Array.from({ length: 100 }, connected));
  const answers = lines.map(async (line, n) => {
    line.write(
      `GET /v1/order/${reference}/events HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: 203.0.113.${n}\r\n\r\n`,
    );
    const [chunk] = (await once(line, 'data')) as [Buffer];
    return chunk.toString('latin1').split(' ')[1];
  });
  const statuses = await Promise.all(answers);
  for (const line of lines) line.destroy();
  expect(statuses.filter((status) => status === '200')).toHaveLength(5);
  expect(statuses.filter((status) => status === '429')).toHaveLength(95);
  // Three statements for each of the five, and those of the order's first read.
  expect(looks).toBeLessThan(25);
});

test('attack: five who watch one order cost the database one look, and all five see what moves', async () => {
  const { id, reference, store } = await soldOrder();
  let looks = 0;
  const one = await open(reference);
  await vi.waitFor(() => expect(one.seen.join('')).toContain('event: order'), { timeout: 30_000 });
  await delay(300);
  app.pool.on('acquire', () => {
    looks += 1;
  });
  await delay(9000);
  const alone = looks;
  const others = await Promise.all([1, 2, 3, 4].map(() => open(reference)));
  await delay(300);
  looks = 0;
  await delay(9000);
  // Five separate readers would need five times as many.
  expect(looks).toBeLessThan(2 * alone + 2);

  await app.pool.query(`update "order" set note = 'withdrawn' where id = $1`, [id]);
  await app.pool.query(`select pg_notify('vitrine_orders', $1)`, [`${store}:${id}`]);
  await vi.waitFor(
    () => {
      for (const { seen } of [one, ...others]) expect(seen.join('').split('event: order').length).toBeGreaterThan(2);
    },
    { timeout: 30_000 },
  );
}, 60_000);

test('attack: one network of IPv6 addresses opens 50 of 60 streams, and another sender opens one', async () => {
  const orders = await Promise.all(Array.from({ length: 13 }, soldOrder));
  const opened = await Promise.all(
    Array.from({ length: 60 }, (_, n) => open(orders[n % 13]?.reference ?? '', `2001:db8:7:7::${n.toString(16)}`)),
  );
  expect(opened.filter(({ status }) => status === 200)).toHaveLength(50);
  expect((await open(orders[12]?.reference ?? '', '203.0.113.1')).status).toBe(200);
}, 60_000);

/** An order that changes only when news of it comes. */
async function quietOrder(status: 'completed' | 'pending' = 'completed') {
  const order = await soldOrder([]);
  await app.pool.query('update "order" set status = $2 where id = $1', [order.id, status]);
  return order;
}

/** How many times a stream reported its order. */
const newsIn = ({ seen }: { seen: string[] }) => seen.join('').split('event: order').length - 1;

/** Calls `look` before each read of the application. The test's own statements do not pass here. */
function beforeEachLook(look: () => void) {
  const connect = app.pool.connect.bind(app.pool) as (...parts: unknown[]) => Promise<never>;
  return vi.spyOn(app.pool, 'connect').mockImplementation((async (...parts: unknown[]) => {
    if (parts.length === 0) look();
    return await connect(...parts);
  }) as never);
}

async function move({ id, store }: { id: string; store: string }, news = true): Promise<void> {
  await app.pool.query(`update "order" set note = 'withdrawn' where id = $1`, [id]);
  if (news) await app.pool.query(`select pg_notify('vitrine_orders', $1)`, [`${store}:${id}`]);
}

test('a live order that could not be read when it moved is read again at the next beat', async () => {
  const order = await quietOrder();
  const stream = await open(order.reference);
  await vi.waitFor(() => expect(newsIn(stream)).toBe(1), { timeout: 30_000 });
  await delay(300);
  let tries = 0;
  const away = beforeEachLook(() => {
    tries += 1;
    throw new Error('Connection terminated');
  });
  await move(order);
  await vi.waitFor(() => expect(tries).toBeGreaterThan(0), { timeout: 30_000 });
  away.mockRestore();
  await vi.waitFor(() => expect(newsIn(stream)).toBe(2), { timeout: 30_000 });
}, 30_000);

test('a live order that waits for its payment is read now and then even without news', async () => {
  const order = await quietOrder('pending');
  const stream = await open(order.reference);
  await vi.waitFor(() => expect(newsIn(stream)).toBe(1), { timeout: 30_000 });
  await delay(300);
  await move(order, false);
  await vi.waitFor(() => expect(newsIn(stream)).toBe(2), { timeout: 18_000 });
}, 30_000);

test('attack: news of one store is read in its own turns of the pool', async () => {
  const order = await quietOrder();
  const stream = await open(order.reference);
  await vi.waitFor(() => expect(newsIn(stream)).toBe(1), { timeout: 30_000 });
  await delay(300);
  const parties = new Set<string>();
  const looks = beforeEachLook(() => void parties.add(currentParty()));
  await move(order);
  await vi.waitFor(() => expect(newsIn(stream)).toBe(2), { timeout: 30_000 });
  looks.mockRestore();
  expect([...parties]).toEqual([order.store]);
}, 30_000);

test('after a restart of the database all live orders are read a few at a time', async () => {
  const orders = await Promise.all(Array.from({ length: 60 }, () => quietOrder()));
  const opened = await Promise.all(orders.map(({ reference }, n) => open(reference, `203.0.113.${n}`)));
  await vi.waitFor(() => expect(opened.map(newsIn)).toEqual(orders.map(() => 1)), { timeout: 30_000 });
  await delay(300);
  await Promise.all(orders.map((order) => move(order, false)));
  let waiting = 0;
  const looks = beforeEachLook(() => {
    waiting = Math.max(waiting, app.pool.waitingCount);
  });
  await app.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'vitrine-listener' and datname = current_database()`,
  );
  await vi.waitFor(() => expect(opened.map(newsIn)).toEqual(orders.map(() => 2)), { timeout: 30_000 });
  looks.mockRestore();
  // Connections that are being opened, and no further reads behind them.
  expect(waiting).toBeLessThan(9);
}, 60_000);
