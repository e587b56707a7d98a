import { canStillChange } from '@vitrine/contract/delivery-states';
import {
  type DeliveryState,
  deliveryStates,
  deliveryStateTexts,
  type OrderStatus,
  orderStatusTexts,
  type PaymentStatus,
  paymentMethodTexts,
} from '@vitrine/contract/order-words';
import type { Delivery, Order, OrderDetails, OrderItem, PaymentHistory, RefundTold } from '@vitrine/contract/orders';
import type { Tone } from '../../ui/surfaces.tsx';

/** Orders and deliveries in words and colours, and what may be done with each: all decisions of these screens. */

/** An unknown status displays as pending (SPEC.md section 4). */
export function statusOf(status: string): { status: OrderStatus; text: string; tone: Tone } {
  const known: OrderStatus = Object.hasOwn(orderStatusTexts, status) ? (status as OrderStatus) : 'pending';
  const tones: Record<OrderStatus, Tone> = { pending: 'warn', completed: 'ok', cancelled: 'neutral' };
  return { status: known, text: orderStatusTexts[known], tone: tones[known] };
}

/** What stands in the place of an order's deliveries when it has none. */
export const noDeliveriesText: Record<OrderStatus, string> = {
  pending: 'As entregas começam assim que o pagamento for aprovado.',
  completed: 'Os produtos deste pedido não têm ações automáticas.',
  cancelled: 'O pedido foi cancelado. Não há entregas.',
};

const deliveryTones: Record<DeliveryState, Tone> = {
  scheduled: 'neutral',
  queued: 'info',
  sent: 'info',
  succeeded: 'ok',
  failed: 'bad',
  uncertain: 'warn',
  cancelled: 'neutral',
};

export function deliveryStateOf(state: DeliveryState): { text: string; tone: Tone; moving: boolean } {
  return {
    text: deliveryStateTexts[state],
    tone: deliveryTones[state],
    moving: state === 'queued' || state === 'sent',
  };
}

/** The delivery state in an address. Undefined for any other text. */
export function readDeliveryState(text: string | null): DeliveryState | undefined {
  return deliveryStates.find((state) => state === text);
}

export const paymentTones: Record<PaymentStatus, Tone> = {
  created: 'neutral',
  pending: 'warn',
  in_process: 'warn',
  approved: 'ok',
  rejected: 'bad',
  cancelled: 'neutral',
  expired: 'neutral',
  refunded: 'info',
  charged_back: 'bad',
};

export const phaseTexts: Record<Delivery['phase'], string> = {
  confirmation: 'Após a confirmação',
  expiration: 'Quando expirar',
  reversal: 'Desfaz a compra',
};

export function paymentMethodOf(method: Order['paymentMethod']): string {
  return method === 'manual' ? 'Pedido manual' : paymentMethodTexts[method];
}

/** A missing item name is 'Desconhecido', a missing quantity counts as 1 (SPEC.md section 3). */
export function itemsOf(order: Pick<Order, 'name'>): OrderItem[] {
  return (order.name ?? []).map((item: Partial<OrderItem>, index) => ({
    _id: item._id ?? String(index),
    productId: item.productId ?? null,
    name: item.name || 'Desconhecido',
    quantity: item.quantity ?? 1,
    returned: item.returned ?? 0,
    value: item.value ?? 0,
    options: item.options ?? [],
  }));
}

/** The deliveries of an order in two or three words. What needs a person comes first. Null when it has none. */
export function deliverySummary({
  total,
  succeeded,
  problem,
}: Order['deliveries']): { text: string; tone: Tone } | null {
  if (total === 0) return null;
  if (problem > 0) return { text: problem === 1 ? '1 com problema' : `${problem} com problema`, tone: 'bad' };
  if (succeeded === total) return { text: total === 1 ? 'Entregue' : 'Tudo entregue', tone: 'ok' };
  return { text: `${succeeded} de ${total} entregues`, tone: 'info' };
}

/** A scheduled delivery counts as under way when it is due within this time, in ms. */
const NEAR_MS = 60_000;

/** Whether the order can soon change by itself, so that the page asks every two seconds. */
export function isUnderWay({ order, deliveries, payments }: OrderDetails, now: Date): boolean {
  if (order.status === 'pending' || payments.some((payment) => payment.status === 'in_process')) return true;
  return deliveries.some(
    ({ state, dueAt }) =>
      state === 'queued' ||
      state === 'sent' ||
      (state === 'scheduled' && dueAt !== null && new Date(dueAt).getTime() - now.getTime() < NEAR_MS),
  );
}

/** Which repairs a delivery offers in this state. */
export function repairsFor(state: DeliveryState): { resend: boolean; mark: boolean; cancel: boolean } {
  return {
    resend: state === 'failed' || state === 'uncertain',
    mark: state === 'failed' || state === 'uncertain' || state === 'sent',
    cancel: state === 'failed' || state === 'uncertain' || state === 'queued' || state === 'scheduled',
  };
}

/** Which changes a delivery offers: its arguments, those of its product today, its server, or the goods once more as a new delivery. */
export function changesFor({
  state,
  phase,
  code,
  rehearsal,
  takenBack,
  productChanged,
}: Pick<Delivery, 'state' | 'phase' | 'code' | 'rehearsal' | 'takenBack' | 'productChanged'>): {
  edit: boolean;
  renew: boolean;
  move: boolean;
  again: boolean;
} {
  const move = state === 'failed' && phase === 'confirmation' && (code === 'server_ended' || code === 'server_missing');
  const open = state === 'failed' || state === 'uncertain' || (state === 'queued' && phase === 'confirmation');
  return {
    edit: open && !move && phase !== 'reversal',
    renew: open && !move && phase !== 'reversal' && productChanged,
    move,
    // Nobody bought what a rehearsal gave, and nobody keeps what was refunded.
    again: state === 'succeeded' && phase === 'confirmation' && !rehearsal && takenBack === null,
  };
}

/** Whether the order has deliveries whose buyer ids can still be corrected. */
export function canRetarget(deliveries: Pick<Delivery, 'state'>[]): boolean {
  return deliveries.some(({ state }) => canStillChange(state));
}

/** What a refund was for, and who asked for it. */
export function refundText({ scope, items, note, actor }: Omit<RefundTold, 'id' | 'at' | 'state' | 'value'>): string {
  const what = {
    whole: 'Tudo o que restava',
    items: items.map(({ name, quantity }) => `${quantity} × ${name}`).join(', '),
    value: 'Um valor, sem devolver itens',
  };
  return [what[scope], note, actor ? `por ${actor}` : null].filter(Boolean).join(' · ');
}

/** The part of an order's money that can still be refunded, in reais. 0 when nothing was paid or all was refunded. */
export function refundable(payments: Pick<PaymentHistory, 'status' | 'value' | 'refunded'>[]): number {
  const centavos = payments
    .filter((payment) => payment.status === 'approved')
    .reduce((sum, { value, refunded }) => sum + Math.round(value * 100) - Math.round(refunded * 100), 0);
  return Math.max(0, centavos) / 100;
}
