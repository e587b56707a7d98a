import type { DashboardAnswer } from '@vitrine/contract/dashboard';
import { limits } from '@vitrine/contract/limits';
import type { Order } from '@vitrine/contract/orders';
import { Package } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDate, formatNumber, money } from '../../lib/format.ts';
import { RelativeTime } from '../../ui/bits.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Badge, Card, List, Skeleton } from '../../ui/surfaces.tsx';
import { statusOf } from '../orders/order-texts.ts';
import { playerText } from '../orders/player-ids.ts';
import { useMayOpen } from '../store/may.ts';
import { productsInShort } from './dashboard-texts.ts';

/** Newest 8: number, name or client number, products, date, status, value. */
export function RecentOrders({ orders }: { orders: Order[] | undefined }) {
  return (
    <Part
      title="Pedidos recentes"
      to="/orders"
      more="Ver todos"
      rows={limits.recentOrders}
      items={orders}
      empty={
        <EmptyState drawing="receipt" title="Nenhum pedido ainda">
          As compras aparecem aqui assim que são feitas.
        </EmptyState>
      }
    >
      {(order) => {
        const { text, tone } = statusOf(order.status);
        return (
          <li key={order._id}>
            <Link
              to={`/orders?order=${encodeURIComponent(order._id)}`}
              className="grid min-h-13 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-2 -outline-offset-2 transition-colors duration-(--motion-fast) hover:bg-hover/50 sm:grid-cols-[minmax(0,1fr)_7.5rem_7rem] sm:px-5"
            >
              <span className="min-w-0">
                <span className="block truncate font-medium">
                  <span className="figures">#{order.number}</span>
                  {order.customerName ? ` · ${order.customerName}` : null}
                </span>
                {/* On a phone the second half has a line of its own. */}
                <span className="flex flex-wrap gap-x-2 text-small text-muted">
                  <span className="min-w-0 truncate">{productsInShort(order)}</span>
                  <span className="figures">
                    Cliente {playerText(order)} · <RelativeTime at={order.date} />
                  </span>
                </span>
              </span>
              <span className="max-sm:order-3 max-sm:col-start-2 max-sm:justify-self-end">
                <Badge tone={tone}>{text}</Badge>
              </span>
              <span className="figures text-right font-semibold">{money(order.finalvalue)}</span>
            </Link>
          </li>
        );
      }}
    </Part>
  );
}

/** The 5 products sold most, with the real quantities. */
export function PopularPackages({
  packages,
}: {
  packages: DashboardAnswer['analytics']['popularPackages'] | undefined;
}) {
  const best = packages?.slice(0, limits.popularPackages);
  return (
    <Part
      title="Pacotes populares"
      to="/products"
      more="Produtos"
      rows={limits.popularPackages}
      items={best}
      empty={
        <EmptyState drawing="shelf" title="Nada vendido ainda">
          Os produtos mais vendidos aparecem aqui.
        </EmptyState>
      }
    >
      {(product) => (
        <li key={product.id} className="flex min-h-13 items-center gap-3 px-4 py-2 sm:px-5">
          {product.image ? (
            <img src={product.image} alt="" loading="lazy" className="size-9 shrink-0 rounded-control object-cover" />
          ) : (
            <span className="grid size-9 shrink-0 place-items-center rounded-control bg-hover text-muted">
              <Package className="size-4.5" aria-hidden="true" />
            </span>
          )}
          <span className="min-w-0 grow">
            <span className="block truncate font-medium">{product.name}</span>
            <span className="figures block text-small text-muted">{money(product.value)} no total</span>
          </span>
          <span className="figures shrink-0 text-small text-muted">
            {product.quantity === 1 ? '1 venda' : `${formatNumber(product.quantity)} vendas`}
          </span>
        </li>
      )}
    </Part>
  );
}

/** The coupons that work now. */
export function Coupons({ coupons }: { coupons: DashboardAnswer['coupons'] | undefined }) {
  return (
    <Part
      title="Cupons ativos"
      to="/discounts"
      more="Descontos"
      rows={3}
      items={coupons}
      empty={
        <EmptyState
          drawing="tag"
          title="Nenhum cupom ativo"
          action={
            <LinkButton to="/discounts/create" tone="secondary" size="small">
              Criar cupom
            </LinkButton>
          }
        >
          Um desconto no Discord da comunidade costuma trazer a primeira compra.
        </EmptyState>
      }
    >
      {(coupon) => (
        <li key={coupon.id}>
          <Link
            to={`/discounts/${encodeURIComponent(coupon.id)}`}
            className="flex min-h-13 items-center justify-between gap-3 px-4 py-2 -outline-offset-2 transition-colors duration-(--motion-fast) hover:bg-hover/50 sm:px-5"
          >
            <span className="min-w-0">
              <span className="block truncate font-mono font-medium">{coupon.code}</span>
              <span className="block truncate text-small text-muted">{coupon.text}</span>
            </span>
            <span className="shrink-0 text-right text-small text-muted">
              <span className="figures block">{coupon.usage} usos</span>
              <span className="figures block">
                {coupon.expiresAt ? `até ${formatDate(coupon.expiresAt)}` : 'Nunca expira'}
              </span>
            </span>
          </Link>
        </li>
      )}
    </Part>
  );
}

interface PartProps<Item> {
  title: string;
  to: string;
  more: string;
  /** The expected number of rows: as many skeletons keep the page still. */
  rows: number;
  items: Item[] | undefined;
  empty: ReactNode;
  children(item: Item): ReactNode;
}

/** A list with a link to its screen. Hidden from a role that may not open that screen. */
function Part<Item>({ title, to, more, rows, items, empty, children }: PartProps<Item>) {
  const mayOpen = useMayOpen();
  if (!mayOpen(to)) return null;
  return (
    <Card
      flush
      title={title}
      actions={
        <Link to={to} className="-my-2 rounded-control py-2 text-small font-medium text-accent-text hover:underline">
          {more}
        </Link>
      }
      className="overflow-hidden"
    >
      {items?.length === 0 ? (
        <div className="border-t border-line">{empty}</div>
      ) : (
        <List aria-label={title}>
          {items
            ? items.map(children)
            : Array.from({ length: rows }, (_, row) => row).map((row) => (
                <li key={row} className="flex min-h-13 items-center justify-between gap-4 px-4 sm:px-5">
                  <Skeleton className="h-4 w-2/5" />
                  <Skeleton className="h-4 w-20" />
                </li>
              ))}
        </List>
      )}
    </Card>
  );
}
