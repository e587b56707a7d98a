import { expect, test } from 'vitest';
import { finderOf } from './screen.ts';
import { frames, screens } from './table.ts';

const rows = Object.entries(screens);

test('no screen stands in the table twice', () => {
  expect(rows).toHaveLength(frames.flatMap((frame) => Object.keys(frame.screens)).length);
});

test('the page cache keeps no screen of one person, and no address with a secret or a reference', () => {
  const kept = rows.filter(([, screen]) => screen.kept);
  expect(kept.length).toBeGreaterThan(20);
  for (const [path, { access, secret, kept: hosts }] of kept) {
    expect([path, secret]).toEqual([path, undefined]);
    expect([path, access]).not.toEqual([path, 'customer']);
    expect(path).not.toMatch(/:externalReference|reset|verify|restore|recovery|unsubscribe|accept/);
    // A closed screen leads from a store's host to the apex.
    if (access !== 'public') expect([path, hosts]).toEqual([path, ['apex']]);
  }
});

test('only products, categories and an owner’s pages have a kept page for each id', () => {
  const open = rows.filter(([path, { kept }]) => kept && path.includes(':')).map(([path]) => path);
  expect(open).toEqual(['/products/:idProduct', '/categorias/:idCategory', '/p/:ownPage']);
});

test('a path is found letter by letter, and a parameter is never empty', () => {
  const find = finderOf(screens);
  const patternAt = (path: string) => find(path)?.pattern;
  expect(patternAt('/')).toBe('/');
  expect(patternAt('/products/create')).toBe('/products/create');
  expect(patternAt('/products/01K')).toBe('/products/:idProduct');
  expect(patternAt('/products/edit/01K')).toBe('/products/edit/:id');
  for (const path of ['/s/loja', '/s/loja/', '/s/loja/orders', '/s/loja/products/edit/01K']) {
    expect(patternAt(path)).toBe('/s/:subdomain/*');
  }
  for (const path of [
    '',
    '/products/',
    '/s',
    '/s/',
    '/products/a/b',
    '/Products',
    '/login/',
    '//',
    '/constructor',
    '/:id',
    'login',
  ]) {
    expect([path, patternAt(path)]).toEqual([path, undefined]);
  }
});
