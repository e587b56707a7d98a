import { BRASILIA, BRASILIA_MS } from '../../lib/brasilia.ts';

/**
 * An instant as a field for date and time shows it, `2026-12-24T23:59`, and back. Both go by the store's clock, as every time that
 * the panel writes does: a device in Manaus is an hour behind it. The offset is one for all years, because a year that somebody
 * types passes through 0002 and 0020, and the field must show what was typed.
 */
export function toLocal(instant: string | null): string {
  return instant === null ? '' : new Date(Date.parse(instant) + BRASILIA_MS).toISOString().slice(0, 16);
}

/** Null for a text of any other shape: browsers read a date out of almost any text, even an empty one. */
export function fromLocal(text: string): string | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text)) return null;
  const date = new Date(`${text}:00${BRASILIA}`);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/**
 * The first or the last moment of a day of the store's clock, `2026-11-23`, as an instant. Undefined if the text is no day, or if the
 * instant's year has more than four digits. A filter without the instant narrows nothing.
 */
export function edgeOfDay(day: string, edge: 'first' | 'last'): string | undefined {
  const time = edge === 'first' ? '00:00:00' : '23:59:59.999';
  const date = new Date(/^\d{4}-\d\d-\d\d$/.test(day) ? `${day}T${time}${BRASILIA}` : Number.NaN);
  if (Number.isNaN(date.getTime())) return undefined;
  const instant = date.toISOString();
  return instant.startsWith('+') ? undefined : instant;
}
