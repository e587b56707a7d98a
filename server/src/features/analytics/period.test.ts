import { describe, expect, it } from 'vitest';
import { addDays, change, monthsBefore, spansOf, stretchesOf, weekStart, wordsOfPoint, yearsOf } from './period.ts';

const at = (today: string, time = '14:32:10.5') => ({ today, time });

describe('the same point of an earlier month', () => {
  it.each([
    ['2026-11-22', 1, '2026-10-22T14:32:10.5'],
    ['2026-01-01', 1, '2025-12-01T14:32:10.5'],
    ['2026-10-31', 1, '2026-10-01T00:00:00'],
    ['2026-03-31', 1, '2026-03-01T00:00:00'],
    ['2026-03-28', 1, '2026-02-28T14:32:10.5'],
    ['2028-03-29', 1, '2028-02-29T14:32:10.5'],
    ['2028-02-29', 12, '2027-03-01T00:00:00'],
  ])('of %s, %i months before, is %s', (today, months, point) => expect(monthsBefore(at(today), months)).toBe(point));

  it('is said in words, and is the last day of a month that is too short', () => {
    expect(wordsOfPoint('2026-10-22T14:32:10.5')).toBe('22 de outubro');
    expect(wordsOfPoint(monthsBefore(at('2026-03-31'), 1))).toBe('28 de fevereiro');
    expect(wordsOfPoint(monthsBefore(at('2026-11-01'), 1))).toBe('1º de outubro');
  });
});

describe('a range of days', () => {
  it('ends now, and is compared with the days before up to the same time', () => {
    expect(spansOf(at('2026-11-26'), { range: 'today' })).toEqual({
      span: { from: '2026-11-26', until: '2026-11-26T14:32:10.5' },
      before: { from: '2026-11-25', until: '2026-11-25T14:32:10.5' },
    });
    expect(spansOf(at('2026-03-02'), { range: '7d' })).toEqual({
      span: { from: '2026-02-24', until: '2026-03-02T14:32:10.5' },
      before: { from: '2026-02-17', until: '2026-02-23T14:32:10.5' },
    });
  });

  it('of a year is compared with the same days of the year before, also after a leap day', () => {
    expect(spansOf(at('2028-02-29'), { range: 'year' })).toEqual({
      span: { from: '2028-01-01', until: '2028-02-29T14:32:10.5' },
      before: { from: '2027-01-01', until: '2027-03-01T00:00:00' },
    });
  });

  it('that is over has whole days on both sides', () => {
    expect(spansOf(at('2026-11-26'), { range: 'custom', from: '2026-02-01', to: '2026-02-28' })).toEqual({
      span: { from: '2026-02-01', until: '2026-03-01T00:00:00' },
      before: { from: '2026-01-04', until: '2026-02-01T00:00:00' },
    });
  });

  it('leaves out days that are still to come', () => {
    expect(spansOf(at('2026-11-26'), { range: 'custom', from: '2026-11-20', to: '2026-12-31' }).span).toEqual({
      from: '2026-11-20',
      until: '2026-11-26T14:32:10.5',
    });
  });
});

it('weeks begin on Monday, also across a new year', () => {
  expect(weekStart('2026-11-26')).toBe('2026-11-23');
  expect(weekStart('2026-11-23')).toBe('2026-11-23');
  expect(weekStart('2027-01-03')).toBe('2026-12-28');
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
});

it('a change is null if nothing was sold before, or if more was given back than sold', () => {
  expect(change(150, 100)).toBe(50);
  expect(change(0, 100)).toBe(-100);
  expect(change(-50, 100)).toBe(-150);
  expect(change(10, 0)).toBeNull();
  expect(change(10, -5)).toBeNull();
});

it('stretches of days are as long as they can be, and each day is in one of them', () => {
  const words = (from: string, until: string) =>
    stretchesOf(from, until).map(({ size, ...days }) => `${size} ${days.from.slice(5)} ${days.until.slice(5)}`);
  expect(words('2026-02-27', '2026-11-26')).toEqual([
    'day 02-27 03-01',
    'month 03-01 04-01',
    'quarter 04-01 10-01',
    'month 10-01 11-01',
    'third 11-01 11-21',
    'day 11-21 11-26',
  ]);
  expect(words('2026-01-31', '2026-02-01')).toEqual(['day 01-31 02-01']);
  expect(words('2026-01-21', '2026-02-01')).toEqual(['third 01-21 02-01']);
  expect(words('2026-02-01', '2026-02-01')).toEqual([]);
  for (let length = 0; length < 800; length += 7) {
    const from = addDays('2027-12-19', length % 97);
    const until = addDays(from, length);
    const ends = stretchesOf(from, until).flatMap((one) => [one.from, one.until]);
    expect([from, ...ends, until].filter((day, index, all) => day !== all[index ^ 1])).toEqual([]);
  }
});

it('years so far, less what came before, and days beside them hold each day once', () => {
  expect(yearsOf('2024-12-27', '2026-11-26')).toEqual({
    years: [
      { until: '2026-01-01', sign: 1 },
      { until: '2026-11-21', sign: 1 },
    ],
    rest: [
      { size: 'day', from: '2024-12-27', until: '2025-01-01' },
      { size: 'day', from: '2026-11-21', until: '2026-11-26' },
    ],
  });
  expect(yearsOf('2026-09-01', '2026-11-01').years).toEqual([
    { until: '2026-11-01', sign: 1 },
    { until: '2026-09-01', sign: -1 },
  ]);
  // Two thirds are read as two sums, like a difference. At the beginning of a year one third is one sum.
  expect(yearsOf('2026-11-01', '2026-11-21')).toEqual({
    years: [],
    rest: [{ size: 'third', from: '2026-11-01', until: '2026-11-21' }],
  });
  expect(yearsOf('2026-01-01', '2026-01-11').rest).toEqual([
    { size: 'third', from: '2026-01-01', until: '2026-01-11' },
  ]);
  expect(yearsOf('2026-01-01', '2026-01-21').years).toEqual([{ until: '2026-01-21', sign: 1 }]);
  for (let length = 0; length < 800; length += 7) {
    const from = addDays('2027-12-19', length % 97);
    const until = addDays(from, length);
    const { years, rest } = yearsOf(from, until);
    const times = new Map<string, number>();
    const count = (first: string, end: string, sign: number) => {
      for (let day = first; day < end; day = addDays(day, 1)) times.set(day, (times.get(day) ?? 0) + sign);
    };
    for (const { until: end, sign } of years) count(`${addDays(end, -1).slice(0, 4)}-01-01`, end, sign);
    for (const one of rest) count(one.from, one.until, 1);
    const held = [...times].filter(([, n]) => n !== 0).sort();
    expect(held.every(([, n]) => n === 1)).toBe(true);
    expect([held.length, held[0]?.[0], held.at(-1)?.[0]]).toEqual(
      length === 0 ? [0, undefined, undefined] : [length, from, addDays(until, -1)],
    );
  }
});
