import { DEFAULT_TIME_ZONE } from '@vitrine/contract/dates';
import { formatReais } from '@vitrine/contract/money';

const number = new Intl.NumberFormat('pt-BR');
const relative = new Intl.RelativeTimeFormat('pt-BR');

/** Reais as the API sends them, `1234.5` -> `R$ 1.234,50`. A line never breaks between the sign and the amount. */
export const money = (reais: number) => formatReais(reais).replace(' ', '\u00a0');

/** `1234` -> `1.234` */
export function formatNumber(value: number): string {
  return number.format(value);
}

/** A change in per cent: `12` -> `12% a mais`, `-23` -> `23% a menos`, 0 -> `o mesmo`, null (nothing to compare with) -> `—`. */
export function formatTrend(percent: number | null): string {
  if (percent === null) return '—';
  if (percent === 0) return 'o mesmo';
  return `${number.format(Math.abs(percent))}% a ${percent > 0 ? 'mais' : 'menos'}`;
}

/** `21/11/2026` */
export function formatDate(instant: string | Date, timeZone = DEFAULT_TIME_ZONE): string {
  return new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeZone }).format(new Date(instant));
}

const units: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** `há 5 minutos`, `em 2 dias`, `agora`. */
export function formatRelative(instant: string | Date, now: Date): string {
  const seconds = (new Date(instant).getTime() - now.getTime()) / 1_000;
  for (const [unit, size] of units) {
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit);
  }
  return 'agora';
}

/** `sexta-feira, 27 de novembro de 2026 às 20:00` */
export function fullDateTime(instant: string, timeZone = DEFAULT_TIME_ZONE): string {
  return new Intl.DateTimeFormat('pt-BR', { dateStyle: 'full', timeStyle: 'short', timeZone }).format(
    new Date(instant),
  );
}
