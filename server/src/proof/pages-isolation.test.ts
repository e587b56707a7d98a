import { randomInt } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { features } from '../features.ts';
import { installPages } from '../pages/serve-pages.ts';
import { createTestApp, type TestApp } from '../test/app.ts';
import { makeProduct } from '../test/make-catalog.ts';
import { webBuild } from '../test/web-build.ts';
import { makeSide, type Side } from './world.ts';

/** Two stores share one page cache: whatever a request says about its host, no byte of the other store comes back. */

const REQUESTS = 10_000;
const AT_ONCE = 64;
const visits: string[] = [];

interface Shop extends Side {
  /** A word in every text of its pages. */
  mark: string;
  shown: string;
}

let app: TestApp;
let port: number;
let shops: [Shop, Shop];

async function makeShop(name: string, mark: string): Promise<Shop> {
  const side = await makeSide(app.db, app.deps.config.secret, `${name} ${mark}`);
  const shown = await makeProduct(app.db, side.store.id, {
    categoryId: side.category,
    name: `Produto ${mark}`,
    description: `Só em ${mark}`,
  });
  await app.db
    .updateTable('category')
    .set({ name: `Prateleira ${mark}` })
    .where('id', '=', side.category)
    .execute();
  await app.db
    .updateTable('store')
    .set({
      description: `A loja ${mark}`,
      legal: JSON.stringify({ name: `Razão ${mark}`, terms: `Termos ${mark}`, privacy: `Dados ${mark}` }),
    })
    .where('id', '=', side.store.id)
    .execute();
  await app.db
    .updateTable('order')
    .set({ customer_name: `Compra ${mark}` })
    .where('id', '=', side.order)
    .execute();
  return { ...side, mark, shown };
}

beforeAll(async () => {
  app = await createTestApp({
    features: [
      ...features,
      (scope, deps) => installPages(scope, deps, { buildDir: webBuild(), onVisit: (store) => visits.push(store) }),
    ],
  });
  shops = [await makeShop('Cidade Alta', 'quaraçu'), await makeShop('Cidade Baixa', 'xiririca')];
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

/** Sends bytes as they are from one of many addresses, and reads the answer to its end. */
async function send(bytes: string): Promise<{ status: number; text: string }> {
  const answer = await new Promise<Buffer>((settle, reject) => {
    const chunks: Buffer[] = [];
    const localAddress = `127.0.${randomInt(250)}.${1 + randomInt(250)}`;
    const socket = connect({ port, host: '127.0.0.1', localAddress }, () => socket.write(bytes));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('end', () => settle(Buffer.concat(chunks)));
  });
  const end = answer.indexOf('\r\n\r\n');
  const head = answer.toString('latin1', 0, end);
  const body = answer.subarray(end + 4);
  const packed = body.length > 0 && /content-encoding: gzip/i.test(head);
  const text = `${head}\n${(packed ? gunzipSync(body) : body).toString('utf8')}`;
  return { status: Number(head.split(' ', 2)[1]), text };
}

const pick = <T>(from: readonly T[]): T => from[randomInt(from.length)] as T;

const kept = [
  '/',
  '/store',
  '/checkout',
  '/termos',
  '/privacidade',
  '/robots.txt',
  '/sitemap.xml',
  '/manifest.webmanifest',
];

/** Every public route, with things of both stores. */
function pathsOf(own: Shop, foreign: Shop): string[] {
  const things = [own, foreign].flatMap(({ shown, product, category, reference, image }) => [
    `/categorias/${category}`,
    `/products/${shown}`,
    `/products/${product}`,
    `/buy?product=${shown}&quantity=2`,
    `/share/product/${shown}.png`,
    `/pedido/${reference}`,
    `/checkout/pix/${reference}`,
    `/checkout/success?external_reference=${reference}`,
    `/images/${image}/640.webp`,
  ]);
  return [
    ...['/', '/store', '/checkout', '/checkout/error', '/termos', '/privacidade', '/nada', '/login', '/dashboard'],
    ...['/robots.txt', '/sitemap.xml', '/manifest.webmanifest', '/favicon.ico', '/share/store.png'],
    ...['/?store=outra', '/products/', '//', '/%2e%2e/', '/index.html', '/__manifest', '/_root.data', '/checkout.data'],
    ...things,
  ];
}
/** Requests that the API answers. On the apex an id alone names a public thing, so these go only to hosts of stores. */
const callsOf = ({ shown, reference }: Shop) => [
  `GET /v1/products/${shown}`,
  `GET /v1/order/${reference}`,
  'POST /v1/products',
  'POST /v1/categories',
];

/** One request as bytes, with the store whose answer it may get. */
function request(): { bytes: string; owner: Shop | undefined } {
  const [own, foreign] = pick([shops, [shops[1], shops[0]] as const]);
  const domain = app.deps.config.domain;
  const [mine, theirs] = [own, foreign].map(({ store }) => `${store.subdomain}.${domain}`) as [string, string];
  // Mostly kept pages, because rendering the others each time would measure the renderer.
  const path = pick(pick([kept, kept, kept, kept, kept, pathsOf(own, foreign)]));
  const [how, owner, target, ...headers] = pick<[string, Shop | undefined, string, ...string[]]>([
    ['plain', own, path, `Host: ${mine}`],
    ['port', own, path, `Host: ${mine}:${port}`],
    ['dot', own, path, `Host: ${mine}.`],
    ['case', own, path, `Host: ${mine.toUpperCase()}`],
    ['forwarded', own, path, `Host: ${mine}`, `X-Forwarded-Host: ${theirs}`, `Forwarded: host=${theirs}`],
    ['rewritten', own, path, `Host: ${mine}`, `X-Original-URL: http://${theirs}/`, `X-Rewrite-URL: /`],
    ['session', own, path, `Host: ${mine}`, `Authorization: Bearer ${foreign.store.token}`, 'Cookie: store=outra'],
    ['named', own, path, `Host: ${mine}`, `X-Store: ${foreign.store.subdomain}`],
    ['two hosts', own, path, `Host: ${mine}`, `Host: ${theirs}`],
    ['absolute', own, `http://${theirs}${path}`, `Host: ${mine}`],
    ['call', own, pick(callsOf(pick([own, foreign]))), `Host: ${mine}`],
    ['apex', undefined, path, `Host: ${domain}`],
    ['userinfo', undefined, path, `Host: ${mine}@${theirs}`],
    ['evil', undefined, path, `Host: ${mine}.evil.example`],
    ['below', undefined, path, `Host: www.${mine}`],
    ['address', undefined, path, `Host: 127.0.0.1:${port}`],
  ]);
  const [method, url] =
    how === 'call' ? (target.split(' ') as [string, string]) : [pick(['GET', 'GET', 'HEAD']), target];
  const body = method === 'POST' ? '{}' : '';
  const bytes = [
    `${method} ${url} HTTP/1.1`,
    ...headers,
    `User-Agent: ${pick(['Mozilla/5.0', 'a-bot'])}`,
    ...pick([[], ['Accept-Encoding: gzip']]),
    ...(body && ['Content-Type: application/json', `Content-Length: ${body.length}`]),
    'Connection: close',
    '',
    body,
  ].join('\r\n');
  return { bytes, owner };
}

test(`${REQUESTS} mixed requests, and no byte of the other store`, { timeout: 300_000 }, async () => {
  const statuses: Record<number, number> = {};
  const leaks: string[] = [];
  const faults: string[] = [];
  let own = 0;
  let left = REQUESTS;
  const client = async () => {
    while (left > 0) {
      left -= 1;
      const { bytes, owner } = request();
      const { status, text } = await send(bytes);
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status >= 500) faults.push(bytes);
      for (const shop of shops) {
        if (!text.includes(shop.mark)) continue;
        if (shop === owner) own += 1;
        else leaks.push(`${bytes}\n→ ${status} with ${shop.mark}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  console.info('answers by status', statuses, `with the asked store in them: ${own}`);
  expect(leaks).toEqual([]);
  expect(own).toBeGreaterThan(REQUESTS / 5);
  expect(faults).toEqual([]);
});

test('visits are counted in memory: a thousand kept pages ask the database nothing', {
  timeout: 60_000,
}, async () => {
  const [{ store, shown }] = shops;
  const get = (path: string, agent: string) =>
    send(
      `GET ${path} HTTP/1.1\r\nHost: ${store.subdomain}.${app.deps.config.domain}\r\nUser-Agent: ${agent}\r\nConnection: close\r\n\r\n`,
    );
  await Promise.all(['/', `/products/${shown}`].map((path) => get(path, 'a-bot')));
  visits.length = 0;
  let asked = 0;
  const count = () => {
    asked += 1;
  };
  app.pool.on('acquire', count);
  let left = 1000;
  const visitor = async () => {
    while (left > 0) {
      left -= 1;
      expect((await get(left % 2 ? '/' : `/products/${shown}`, 'Mozilla/5.0')).status).toBe(200);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, visitor));
  app.pool.off('acquire', count);
  expect(asked).toBe(0);
  // only the store is counted, and nothing about the visitor
  expect(visits).toEqual(Array.from({ length: 1000 }, () => store.id));
});
