import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { makeStore } from '../../test/make.ts';
import { makeSold } from '../../test/make-fulfilment.ts';

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

/** A paid order that waits for its player: live pages look at it again and again. */
async function soldOrder(): Promise<{ id: string; reference: string; store: string }> {
  const store = await makeStore(app.db, app.deps.config.secret);
  const action = { target: 'fivem', type: 'add_money', phase: 'confirmation', account: 'bank', amount: 10 };
  const { id } = await makeSold(app.db, store.id, { items: [{ actions: [action as never] }] });
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

test('attack: a sixth stream of one order is refused, whoever asks, and one that ends makes room', async () => {
  const { reference } = await soldOrder();
  const five = await Promise.all([1, 2, 3, 4, 5].map((n) => open(reference, `203.0.113.${n}`)));
  expect(five.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const sixth = await open(reference, '203.0.113.9');
  expect(sixth).toMatchObject({ status: 429, retryAfter: '10' });
  five[0]?.close();
  await vi.waitFor(async () => expect((await open(reference, '203.0.113.9')).status).toBe(200), { timeout: 5000 });
});

test('attack: five who watch one order cost the database one look, and all five see what moves', async () => {
  const { id, reference, store } = await soldOrder();
  let looks = 0;
  const one = await open(reference);
  await vi.waitFor(() => expect(one.seen.join('')).toContain('event: order'), { timeout: 5000 });
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
  expect(looks).toBeLessThanOrEqual(alone + 1);

  await app.pool.query(`update "order" set note = 'withdrawn' where id = $1`, [id]);
  await app.pool.query(`select pg_notify('vitrine_orders', $1)`, [`${store}:${id}`]);
  await vi.waitFor(
    () => {
      for (const { seen } of [one, ...others]) expect(seen.join('').split('event: order').length).toBeGreaterThan(2);
    },
    { timeout: 5000 },
  );
}, 60_000);

test('attack: 60 streams of one network of IPv6 addresses are 50, and another sender opens his', async () => {
  const orders = await Promise.all(Array.from({ length: 13 }, soldOrder));
  const opened = await Promise.all(
    Array.from({ length: 60 }, (_, n) => open(orders[n % 13]?.reference ?? '', `2001:db8:7:7::${n.toString(16)}`)),
  );
  expect(opened.filter(({ status }) => status === 200)).toHaveLength(50);
  expect((await open(orders[12]?.reference ?? '', '203.0.113.1')).status).toBe(200);
}, 60_000);
