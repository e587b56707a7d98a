import { expect, it } from 'vitest';
import { addressOfRange, daysInWords, partInShort, partInWords, readAsked, secondsInWords } from './figure-range.ts';

const read = (query: string) => readAsked(new URLSearchParams(query));

it('an address says the range, and an unknown one is 30 days', () => {
  expect(read('')).toEqual({ range: '30d', by: 'day' });
  expect(read('range=ontem')).toEqual({ range: '30d', by: 'day' });
  expect(read('range=year')).toEqual({ range: 'year', by: 'month' });
  expect(read('range=90d&by=day')).toEqual({ range: '90d', by: 'day' });
  expect(read('range=custom&from=2026-01-01&to=2026-03-31')).toEqual({
    range: 'custom',
    by: 'week',
    from: '2026-01-01',
    to: '2026-03-31',
  });
  expect(read('range=custom&from=2026-01-01')).toEqual({ range: '30d', by: 'day' });
});

it('a range and its address say the same, and a cut that suits the range is left out', () => {
  expect(addressOfRange({ range: '90d', by: 'week' })).toEqual({ range: '90d' });
  for (const query of ['range=90d&by=month', 'range=custom&from=2026-01-01&to=2026-01-02']) {
    expect(new URLSearchParams(addressOfRange(read(query))).toString()).toBe(new URLSearchParams(query).toString());
  }
});

it('days, parts and times are said in Portuguese', () => {
  expect(daysInWords({ from: '2026-10-28', to: '2026-11-26' })).toBe('28/10/2026 a 26/11/2026');
  expect(daysInWords({ from: '2025-12-28', to: '2026-01-02' })).toBe('28/12/2025 a 02/01/2026');
  expect(daysInWords({ from: '2026-11-26', to: '2026-11-26' })).toBe('26/11/2026');
  expect(partInShort('hour', '14')).toBe('14 h');
  expect(partInShort('week', '2026-11-23')).toBe('23/11');
  expect(partInWords('week', '2026-11-23')).toBe('23/11/2026');
  expect(partInShort('month', '2026-11-01')).toBe('nov. de 26');
  expect([9, 120, 3_600, 5_400, 259_200].map(secondsInWords)).toEqual(['9 s', '2 min', '1 h', '1 h 30 min', '3 dias']);
});
