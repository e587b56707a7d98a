/** The time zone of every store that names no other (LOOK: dates in the store's own time). */
export const DEFAULT_TIME_ZONE = 'America/Sao_Paulo';

/** The one way in which the product writes an instant: `21/11/2026, 14:03`. */
export function formatDateTime(instant: string | Date, timeZone = DEFAULT_TIME_ZONE): string {
  return new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(
    new Date(instant),
  );
}
