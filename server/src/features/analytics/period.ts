import type { FigureRange } from '@vitrine/contract/figures';

/**
 * Days, and points of them, on a store's clock. A day is `2026-11-26`, a point `2026-11-26T14:32:10.5`: text without a zone,
 * which PostgreSQL turns into an instant. Both sort as text.
 */

/** From the beginning of a day up to a point, which is left out. */
export interface Span {
  from: string;
  until: string;
}

/** What a store's clock says now. */
export interface Clock {
  today: string;
  /** `14:32:10.5` */
  time: string;
}

const MIDNIGHT = '00:00:00';
const DAY_MS = 86_400_000;

/** Milliseconds of a day's noon: days are counted in UTC, where each has 24 hours. */
const noon = (day: string) => Date.parse(`${day}T12:00:00Z`);

/** The day so many days later; a negative number goes back. */
export function addDays(day: string, days: number): string {
  return new Date(noon(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** How many days the second day is after the first. */
export const daysBetween = (first: string, second: string) => Math.round((noon(second) - noon(first)) / DAY_MS);

/** The first point of a day. */
export const startOf = (day: string) => `${day}T${MIDNIGHT}`;

/** The day that a point lies in. */
export const dayOf = (point: string) => point.slice(0, 10);

/** The last day of a span, even if the span holds only a part of it. */
export const lastDayOf = ({ until }: Span) => (until.endsWith(MIDNIGHT) ? addDays(dayOf(until), -1) : dayOf(until));

/** The first day of the month, so many months later. */
export function monthStart(day: string, months = 0): string {
  if (months === 0) return `${day.slice(0, 8)}01`;
  const [year = 0, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months, 1, 12)).toISOString().slice(0, 10);
}

/** The sizes of stretches whose sums are kept, the longest first. A third begins on the 1st, the 11th or the 21st. */
const stretchSizes = ['quarter', 'month', 'third', 'day'] as const;
export type StretchSize = (typeof stretchSizes)[number];

/** Days from `from` up to `until`, which is left out. A stretch of this size begins on both. */
export interface Stretch {
  size: StretchSize;
  from: string;
  until: string;
}

/** The first day of the third, month or quarter that the day lies in, or of the next one. */
function startOfSize(size: StretchSize, day: string, next = 0): string {
  if (size === 'day') return addDays(day, next);
  if (size === 'month') return monthStart(day, next);
  if (size === 'quarter') return monthStart(day, next * 3 - ((Number(day.slice(5, 7)) - 1) % 3));
  const third = Math.min(2, Math.floor((Number(day.slice(8)) - 1) / 10)) + next;
  return third > 2 ? monthStart(day, 1) : addDays(monthStart(day), third * 10);
}

/** Splits the days from `from` up to `until`, which is left out, into stretches that are as long as possible. */
export function stretchesOf(from: string, until: string, sizes: readonly StretchSize[] = stretchSizes): Stretch[] {
  const [size, ...shorter] = sizes;
  if (size === undefined || from >= until) return [];
  const first = from === startOfSize(size, from) ? from : startOfSize(size, from, 1);
  const last = startOfSize(size, until);
  if (first >= last) return stretchesOf(from, until, shorter);
  return [
    ...stretchesOf(from, first, shorter),
    { size, from: first, until: last },
    ...stretchesOf(last, until, shorter),
  ];
}

/** The sum of a year from its beginning up to `until`, which is left out and begins a third. `sign` adds it or takes it off. */
export interface YearSoFar {
  until: string;
  sign: 1 | -1;
}

/**
 * Splits the days from `from` up to `until`, which is left out, into sums of years so far and the thirds and days that remain. One
 * or two thirds of a year are read directly, because a difference of two sums reads as much.
 */
export function yearsOf(from: string, until: string): { years: YearSoFar[]; rest: Stretch[] } {
  const first = from === startOfSize('third', from) ? from : startOfSize('third', from, 1);
  const last = startOfSize('third', until);
  if (first >= last) return { years: [], rest: stretchesOf(from, until, ['day']) };
  const rest = [...stretchesOf(from, first, ['day']), ...stretchesOf(last, until, ['day'])];
  const years: YearSoFar[] = [];
  for (let start = first; start < last; ) {
    const nextYear = `${Number(start.slice(0, 4)) + 1}-01-01`;
    const end = nextYear < last ? nextYear : last;
    const taken = start.endsWith('-01-01') ? [] : [{ until: start, sign: -1 as const }];
    if (startOfSize('third', startOfSize('third', start, 1), taken.length) >= end) {
      rest.push({ size: 'third', from: start, until: end });
    } else {
      years.push({ until: end, sign: 1 }, ...taken);
    }
    start = end;
  }
  return { years, rest };
}

/** Monday of the day's week. */
export function weekStart(day: string): string {
  const weekday = new Date(noon(day)).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

/**
 * The same point so many months earlier. If that month is too short for the day, this is its end: one month before 31 March
 * is the end of February.
 */
export function monthsBefore({ today, time }: Clock, months: number): string {
  const start = monthStart(today, -months);
  const next = monthStart(start, 1);
  const day = addDays(start, daysBetween(monthStart(today), today));
  return day < next ? `${day}T${time}` : startOf(next);
}

/** Change against an earlier figure in whole per cent; null if there is nothing to compare with ('—' on the screen). */
export function change(now: number, before: number): number | null {
  if (before <= 0) return null;
  return Math.round(((now - before) / before) * 100);
}

const inWords = new Intl.DateTimeFormat('pt-BR', { day: 'numeric', month: 'long', timeZone: 'UTC' });

/** `22 de outubro`, or `1º de outubro`; a point at midnight is the end of the day before. */
export function wordsOfPoint(point: string): string {
  return inWords.format(noon(lastDayOf({ from: '', until: point }))).replace(/^1 de/, '1º de');
}

/** The first day of a range that ends today. `custom` names its own days, which may end before today. */
function firstDay(range: Exclude<FigureRange, 'custom'>, today: string): string {
  if (range === 'year') return `${today.slice(0, 4)}-01-01`;
  const days = { today: 1, '7d': 7, '30d': 30, '90d': 90 }[range];
  return addDays(today, 1 - days);
}

/**
 * The range up to this moment, and the one before it up to the same point. A year is compared with the year before, anything
 * else with as many days right before it. Days after today are left out.
 */
export function spansOf(
  clock: Clock,
  asked: { range: Exclude<FigureRange, 'custom'> } | { range: 'custom'; from: string; to: string },
): { span: Span; before: Span } {
  const last = asked.range === 'custom' && asked.to < clock.today ? asked.to : clock.today;
  const wanted = asked.range === 'custom' ? asked.from : firstDay(asked.range, clock.today);
  const from = wanted < last ? wanted : last;
  const running = last === clock.today;
  const until = running ? `${last}T${clock.time}` : startOf(addDays(last, 1));
  if (asked.range === 'year') {
    return { span: { from, until }, before: { from: monthStart(from, -12), until: monthsBefore(clock, 12) } };
  }
  const days = daysBetween(from, last) + 1;
  const end = addDays(last, -days);
  const before = { from: addDays(from, -days), until: running ? `${end}T${clock.time}` : startOf(addDays(end, 1)) };
  return { span: { from, until }, before };
}
