import { expect, test } from 'vitest';
import { bodyOf, leftOf } from './refund-choice.ts';

test('a choice becomes a body once it says how much', () => {
  expect(bodyOf({ scope: 'whole', units: { a: 1 }, value: 5 })).toEqual({});
  expect(bodyOf({ scope: 'items', units: { a: 0, b: 2 }, value: 5 })).toEqual({ items: [{ id: 'b', quantity: 2 }] });
  expect(bodyOf({ scope: 'items', units: { a: 0 }, value: 5 })).toBeUndefined();
  expect(bodyOf({ scope: 'value', units: { a: 1 }, value: 5 })).toEqual({ value: 5 });
  expect(bodyOf({ scope: 'value', units: {}, value: 0 })).toBeUndefined();
  expect(bodyOf({ scope: 'value', units: {}, value: null })).toBeUndefined();
});

test('units that were returned cannot be chosen again', () => {
  expect(leftOf({ quantity: 3, returned: 1 })).toBe(2);
});
