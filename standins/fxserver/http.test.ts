import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestCity, testCity } from './testing.ts';

let web: Server;
let base: string;
let handler: (req: IncomingMessage, res: ServerResponse, body: string) => void;
let city: TestCity;

beforeAll(async () => {
  web = createServer(async (req, res) => {
    let body = '';
    for await (const chunk of req) body += chunk;
    handler(req, res, body);
  });
  await new Promise<void>((done) => void web.listen(0, '127.0.0.1', done));
  base = `http://loja.vitrine.localhost:${(web.address() as AddressInfo).port}`;
});
afterAll(() => {
  web.closeAllConnections();
  web.close();
});
beforeEach(async () => {
  city = await testCity({ httpPatienceMs: 200 });
});
afterEach(() => city.close());

/** status, body, headers and error data as the callback gets them. */
const request = (rest: string, path = '/') =>
  city.lua(`
    local s, b, h, e = PerformHttpRequestAwait('${base}${path}', ${rest})
    return { status = s, body = b or 'nil', headers = h, failure = e or 'nil' }`);

test('a name below localhost means this machine, and its Host header stays', async () => {
  handler = (req, res, body) => {
    res.setHeader('Set-Cookie', ['a=1', 'b=2']);
    res.end(`${req.method} ${req.headers.host} ${req.headers['x-a']} ${req.headers['user-agent']} ${body}`);
  };
  const answer = await request(`'POST', 'olá', { ['X-A'] = 'um' }`);
  expect(answer).toMatchObject({
    status: 200,
    body: `POST ${new URL(base).host} um FXServer/PerformHttpRequest olá`,
    headers: { 'Set-Cookie': ['a=1', 'b=2'] },
    failure: 'nil',
  });
});

test('from 400 on there is no body and no header, only "HTTP <code>: " and the text', async () => {
  handler = (_req, res) => res.writeHead(429, { 'Retry-After': '9' }).end('{"retry_after_ms":5}');
  expect(await request(`'GET'`)).toEqual({
    status: 429,
    body: 'nil',
    headers: [],
    failure: 'HTTP 429: {"retry_after_ms":5}',
  });
});

test('an empty 2xx body is an empty text', async () => {
  handler = (_req, res) => res.writeHead(204).end();
  expect(await request(`'GET'`)).toMatchObject({ status: 204, body: '', failure: 'nil' });
});

test('a redirect is followed only on request', async () => {
  handler = (req, res) =>
    req.url === '/' ? res.writeHead(302, { Location: '/b' }).end('indo') : res.end(`chegou ${req.headers['x-a']}`);
  expect(await request(`'GET', '', { ['X-A'] = '1' }, { followLocation = false }`)).toMatchObject({
    status: 302,
    body: 'indo',
  });
  expect(await request(`'GET', '', { ['X-A'] = '1' }`)).toMatchObject({ status: 200, body: 'chegou 1' });
});

test('a refused connection, an unknown name and a cut answer are status 0', async () => {
  handler = (_req, res) => {
    res.writeHead(200, { 'Content-Length': '100' });
    res.write('metade');
    setImmediate(() => res.destroy());
  };
  expect(await request(`'GET'`)).toMatchObject({
    status: 0,
    body: 'nil',
    headers: [],
    failure: expect.stringContaining('CURL error code'),
  });
  expect(await city.lua(`local s, b, h, e = PerformHttpRequestAwait('http://127.0.0.1:1/') return { s, e }`)).toEqual([
    0,
    "CURL error code 7 (Couldn't connect to server)",
  ]);
  expect(await city.lua(`local s, b, h, e = PerformHttpRequestAwait('http://nada.invalid/') return { s, e }`)).toEqual([
    0,
    "CURL error code 6 (Couldn't resolve host name)",
  ]);
});

test('a header that is no text refuses the call at once', async () => {
  handler = (_req, res) => res.end('never');
  expect(
    await city.lua(`
      local got
      PerformHttpRequest('${base}', function(...) got = { ... } end, 'GET', '', { ['X-N'] = 5 })
      return { got[1], got[4] }`),
  ).toEqual([0, 'Failure handling HTTP request']);
});

test('five seconds without a byte end a request, but not with a known length', async () => {
  let late: ServerResponse | undefined;
  handler = (req, res) => {
    late = res;
    if (req.url === '/lento') {
      res.writeHead(200, { 'Content-Length': '3' });
      res.flushHeaders();
    }
  };
  await city.lua(`
    Got = {}
    CreateThread(function() Got.silent = PerformHttpRequestAwait('${base}/mudo') end)
    CreateThread(function() Got.slow = { PerformHttpRequestAwait('${base}/lento') } end)`);
  await city.advance(4900);
  expect(await city.lua('return Got.silent or "open"')).toBe('open');
  await city.advance(60_000);
  expect(await city.lua('return { Got.silent, Got.slow or "open" }')).toEqual([0, 'open']);
  late?.end('fim');
  await city.settle();
  expect(await city.lua('return { Got.slow[1], Got.slow[2] }')).toEqual([200, 'fim']);
});

test('a body is cut at a NUL byte', async () => {
  handler = (_req, res, body) => res.end(`${body.length}`);
  expect(await request(`'POST', 'abc\\0def'`)).toMatchObject({ body: '3' });
});

test('a restarted resource hears nothing of its old requests', async () => {
  let answer: ServerResponse | undefined;
  handler = (_req, res) => {
    answer = res;
  };
  await city.lua(`PerformHttpRequest('${base}', function() print('late callback') end)`);
  await city.restartResource('basic');
  answer?.end('x');
  await city.settle();
  expect(city.consoleLines.join('\n')).not.toContain('late callback');
  expect(city.scriptErrors).toEqual([]);
});
