import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../test/app.ts';
import { webBuild } from '../test/web-build.ts';
import { installPages } from './serve-pages.ts';

/** The platform's own public pages: what they say of the operator, and of the plans. */

const EVIL = '</script><script>alert(1)</script>"><img src=x onerror=alert(2)>';
const TERMS = `# Quem <b>somos</b>\n\n${EVIL}\n\nUma linha.\nOutra linha.`;

const open: TestApp[] = [];
let folder: string;
let named: TestApp;
let silent: TestApp;
async function start(env: Record<string, string>): Promise<TestApp> {
  const app = await createTestApp({
    env,
    features: [(scope, deps) => installPages(scope, deps, { buildDir: webBuild() })],
  });
  open.push(app);
  return app;
}
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-platform-'));
  const terms = join(folder, 'terms.txt');
  writeFileSync(terms, TERMS);
  named = await start({
    VITRINE_PUBLIC_URL: 'https://vitrine.localhost',
    VITRINE_OPERATOR_NAME: `Vitrine ${EVIL}`,
    VITRINE_OPERATOR_DOCUMENT: '11222333000181',
    VITRINE_OPERATOR_ADDRESS: `Rua ${EVIL}`,
    VITRINE_OPERATOR_CONTACT: 'https://vitrine.example/contato?a="><script>alert(3)</script>',
    VITRINE_OPERATOR_TERMS: terms,
  });
  silent = await start({});
});
afterAll(async () => {
  await Promise.all(open.map((app) => app.close()));
  rmSync(folder, { recursive: true, force: true });
});

const jsonLdOf = (html: string) => /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1];
const attack = /<script>alert|<img src=x|<b>/;

test.each(['/', '/termos', '/seguranca'])(
  '%s names the operator, and no text of the operator becomes markup',
  async (path) => {
    const { status, text } = await named.get(path);
    expect(status).toBe(200);
    expect(text).not.toMatch(attack);
    expect(text).toContain('CNPJ<!-- --> <!-- -->11.222.333/0001-81');
    expect(text).toContain('Vitrine &lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(text).toContain('href="https://vitrine.example/contato?a=&quot;&gt;&lt;script&gt;alert(3)&lt;/script&gt;"');
    expect(text).toContain('<a href="/termos"');
    expect(text).not.toContain('href="/privacidade"');
  },
);

test('the terms are headings and paragraphs, with the address that counts', async () => {
  const { text } = await named.get('/termos');
  expect(text).toMatch(/<h2[^>]*>Quem &lt;b&gt;somos&lt;\/b&gt;<\/h2>/);
  expect(text).toMatch(/<p[^>]*>Uma linha\.\nOutra linha\.<\/p>/);
  expect(text).toContain('<link rel="canonical" href="https://vitrine.localhost/termos"/>');
});

test('search engines learn who runs it, and only what the operator set', async () => {
  const { text } = await named.get('/');
  expect(JSON.parse(jsonLdOf(text) ?? '')).toEqual({
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: 'Vitrine',
    legalName: `Vitrine ${EVIL}`,
    url: 'https://vitrine.localhost/',
    taxID: '11.222.333/0001-81',
    address: `Rua ${EVIL}`,
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer support',
      url: 'https://vitrine.example/contato?a="><script>alert(3)</script>',
    },
  });
  expect(jsonLdOf((await silent.get('/')).text)).toBeUndefined();
});

test('an operator that says nothing is left out, with its pages', async () => {
  const { status, text } = await silent.get('/');
  expect(status).toBe(200);
  for (const part of ['CNPJ', 'CPF', 'Contato:', '"/termos"', '"/privacidade"'])
    expect([part, text]).toEqual([part, expect.not.stringContaining(part)]);
  for (const path of ['/termos', '/privacidade']) expect((await silent.get(path)).status).toBe(404);
});

test('the sitemap names the platform’s public pages', async () => {
  const pathsOf = async (app: TestApp) =>
    [...(await app.get('/sitemap.xml')).text.matchAll(/<loc>(.*?)<\/loc>/g)].map(
      ([, address = '']) => new URL(address).pathname,
    );
  expect(await pathsOf(named)).toEqual(['/', '/registrar', '/seguranca', '/termos']);
  expect(await pathsOf(silent)).toEqual(['/', '/registrar', '/seguranca']);
});

test('the front page shows the plans of the plan table, and a notice makes it draw them again', async () => {
  const plansOf = (html: string) =>
    [...html.matchAll(/<h3[^>]*>([^<]*)<\/h3><p[^>]*><span[^>]*>(R\$ [\d.,]+)<\/span>/g)].map(([, name, price]) => [
      name,
      price,
    ]);
  expect(plansOf((await silent.get('/')).text)).toEqual([
    ['Gratuito', 'R$ 0,00'],
    ['Pro', 'R$ 29,90'],
    ['Premium', 'R$ 59,90'],
  ]);
  let heard = () => {};
  const told = new Promise<void>((resolve) => {
    heard = resolve;
  });
  const stop = silent.deps.listener.on('pages', () => heard());
  await silent.db
    .updateTable('plan')
    .set({ price_centavos: 3_990, product_limit: 77 })
    .where('id', '=', 'pro')
    .execute();
  await silent.pool.query(`select pg_notify('vitrine_pages', 'apex')`);
  await told;
  stop();
  const { text } = await silent.get('/');
  expect(plansOf(text)).toContainEqual(['Pro', 'R$ 39,90']);
  expect(text).toContain('Até 77 produtos');
  // The examples count with the price of the table too: R$ 1.000,00 less R$ 39,90.
  expect(text).toContain('R$ 960,10');
});

test('a shared link to the front page has a picture of the announced size, on the platform’s host alone', async () => {
  const { text } = await named.get('/');
  expect(text).toContain('<meta property="og:image" content="https://vitrine.localhost/share/vitrine.png"/>');
  const card = await named.app.inject({ url: '/share/vitrine.png', headers: { host: named.deps.config.domain } });
  expect(card.headers['content-type']).toBe('image/png');
  expect(await sharp(card.rawPayload).metadata()).toMatchObject({ width: 1200, height: 630 });
  const other = await named.get('/share/vitrine.png', { headers: { host: `loja.${named.deps.config.domain}` } });
  expect(other.status).toBe(404);
});
