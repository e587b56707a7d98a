import type { FiguresAnswer } from '@vitrine/contract/figures';
import { ChevronRight } from 'lucide-react';
import { formatNumber, money } from '../../lib/format.ts';
import { partInWords } from './figure-range.ts';

const names = { hour: 'Hora', day: 'Dia', week: 'Semana desde', month: 'Mês' };

/** The chart in rows, for people who read numbers or cannot see it. */
export function StepsTable({ data: { step, steps } }: { data: FiguresAnswer }) {
  const cell = 'figures px-3 py-2 text-right whitespace-nowrap';
  return (
    <details className="group/rows mt-3">
      <summary className="inline-flex min-h-11 cursor-pointer items-center gap-1 rounded-control text-small text-muted hover:text-text pointer-fine:min-h-8 [&::-webkit-details-marker]:hidden">
        <ChevronRight className="size-4 transition-transform duration-(--motion-fast) group-open/rows:rotate-90" />
        Ver como tabela
      </summary>
      <section
        className="max-h-96 overflow-auto rounded-control border border-line"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label="Receita em tabela"
      >
        <table className="w-full text-small">
          <caption className="sr-only">Receita, pedidos e devoluções do período</caption>
          <thead className="sticky top-0 bg-hover text-muted">
            <tr>
              <th scope="col" className="px-3 py-2 text-left font-medium">
                {names[step]}
              </th>
              {['Receita', 'Pedidos', 'Vendido', 'Devolvido', 'Antes'].map((name) => (
                <th key={name} scope="col" className="px-3 py-2 text-right font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {steps.map(({ start, revenue, orders, sold, refunded, former }) => (
              <tr key={start}>
                <th scope="row" className="figures px-3 py-2 text-left font-normal whitespace-nowrap">
                  {partInWords(step, start)}
                </th>
                <td className={`${cell} font-medium`}>{money(revenue)}</td>
                <td className={cell}>{formatNumber(orders)}</td>
                <td className={cell}>{money(sold)}</td>
                <td className={cell}>{money(refunded)}</td>
                <td className={`${cell} text-muted`}>{money(former)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
