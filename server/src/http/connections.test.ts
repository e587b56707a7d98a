import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../test/app.ts';
import { createConnectionLimits } from './connections.ts';

let server: TestServer;
const sockets: Socket[] = [];
beforeEach(async () => {
  server = await startTestServer({ features: [] });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server.close();
});

/** A connection that has sent `begun` and then sends a byte a second. `cut` is when the server ended it, in ms. */
async function slow(begun: string): Promise<{ socket: Socket; cut: Promise<number> }> {
  const { hostname, port } = new URL(server.address);
  const socket = connect(Number(port), hostname).on('error', () => {});
  sockets.push(socket);
  // The server may reset a connection before the client knows that it was connected.
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => {});
  const start = performance.now();
  socket.write(begun);
  const dripping = setInterval(() => socket.write('x'), 1000);
  socket.resume();
  // Not `once` of events, which fails when the server resets: here a reset is the expected end.
  const cut = new Promise<number>((resolve) => {
    socket.on('close', () => {
      clearInterval(dripping);
      resolve(performance.now() - start);
    });
  });
  return { socket, cut };
}

test('attack: a sender of one byte a second is cut, in headers earlier than in a body', async () => {
  const headers = await slow('POST /v1/login HTTP/1.1\r\nhost: vitrine.localhost\r\nx-slow: ');
  const body = await slow(
    'POST /v1/login HTTP/1.1\r\nhost: vitrine.localhost\r\ncontent-type: application/json\r\ncontent-length: 200\r\n\r\n{"x":"',
  );
  const [first, second] = await Promise.all([headers.cut, body.cut]);
  expect(first).toBeGreaterThan(14_000);
  expect(second).toBeGreaterThan(first + 5000);
}, 180_000);

test('attack: 500 silent connections of one address give way to one that asks, and never exceed their share', async () => {
  const opened = await Promise.all(Array.from({ length: 500 }, () => slow('GET / HTTP/1.1\r\n')));
  const open = () => opened.filter(({ socket }) => !socket.destroyed).length;
  await vi.waitFor(() => expect(open()).toBe(256), { timeout: 30_000 });
  const answer = await fetch(`${server.address}/healthz`);
  expect(answer.status).toBe(200);
  // The answer may arrive before the other connection has ended.
  await vi.waitFor(() => expect(open()).toBe(255), { timeout: 30_000 });
}, 30_000);

/**
 * A server that never answers `/held` and answers `/big` with 8 MB. One sender may have four connections, and all
 * senders eight.
 */
async function small(
  slowest = { graceMs: 30_000, bytesPerSecond: 4096 },
): Promise<{ small: Server; open: typeof ask }> {
  const big = Buffer.alloc(8 * 1024 * 1024);
  const small = createServer((request, response) => {
    if (request.url === '/big') response.end(big);
    else if (request.url !== '/held') response.end('ok');
  });
  small.on('checkContinue', () => {});
  small.keepAliveTimeout = 60_000;
  createConnectionLimits({ behindProxy: false, perSender: 4, most: 8, slowest }).watch(small);
  await once(small.listen(0, '127.0.0.1'), 'listening');
  const { port } = small.address() as AddressInfo;
  /** A connection of a sender. With a path it has sent a request, otherwise it has only connected. */
  async function ask(sender: string, path?: string, headers = ''): Promise<Socket> {
    const socket = connect({ port, host: '127.0.0.1', localAddress: sender }).on('error', () => {});
    sockets.push(socket);
    await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => {});
    if (path) socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n${headers}\r\n`);
    if (path === '/') await Promise.race([once(socket, 'data'), once(socket, 'close')]);
    // Bytes that have arrived but are not read yet count as no request.
    else if (path) await delay(50);
    if (path !== '/big') socket.resume();
    return socket;
  }
  return { small, open: ask };
}
const isOpen = async (socket: Socket) => {
  await delay(100);
  return !socket.destroyed;
};

test('attack: idle connections give way to the next one, the longest idle first', async () => {
  const { small: server, open } = await small();
  const idle: Socket[] = [];
  for (let n = 0; n < 3; n += 1) idle.push(await open('127.0.0.2', '/'));
  const held = await open('127.0.0.2', '/held');
  const next = await open('127.0.0.2', '/');
  expect(await isOpen(next)).toBe(true);
  expect(await Promise.all([...idle, held].map(isOpen))).toEqual([false, true, true, true]);
  server.close();
});

test('attack: in a full process idle connections of one sender give way to everybody, and held answers never do', async () => {
  const { small: server, open } = await small();
  const held = [];
  for (const sender of ['127.0.0.3', '127.0.0.4']) held.push(await open(sender, '/held'), await open(sender, '/held'));
  const idle = [];
  for (let n = 0; n < 3; n += 1) idle.push(await open('127.0.0.5', '/'));
  const other = await open('127.0.0.6', '/');
  const shoppers = [];
  for (let n = 0; n < 3; n += 1) shoppers.push(await open(`127.0.0.${10 + n}`, '/held'));
  expect(await Promise.all([...shoppers, ...held].map(isOpen))).toEqual(Array(7).fill(true));
  // the sender with most of them loses one first; if all have one, the oldest goes
  expect((await Promise.all([...idle, other].map(isOpen))).filter(Boolean)).toHaveLength(1);
  server.close();
});

test('a request that asks whether its body is wanted is no silent connection', async () => {
  const { small: server, open } = await small();
  const asked = await open('127.0.0.7', '/held', 'content-length: 5\r\nexpect: 100-continue\r\n');
  for (let n = 0; n < 6; n += 1) await open('127.0.0.7');
  expect(await isOpen(asked)).toBe(true);
  server.close();
});

test('attack: a reader slower than any mobile line is cut, and a steady reader gets the whole answer', async () => {
  const { small: server, open } = await small({ graceMs: 500, bytesPerSecond: 4 * 1024 * 1024 });
  const slow = await open('127.0.0.8', '/big');
  const steady = await open('127.0.0.9', '/big');
  const sip = setInterval(() => slow.read(1000), 100);
  let taken = 0;
  steady.on('data', (bytes: Buffer) => {
    taken += bytes.length;
  });
  await vi.waitFor(() => expect(taken).toBeGreaterThan(8 * 1024 * 1024), { timeout: 30_000 });
  await vi.waitFor(async () => expect(await connectionsOf(server)).toBe(1), { timeout: 30_000 });
  expect(steady.destroyed).toBe(false);
  clearInterval(sip);
  server.close();
}, 30_000);
const connectionsOf = (server: Server) =>
  new Promise<number>((resolve, reject) =>
    server.getConnections((error, open) => (error ? reject(error) : resolve(open))),
  );
