import { expect, test } from 'vitest';
import { filterOf, filterWords, isFiltered, readFilter } from './delivery-filter.ts';

const read = (query: string) => readFilter(new URLSearchParams(query));

test('an address without a filter names all deliveries', () => {
  expect(filterOf(read(''))).toEqual({});
  expect(isFiltered(read(''))).toBe(false);
  expect(filterWords(read(''), { products: [], servers: [] })).toEqual([]);
});

test('times are by the store’s clock, and a value that cannot be read does not narrow', () => {
  const filter = read('player=17&product=p1&from=2026-11-22T14:00&until=logo');
  expect(filterOf(filter)).toEqual({ productId: 'p1', player: '17', from: '2026-11-22T17:00:00.000Z' });
  expect(filterWords(filter, { products: [{ id: 'p1', name: 'VIP' }], servers: [] }).slice(0, 2)).toEqual([
    'VIP',
    'jogador 17',
  ]);
});
