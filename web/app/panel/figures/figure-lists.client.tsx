import type { FiguresAnswer } from '@vitrine/contract/figures';
import { type OrderMark, paymentMethodTexts } from '@vitrine/contract/order-words';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatNumber, money } from '../../lib/format.ts';
import { Card, List } from '../../ui/surfaces.tsx';
import { useMayOpen } from '../store/may.ts';
import { secondsInWords } from './figure-range.ts';

/** The parts of a range beside its sums. Each is a list of names with their figures. */

interface Row {
  key: string;
  name: string;
  /** Below the name. */
  detail?: string;
  value: string;
  /** The page that lists the counted things. */
  to?: string;
}

function Part({ title, csv, empty, rows }: { title: string; csv?: ReactNode; empty: string; rows: Row[] }) {
  return (
    <Card flush title={title} actions={rows.length > 0 ? csv : null} className="overflow-hidden">
      <Rows label={title} empty={empty} rows={rows} />
    </Card>
  );
}

function Rows({ label, empty, rows }: { label: string; empty: string; rows: Row[] }) {
  if (rows.length === 0) return <p className="border-t border-line px-4 py-4 text-muted sm:px-5">{empty}</p>;
  return (
    <List aria-label={label}>
      {rows.map(({ key, name, detail, value, to }) => {
        const row = 'flex min-h-12 items-center justify-between gap-4 px-4 py-2 sm:px-5';
        const figure = (
          <>
            <span className="min-w-0">
              <span className="block wrap-anywhere">{name}</span>
              {detail ? <span className="figures block text-small text-muted">{detail}</span> : null}
            </span>
            <span className={`figures shrink-0 text-right font-semibold ${to === undefined ? '' : 'text-accent-text'}`}>
              {value}
            </span>
          </>
        );
        return to === undefined ? (
          <li key={key} className={row}>
            {figure}
          </li>
        ) : (
          <li key={key}>
            <Link
              to={to}
              className={`${row} -outline-offset-2 transition-colors duration-(--motion-fast) hover:bg-hover/50`}
            >
              {figure}
            </Link>
          </li>
        );
      })}
    </List>
  );
}

const counted = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${formatNumber(count)} ${many}`;

export function Products({ products, csv }: { products: FiguresAnswer['products']; csv: ReactNode }) {
  return (
    <Part
      title="Produtos"
      csv={csv}
      empty="Nada foi vendido neste período."
      rows={products.map(({ id, name, units, value, returned }) => ({
        key: id,
        name,
        detail: [
          counted(units, 'unidade', 'unidades'),
          ...(returned > 0 ? [counted(returned, 'devolvida', 'devolvidas')] : []),
        ].join(' · '),
        value: money(value),
      }))}
    />
  );
}

export function Methods({ methods }: { methods: FiguresAnswer['methods'] }) {
  return (
    <Part
      title="Formas de pagamento"
      empty="Ninguém pagou neste período."
      rows={methods.map(({ method, orders, value }) => ({
        key: method,
        name: paymentMethodTexts[method],
        detail: counted(orders, 'pedido', 'pedidos'),
        value: money(value),
      }))}
    />
  );
}

export function Coupons({ coupons, csv }: { coupons: FiguresAnswer['coupons']; csv: ReactNode }) {
  return (
    <Part
      title="Cupons usados"
      csv={csv}
      empty="Nenhum cupom foi usado neste período."
      rows={coupons.map(({ code, orders, value, discount }) => ({
        key: code,
        name: code,
        detail: `${counted(orders, 'pedido', 'pedidos')} · ${money(discount)} de desconto`,
        value: money(value),
      }))}
    />
  );
}

export function Marks({ marks }: { marks: FiguresAnswer['marks'] }) {
  const mayOpen = useMayOpen();
  const rows: [name: string, count: number, detail: string, mark: OrderMark][] = [
    ['Manuais', marks.gifts, 'dados pela loja, sem dinheiro', 'manual'],
    ['Reembolsados', marks.refunded, 'devolvidos por inteiro', 'refunded'],
    ['Reembolsados em parte', marks.refundedInPart, 'o pedido continua concluído', 'part_refunded'],
    ['Contestados', marks.chargebacks, 'o banco tomou o dinheiro de volta', 'disputed'],
    ['Disputas abertas', marks.disputes, 'no Mercado Pago', 'disputed'],
  ];
  return (
    <Part
      title="Marcas dos pedidos"
      empty=""
      rows={rows.map(([name, count, detail, mark]) => ({
        key: name,
        name,
        detail,
        value: formatNumber(count),
        ...(count > 0 && mayOpen('/orders') && { to: `/orders?mark=${mark}` }),
      }))}
    />
  );
}

export function Deliveries({ deliveries }: { deliveries: FiguresAnswer['deliveries'] }) {
  const { arrived, half, most, failed, open } = deliveries;
  const lists = [
    ['Falhas por motivo', deliveries.causes],
    ['Falhas por produto', deliveries.products],
    ['Falhas por servidor', deliveries.servers],
  ] as const;
  return (
    <Card flush title="Entregas" className="overflow-hidden">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 border-t border-line px-4 py-4 sm:grid-cols-4 sm:px-5">
        {[
          ['Chegaram', formatNumber(arrived)],
          ['Metade em até', half === null ? '—' : secondsInWords(half)],
          ['95% em até', most === null ? '—' : secondsInWords(most)],
          ['Falharam', open > 0 ? `${formatNumber(failed)} (${formatNumber(open)} sem solução)` : formatNumber(failed)],
        ].map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-small text-muted">{name}</dt>
            <dd className="figures font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {lists.map(([title, rows]) =>
        rows.length > 0 ? (
          <div key={title} className="border-t border-line">
            <h3 className="px-4 pt-3 pb-2 text-small font-medium text-muted sm:px-5">{title}</h3>
            <Rows
              label={title}
              empty=""
              rows={rows.map(({ name, count }) => ({ key: name, name, value: formatNumber(count) }))}
            />
          </div>
        ) : null,
      )}
    </Card>
  );
}
