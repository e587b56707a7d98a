import { permissionToOpen, screenPermissions } from '@vitrine/contract/permissions';
import { expect, test } from 'vitest';
import routes from '../routes.ts';

test('every screen of the panel names its permission, and no other address does', () => {
  const screens = routes
    .find(({ file }) => file === 'panel/layout/layout.tsx')
    ?.children?.map(({ path }) => `/${path}`)
    .sort();
  expect(Object.keys(screenPermissions).sort()).toEqual(screens);
});

test('an address is found with its query and with ids in it; a fixed one wins over one with a parameter', () => {
  expect(permissionToOpen('/orders?order=01K&search=3#x')).toBe('orders.read');
  expect(permissionToOpen('/products/edit/01K')).toBe('catalog.edit');
  expect(permissionToOpen('/categories')).toBe('store.read');
  expect(permissionToOpen('/categories/01K')).toBe('catalog.edit');
  expect(permissionToOpen('/profile')).toBeUndefined();
  expect(permissionToOpen('/products/01K')).toBeUndefined();
});
