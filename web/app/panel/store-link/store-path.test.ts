import { expect, test } from 'vitest';
import { screenOf, storeLink } from './store-path.ts';

const at = (pathname: string, search = '', hash = '') => ({ origin: 'https://vitrine.com.br', pathname, search, hash });

test('an address with a store leads to its screen, with query and hash', () => {
  expect(screenOf(at('/s/cidadealta/orders', '?order=01k', '#x'))).toBe('/orders?order=01k#x');
  expect(screenOf(at('/S/cidadealta/products/edit/01k'))).toBe('/products/edit/01k');
  expect(screenOf(at('/s/cidadealta/customers/email/a%40b.com'))).toBe('/customers/email/a%40b.com');
});

test.each([
  '/s/x',
  '/s/x/',
  '/s/x//evil.example',
  '/s/x/login',
  '/s/x/profile',
  '/s/x/s/y/orders',
  '/s/x/\\evil.example',
])('%s leads to the dashboard', (path) => expect(screenOf(at(path, '?next=//evil.example'))).toBe('/dashboard'));

test('a link to share carries the store, where the page has one', () => {
  expect(storeLink(at('/orders', '?order=01k'), 'cidadealta')).toBe(
    'https://vitrine.com.br/s/cidadealta/orders?order=01k',
  );
  expect(storeLink(at('/profile'), 'cidadealta')).toBe('https://vitrine.com.br/profile');
  expect(storeLink(at('/orders'), null)).toBe('https://vitrine.com.br/orders');
});
