import { statSync } from 'node:fs';
import { join } from 'node:path';
import { MinecraftAction } from '@vitrine/contract/actions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../test/app.ts';
import { ensureDemo } from './demo.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
}, 180_000);
afterAll(() => test.close());

describe('the demo store', () => {
  it('is made once, with a password of its own for this machine', async () => {
    const access = await ensureDemo(test.deps);
    expect(access).toMatchObject({ subdomain: 'cidadealta', minecraft: 'auroracraft' });
    expect(await ensureDemo(test.deps)).toEqual(access);
    expect(statSync(join(test.deps.config.dataDir, 'demo.json')).mode & 0o077).toBe(0);
  }, 180_000);

  it('has a second store of the same owner, which sells for Minecraft in each of its products', async () => {
    const { products } = (await test.post('/v1/products', { subdomain: 'auroracraft' })).json<{
      products: { image: string | null; benefits: string[] }[];
    }>();
    expect(products.length).toBeGreaterThanOrEqual(9);
    expect(products.every((product) => product.image && product.benefits.length > 0)).toBe(true);
    const rows = await test.db
      .selectFrom('product')
      .innerJoin('store', 'store.id', 'product.store_id')
      .where('store.subdomain', '=', 'auroracraft')
      .select('product.actions')
      .execute();
    // A saved action must be one that the form could have saved.
    for (const { actions } of rows) {
      const game = actions.filter(({ target }) => target === 'minecraft');
      expect(game.length).toBeGreaterThan(0);
      for (const action of game) expect(MinecraftAction.parse(action).type).toMatch(/^minecraft_/);
    }
    const access = await ensureDemo(test.deps);
    const login = await test.post('/v1/login', { email: access?.email, password: access?.password });
    const { token } = login.json<{ token: string }>();
    const stores = (await test.get('/v1/store', { token })).json<{ response: { subdomain: string }[] }>().response;
    // The panel opens with the first.
    expect(stores.map(({ subdomain }) => subdomain)).toEqual(['cidadealta', 'auroracraft']);
  });

  it('sells products with pictures and actions, and has a past with matching counters', async () => {
    const { products } = (await test.post('/v1/products', { subdomain: 'cidadealta' })).json<{
      products: { image: string | null; benefits: string[] }[];
    }>();
    expect(products.length).toBeGreaterThanOrEqual(10);
    expect(products.every((product) => product.image && product.benefits.length > 0)).toBe(true);
    const { sold, items } = await test.db
      .selectFrom('product')
      .select((eb) => [
        eb.fn.sum<number>('sold').as('sold'),
        eb
          .selectFrom('order_item')
          .innerJoin('order', 'order.id', 'order_item.order_id')
          .where('order.status', '=', 'completed')
          .select((inner) => inner.fn.sum<number>('quantity').as('n'))
          .as('items'),
      ])
      .executeTakeFirstOrThrow();
    expect(Number(sold)).toBeGreaterThan(100);
    expect(Number(sold)).toBe(Number(items));
  });
});
