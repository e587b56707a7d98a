import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { Refusal } from '../../../http/errors.ts';
import type { StoreId } from '../../../http/store.ts';
import type { LockedOrder } from '../../orders/lock-order.ts';
import { type AttemptRow, attemptsOf } from '../queries.ts';
import type { RefundedItem, RefundPart } from './request-refund.ts';
import { type Line, worthOfNext } from './worth.ts';

/** What a person wants to give back: units of items, an amount in centavos, or all where both are absent. */
export interface RefundChoice {
  items?: readonly { id: string; quantity: number }[] | undefined;
  value?: number | undefined;
}

export interface PlannedRefund {
  payment: string;
  centavos: number;
  /** What is left of the payment before it. */
  leftCentavos: number;
  /** Absent: all of the rest goes back, and the order is cancelled. */
  part?: RefundPart;
}

async function linesOf(tx: Tx, store: StoreId, order: string): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select id, quantity, returned, line_centavos - discount_centavos as paid
      from order_item where store_id = ${store} and order_id = ${order} order by position`.execute(tx);
  return rows;
}

/** The payment that stands for the order: a second one goes back by itself. `attempts` are newest first. */
const standing = (attempts: readonly AttemptRow[]) =>
  attempts.findLast(({ status, flag }) => status === 'approved' && (flag === null || flag === 'dispute'));

function chosenItems(lines: readonly Line[], chosen: NonNullable<RefundChoice['items']>): RefundedItem[] {
  return chosen.map(({ id, quantity: units }) => {
    const line = lines.find((one) => one.id === id);
    if (!line || units > line.quantity - line.returned) throw new Refusal('refund_items');
    return { item: id, units, centavos: worthOfNext(line, units) };
  });
}

/**
 * What a refund of the order gives back. Units are worth their line's price without its share of the coupon, and never
 * more than what is left of the payment. A refund that takes all that is left, or all units, is a whole refund.
 * Refuses `order_not_refundable` if nothing is paid, or for a part of an order that is not completed. Refuses `refund_items`
 * for more units than are left, and `refund_value` for more money, or for units that cost nothing. The caller holds the order's lock.
 */
export async function planRefund(
  tx: Tx,
  store: StoreId,
  order: LockedOrder,
  choice: RefundChoice,
): Promise<PlannedRefund> {
  const attempts = await attemptsOf(tx, store, order.id);
  const isWhole = choice.items === undefined && choice.value === undefined;
  const payment = isWhole ? attempts.findLast(({ status }) => status === 'approved') : standing(attempts);
  if (!payment || (!isWhole && order.status !== 'completed')) throw new Refusal('order_not_refundable');
  const left = payment.amount_centavos - payment.refunded_centavos;
  const whole: PlannedRefund = { payment: payment.id, centavos: left, leftCentavos: left };
  if (choice.value !== undefined) {
    if (choice.value > left) throw new Refusal('refund_value');
    if (choice.value === left) return whole;
    return { ...whole, centavos: choice.value, part: { order: order.id, scope: 'value', items: [] } };
  }
  if (choice.items === undefined) return whole;
  const lines = await linesOf(tx, store, order.id);
  const items = chosenItems(lines, choice.items);
  const worth = items.reduce((sum, { centavos }) => sum + centavos, 0);
  const units = (those: readonly { units: number }[]) => those.reduce((sum, one) => sum + one.units, 0);
  const remaining = lines.reduce((sum, { quantity, returned }) => sum + quantity - returned, 0);
  if (worth >= left || units(items) === remaining) return whole;
  if (worth === 0) throw new Refusal('refund_value');
  return { ...whole, centavos: worth, part: { order: order.id, scope: 'items', items } };
}

/** Whether a refund of the payment is under way. */
export async function isUnderWay(tx: Tx, store: StoreId, payment: string): Promise<boolean> {
  const { rows } = await sql`
    select from refund
     where store_id = ${store} and payment_id = ${payment} and status in ('requested', 'in_process') limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}
