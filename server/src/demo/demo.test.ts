import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../test/app.ts';
import { ensureDemo } from './demo.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
}, 60_000);
afterAll(() => test.close());

describe('the demo store', () => {
  it('is made once, with a password of its own for this machine', async () => {
    const access = await ensureDemo(test.deps);
    expect(access?.subdomain).toBe('cidadealta');
    expect(await ensureDemo(test.deps)).toEqual(access);
    expect(statSync(join(test.deps.config.dataDir, 'demo.json')).mode & 0o077).toBe(0);
  }, 60_000);

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
