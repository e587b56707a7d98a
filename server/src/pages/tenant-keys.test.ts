import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { isReservedSubdomain } from '../features/stores/subdomain.ts';
import { createTestApp } from '../test/app.ts';
import { makeStore } from '../test/make.ts';
import { webBuild } from '../test/web-build.ts';
import { installPages } from './serve-pages.ts';
import { rememberTenants } from './tenants.ts';

/**
 * Strangers choose the names of stores. No name may give a store's pages the place of another tenant's in the page
 * cache: a store named like a word of the code once replaced the panel's home page.
 */

/** Every quoted word in the files that turn hosts into kept pages, because one of them may be a key. */
const internalWords = [
  ...new Set(
    ['tenants.ts', 'page-cache.ts', 'serve-pages.ts', 'public-files.ts'].flatMap((file) =>
      [
        ...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(
          /['"`]([a-z0-9](?:[a-z0-9-]*[a-z0-9])?)['"`]/g,
        ),
      ].map(([, word]) => word as string),
    ),
  ),
];

/** Pages that a store's host must never get from the panel, and the panel never from a store. */
const PATHS = [
  '/',
  '/robots.txt',
  '/sitemap.xml',
  '/favicon.ico',
  '/login',
  '/registrar',
  '/dashboard',
  '/profile',
  '/config',
  '/checkout',
  '/store',
  '/manifest.webmanifest',
  '/share/store.png',
];

interface Page {
  status: number;
  body: string;
}
type Pages = Record<string, Page>;

function open(port: number, host: string, path: string): Promise<Page> {
  return new Promise((settle, reject) => {
    request({ port, host: '127.0.0.1', path, headers: { host } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        settle({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString('latin1') }),
      );
    })
      .on('error', reject)
      .end();
  });
}

async function openAll(port: number, host: string): Promise<Pages> {
  const pages: Pages = {};
  for (const path of PATHS) pages[path] = await open(port, host, path);
  return pages;
}

/** A process with an empty page cache and a store of this name, as if it were older than the reserved name. */
async function inNewProcess<T>(subdomain: string, work: (port: number, domain: string) => Promise<T>): Promise<T> {
  const app = await createTestApp({
    features: [(scope, deps) => installPages(scope, deps, { buildDir: webBuild() })],
  });
  try {
    const { id } = await makeStore(app.db, app.deps.config.secret, { name: 'Cidade Impostora' });
    await app.db.updateTable('store').set({ subdomain }).where('id', '=', id).execute();
    await app.app.listen({ host: '127.0.0.1', port: 0 });
    return await work((app.app.server.address() as AddressInfo).port, app.deps.config.domain);
  } finally {
    await app.close();
  }
}

let panel: Pages;
let nobody: Pages;

beforeAll(async () => {
  [panel, nobody] = await inNewProcess('cidade-impostora', async (port, domain) => [
    await openAll(port, domain),
    await openAll(port, `ninguem-aqui.${domain}`),
  ]);
});

test('the words of the code are found, and no new store can have the word of a tenant', () => {
  expect(internalWords).toEqual(expect.arrayContaining(['apex', 'unknown', 'store']));
  expect(['apex', 'unknown', 'store', 'tenant', 'platform'].filter((word) => !isReservedSubdomain(word))).toEqual([]);
});

test.each(internalWords)('a store named "%s" that is visited first changes no byte of the panel', async (word) => {
  await inNewProcess(word, async (port, domain) => {
    const shop = await openAll(port, `${word}.${domain}`);
    expect(shop['/']?.body).toContain('Cidade Impostora');
    expect(await openAll(port, domain)).toEqual(panel);
    expect(await openAll(port, `ninguem-aqui.${domain}`)).toEqual(nobody);
    // After the panel's pages are kept, the shop still shows its own page and none of the panel.
    expect(await openAll(port, `${word}.${domain}`)).toEqual(shop);
    expect([shop['/dashboard']?.status, shop['/checkout']?.status]).toEqual([302, 200]);
  });
});

test('tenants of different kinds, and different stores, never share a key', async () => {
  const app = await createTestApp({ features: [] });
  try {
    const { domain } = app.deps.config;
    const tenants = rememberTenants(app.deps);
    const names = [...internalWords, ...Array.from({ length: 60 }, randomName)];
    const keys = new Map<string, string>();
    const claim = (key: string, whose: string) => {
      expect(keys.get(key) ?? whose, key).toBe(whose);
      keys.set(key, whose);
    };
    claim((await tenants.find(domain)).key, 'the panel');
    claim((await tenants.find(`ninguem.${domain}`)).key, 'nobody');
    claim((await tenants.find('example.com')).key, 'nobody');
    for (const name of new Set(names)) {
      const { id } = await makeStore(app.db, app.deps.config.secret);
      await app.db.updateTable('store').set({ subdomain: name }).where('id', '=', id).execute();
      const host = await tenants.find(`${name}.${domain}`);
      expect(host.tenant.kind, name).toBe('store');
      claim(host.key, `the store ${id}`);
      claim((await tenants.find(`${name.toUpperCase()}.${domain}.:80`)).key, `the store ${id}`);
    }
  } finally {
    await app.close();
  }
});

/** A possible name of a store: 3 to 40 letters, digits and hyphens. */
function randomName(): string {
  const signs = 'abcdefghijklmnopqrstuvwxyz0123456789-';
  const inner = Array.from({ length: 1 + randomInt(38) }, () => signs[randomInt(signs.length)]).join('');
  return `${signs[randomInt(36)]}${inner}${signs[randomInt(36)]}`;
}
