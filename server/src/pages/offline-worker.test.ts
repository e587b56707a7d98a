import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StorefrontStore } from '@vitrine/contract/pages';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../test/app.ts';
import { makeStore } from '../test/make.ts';
import { offlineWorker } from './offline-worker.ts';
import { installPages } from './serve-pages.ts';

let folder: string;
let app: TestApp;
let host: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-worker-'));
  mkdirSync(join(folder, 'server'));
  mkdirSync(join(folder, 'client', 'assets'), { recursive: true });
  writeFileSync(join(folder, 'client', 'service-worker.js'), 'const version = `__VERSION__`;');
  writeFileSync(join(folder, 'client', 'panel-worker.js'), 'const panel = 1;');
  writeFileSync(
    join(folder, 'server', 'index.js'),
    `export const entry = { module: {
       makeContext: () => ({}),
       createRequestHandler: () => async () => new Response('', { status: 404 }) } };`,
  );
  app = await createTestApp({ features: [(scope, deps) => installPages(scope, deps, { buildDir: folder })] });
  const store = await makeStore(app.db, app.deps.config.secret);
  host = `${store.subdomain}.${app.deps.config.domain}`;
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const ask = async (on = host) => await app.get('/sw.js', { headers: { host: on } });

test('a shop has a service worker, which may ask its own host only and is asked for anew at each visit', async () => {
  const { status, headers, text } = await ask();
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect(headers['cache-control']).toBe('no-cache');
  expect(headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'");
  expect(text).toMatch(/^const version = `[\w-]{22}`;$/);
});

test('the panel has a service worker of its own, which may ask nobody; an unknown host has no service worker', async () => {
  const { status, headers, text } = await ask(app.deps.config.domain);
  expect(status).toBe(200);
  expect(text).toBe('const panel = 1;');
  expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect(headers['cache-control']).toBe('no-cache');
  expect(headers['content-security-policy']).toBe("default-src 'none'");
  expect((await ask(`ninguem.${app.deps.config.domain}`)).status).toBe(404);
});

test('the worker changes with a release or a change of the shop, and stays the same when the city comes online', () => {
  const source = Buffer.from('const version = `__VERSION__`;');
  const shop = { id: '1', name: 'Cidade', server: { online: false, players: null, city: true } } as StorefrontStore;
  const textOf = (build: string, store: StorefrontStore, offline = true) =>
    offlineWorker({ source, build, store, offline }).body.toString();
  const text = textOf('one', shop);
  expect(textOf('one', { ...shop, server: { online: true, players: 5, city: true } })).toBe(text);
  expect(textOf('two', shop)).not.toBe(text);
  expect(textOf('one', { ...shop, name: 'Outra cidade' })).not.toBe(text);
  // Withdrawn, it removes what it kept and itself.
  expect(textOf('one', shop, false)).toMatch(/caches\.delete.*registration\.unregister/s);
});
