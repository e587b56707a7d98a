import { buyerKindText } from '@vitrine/contract/buyer-words';
import { readPlayerKey } from '@vitrine/contract/identity';
import { toReais } from '@vitrine/contract/money';
import { lineName } from '@vitrine/contract/option-words';
import { orderMarks, orderMarkTexts, orderStatusTexts, paymentMethodTexts } from '@vitrine/contract/order-words';
import type { Order } from '@vitrine/contract/orders';
import { shownOptions } from '@vitrine/contract/product-options';
import { csvAmount } from '../../../csv.ts';
import { playersOf } from '../../deliveries/player.ts';
import { noteText } from '../../orders/order.ts';
import { marksOf } from '../../orders/returns/marks.ts';
import type { FileCustomer, FileOrder } from './queries.ts';

/** The lines of both spreadsheets, as people in Brazil read and add them. */

const yes = (so: boolean) => (so ? 'sim' : '');
const amount = (centavos: number) => csvAmount(toReais(centavos));
const origins = { sale: 'venda', manual: 'manual', rehearsal: 'simulação' } as const;

/** Writes instants in the store's time, `21/11/2026, 14:03`; an absent one is empty. */
function clockOf(timeZone: string) {
  const format = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short', timeZone });
  return (at: Date | null) => (at ? format.format(at) : '');
}

export const orderHead = [
  'Pedido',
  'Criado em',
  'Situação',
  ...orderMarks.map((mark) => orderMarkTexts[mark]),
  'Origem',
  'Jogadores',
  'ID do Discord',
  'Nome',
  'E-mail',
  'Itens',
  'Subtotal',
  'Desconto',
  'Total',
  'Devolvido',
  'Cupom',
  'Forma de pagamento',
  'Concluído em',
  'Cancelado em',
  'Entregas',
  'Entregues',
  'Entregas com problema',
  'Etiquetas',
  'Observação',
];

/** The cells of an order, in the order of `orderHead`. */
export function orderLines(timeZone: string): (order: FileOrder, deliveries: Order['deliveries']) => string[] {
  const at = clockOf(timeZone);
  return (order, deliveries) => {
    const marks = marksOf(order);
    return [
      String(order.number),
      at(order.created_at),
      orderStatusTexts[order.status],
      ...orderMarks.map((mark) => yes(marks.includes(mark))),
      origins[order.kind],
      playersOf(order)
        .map((key) => readPlayerKey(key).value)
        .join(' '),
      order.discord_id,
      order.customer_name ?? '',
      order.email ?? '',
      order.items
        .map(({ quantity, name, options }) => `${quantity}× ${lineName(name, shownOptions(options))}`)
        .join('; '),
      ...[order.subtotal_centavos, order.discount_centavos, order.total_centavos, order.refunded_centavos].map(amount),
      order.coupon ?? '',
      order.payment_method === 'manual' ? '' : paymentMethodTexts[order.payment_method],
      at(order.completed_at),
      at(order.cancelled_at),
      ...[deliveries.total, deliveries.succeeded, deliveries.problem].map(String),
      order.tags.join(', '),
      noteText(order.note) ?? '',
    ];
  };
}

export const customerHead = [
  'Cliente por',
  'Identificação',
  'Nome',
  'ID do Discord',
  'E-mail',
  'Pedidos',
  'Concluídos',
  'Manuais',
  'Contestados',
  'Gasto',
  'Devolvido',
  'Primeiro pedido',
  'Último pedido',
  'Bloqueado',
];

/** The cells of a customer, in the order of `customerHead`. */
export function customerLines(timeZone: string): (customer: FileCustomer) => string[] {
  const at = clockOf(timeZone);
  return (customer) => {
    const { kind, value } = customer.key.startsWith('email:')
      ? { kind: 'email' as const, value: customer.key.slice('email:'.length) }
      : readPlayerKey(customer.key);
    return [
      value === '' ? '' : buyerKindText(kind),
      value,
      customer.name ?? '',
      customer.discord ?? '',
      customer.email ?? '',
      ...[customer.orders, customer.completed, customer.gifts, customer.disputed].map(String),
      ...[customer.spent, customer.refunded].map(amount),
      at(customer.first_at),
      at(customer.last_at),
      yes(customer.blocked),
    ];
  };
}
