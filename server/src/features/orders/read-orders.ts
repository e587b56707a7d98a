import { limits } from '@vitrine/contract/limits';
import { toReais } from '@vitrine/contract/money';
import {
  type OrderDetails,
  type OrderListAnswer,
  type OrderMark,
  type OrderStatus,
  orderStatusTexts,
} from '@vitrine/contract/orders';
import type { Db } from '../../db/database.ts';
import { Refusal } from '../../http/errors.ts';
import type { StoreId } from '../../http/store.ts';
import { deliveriesOfOrders, deliverySummaries } from '../deliveries/read-deliveries.ts';
import { notesOfOrder } from './desk/order-notes.ts';
import { noteText } from './order.ts';
import { orderOnWire, paymentOnWire } from './order-on-wire.ts';
import { countOrders, findOrder, historyOfOrder, listOrders, paymentsOfOrder } from './queries.ts';
import { countMarked } from './returns/marks.ts';
import { refundsOfOrder } from './returns/read-refunds.ts';

const none = { total: 0, succeeded: 0, problem: 0 };

/**
 * A page of the panel's list with the counters over all orders, in which no rehearsal counts. Without paging, the newest 200.
 * `purchases` leaves rehearsals out of the list too.
 */
export async function readOrders(
  db: Db,
  store: StoreId,
  filter: {
    cursor?: string;
    limit?: number;
    status?: OrderStatus | 'all';
    mark?: OrderMark;
    tag?: string;
    search?: string;
    ids?: string[];
    purchases?: boolean;
  },
): Promise<OrderListAnswer> {
  const limit = filter.limit ?? limits.listDefault;
  const status = filter.status === 'all' ? undefined : filter.status;
  const { cursor, mark, tag, search, ids: only, purchases } = filter;
  const rows = await listOrders(db, store, { cursor, limit, status, mark, tag, search, only, purchases });
  const page = rows.slice(0, limit);
  const ids = page.map((row) => row.id);
  const [counters, marked, deliveries] = await Promise.all([
    countOrders(db, store),
    mark ? countMarked(db, store, mark) : undefined,
    deliverySummaries(db, store, ids),
  ]);
  return {
    success: true,
    response: page.map((row) => orderOnWire(row, deliveries.get(row.id) ?? none)),
    counters,
    marked: marked ? { count: marked.count, value: toReais(marked.centavos) } : null,
    nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
  };
}

/** One order with everything for the drawer. Refuses an unknown or foreign one. */
export async function readOrderDetails(db: Db, store: StoreId, id: string): Promise<OrderDetails> {
  const row = await findOrder(db, store, id);
  if (!row) throw new Refusal('order_not_found');
  const [counted, payments, refunds, deliveries, notes, history] = await Promise.all([
    deliverySummaries(db, store, [id]),
    paymentsOfOrder(db, store, id),
    refundsOfOrder(db, store, id),
    deliveriesOfOrders(db, store, [id]),
    notesOfOrder(db, store, id),
    historyOfOrder(db, store, id),
  ]);
  return {
    success: true,
    order: orderOnWire(row, counted.get(id) ?? none),
    payments: payments.map(paymentOnWire),
    refunds,
    deliveries: deliveries.get(id) ?? [],
    notes,
    history: history.map(({ at, status, reason, actor }) => ({
      at: at.toISOString(),
      status: status in orderStatusTexts ? (status as OrderStatus) : 'pending',
      reason: noteText(reason) ?? reason,
      actor,
    })),
  };
}
