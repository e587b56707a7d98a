/** Reads foreign values, and turns our centavos and ms into each API's format. */

export type Fields = Record<string, unknown>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Mercado Pago answers in this offset, with any input. */
const OFFSET_MINUTES = -4 * 60;

/** `2026-11-21T10:31:00.000-04:00` (facts, section 2). */
export function formatDate(ms: number): string {
  return `${new Date(ms + OFFSET_MINUTES * 60_000).toISOString().slice(0, -1)}-04:00`;
}

export function formatDateOrNull(ms: number | null): string | null {
  return ms === null ? null : formatDate(ms);
}

/** Milliseconds, or null for anything but ISO 8601 with milliseconds and a numeric offset. */
export function parseDate(value: unknown): number | null {
  if (typeof value !== 'string') return null;
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}[+-]\d{2}:\d{2}$/.test(value)) return null;
  const ms = Date.parse(value);
  return Number.isNaN(ms) ? null : ms;
}

/** Milliseconds of an ISO 8601 duration of days, hours, minutes and seconds, or null. */
export function parseDuration(value: unknown): number | null {
  if (typeof value !== 'string') return null;
  const found = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(value);
  if (!found || found.slice(1).every((part) => part === undefined)) return null;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = found.slice(1).map((part) => Number(part ?? 0));
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
}

/** Centavos of a JSON number with at most two decimals, or null. */
export function centsOfNumber(value: unknown): number | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return null;
  const cents = Math.round(value * 100);
  return Math.abs(value * 100 - cents) < 1e-6 ? cents : null;
}

/** Centavos of a decimal text such as `29.90`, or null. */
export function centsOfText(value: unknown): number | null {
  return typeof value === 'string' && /^\d{1,10}(\.\d{1,2})?$/.test(value) ? Math.round(Number(value) * 100) : null;
}

export function numberOfCents(cents: number): number {
  return cents / 100;
}

export function textOfCents(cents: number): string {
  return (cents / 100).toFixed(2);
}

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

/** Keys come back in snake_case (facts, section 3). */
export function snakeCaseKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeCaseKeys);
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase(),
      snakeCaseKeys(inner),
    ]),
  );
}
