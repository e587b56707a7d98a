import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { mayDo } from '@vitrine/contract/permissions';
import { accountTitle } from '@vitrine/contract/screens/account';
import { panelScreens, panelTitle, permissionToOpen } from '@vitrine/contract/screens/panel';
import { screens } from '@vitrine/contract/screens/table';
import { expect, test } from 'vitest';
import { menuGroups } from './panel/layout/menu-entries.ts';
import routes from './routes.ts';

/** A new screen is one row and one file: these lists are the table's, with nothing added by hand. */

const rows = Object.entries(screens);

test('every screen of the table is a route with its file, and no other route exists', () => {
  const made = routes.flatMap(({ path, file, children }) => children ?? [{ path, file }]);
  expect(made.map(({ path = '', file }) => [path === '*' ? path : `/${path}`, file])).toEqual([
    ...rows.map(([path, { file }]) => [path, file]),
    ['*', 'not-found.tsx'],
  ]);
  const ids = made.map(({ id, file }) => id ?? file);
  expect(new Set(ids).size).toBe(ids.length);
});

test('every screen has its file, and every file of a screen of the panel has its row', () => {
  const files = new Set(rows.map(([, { file }]) => file));
  expect([...files].filter((file) => !existsSync(join(import.meta.dirname, file)))).toEqual([]);
  const ofPanel = globSync('panel/*/{route,*-route}.tsx', { cwd: import.meta.dirname });
  expect(ofPanel.length).toBeGreaterThan(10);
  expect(ofPanel.filter((file) => !files.has(file as `${string}.tsx`))).toEqual([]);
});

test('the menu shows the screens whose row says so, in the order of the table', () => {
  const shown = menuGroups.flatMap(({ label, entries }) =>
    entries.map(({ to, label: text }) => [to, label ?? '', text]),
  );
  const wanted = rows.flatMap(([path, { menu, title }]) => (menu === undefined ? [] : [[path, menu, title]]));
  expect(shown).toEqual(wanted);
  expect(shown[0]).toEqual(['/dashboard', '', 'Dashboard']);
});

test('the tab says the title of the row, also where the address holds an id', () => {
  expect(panelTitle('/categories')).toBe('Categorias');
  expect(panelTitle('/products/edit/01K')).toBe('Editar produto');
  expect(panelTitle('/products/01K')).toBeUndefined();
  expect(accountTitle('/profile')).toBe('Meu perfil');
});

test('an address is found with its query and with ids in it; a fixed one wins over one with a parameter', () => {
  expect(permissionToOpen('/orders?order=01K&search=3#x')).toBe('orders.read');
  expect(permissionToOpen('/products/edit/01K')).toBe('catalog.edit');
  expect(permissionToOpen('/categories')).toBe('store.read');
  expect(permissionToOpen('/categories/01K')).toBe('catalog.edit');
  expect(permissionToOpen('/profile')).toBeUndefined();
  expect(permissionToOpen('/products/01K')).toBeUndefined();
});

test('every screen of the panel opens to the owner', () => {
  const shut = Object.values(panelScreens).filter(({ access }) => !mayDo('owner', access));
  expect(shut).toEqual([]);
});
