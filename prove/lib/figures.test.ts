import { expect, test } from 'vitest';
import { percentile, separation, slope } from './figures.ts';

test('percentiles are values that were seen', () => {
  expect(percentile([3, 1, 2, 4], 0.5)).toBe(2);
  expect(percentile([3, 1, 2, 4], 0.95)).toBe(4);
  expect(percentile([], 0.5)).toBeNaN();
});

test('two equal groups separate by a half, whichever is slower', () => {
  expect(separation([1, 2, 3], [1, 2, 3])).toBe(0.5);
  expect(separation([1, 2], [3, 4])).toBe(1);
  expect(separation([3, 4], [1, 2])).toBe(1);
});

test('a slope is the growth of a value per minute', () => {
  expect(slope([])).toBe(0);
  expect(
    slope([
      [0, 100],
      [1, 102],
      [2, 104],
    ]),
  ).toBe(2);
});
