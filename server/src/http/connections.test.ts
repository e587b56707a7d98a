import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../test/app.ts';

let server: TestServer;
const sockets: Socket[] = [];
beforeEach(async () => {
  server = await startTestServer({ features: [] });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server.close();
});

/** A connection that has sent `begun` and goes on with a byte a second; `cut` is when the server ended it, in ms. */
async function slow(begun: string): Promise<{ socket: Socket; cut: Promise<number> }> {
  const { hostname, port } = new URL(server.address);
  const socket = connect(Number(port), hostname).on('error', () => {});
  sockets.push(socket);
  // Whoever gives way at once may be reset before it knows that it was connected.
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => {});
  const start = performance.now();
  socket.write(begun);
  const dripping = setInterval(() => socket.write('x'), 1000);
  socket.resume();
  // Not `once` of events: it ends in an error where the server resets, and being cut is what is waited for.
  const cut = new Promise<number>((resolve) => {
    socket.on('close', () => {
      clearInterval(dripping);
      resolve(performance.now() - start);
    });
  });
  return { socket, cut };
}

test('attack: whoever sends headers a byte a second is cut after 15 s, and a body a byte a second after 30 s', async () => {
  const headers = await slow('POST /v1/login HTTP/1.1\r\nhost: vitrine.localhost\r\nx-slow: ');
  const body = await slow(
    'POST /v1/login HTTP/1.1\r\nhost: vitrine.localhost\r\ncontent-type: application/json\r\ncontent-length: 200\r\n\r\n{"x":"',
  );
  expect(await headers.cut).toBeLessThan(18_000);
  expect(await body.cut).toBeLessThan(33_000);
}, 90_000);

test('attack: 500 connections of one address that ask nothing give way to one that does, and hold no more than their share', async () => {
  const opened = await Promise.all(Array.from({ length: 500 }, () => slow('GET / HTTP/1.1\r\n')));
  const open = () => opened.filter(({ socket }) => !socket.destroyed).length;
  await vi.waitFor(() => expect(open()).toBe(256), { timeout: 5000 });
  const answer = await fetch(`${server.address}/healthz`);
  expect(answer.status).toBe(200);
  // The answer may be here before the end of the connection that gave way to it.
  await vi.waitFor(() => expect(open()).toBe(255), { timeout: 5000 });
}, 30_000);
