import { expect, test } from 'vitest';
import { problemsOf, scriptsOf } from './weigh.mjs';

const file = (sources: string[], imports: string[] = [], later: string[] = []) => ({ sources, imports, later });
const files = {
  'assets/entry.js': file(['web/app/entry.client.tsx'], [], ['assets/hydrate.js', 'assets/window.js']),
  'assets/hydrate.js': file(['web/app/hydrate.tsx'], ['assets/react.js']),
  'assets/window.js': file(['web/app/islands.tsx'], ['assets/react.js'], ['assets/cart.js', 'assets/pix.js']),
  'assets/react.js': file(['node_modules/react/index.js']),
  'assets/cart.js': file(['web/app/storefront/add-to-cart.tsx'], ['assets/store.js']),
  'assets/pix.js': file(['web/app/storefront/order/pix-payment.tsx']),
  'assets/store.js': file(['web/app/state/app-store.ts']),
  'assets/product.js': file(['web/app/storefront/product.tsx'], ['assets/cart.js', 'assets/picture.js']),
  'assets/picture.js': file(['web/app/storefront/shop/picture.tsx']),
  'assets/layout.js': file(['web/app/panel/layout.tsx'], ['assets/store.js']),
  'assets/orders.js': file(['web/app/panel/orders/route.tsx'], [], ['assets/dialog.js']),
  'assets/dialog.js': file(['web/app/ui/dialog-window.tsx']),
  'assets/manifest.js': file([]),
};
const manifest = {
  routes: {
    'storefront/product': { id: 'storefront/product', module: '/assets/product.js' },
    'panel/layout': { id: 'panel/layout', module: '/assets/layout.js' },
    'panel/orders/route': { id: 'panel/orders/route', parentId: 'panel/layout', module: '/assets/orders.js' },
  },
};
const pages = Object.fromEntries(scriptsOf(files, manifest, 'assets/manifest.js').map((page) => [page.id, page]));

test('a page of the shop loads the islands that stand on it, and not the script of the page itself', () => {
  expect([...(pages['storefront/product']?.files ?? [])].sort()).toEqual(
    ['cart', 'entry', 'react', 'store', 'window'].map((name) => `assets/${name}.js`),
  );
});

test('a panel page loads the application, its routes and their manifest, and what is opened later only later', () => {
  expect([...(pages['panel/orders/route']?.files ?? [])].sort()).toEqual(
    ['entry', 'hydrate', 'layout', 'manifest', 'orders', 'react', 'store'].map((name) => `assets/${name}.js`),
  );
});

test('too much script is named with its limit', () => {
  const page = { id: 'panel/orders/route', kind: 'application', files: new Set<string>(), gz: 250_001, br: 1 };
  expect(problemsOf(page, files)).toEqual([
    'panel/orders/route: 250001 bytes of script (gz), at most 250000 are allowed',
  ]);
  expect(problemsOf({ ...page, gz: 250_000 }, files)).toEqual([]);
});

test('the shop with a panel module in it is refused, and the panel that would wake up islands', () => {
  const light = { gz: 1, br: 1 };
  expect(
    problemsOf({ id: 'storefront/home', kind: 'shop', files: new Set(['assets/orders.js']), ...light }, files),
  ).toEqual(['storefront/home must not load web/app/panel/orders/route.tsx']);
  expect(
    problemsOf({ id: 'panel/layout', kind: 'application', files: new Set(['assets/window.js']), ...light }, files),
  ).toEqual(['panel/layout must not load web/app/islands.tsx']);
});
