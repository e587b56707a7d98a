import { DEFAULT_TIME_ZONE } from '@vitrine/contract/dates';
import { BRASILIA } from '../../lib/brasilia.ts';

/**
 * An instant as a field for date and time shows it, `2026-12-24T23:59`, and back. Both go by the store's clock, as every time that
 * the panel writes does: a device in Manaus is an hour behind it.
 */
export function toLocal(instant: string | null): string {
  if (instant === null) return '';
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone: DEFAULT_TIME_ZONE,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(instant));
  return parts.replace(' ', 'T');
}

/** Null for what is no date and time: browsers read a date out of almost any text, an empty one too. */
export function fromLocal(text: string): string | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text)) return null;
  const date = new Date(`${text}:00${BRASILIA}`);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
