import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { machineClock } from '../../sdk/src/game/clock.ts';
import { Deliveries } from '../../sdk/src/game/deliveries.ts';
import { Http } from '../../sdk/src/game/http.ts';
import { Journal } from '../../sdk/src/game/journal.ts';
import { Outbox } from '../../sdk/src/game/outbox.ts';
import { signAnswer, signWebhook } from '../../sdk/src/game/signatures.ts';
import { isSigned, webhook } from '../../sdk/src/game/webhook.ts';

/** What a hostile network, a second process and a careless owner do to the kit's client. */

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});
const journalFile = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-kit-'));
  closing.push(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'journal.jsonl');
};

it('a process whose journal another one opened begins nothing more', () => {
  const file = journalFile();
  const old = Journal.open(file);
  const next = Journal.open(file);
  const row = {
    state: 'done',
    at: 1,
    result: { id: 'a', attempt: 1, status: 'succeeded', code: 'ok', at: 1 },
  } as const;
  expect(() => old.put('a', row)).toThrow('another process');
  next.put('a', row);
  expect(Journal.open(file).get('a')).toMatchObject({ state: 'done' });
});

it('an unsigned word about the time ends no delivery and prolongs none', async () => {
  const time = { ...machineClock, now: () => 5_000_000 };
  const http = new Http({
    address: 'http://vitrine.test',
    token: 'token',
    clock: time,
    async send({ headers }) {
      const body = JSON.stringify({ success: true, now: 1000 });
      return { status: 200, body, signature: signAnswer('token', headers['X-Vitrine-Nonce'] ?? '', body) };
    },
  });
  expect(await http.post('sync', {})).toMatchObject({ answer: { now: 1000 } });
  const outbox = new Outbox();
  const deliveries = new Deliveries({
    journal: Journal.open(journalFile()),
    outbox,
    clock: machineClock,
    actions: { add_money: { online: true, offline: true, run: async () => ({ status: 'succeeded', code: 'ok' }) } },
    game: 'fivem',
    online: () => [],
    now: () => http.now(),
    latest: () => http.latest(),
    log: () => undefined,
    onResult: () => undefined,
  });
  const offer = (id: string, expires_at: number) =>
    deliveries.offer({
      id,
      attempt: 1,
      player: { city_id: '17' },
      action: 'add_money',
      args: { amount: 1 },
      expires_at,
    });
  // Sets the clock as unsigned errors could: first much later, then much earlier.
  http.offset = 9_000_000;
  offer('in-time', 1100);
  http.offset = -9_000_000;
  offer('too-late', 900);
  await expect.poll(() => deliveries.ids()).toEqual([]);
  expect(outbox.take(10).map(({ id, code }) => [id, code])).toEqual([
    ['in-time', 'ok'],
    ['too-late', 'expired'],
  ]);
});

it('an answer without an end is given up when it is longer than any answer of Vitrine', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200);
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536, ' ')));
    };
    response.on('drain', more);
    more();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const http = new Http({ address: url, token: 'token', clock: machineClock });
  expect(await http.post('hello', {})).toEqual({ failure: { status: 200, code: 'bad_signature' } });
}, 4000);

it.each(['', 'short'])('a webhook works with no secret like %j, because anybody could sign with it', (secret) => {
  expect(() => webhook({ url: 'http://127.0.0.1:1/', secret })).toThrow('secret');
  const time = String(Math.floor(Date.now() / 1000));
  const headers = {
    'x-vitrine-time': time,
    'idempotency-key': 'delivery-1',
    'x-vitrine-signature': signWebhook(secret, time, 'delivery-1', '{}'),
  };
  expect(() => isSigned(secret, headers, '{}')).toThrow('secret');
});
