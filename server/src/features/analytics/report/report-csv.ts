import type { FigurePart } from '@vitrine/contract/figure-words';
import { CSV_START, csvAmount, csvLine } from '../../../csv.ts';
import type { Report } from './read-report.ts';

/** `26/11/2026`, or `14:00` for an hour. */
const written = (start: string) =>
  start.includes('-') ? start.split('-').reverse().join('/') : `${start.padStart(2, '0')}:00`;

const stepNames = { hour: 'Hora', day: 'Dia', week: 'Semana desde', month: 'Mês desde' };

const parts: Record<FigurePart, (report: Report) => string[][]> = {
  steps: ({ step, steps }) => [
    [stepNames[step], 'Pedidos', 'Vendido', 'Devolvido', 'Receita', 'Receita no período anterior'],
    ...steps.map(({ start, orders, sold, refunded, revenue, former }) => [
      written(start),
      String(orders),
      ...[sold, refunded, revenue, former].map(csvAmount),
    ]),
  ],
  products: ({ products }) => [
    ['Produto', 'Unidades', 'Vendido por', 'Unidades devolvidas'],
    ...products.map(({ name, units, value, returned }) => [name, String(units), csvAmount(value), String(returned)]),
  ],
  coupons: ({ coupons }) => [
    ['Cupom', 'Pedidos', 'Vendido', 'Desconto'],
    ...coupons.map(({ code, orders, value, discount }) => [
      code,
      String(orders),
      csvAmount(value),
      csvAmount(discount),
    ]),
  ],
};

/** One part of a report as a CSV file, with all its rows. */
export function reportCsv(report: Report, part: FigurePart): string {
  return CSV_START + parts[part](report).map(csvLine).join('');
}
