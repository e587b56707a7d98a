import type { FigureRange, FigureStep, FiguresAnswer } from '@vitrine/contract/figures';
import { toReais } from '@vitrine/contract/money';
import { addDays, daysBetween, monthStart, weekStart } from '../period.ts';

/** Money of one day, in centavos. */
export interface DayMoney {
  orders: number;
  sold: number;
  refunded: number;
}

interface Days {
  from: string;
  to: string;
}

/** The first day of the part of a range that a day lies in. The first part of a range may be a rest of a week or month. */
function startOfStep(step: FigureStep, day: string, from: string): string {
  if (step === 'day') return day;
  const start = step === 'week' ? weekStart(day) : monthStart(day);
  return start > from ? start : from;
}

/**
 * The day of the range beside which a day of the range before is shown. For a year it is the same date, else the day at the same
 * distance from the beginning. 29 February stands beside the 28th.
 */
function dayBeside(day: string, range: FigureRange, days: Days, before: Days): string {
  if (range !== 'year') return addDays(days.from, daysBetween(before.from, day));
  const date = `${days.from.slice(0, 4)}${day.slice(4)}`;
  return date.endsWith('-02-29') ? addDays(monthStart(date, 1), -1) : date;
}

/** The parts of a range in their order, each beside the same part of the range before. */
export function stepsOf(
  step: FigureStep,
  days: Days,
  money: ReadonlyMap<string, DayMoney>,
  before: Days,
  formerMoney: ReadonlyMap<string, DayMoney>,
  range: FigureRange,
): FiguresAnswer['steps'] {
  const steps = new Map<string, DayMoney & { former: number }>();
  for (let day = days.from; day <= days.to; day = addDays(day, 1)) {
    const start = startOfStep(step, day, days.from);
    const part = steps.get(start) ?? { orders: 0, sold: 0, refunded: 0, former: 0 };
    const { orders = 0, sold = 0, refunded = 0 } = money.get(day) ?? {};
    part.orders += orders;
    part.sold += sold;
    part.refunded += refunded;
    steps.set(start, part);
  }
  for (const [day, { sold, refunded }] of formerMoney) {
    const part = steps.get(startOfStep(step, dayBeside(day, range, days, before), days.from));
    if (part) part.former += sold - refunded;
  }
  return [...steps].map(([start, { orders, sold, refunded, former }]) => ({
    start,
    orders,
    sold: toReais(sold),
    refunded: toReais(refunded),
    revenue: toReais(sold - refunded),
    former: toReais(former),
  }));
}
