import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { screens } from '@vitrine/contract/screens/table';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../test/app.ts';
import { makeStore } from '../test/make.ts';
import { makeCategory, makeProduct } from '../test/make-catalog.ts';
import { webBuild } from '../test/web-build.ts';
import { installPages } from './serve-pages.ts';

/** What the table of screens says about the page cache is what each host answers. */

let app: TestApp;
let product: string;
let category: string;
let hosts: Record<'store' | 'apex', string>;
beforeAll(async () => {
  app = await createTestApp({
    // Any text will do as terms and privacy of the platform.
    env: {
      VITRINE_OPERATOR_TERMS: import.meta.filename,
      VITRINE_OPERATOR_PRIVACY: import.meta.filename,
      VITRINE_TRUST_PROXY: '1',
    },
    features: [(scope, deps) => installPages(scope, deps, { buildDir: webBuild() })],
  });
  const { id, subdomain } = await makeStore(app.db, app.deps.config.secret);
  category = await makeCategory(app.db, id);
  product = await makeProduct(app.db, id, { categoryId: category });
  const document = JSON.stringify({ form: 1, sections: [] });
  await app.db
    .insertInto('shop_page')
    .values({
      store_id: id,
      id: 'pagina',
      slug: 'a'.repeat(26),
      title: 'Regras',
      description: '',
      in_menu: true,
      position: 1,
      draft: document,
      published: document,
      published_at: new Date(),
    })
    .execute();
  const legal = JSON.stringify({ terms: 'Termos', privacy: 'Privacidade' });
  await app.db.updateTable('store').set({ legal }).where('id', '=', id).execute();
  const { domain } = app.deps.config;
  hosts = { store: `${subdomain}.${domain}`, apex: domain };
  await app.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

let visitors = 0;
/** Each visit is somebody else's: pages that are not kept have a budget for each address. */
function open(host: string, path: string): Promise<{ status: number; caching: string | undefined }> {
  const { port } = app.app.server.address() as AddressInfo;
  const headers = { host, 'x-forwarded-for': `198.51.100.${++visitors}` };
  return new Promise((settle, reject) => {
    request({ port, host: '127.0.0.1', path, headers }, async (answer) => {
      await answer.toArray();
      settle({ status: answer.statusCode ?? 0, caching: answer.headers['cache-control'] });
    })
      .on('error', reject)
      .end();
  });
}

const KEPT = 'public, max-age=0, must-revalidate';

describe.each(['store', 'apex'] as const)('on the host of the %s', (kind) => {
  test.each(Object.entries(screens))('%s is public only where its row says so', async (pattern, { kept }) => {
    const ids: Record<string, string> = { ':idProduct': product, ':idCategory': category };
    const path = pattern.replace(/:\w+/, (name) => ids[name] ?? 'a'.repeat(26));
    const { status, caching } = await open(hosts[kind], path);
    // The page of missing pages is kept too, and says what it is.
    if (pattern === '/nao-encontrado' && kind === 'store') expect(status).toBe(404);
    else if (kept?.includes(kind)) expect([path, status < 400 ? caching : status]).toEqual([path, KEPT]);
    else expect([path, caching]).toEqual([path, 'no-store']);
  });

  test.each(['/Login', '/LOGIN', '/login/', '/dashboard/', '/login.data', '/checkout/', '/store.data'])(
    'another spelling, %s, is no key of the page cache',
    async (path) => expect(await open(hosts[kind], path)).toMatchObject({ caching: 'no-store' }),
  );
});
