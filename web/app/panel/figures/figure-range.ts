import { type FigureRange, type FigureStep, figureRanges, figureSteps } from '@vitrine/contract/figure-words';
import { formatDate } from '../../lib/format.ts';

/** The range of the figures, as the address keeps it. */

export interface Asked {
  range: FigureRange;
  by: FigureStep;
  /** First and last day of `custom`. */
  from?: string;
  to?: string;
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const DAY_MS = 86_400_000;

/** The cut that suits a range of so many days: some dozen parts. */
function suitingStep({ range, from, to }: Omit<Asked, 'by'>): FigureStep {
  if (range === 'year') return 'month';
  if (range === '90d') return 'week';
  if (range !== 'custom' || !from || !to) return 'day';
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  return days > 180 ? 'month' : days > 45 ? 'week' : 'day';
}

/** The range that an address asks for; 30 days if it names no known range. */
export function readAsked(query: URLSearchParams): Asked {
  const named = figureRanges.find((range) => range === query.get('range')) ?? '30d';
  const days = { from: query.get('from') ?? '', to: query.get('to') ?? '' };
  const whole = DAY.test(days.from) && DAY.test(days.to);
  const range = named === 'custom' && !whole ? '30d' : named;
  const asked = range === 'custom' ? { range, ...days } : { range };
  return { ...asked, by: figureSteps.find((step) => step === query.get('by')) ?? suitingStep(asked) };
}

/** The address of a range. The cut is left out if it is the one that suits the range. */
export function addressOfRange({ by, ...asked }: Omit<Asked, 'by'> & { by?: FigureStep }): Record<string, string> {
  return { ...asked, ...(by && by !== suitingStep(asked) && { by }) };
}

const numeric = new Intl.DateTimeFormat('pt-BR', { day: '2-digit', month: '2-digit', timeZone: 'UTC' });
const month = new Intl.DateTimeFormat('pt-BR', { month: 'short', year: '2-digit', timeZone: 'UTC' });

const noon = (day: string) => new Date(`${day}T12:00:00Z`);

/** `26/11/2026`, or `28/10/2026 a 26/11/2026`: a day is written as on every other screen. */
export function daysInWords({ from, to }: { from: string; to: string }): string {
  return from === to ? formatDate(noon(to)) : `${formatDate(noon(from))} a ${formatDate(noon(to))}`;
}

/** A part of a range in a row of its own, where a day has room for its year. */
export const partInWords = (step: FigureStep | 'hour', start: string): string =>
  step === 'day' || step === 'week' ? formatDate(noon(start)) : partInShort(step, start);

/** A part of a range on the chart's axis: `14 h`, `26/11`, `nov. de 26`. */
export function partInShort(step: FigureStep | 'hour', start: string): string {
  if (step === 'hour') return `${start} h`;
  return (step === 'month' ? month : numeric).format(noon(start));
}

/** Seconds as people say them: `8 s`, `2 min`, `1 h 30 min`. */
export function secondsInWords(seconds: number): string {
  if (seconds < 100) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `${Math.round(hours / 24)} dias`;
  return minutes % 60 ? `${hours} h ${minutes % 60} min` : `${hours} h`;
}
