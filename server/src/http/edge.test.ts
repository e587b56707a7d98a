import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { features } from '../features.ts';
import { installPages } from '../pages/serve-pages.ts';
import { createTestApp, type TestApp } from '../test/app.ts';
import { type MadeStore, makeStore } from '../test/make.ts';
import { makeProduct } from '../test/make-catalog.ts';
import { webBuild } from '../test/web-build.ts';

/** Requests that no client library sends: hand-written bytes to a real port. */

let app: TestApp;
let store: MadeStore;
let other: MadeStore;
let port: number;
beforeAll(async () => {
  app = await createTestApp({
    features: [...features, (scope, deps) => installPages(scope, deps, { buildDir: webBuild() })],
  });
  store = await makeStore(app.db, app.deps.config.secret, { name: 'Cidade Alta' });
  other = await makeStore(app.db, app.deps.config.secret, { name: 'Cidade Baixa' });
  await makeProduct(app.db, store.id);
  await makeProduct(app.db, other.id);
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());
const hostOf = ({ subdomain }: MadeStore) => `${subdomain}.${app.deps.config.domain}`;

/** Sends lines, and then the body once the answer matches `when`. Resolves with everything that came until the end. */
async function talk(lines: string[], body = '', when?: RegExp): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let seen = '';
  let sent = when === undefined;
  socket.setEncoding('utf8');
  socket.on('data', (chunk) => {
    seen += chunk;
    if (!sent && when?.test(seen)) {
      sent = true;
      socket.write(body);
    }
  });
  socket.on('error', () => {});
  socket.write(`${lines.join('\r\n')}\r\n\r\n${when ? '' : body}`);
  await Promise.race([once(socket, 'close'), new Promise((resolve) => setTimeout(resolve, 1500))]);
  socket.destroy();
  return seen;
}
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);

describe('a request names one host and one caller', () => {
  test('a request with two Host headers gets no page, not even a kept one', async () => {
    const page = await talk(['GET / HTTP/1.1', `Host: ${hostOf(store)}`, 'Connection: close']);
    expect(page).toContain('Cidade Alta');
    for (const [one, two] of [
      [store, other],
      [other, store],
      [store, store],
    ] as const) {
      for (const second of ['Host', 'host', 'HOST']) {
        const lines = ['GET / HTTP/1.1', `Host: ${hostOf(one)}`, `${second}: ${hostOf(two)}`, 'Connection: close'];
        const answer = await talk(lines);
        expect(statusOf(answer)).toBe(400);
        expect(answer).toContain('"code":"invalid_request"');
        expect(answer.toLowerCase()).toContain('x-content-type-options: nosniff');
        expect(answer).not.toContain('Cidade');
      }
    }
  });

  test('a request with two Host or Authorization headers gets no answer of the API', async () => {
    const ask = (...headers: string[]) => talk(['GET /v1/profile HTTP/1.1', ...headers, 'Connection: close']);
    const host = `Host: ${app.deps.config.domain}`;
    const mine = `Authorization: Bearer ${store.token}`;
    expect(statusOf(await ask(host, mine))).toBe(200);
    expect(statusOf(await ask(host, host, mine))).toBe(400);
    expect(statusOf(await ask(host, mine, mine))).toBe(400);
    expect(statusOf(await ask(host, mine, `AUTHORIZATION: Bearer ${other.token}`))).toBe(400);
    expect(statusOf(await ask(host, 'Authorization: Basic x', 'X-Between: 1', mine))).toBe(400);
    expect(statusOf(await ask(mine))).toBe(400);
  });
});

describe('Expect: 100-continue', () => {
  const post = (length: string, ...more: string[]) => [
    'POST /v1/login HTTP/1.1',
    `Host: ${app.deps.config.domain}`,
    'Content-Type: application/json',
    length,
    'Expect: 100-continue',
    'Connection: close',
    ...more,
  ];

  test('a body above the limit is refused before it is sent', async () => {
    const answer = await talk(post('Content-Length: 10000000'));
    expect(statusOf(answer)).toBe(413);
    expect(answer).toContain('"code":"payload_too_large"');
    expect(answer).not.toContain('100 Continue');
    expect(answer.toLowerCase()).toContain('connection: close');
  });

  test('a small body is asked for and read, also from a client that does not wait', async () => {
    const body = '{"email":"ninguem@exemplo.com","password":"Errada-Mesmo-7"}';
    const waited = await talk(post(`Content-Length: ${body.length}`), body, /100 Continue/);
    expect(statusOf(waited)).toBe(100);
    expect(waited).toContain('HTTP/1.1 401');
    const hasty = await talk(post(`Content-Length: ${body.length}`), body);
    expect(hasty).toContain('HTTP/1.1 401');
    const chunked = await talk(
      post('Transfer-Encoding: chunked'),
      `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
      /100 Continue/,
    );
    expect(chunked).toContain('HTTP/1.1 401');
  });

  test('a body in chunks without a length ends at the limit', async () => {
    const chunk = `40000\r\n${'x'.repeat(0x40000)}\r\n`;
    const answer = await talk(post('Transfer-Encoding: chunked'), chunk + chunk, /100 Continue/);
    expect(answer).toContain('HTTP/1.1 413');
  });

  test('a picture below its own limit is asked for, and a larger one is not', async () => {
    const upload = (length: number) =>
      talk([
        'POST /v1/image HTTP/1.1',
        `Host: ${app.deps.config.domain}`,
        `Authorization: Bearer ${store.token}`,
        `X-Store: ${store.subdomain}`,
        'Content-Type: multipart/form-data; boundary=x',
        `Content-Length: ${length}`,
        'Expect: 100-continue',
        'Connection: close',
      ]);
    expect(statusOf(await upload(3_000_000))).toBe(100);
    expect(statusOf(await upload(50_000_000))).toBe(413);
  });

  test('a page never asks for a body, and two headers of one name are refused here too', async () => {
    const lines = ['Content-Length: 5', 'Expect: 100-continue', 'Connection: close'];
    expect(await talk(['GET / HTTP/1.1', `Host: ${hostOf(store)}`, ...lines])).toContain('HTTP/1.1 200');
    expect(statusOf(await talk(post('Content-Length: 2', `Host: ${hostOf(other)}`)))).toBe(400);
  });

  test('any other expectation is refused', async () => {
    const lines = ['GET / HTTP/1.1', `Host: ${hostOf(store)}`, 'Expect: a-miracle', 'Connection: close'];
    const answer = await talk(lines);
    expect(statusOf(answer)).toBe(417);
    expect(answer.toLowerCase()).toContain('x-content-type-options: nosniff');
  });
});
