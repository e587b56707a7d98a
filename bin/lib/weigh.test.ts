import { expect, test } from 'vitest';
import { problemsOf, scriptsOf } from './weigh.mjs';

const file = (sources: string[], imports: string[] = [], later: string[] = []) => ({ sources, imports, later });
const files = {
  'assets/entry.js': file(['web/app/entry.client.tsx'], [], ['assets/hydrate.js', 'assets/window.js']),
  'assets/hydrate.js': file(['web/app/hydrate.tsx'], ['assets/react.js']),
  'assets/window.js': file(['web/app/shop.ts'], ['assets/state.js'], ['assets/buy.js', 'assets/form.js']),
  'assets/react.js': file(['node_modules/react/index.js']),
  'assets/buy.js': file(['web/app/storefront/parts/buy-into-cart.ts'], ['assets/draft.js']),
  'assets/draft.js': file(['web/app/storefront/checkout/draft.ts']),
  'assets/form.js': file(['web/app/storefront/checkout/checkout-island.tsx'], ['assets/react.js', 'assets/draft.js']),
  'assets/state.js': file(['web/app/state/app-state.ts']),
  'assets/buy-page.js': file(['web/app/storefront/buy.tsx'], ['assets/react.js', 'assets/buy.js', 'assets/picture.js']),
  'assets/checkout-page.js': file(['web/app/storefront/checkout.tsx'], ['assets/form.js']),
  'assets/picture.js': file(['web/app/storefront/shop/picture.tsx']),
  'assets/layout.js': file(['web/app/panel/layout/layout.tsx'], ['assets/state.js', 'assets/react.js']),
  'assets/orders.js': file(['web/app/panel/orders/route.tsx'], [], ['assets/dialog.js']),
  'assets/dialog.js': file(['web/app/ui/dialog-window.tsx']),
  'assets/manifest.js': file([]),
  'service-worker.js': file(['web/service-worker/worker.ts']),
  'panel-worker.js': file(['web/service-worker/panel-worker.ts']),
};
const manifest = {
  routes: {
    'storefront/buy': { id: 'storefront/buy', module: '/assets/buy-page.js' },
    'storefront/checkout': { id: 'storefront/checkout', module: '/assets/checkout-page.js' },
    'panel/layout': { id: 'panel/layout', module: '/assets/layout.js' },
    'panel/orders/route': { id: 'panel/orders/route', parentId: 'panel/layout', module: '/assets/orders.js' },
  },
};
const pages = Object.fromEntries(scriptsOf(files, manifest, 'assets/manifest.js').map((page) => [page.id, page]));

const loadedBy = (id: string) => [...(pages[id]?.files ?? [])].sort();
const assets = (...names: string[]) => names.map((name) => `assets/${name}.js`);

test('a page of the shop loads its own parts, and neither React nor the page’s own module', () => {
  expect(loadedBy('storefront/buy')).toEqual(assets('buy', 'draft', 'entry', 'state', 'window'));
  expect(pages['storefront/buy']?.kind).toBe('shop');
});

test('the checkout loads its form, with React', () => {
  expect(loadedBy('storefront/checkout')).toEqual(assets('draft', 'entry', 'form', 'react', 'state', 'window'));
  expect(pages['storefront/checkout']?.kind).toBe('checkout');
});

test('a panel page loads the application, its routes and their manifest, and nothing that is opened later', () => {
  expect(loadedBy('panel/orders/route')).toEqual(
    assets('entry', 'hydrate', 'layout', 'manifest', 'orders', 'react', 'state'),
  );
});

test('too much script is named with its limit', () => {
  const page = { id: 'panel/orders/route', kind: 'application', files: new Set<string>(), gz: 250_001, br: 1 };
  expect(problemsOf(page, files)).toEqual([
    'panel/orders/route: 250001 bytes of script (gz), at most 250000 are allowed',
  ]);
  expect(problemsOf({ ...page, gz: 250_000 }, files)).toEqual([]);
});

test('a page with modules of the other half is refused', () => {
  const wrongIn = (id: string, kind: string, name: string) =>
    problemsOf({ id, kind, files: new Set(assets(name)), gz: 1, br: 1 }, files);
  expect(wrongIn('storefront/home', 'shop', 'orders')).toEqual([
    'storefront/home must not load web/app/panel/orders/route.tsx',
  ]);
  expect(wrongIn('storefront/home', 'shop', 'react')).toEqual([
    'storefront/home must not load node_modules/react/index.js',
  ]);
  expect(wrongIn('storefront/checkout', 'checkout', 'react')).toEqual([]);
  expect(wrongIn('panel/layout', 'application', 'window')).toEqual(['panel/layout must not load web/app/shop.ts']);
});

test('the service worker is one file, because it is no module', () => {
  const worker = { id: 'worker', kind: 'worker', gz: 1, br: 1 };
  expect(problemsOf({ ...worker, files: new Set(['service-worker.js']) }, files)).toEqual([]);
  expect(problemsOf({ ...worker, files: new Set(['service-worker.js', 'assets/state.js']) }, files)).toEqual([
    'worker must be one file',
  ]);
});
