import { formatDateTime } from '@vitrine/contract/dates';
import type { Order } from '@vitrine/contract/orders';
import { Link } from 'react-router';
import { money } from '../../lib/format.ts';
import { Badge, Card, List } from '../../ui/surfaces.tsx';
import { itemsOf, statusOf } from '../orders/order-texts.ts';
import { Marks } from '../orders/refund/order-marks.client.tsx';

/** The newest orders of a buyer; each leads to its whole life. */
export function Purchases({ orders, total }: { orders: readonly Order[]; total: number }) {
  return (
    <Card
      title="Compras"
      description={total > orders.length ? `As ${orders.length} mais novas de ${total}.` : undefined}
      flush
    >
      <List aria-label="Compras">
        {orders.map((order) => {
          const { text, tone } = statusOf(order.status);
          return (
            <li
              key={order._id}
              className="relative flex items-start justify-between gap-4 px-4 py-3 transition-colors duration-(--motion-fast) hover:bg-hover/50 sm:px-5"
            >
              <div className="min-w-0">
                <p>
                  <Link
                    to={`/orders?order=${order._id}`}
                    className="figures rounded-control font-semibold after:absolute after:inset-0 after:content-['']"
                  >
                    #{order.number}
                  </Link>{' '}
                  <time dateTime={order.date} className="text-small text-muted">
                    {formatDateTime(order.date)}
                  </time>
                </p>
                <p className="text-small break-words text-muted">
                  {itemsOf(order)
                    .map(({ quantity, name }) => `${quantity}× ${name}`)
                    .join(', ')}
                </p>
                {order.marks.length > 0 ? (
                  <p className="mt-1 flex flex-wrap gap-1.5">
                    <Marks marks={order.marks} />
                  </p>
                ) : null}
              </div>
              <div className="flex shrink-0 flex-col items-end gap-1">
                <Badge tone={tone}>{text}</Badge>
                <span className="figures font-medium">{money(order.finalvalue)}</span>
              </div>
            </li>
          );
        })}
      </List>
    </Card>
  );
}
