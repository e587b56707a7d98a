import { expect, test } from 'vitest';
import { moved } from '../../list/reorder.ts';
import { entriesOf, movedTo, placeIn, sectionsOf } from './entries.ts';

const categories = [{ _id: 'vips' }, { _id: 'cars' }, { _id: 'empty' }];
const product = (id: string, categoryId: string) => ({ _id: id, categoryId });
const products = [product('gold', 'vips'), product('silver', 'vips'), product('sultan', 'cars')];
const entries = entriesOf(categories, products, () => true);
const at = (id: string) => entries.findIndex((entry) => entry.product?._id === id);
const shown = (list: typeof entries) =>
  sectionsOf(list).map(({ category, products: of }) => [category._id, ...of.map((one) => one.product._id)]);

test('each product stands below the heading of its category', () => {
  expect(shown(entries)).toEqual([['vips', 'gold', 'silver'], ['cars', 'sultan'], ['empty']]);
  expect(shown(entriesOf(categories, products, (id) => id !== 'vips'))).toEqual([
    ['vips'],
    ['cars', 'sultan'],
    ['empty'],
  ]);
});

test('a step over a heading moves a product into the next category, or into the one before', () => {
  const down = moved(entries, at('silver'), at('silver') + 1);
  expect(shown(down)).toEqual([['vips', 'gold'], ['cars', 'silver', 'sultan'], ['empty']]);
  expect(placeIn(down, 'silver')).toMatchObject({ category: { _id: 'cars' }, after: null, position: 1 });
  const up = moved(entries, at('sultan'), at('sultan') - 1);
  expect(placeIn(up, 'sultan')).toMatchObject({ category: { _id: 'vips' }, after: 'silver', position: 3 });
  const last = moved(entries, at('sultan'), entries.length - 1);
  expect(placeIn(last, 'sultan')).toMatchObject({ category: { _id: 'empty' }, after: null });
});

test('a product that is dragged above everything is the first of the first category', () => {
  const top = moved(entries, at('sultan'), 0);
  expect(shown(top)).toEqual([['vips', 'sultan', 'gold', 'silver'], ['cars'], ['empty']]);
  expect(placeIn(top, 'sultan')).toMatchObject({ category: { _id: 'vips' }, after: null });
});

test('the moved product takes its place among the others', () => {
  const ids = (list: { _id: string }[]) => list.map(({ _id }) => _id);
  expect(ids(movedTo(products, product('gold', 'vips'), 'silver'))).toEqual(['silver', 'gold', 'sultan']);
  expect(ids(movedTo(products, product('gold', 'cars'), null))).toEqual(['silver', 'gold', 'sultan']);
  expect(ids(movedTo(products, product('gold', 'empty'), null))).toEqual(['silver', 'sultan', 'gold']);
});
