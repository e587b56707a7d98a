import { expect, test } from 'vitest';
import { fromLocal, toLocal } from './local-time.ts';

test('a date goes into its field and back by the clock of the device', () => {
  const until = '2026-12-24T23:30:00.000Z';
  expect(fromLocal(toLocal(until))).toBe(until);
  expect(toLocal(null)).toBe('');
  expect(fromLocal('')).toBeNull();
});
