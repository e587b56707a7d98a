import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../test/app.ts';
import { makeStore } from '../test/make.ts';
import { installPages } from './serve-pages.ts';

/**
 * A route that lets a shopper's or owner's text become markup. That markup must not run, because the policy allows
 * only what the renderer wrote. This replaces the web package's build; the mark is in each context.
 */
const FOREIGN = [
  '<script>foreign(1)</script>',
  '<SCRIPT type="module">foreign(2)</SCRIPT>',
  '<script nonce="">foreign(3)</script>',
  '<script nonce="guessed">foreign(4)</script>',
  '<script data-nonce="x">foreign(5)</script>',
  '<style>foreign{6}</style>',
  '<img src=x onerror="foreign(7)"><a href="javascript:foreign(8)">x</a>',
  '<p style="background:url(//evil.example)">x</p>',
].join('');
const OURS = 'ours(1)';
const STYLE = 'main{color:red}';

let folder: string;
let app: TestApp;
let host: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-pages-'));
  await mkdir(join(folder, 'server'));
  await mkdir(join(folder, 'client', 'assets'), { recursive: true });
  writeFileSync(
    join(folder, 'server', 'index.js'),
    `export const entry = { module: {
       makeContext: (parts) => parts,
       createRequestHandler: () => async (request, { mark }) => new Response(
         '<!DOCTYPE html><html lang="pt-BR"' + (request.url.includes('/login') ? '' : ' data-shop=""') + '><head>' +
         '<style nonce="' + mark + '">${STYLE}</style></head><body>' + ${JSON.stringify(FOREIGN.replaceAll('</', '<\\/'))}.replaceAll('<\\\\/', '</') +
         '<script type="application/ld+json">{"@type":"Product"}</script>' +
         '<script nonce="' + mark + '" type="module">${OURS}</script></body></html>',
         { headers: { 'content-type': 'text/html; charset=utf-8' } }) } };`,
  );
  app = await createTestApp({ features: [(scope, deps) => installPages(scope, deps, { buildDir: folder })] });
  const store = await makeStore(app.db, app.deps.config.secret);
  host = `${store.subdomain}.${app.deps.config.domain}`;
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
async function open(path: string, on = host) {
  const { headers, text } = await app.get(path, { headers: { host: on } });
  const rules = String(headers['content-security-policy'])
    .split('; ')
    .map((rule): [string, string] => [rule.split(' ', 1)[0] ?? '', rule.slice(rule.indexOf(' ') + 1)]);
  return { headers, text, policy: Object.fromEntries(rules) };
}

describe.each([
  ['a kept page', '/'],
  ['a page of one person', '/pedido/x'],
  ['a page that is not there', '/nada'],
])('%s', (_what, path) => {
  test('allows the renderer’s own script and style, and blocks a foreign one', async () => {
    const { policy, text } = await open(path);
    expect(text).toContain('foreign(1)');
    expect(policy['script-src']).toBe(`'self' ${hash(OURS)}`);
    expect(policy['style-src']).toBe(`'self' ${hash(STYLE)}`);
    expect(JSON.stringify(policy)).not.toMatch(/unsafe|nonce/);
  });

  test('removes the mark, so nobody can use it after the render', async () => {
    const [one, two] = [await open(path), await open(path)];
    expect(one.text).toContain(`<script type="module">${OURS}</script>`);
    expect(one.text).toContain(`<style>${STYLE}</style>`);
    expect(one.text).toBe(two.text);
  });

  test('lets no script turn text into markup, and asks browsers to report what they stopped', async () => {
    const { policy, headers } = await open(path);
    expect(policy['require-trusted-types-for']).toBe("'script'");
    // The one policy that gives the address of the shop's service worker.
    expect(policy['trusted-types']).toBe('vitrine-worker');
    expect(policy['worker-src']).toBe("'self'");
    expect(policy['report-uri']).toBe('/v1/reports');
    expect(policy['report-to']).toBe('vitrine');
    expect(headers['reporting-endpoints']).toBe('vitrine="/v1/reports"');
  });
});

test('the panel’s pages block a foreign script too; its libraries may set styles', async () => {
  const { policy } = await open('/login', app.deps.config.domain);
  expect(policy['script-src']).toBe(`'self' ${hash(OURS)}`);
  expect(policy['style-src']).toBe("'self' 'unsafe-inline'");
  expect(policy['worker-src']).toBe("'self'");
});

test('the front page of the panel’s host is a document of the shop kind', async () => {
  const { policy } = await open('/', app.deps.config.domain);
  expect(policy['style-src']).toBe(`'self' ${hash(STYLE)}`);
  expect(policy['trusted-types']).toBe("'none'");
  expect(policy['worker-src']).toBeUndefined();
});
