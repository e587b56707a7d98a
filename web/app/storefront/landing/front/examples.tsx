import { formatCentavos } from '@vitrine/contract/money';
import { shareOf } from './calculator.ts';
import { tebex } from './market.ts';

/** Centavos of sales in a month. */
const MONTHS = [100_000, 500_000, 2_000_000];

/** Three months, computed by the server, so that the page says something without a script too. */
export function Examples({ plan }: { plan: { name: string; monthly: number } }) {
  return (
    <table className="mt-10 w-full max-w-2xl border-collapse">
      <caption className="mb-3 text-left font-semibold">Três exemplos, antes da taxa do meio de pagamento</caption>
      <thead>
        <tr className="border-b border-line align-bottom text-small text-muted">
          <th scope="col" className="py-2 pr-3 text-left font-medium">
            Vendas no mês
          </th>
          <th scope="col" className="py-2 pr-3 text-right font-medium">
            Ficam com a Vitrine, plano {plan.name}
          </th>
          <th scope="col" className="py-2 text-right font-medium">
            Ficam com {tebex.fivemFee / 100}% por venda
          </th>
        </tr>
      </thead>
      <tbody className="figures whitespace-nowrap max-sm:text-small">
        {MONTHS.map((total) => {
          const sales = { total, ticket: total, paymentFee: 0 };
          return (
            <tr key={total} className="border-b border-line">
              <th scope="row" className="py-3 pr-3 text-left font-medium">
                {formatCentavos(total)}
              </th>
              <td className="py-3 pr-3 text-right font-semibold">
                {formatCentavos(shareOf(sales, { saleFee: 0, monthly: plan.monthly }).kept)}
              </td>
              <td className="py-3 text-right">
                {formatCentavos(shareOf(sales, { saleFee: tebex.fivemFee, monthly: 0 }).kept)}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
