import { useInfiniteQuery } from '@tanstack/react-query';
import { formatDateTime } from '@vitrine/contract/dates';
import { lineName } from '@vitrine/contract/option-words';
import { type OrderMark, orderMarkTexts } from '@vitrine/contract/order-words';
import type { Order, OrderListAnswer } from '@vitrine/contract/orders';
import { TicketPercent } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { formatNumber, money } from '../../lib/format.ts';
import { CopyButton } from '../../ui/bits.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Badge, Card, List, Skeleton, SkeletonRows } from '../../ui/surfaces.tsx';
import { useHeldRows, WaitingRows } from '../list/held-rows.client.tsx';
import { LoadFailure } from '../list/load-failure.client.tsx';
import { LoadMore } from '../list/load-more.client.tsx';
import { useCurrentStore, useCurrentStoreId } from '../store/current-store.ts';
import { type OrderFilters, ordersFailure, ordersQuery } from './order-queries.ts';
import { deliverySummary, itemsOf, statusOf } from './order-texts.ts';
import { playerText } from './player-ids.ts';
import { Marks } from './refund/order-marks.client.tsx';

/** Six columns from 1024 px on: number and date, customer, items, total, status, deliveries. Below, cards. */
const columns = 'lg:grid lg:grid-cols-[8.5rem_8.5rem_minmax(0,1fr)_8rem_7.5rem_9rem] lg:items-start lg:gap-4';
/** So many items of an order are shown; the others are only counted. */
const ITEMS_SHOWN = 2;

interface OrderListProps {
  filters: OrderFilters;
  /** Search and filter, between the counters and the rows. */
  toolbar: ReactNode;
  onOpen(id: string): void;
  onClear(): void;
}

export function OrderList({ filters, toolbar, onOpen, onClear }: OrderListProps) {
  const store = useCurrentStoreId();
  const query = useInfiniteQuery(ordersQuery(store, filters));
  const { data, error, isPlaceholderData } = query;
  const held = useHeldRows(
    data?.pages.flatMap((page) => page.response) ?? [],
    ({ _id }) => _id,
    `${store} ${filters.status} ${filters.mark} ${filters.tag} ${filters.search}`,
  );
  const orders = held.shown;
  const filtered = filters.status !== 'all' || filters.mark !== 'all' || filters.tag !== '' || filters.search !== '';

  return (
    <>
      <Counters counters={data?.pages[0]?.counters} failed={query.isLoadingError} />
      {toolbar}
      {filters.mark !== 'all' && data ? <Marked mark={filters.mark} marked={data.pages[0]?.marked ?? null} /> : null}
      <WaitingRows held={held} one="1 pedido novo" many="pedidos novos" />
      <Card flush className={classNames('overflow-hidden', isPlaceholderData && 'opacity-60')}>
        {query.isLoadingError ? (
          <LoadFailure title={ordersFailure(error)} query={query} />
        ) : !data ? (
          <div className="p-4">
            <SkeletonRows rows={6} className="h-28 lg:h-14" />
          </div>
        ) : orders.length === 0 ? (
          filtered ? (
            <EmptyState
              drawing="search"
              title="Nenhum pedido com este filtro"
              action={
                <Button tone="secondary" onClick={onClear}>
                  Limpar filtros
                </Button>
              }
            >
              Procure pelo número do pedido, ID da Cidade, ID do Discord ou nome.
            </EmptyState>
          ) : (
            <NoOrders />
          )
        ) : (
          <>
            <div aria-hidden="true" className={classNames('hidden px-5 py-2.5 text-small text-muted', columns)}>
              {['Pedido', 'Cliente', 'Itens', 'Total', 'Status', 'Entregas'].map((head) => (
                <span key={head} className={head === 'Total' ? 'text-right' : undefined}>
                  {head}
                </span>
              ))}
            </div>
            <List aria-label="Pedidos" className="max-lg:border-t-0">
              {orders.map((order) => (
                <OrderRow key={order._id} order={order} onOpen={onOpen} />
              ))}
            </List>
          </>
        )}
      </Card>
      <LoadMore query={query}>Carregar mais pedidos</LoadMore>
    </>
  );
}

function Counters({ counters, failed }: { counters: OrderListAnswer['counters'] | undefined; failed: boolean }) {
  const paid = counters ? (
    `${formatNumber(counters.paid)} ${counters.paid === 1 ? 'pago' : 'pagos'}`
  ) : failed ? null : (
    <Skeleton className="my-1 h-3.5 w-14" />
  );
  const figures = [
    // Paid orders stand beside the total, because the dashboard and the report count only those as orders.
    ['Total', counters?.total, paid],
    ['Concluídos', counters?.completed, undefined],
    ['Pendentes', counters?.pending, undefined],
  ] as const;
  return (
    <dl className="mb-4 grid grid-cols-3 gap-2 sm:gap-3">
      {figures.map(([label, value, detail]) => (
        <div key={label} className="rounded-card border border-line bg-raised px-3 py-3 sm:px-5">
          <dt className="text-small text-muted">{label}</dt>
          <dd className="figures text-title font-semibold">
            {value !== undefined ? formatNumber(value) : failed ? '—' : <Skeleton className="my-1 h-4.5 w-10" />}
          </dd>
          {detail ? <dd className="figures text-small text-muted">{detail}</dd> : null}
        </div>
      ))}
    </dl>
  );
}

/** How many orders have the mark that the list is narrowed to, and how much money that is. */
function Marked({ mark, marked }: { mark: OrderMark; marked: OrderListAnswer['marked'] }) {
  if (!marked) return null;
  const back = mark === 'refunded' || mark === 'part_refunded';
  return (
    <p role="status" className="figures mb-3 text-small text-muted">
      {marked.count === 1 ? '1 pedido' : `${formatNumber(marked.count)} pedidos`} com a marca “{orderMarkTexts[mark]}”,{' '}
      {money(marked.value)} {back ? 'devolvidos' : 'ao todo'}
    </p>
  );
}

function OrderRow({ order, onOpen }: { order: Order; onOpen(id: string): void }) {
  const { text, tone } = statusOf(order.status);
  const deliveries = deliverySummary(order.deliveries);
  const items = itemsOf(order);
  return (
    <li
      data-row={order._id}
      className={classNames(
        'relative flex flex-col gap-2 px-4 py-3.5 transition-colors duration-(--motion-fast) hover:bg-hover/50 sm:px-5 lg:py-3',
        columns,
      )}
    >
      <div className="flex items-baseline justify-between gap-3 pr-28 lg:block lg:pr-0">
        <button
          type="button"
          aria-label={`Ver detalhes do pedido ${order.number}`}
          onClick={() => onOpen(order._id)}
          className="figures block rounded-control text-left font-semibold after:absolute after:inset-0 after:content-['']"
        >
          #{order.number}
        </button>
        <time dateTime={order.date} className="block text-small text-muted">
          {formatDateTime(order.date)}
        </time>
      </div>
      <div className="flex min-w-0 items-baseline gap-2 lg:block">
        <p className="figures max-w-full shrink-0 truncate max-lg:max-w-2/3">
          <span className="lg:sr-only">Cliente </span>
          {playerText(order)}
        </p>
        {order.kind === 'rehearsal' ? (
          <Badge tone="accent">Simulação</Badge>
        ) : (
          <p className="truncate text-small text-muted">{order.customerName ?? ''}</p>
        )}
      </div>
      <div className="min-w-0">
        <ul className="text-small">
          {items.slice(0, ITEMS_SHOWN).map((item) => (
            <li key={item._id} className="flex justify-between gap-3 leading-6">
              <span className="min-w-0 truncate">
                <span className="figures text-muted">{item.quantity}×</span> {lineName(item.name, item.options)}
              </span>
              <span className="figures shrink-0 text-muted">{money(item.value)}</span>
            </li>
          ))}
          {items.length > ITEMS_SHOWN ? (
            <li className="leading-6 text-muted">
              {items.length - ITEMS_SHOWN === 1 ? 'e mais 1 item' : `e mais ${items.length - ITEMS_SHOWN} itens`}
            </li>
          ) : null}
        </ul>
        {order.marks.length + order.tags.length > 0 ? (
          <div className="mt-1 flex flex-wrap items-center gap-1.5">
            <Marks marks={order.marks} />
            {order.tags.map((tag) => (
              <span key={tag} className="rounded-full bg-hover px-2.5 py-0.5 text-small break-all">
                {tag}
              </span>
            ))}
          </div>
        ) : null}
      </div>
      <div className="flex items-baseline justify-between gap-2 lg:block lg:text-right">
        <p className="text-small text-muted lg:sr-only">Total</p>
        <p className="min-w-0">
          <span className="figures block text-right font-semibold">{money(order.finalvalue)}</span>
          {order.coupon ? (
            <span className="flex items-center justify-end gap-1 text-small text-muted">
              <TicketPercent className="size-3.5 shrink-0" aria-hidden="true" />
              <span className="sr-only">Cupom </span>
              <span className="break-all">{order.coupon}</span>
            </span>
          ) : null}
        </p>
      </div>
      <div className="absolute top-3.5 right-4 sm:right-5 lg:static">
        <Badge tone={tone}>{text}</Badge>
      </div>
      <div className={deliveries ? undefined : 'max-lg:hidden'}>
        {deliveries ? (
          <Badge tone={deliveries.tone} pulse={deliveries.tone === 'info'}>
            {deliveries.text}
          </Badge>
        ) : (
          <span className="text-small text-muted">Sem entregas</span>
        )}
      </div>
    </li>
  );
}

function NoOrders() {
  const url = useCurrentStore()?.url;
  return (
    <EmptyState
      drawing="receipt"
      title="Nenhum pedido ainda"
      action={url ? <CopyButton text={url} label="Copiar link da loja" tone="primary" /> : undefined}
    >
      As compras da sua loja aparecem aqui assim que são feitas. Compartilhe o link com os jogadores.
    </EmptyState>
  );
}
