import { expect, test } from 'vitest';
import { isId, newId } from './ids.ts';

test('ids sort by creation, also those of one millisecond', () => {
  const ids = Array.from({ length: 20_000 }, () => newId());
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every(isId)).toBe(true);
});

test('a given time decides the order, whatever was made before', () => {
  const late = newId(2_000_000_000_000);
  const early = newId(1_000_000_000_000);
  expect(early < late).toBe(true);
});
