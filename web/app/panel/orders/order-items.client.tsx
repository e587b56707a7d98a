import { optionsLine } from '@vitrine/contract/option-words';
import type { Order } from '@vitrine/contract/orders';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { money } from '../../lib/format.ts';
import { useMay } from '../store/may.ts';
import { itemsOf, paymentMethodOf } from './order-texts.ts';

/** What an order has, and what it costs. */
export function Items({ order }: { order: Order }) {
  const mayEdit = useMay()('catalog.edit');
  return (
    <div className="rounded-card border border-line bg-raised">
      <ul className="divide-y divide-line">
        {itemsOf(order).map((item) => (
          <li key={item._id} className="flex justify-between gap-4 px-4 py-2.5">
            <span className="min-w-0">
              <span className="figures text-muted">{item.quantity}×</span>{' '}
              {item.productId && mayEdit ? (
                <Link to={`/products/edit/${item.productId}`} className="text-accent-text hover:underline">
                  {item.name}
                </Link>
              ) : (
                item.name
              )}
              {item.options.length > 0 ? (
                <span className="block text-small break-words text-muted">{optionsLine(item.options)}</span>
              ) : null}
              {item.returned > 0 ? (
                <span className="block text-small text-muted">
                  {item.returned === item.quantity ? 'devolvido' : `${item.returned} de ${item.quantity} devolvidos`}
                </span>
              ) : null}
            </span>
            <span className="figures shrink-0">{money(item.value)}</span>
          </li>
        ))}
      </ul>
      <dl className="border-t border-line px-4 py-2.5">
        <Sum name="Subtotal">{money(order.value)}</Sum>
        {order.discount > 0 ? (
          <Sum name={order.coupon ? `Cupom ${order.coupon}` : 'Desconto'}>− {money(order.discount)}</Sum>
        ) : null}
        <Sum name="Total" strong>
          {money(order.finalvalue)}
        </Sum>
        {order.refunded > 0 ? <Sum name="Devolvido">− {money(order.refunded)}</Sum> : null}
        <Sum name="Pagamento">{order.kind === 'rehearsal' ? 'Simulação' : paymentMethodOf(order.paymentMethod)}</Sum>
      </dl>
    </div>
  );
}

function Sum({ name, strong = false, children }: { name: string; strong?: boolean; children: ReactNode }) {
  return (
    <div className={`flex justify-between gap-4 py-0.5 ${strong ? 'font-semibold' : 'text-muted'}`}>
      <dt>{name}</dt>
      <dd className="figures">{children}</dd>
    </div>
  );
}
