import { expect, test } from 'vitest';
import { keyTarget, moved } from './reorder.ts';

test('an element moves forwards and backwards, and the others close the gap', () => {
  expect(moved(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd']);
  expect(moved(['a', 'b', 'c', 'd'], 3, 1)).toEqual(['a', 'd', 'b', 'c']);
});

test('a place outside the list is its end; an unknown element changes nothing', () => {
  expect(moved(['a', 'b', 'c'], 0, 9)).toEqual(['b', 'c', 'a']);
  expect(moved(['a', 'b', 'c'], 2, -4)).toEqual(['c', 'a', 'b']);
  expect(moved(['a', 'b'], 7, 0)).toEqual(['a', 'b']);
});

test('the list that was given stays as it was', () => {
  const list = ['a', 'b'];
  moved(list, 0, 1);
  expect(list).toEqual(['a', 'b']);
});

test('arrows move by one or by a row, Home and End to the ends', () => {
  expect(keyTarget('ArrowRight', 0, 5, 3)).toBe(1);
  expect(keyTarget('ArrowDown', 1, 5, 3)).toBe(4);
  expect(keyTarget('ArrowUp', 4, 5, 3)).toBe(1);
  expect(keyTarget('Home', 4, 5, 3)).toBe(0);
  expect(keyTarget('End', 0, 5, 3)).toBe(4);
});

test('a key that would leave the list, change nothing, or has no meaning does nothing', () => {
  expect(keyTarget('ArrowLeft', 0, 5, 1)).toBeUndefined();
  expect(keyTarget('ArrowDown', 3, 5, 3)).toBeUndefined();
  expect(keyTarget('End', 4, 5, 1)).toBeUndefined();
  expect(keyTarget('Tab', 1, 5, 1)).toBeUndefined();
});
