import { readPlayerKey } from '@vitrine/contract/identity';
import { toReais } from '@vitrine/contract/money';
import type { Order, PaymentHistory, PaymentStatus } from '@vitrine/contract/orders';
import { shownOptions } from '@vitrine/contract/product-options';
import { playersOf } from '../deliveries/player.ts';
import { noteText } from './order.ts';
import type { OrderRow, PaymentRow } from './queries.ts';
import { marksOf } from './returns/marks.ts';

const lineOnWire = (item: OrderRow['items'][number]) => ({
  _id: item.id,
  name: item.name,
  quantity: item.quantity,
  returned: item.returned,
  value: toReais(item.line_centavos),
  options: shownOptions(item.options),
});

/** The lines twice, as SPEC.md section 3 names them: `name` with ids, `products` without. */
export function linesOnWire(items: OrderRow['items']) {
  const name = items.map(lineOnWire);
  return { name, products: name.map(({ _id, ...line }) => line) };
}

/** The fields of an order's money that both the panel and the buyer see. */
export function moneyOnWire(row: OrderRow) {
  return {
    value: toReais(row.subtotal_centavos),
    discount: toReais(row.discount_centavos),
    finalvalue: toReais(row.total_centavos),
    coupon: row.coupon,
    paymentMethod: row.payment_method,
  };
}

/** An order as the store's people see it. */
export function orderOnWire(row: OrderRow, deliveries: Order['deliveries']): Order {
  return {
    _id: row.id,
    number: row.number,
    external_reference: row.reference,
    client: row.client,
    identities: playersOf(row).map(readPlayerKey),
    discordId: row.discord_id,
    customerName: row.customer_name,
    email: row.email,
    date: row.created_at.toISOString(),
    status: row.status,
    marks: marksOf(row),
    kind: row.kind,
    ...moneyOnWire(row),
    refunded: toReais(row.refunded_centavos),
    ...linesOnWire(row.items),
    name: row.items.map((item) => ({ ...lineOnWire(item), productId: item.product_id })),
    tags: row.tags,
    deliveries,
    note: noteText(row.note),
  };
}

export function paymentOnWire(row: PaymentRow): PaymentHistory {
  return {
    id: row.id,
    provider: 'mercado_pago',
    method: row.method,
    status: row.status,
    value: toReais(row.amount_centavos),
    refunded: toReais(row.refunded_centavos),
    reference: row.provider_id,
    history: row.history.map(({ at, status, detail }) => ({
      at: new Date(at).toISOString(),
      status: status as PaymentStatus,
      detail,
    })),
  };
}
