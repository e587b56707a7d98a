import type { Tx } from '../../db/database.ts';
import { Refusal } from '../../http/errors.ts';
import type { StoreId } from '../../http/store.ts';
import { cancelOrder } from '../orders/cancel-order.ts';
import type { LockedOrder } from '../orders/lock-order.ts';
import { withdraw } from './expire-orders.ts';
import type { Outside } from './look-up.ts';
import { isLive } from './payment.ts';
import { attemptsOf, endAttempt } from './queries.ts';
import { awaitStart } from './start-payment.ts';

/** Attempts to charge that were withdrawn at the provider, by their ids. */
export type Withdrawn = ReadonlySet<string>;

/**
 * Withdraws every offer to pay an unpaid order at the provider, so that its buyer can end it. If the order turns out to be
 * paid, it is completed. Refuses `order_end_later` while the provider cannot be asked. Call it outside transactions,
 * and `endUnpaidOrder` next.
 */
export async function withdrawOffers(
  outside: Outside,
  store: StoreId,
  order: { id: string; reference: string },
): Promise<Withdrawn> {
  await awaitStart(outside, store, order.id);
  const live = (await attemptsOf(outside.db, store, order.id)).filter(({ status }) => isLive(status));
  for (const attempt of live) {
    if ((await withdraw(outside, store, attempt, order.reference)) === 'away') throw new Refusal('order_end_later');
  }
  return new Set(live.map(({ id }) => id));
}

/**
 * Ends an unpaid order whose offers were withdrawn, and gives back what it held. Answers false if it has ended already.
 * Refuses `order_just_paid` when money has arrived or is under review, and `order_end_later` when another payment was
 * begun meanwhile. The caller holds the order's lock.
 */
export async function endUnpaidOrder(
  tx: Tx,
  store: StoreId,
  order: LockedOrder,
  withdrawn: Withdrawn,
  note: 'discarded' | 'replaced',
): Promise<boolean> {
  if (order.status === 'cancelled') return false;
  if (order.status === 'completed') throw new Refusal('order_just_paid');
  const attempts = await attemptsOf(tx, store, order.id);
  if (attempts.some(({ status }) => status === 'approved' || status === 'in_process')) {
    throw new Refusal('order_just_paid');
  }
  if (attempts.some(({ id, status }) => isLive(status) && !withdrawn.has(id))) throw new Refusal('order_end_later');
  await cancelOrder(tx, store, order, { note });
  for (const { id } of attempts) await endAttempt(tx, store, id, 'cancelled', note);
  return true;
}
