import { canStillChange } from '@vitrine/contract/delivery-states';
import { lineName, optionsLine } from '@vitrine/contract/option-words';
import { deliveryStateTexts } from '@vitrine/contract/order-words';
import type { DeliveryState, PublicDelivery, PublicOrder } from '@vitrine/contract/orders';

/** Pure: an order as steps that a buyer understands (LOOK.md, Success). */

/** `later`: not yet. `now`: happening or waiting. `stuck`: a person must act. `ended`: will not happen. */
export type StepState = 'done' | 'now' | 'later' | 'stuck' | 'ended';

export interface Step {
  /** A short word for a phone, and the addition for a wide screen. */
  text: string;
  more?: string;
  state: StepState;
}

/** Index of the current step of a delivery in pago → na fila → enviado → entregue. */
const reached: Record<DeliveryState, number> = {
  scheduled: 1,
  queued: 1,
  sent: 2,
  succeeded: 4,
  failed: 3,
  uncertain: 3,
  cancelled: 2,
};

/**
 * pago → na fila → enviada ao servidor → entregue, for one delivery of a paid order. Nobody sees what a command over RCON did, so
 * such a delivery ends with "received by the server". A cancelled delivery ends after the queue, because nobody knows whether it was
 * sent.
 */
export function deliverySteps({ state, unconfirmed }: Pick<PublicDelivery, 'state' | 'unconfirmed'>): Step[] {
  const current = reached[state];
  const last = unconfirmed
    ? { text: 'Recebida', more: ' pelo servidor' }
    : { text: deliveryStateTexts[state === 'failed' || state === 'uncertain' ? state : 'succeeded'] };
  const steps: Omit<Step, 'state'>[] = [
    { text: 'Pago' },
    { text: deliveryStateTexts[state === 'scheduled' ? 'scheduled' : 'queued'] },
    ...(state === 'cancelled'
      ? [{ text: deliveryStateTexts.cancelled }]
      : [{ text: deliveryStateTexts.sent, more: ' ao servidor' }, last]),
  ];
  return steps.map((step, index) => ({
    ...step,
    state:
      index < current
        ? 'done'
        : index > current
          ? 'later'
          : state === 'cancelled'
            ? 'ended'
            : current === 3
              ? 'stuck'
              : 'now',
  }));
}

/** One item of the order with its deliveries. */
export interface ItemDeliveries {
  product: string;
  /** The product's name alone, and the buyer's answers; empty without any. */
  name: string;
  answers: string;
  now: PublicDelivery[];
  /** Deliveries at the end of the purchase, and deliveries that were taken back. */
  later: PublicDelivery[];
}

/** Deliveries by item, in the order of the order's items. An item without deliveries is included. */
export function deliveriesByItem(order: Pick<PublicOrder, 'name' | 'deliveries'>): ItemDeliveries[] {
  const lines = new Map<string, { name: string; answers: string }>();
  for (const { name, options } of order.name) {
    lines.set(lineName(name, options), { name, answers: optionsLine(options) });
  }
  for (const { product } of order.deliveries) {
    if (!lines.has(product)) lines.set(product, { name: product, answers: '' });
  }
  return [...lines].map(([product, line]) => {
    const own = order.deliveries.filter((delivery) => delivery.product === product);
    return {
      product,
      ...line,
      now: own.filter(({ phase }) => phase === 'confirmation'),
      later: own.filter(({ phase }) => phase !== 'confirmation'),
    };
  });
}

/** Whether something in this order ends on a known day, so that a calendar file makes sense. */
export function hasEnd(order: Pick<PublicOrder, 'status' | 'deliveries'>): boolean {
  return (
    order.status === 'completed' &&
    order.deliveries.some(
      ({ state, phase, dueAt }) => phase === 'expiration' && state === 'scheduled' && dueAt !== null,
    )
  );
}

/**
 * Whether nothing in this order can change any more. A delivered order is not over, because it may be refunded. A
 * cancelled order that nobody paid is not over either: a payment may still come, and then the order counts or the money goes back.
 */
export function isOver(order: Pick<PublicOrder, 'status' | 'deliveries' | 'withdrawal' | 'paid'>): boolean {
  const { status, paid } = order;
  return status === 'cancelled' && isSettled(order) && paid !== null && paid.returned >= paid.value;
}

/** Whether nothing in this order will change by itself, so that the page asks rarely. */
export function isSettled(order: Pick<PublicOrder, 'status' | 'deliveries' | 'withdrawal'>): boolean {
  if (order.status === 'pending' || order.withdrawal?.result === 'refunding') return false;
  return order.deliveries.every(
    ({ state, phase }) => !canStillChange(state) || (state === 'scheduled' && phase === 'expiration'),
  );
}

/** The sentence above the timeline: how far the whole purchase is. */
export function progressText(order: Pick<PublicOrder, 'deliveries'>): string {
  const own = order.deliveries.filter(({ phase, state }) => phase === 'confirmation' && state !== 'cancelled');
  if (own.length === 0) return 'Este pedido não tem entrega automática. Fale com a loja para receber.';
  const done = own.filter(({ state }) => state === 'succeeded').length;
  if (done === own.length) {
    return own.some(({ unconfirmed }) => unconfirmed) ? 'Tudo enviado e recebido.' : 'Tudo entregue.';
  }
  if (own.some(({ state }) => state === 'failed' || state === 'uncertain')) {
    return 'Uma entrega precisa de atenção. A loja já foi avisada.';
  }
  if (own.every(({ state }) => state === 'succeeded' || state === 'scheduled')) {
    return `${done} de ${own.length} ${own.length === 1 ? 'entrega concluída' : 'entregas concluídas'}. O que falta tem hora marcada.`;
  }
  return `${done} de ${own.length} ${own.length === 1 ? 'entrega concluída' : 'entregas concluídas'}. Esta página se atualiza sozinha.`;
}

/** How many units of an item a refund returned. */
export function returnedText({ quantity, returned }: { quantity: number; returned: number }): string {
  if (returned === quantity) return 'devolvido';
  return returned === 1 ? `1 de ${quantity} devolvido` : `${returned} de ${quantity} devolvidos`;
}

/** A missing item name is shown as 'Desconhecido', a missing quantity counts as 1 (SPEC.md section 3). */
export function itemText(item: { name?: string | null; quantity?: number | null }): string {
  return `${item.quantity ?? 1} x ${item.name || 'Desconhecido'}`;
}
