import type { SearchAnswer } from '@vitrine/contract/search';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { type MadeStore, makeMember, makeStore } from '../../test/make.ts';
import { makeCategory, makeDiscount, makeProduct } from '../../test/make-catalog.ts';
import { makeSold } from '../../test/make-deliveries.ts';

let app: TestApp;
let store: MadeStore;
let product: string;
let order: { id: string; number: number };
beforeAll(async () => {
  app = await createTestApp();
  store = await makeStore(app.db, app.deps.config.secret, { plan: 'premium' });
  const category = await makeCategory(app.db, store.id, 'VIPs');
  product = await makeProduct(app.db, store.id, { categoryId: category, name: 'Véu de Ouro', actions: [] });
  await makeDiscount(app.db, store.id, { code: 'OURO10' });
  const { id } = await makeSold(app.db, store.id, {
    client: 777_001,
    discordId: '391822001983488001',
    name: 'Bruno Ouro',
    items: [{ product, actions: [] }],
  });
  order = await app.db.selectFrom('order').where('id', '=', id).select(['id', 'number']).executeTakeFirstOrThrow();
});
afterAll(() => app.close());

async function find(text: string, token = store.token, subdomain = store.subdomain) {
  const answer = await app.post('/v1/search', { subdomain, text }, { token });
  expect(answer.status).toBe(200);
  return answer.json<z.infer<typeof SearchAnswer>>().found.map(({ kind, to, label }) => [kind, to, label]);
}

test('a text finds orders, buyers, products and coupons, without case and accents', async () => {
  expect(await find('ouro')).toEqual([
    ['order', `/orders?order=${order.id}`, `Pedido #${order.number}`],
    ['customer', '/customers/city_id/777001', 'Bruno Ouro'],
    ['product', `/products/edit/${product}`, 'Véu de Ouro'],
    ['discount', expect.stringMatching(/^\/discounts\//), 'OURO10'],
  ]);
  expect(await find('VEU ouro')).toEqual([['product', `/products/edit/${product}`, 'Véu de Ouro']]);
  expect(await find('dono da')).toEqual([['member', '/members', 'Dono da Loja']]);
});

test('a number finds its order, its player and its Discord account', async () => {
  for (const text of [String(order.number), `#${order.number}`, '777001', '391822001983488001']) {
    expect((await find(text)).slice(0, 2).map(([kind]) => kind)).toEqual(['order', 'customer']);
  }
});

test('a role finds only what it may see, and gets links that open', async () => {
  const manager = await makeMember(app.db, store.id, 'manager');
  expect((await find('ouro', manager.token)).map(([kind]) => kind)).toEqual(['product', 'discount']);
  const attendant = await makeMember(app.db, store.id, 'attendant');
  expect(await find('ouro', attendant.token)).toEqual([
    expect.arrayContaining(['order']),
    expect.arrayContaining(['customer']),
    ['product', `/products?search=${encodeURIComponent('Véu de Ouro')}`, 'Véu de Ouro'],
  ]);
});

test('nothing of another store is found, and whoever is a member of no store finds nothing', async () => {
  const other = await makeStore(app.db, app.deps.config.secret);
  expect(await find('ouro', other.token, other.subdomain)).toEqual([]);
  const { status } = await app.post('/v1/search', { subdomain: store.subdomain, text: 'ouro' }, { token: other.token });
  expect(status).toBe(404);
});

test('at most five of a kind are found', async () => {
  const full = await makeStore(app.db, app.deps.config.secret, { plan: 'premium' });
  const category = await makeCategory(app.db, full.id, 'VIPs');
  for (let at = 0; at < 7; at++)
    await makeProduct(app.db, full.id, { categoryId: category, name: `Carro ${at}`, actions: [] });
  expect(await find('carro', full.token, full.subdomain)).toHaveLength(5);
});

test('attack: signs of a pattern, of a query and of another reading order find only themselves, and no text breaks a search', async () => {
  const here = { subdomain: store.subdomain };
  const lists = [
    ['/v1/search', 'text', 'found'],
    ['/v1/order', 'search', 'response'],
    ['/v1/deliveries', 'search', 'deliveries'],
    ['/v1/products/list', 'search', 'products'],
  ] as const;
  const nothing = [
    '%',
    '_',
    '\\',
    "'",
    '"',
    "' or 1=1 --",
    '!!!',
    ':*',
    '& |',
    '<->',
    '\u202Eoruo',
    'é%',
    '%ouro%',
    '(ouro',
    '\uD800',
  ];
  for (const [path, field, rows] of lists) {
    for (const text of nothing) {
      const answer = await app.post(path, { ...here, [field]: text }, { token: store.token });
      expect(answer.status, `${path} ${JSON.stringify(text)}: ${answer.text}`).toBeLessThan(500);
      if (answer.status === 200) {
        const found = answer.json<Record<string, unknown[]>>()[rows];
        // Some lists search words by their beginnings: there, a sign beside a word does not hide what the word finds.
        if (!text.includes('ouro')) expect(found, `${path} ${text}`).toEqual([]);
      }
    }
    for (const text of ['\u0000', 'ouro '.repeat(2000), 'o'.repeat(10_240)]) {
      const { status } = await app.post(path, { ...here, [field]: text }, { token: store.token });
      expect(status, `${path} ${text.slice(0, 10)}`).toBe(422);
    }
  }
});
