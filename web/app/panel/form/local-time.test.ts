import { expect, test } from 'vitest';
import { edgeOfDay, fromLocal, toLocal } from './local-time.ts';

test('a date goes into its field and back by the clock of the store, wherever the device is', () => {
  const before = process.env.TZ;
  try {
    for (const zone of ['America/Sao_Paulo', 'America/Manaus', 'Asia/Tokyo']) {
      process.env.TZ = zone;
      expect(toLocal('2026-12-25T02:59:00.000Z')).toBe('2026-12-24T23:59');
      expect(toLocal('2026-01-01T03:00:00.000Z')).toBe('2026-01-01T00:00');
      expect(fromLocal('2026-12-24T23:59')).toBe('2026-12-25T02:59:00.000Z');
    }
  } finally {
    process.env.TZ = before;
  }
});

test('a missing date is an empty field, and a text that is no date is read as null', () => {
  expect(toLocal(null)).toBe('');
  for (const text of ['', 'amanhã', '2026-13-45T10:00', '1']) expect(fromLocal(text)).toBeNull();
});

test('a year can be typed: each digit of it shows what was typed', () => {
  for (const year of ['0002', '0020', '0202', '2026']) {
    expect(toLocal(fromLocal(`${year}-12-31T20:30`))).toBe(`${year}-12-31T20:30`);
  }
});

test('a day has its first and its last moment by the clock of the store, in every year that a server reads', () => {
  expect(edgeOfDay('2026-12-31', 'first')).toBe('2026-12-31T03:00:00.000Z');
  expect(edgeOfDay('2026-12-31', 'last')).toBe('2027-01-01T02:59:59.999Z');
  // 9999 ends in the year 10000 of the clock in Greenwich, which is no instant for the server
  expect(edgeOfDay('9999-12-31', 'last')).toBeUndefined();
  for (const text of ['', '26-11-2026', '2026-13-01', '275760-09-13']) expect(edgeOfDay(text, 'last')).toBeUndefined();
});
