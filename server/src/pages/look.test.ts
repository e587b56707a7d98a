import { afterAll, beforeAll, expect, test } from 'vitest';
import { storefrontStore } from '../features/stores/read-storefront-store.ts';
import { createTestApp, type TestApp } from '../test/app.ts';
import { makeStore } from '../test/make.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('a store keeps its look until its owner chooses another one, and refuses what is no look', async () => {
  const target = await makeStore(app.db, app.deps.config.secret);
  const edit = (look: unknown) =>
    app.post(
      '/v1/store/edit',
      {
        id: target.id,
        nameStore: target.name,
        nameDomain: target.subdomain,
        branding: { primaryColor: '#112233', secondaryColor: '#445566' },
        settings: { look },
      },
      { token: target.token },
    );
  const lookOf = async () => (await storefrontStore(app.db, app.deps.config, target.subdomain))?.look;
  expect(await lookOf()).toEqual({ theme: 'vitrine' });
  const look = { theme: 'realm', scheme: 'dark', corners: 'soft' };
  expect((await edit(look)).status).toBe(200);
  for (const hostile of [null, 'realm', [], {}, { theme: '__proto__' }, { theme: 'realm', letters: '"}body{' }]) {
    expect([400, 422], JSON.stringify(hostile)).toContain((await edit(hostile)).status);
  }
  expect(await lookOf()).toEqual(look);
});
