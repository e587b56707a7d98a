import { expect, test } from 'vitest';
import { currentSelection, emptySelection, tickOf, toggleCategory, toggleProduct } from './picker.ts';

const vips = { id: 'vips', products: ['ouro', 'prata'] };
const cars = { id: 'cars', products: ['sultan'] };
const later = { id: 'later', products: [] };

test('ticking a category selects all its products', () => {
  expect(toggleCategory(emptySelection, vips)).toEqual({ categories: ['vips'], products: ['ouro', 'prata'] });
});

test('unticking a category clears only its own products', () => {
  const both = toggleCategory(toggleCategory(emptySelection, vips), cars);
  expect(toggleCategory(both, vips)).toEqual({ categories: ['cars'], products: ['sultan'] });
});

test('ticking a partly selected category adds the missing products once', () => {
  const partly = toggleProduct(emptySelection, vips, 'prata');
  expect(toggleCategory(partly, vips)).toEqual({ categories: ['vips'], products: ['prata', 'ouro'] });
});

test('ticking all products of a category ticks the category', () => {
  const first = toggleProduct(emptySelection, vips, 'ouro');
  expect(first).toEqual({ categories: [], products: ['ouro'] });
  expect(tickOf(first, vips)).toBe('some');
  const second = toggleProduct(first, vips, 'prata');
  expect(second).toEqual({ categories: ['vips'], products: ['ouro', 'prata'] });
  expect(tickOf(second, vips)).toBe('all');
});

test('clearing one of several leaves the category partly selected, so it does not cover the cleared product', () => {
  const cleared = toggleProduct(toggleCategory(emptySelection, vips), vips, 'ouro');
  expect(cleared).toEqual({ categories: [], products: ['prata'] });
  expect(tickOf(cleared, vips)).toBe('some');
});

test('clearing the last product clears the category', () => {
  const none = toggleProduct(toggleCategory(emptySelection, cars), cars, 'sultan');
  expect(none).toEqual(emptySelection);
  expect(tickOf(none, cars)).toBe('none');
});

test('an empty category can be ticked for products that join it later', () => {
  const ticked = toggleCategory(emptySelection, later);
  expect(ticked).toEqual({ categories: ['later'], products: [] });
  expect(tickOf(ticked, later)).toBe('all');
  expect(toggleCategory(ticked, later)).toEqual(emptySelection);
});

test('a stored selection follows the catalogue: it adds new products of a ticked category and drops deleted ones', () => {
  const stored = { categories: ['vips', 'gone'], products: ['ouro', 'deleted', 'sultan'] };
  expect(currentSelection(stored, [vips, cars])).toEqual({
    categories: ['vips'],
    products: ['ouro', 'prata', 'sultan'],
  });
});

test('the given selection is never changed', () => {
  const selection = toggleCategory(emptySelection, vips);
  toggleProduct(selection, vips, 'ouro');
  toggleCategory(selection, vips);
  expect(selection).toEqual({ categories: ['vips'], products: ['ouro', 'prata'] });
});
