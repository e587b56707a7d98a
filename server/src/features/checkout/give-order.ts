import type { OrderManual } from '@vitrine/contract/orders';
import type { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../http/errors.ts';
import type { StoreId } from '../../http/store.ts';
import { readOrderDetails } from '../orders/read-orders.ts';
import type { Actor } from '../stores/record-audit.ts';
import { hashOf } from './create-order.ts';
import { placeOrder } from './place-order.ts';
import { findClaim } from './queries.ts';

/** The names of the order that was given. */
export interface GivenOrder {
  _id: string;
  number: number;
  external_reference: string;
}

/**
 * Gives goods without payment, in a member's name and with a reason. Calls with the same Idempotency-Key give one
 * order. A repeated call reads the order again, because the answer is only the order's names. 422 for the key with
 * other data.
 */
export async function giveOrder(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  store: StoreId,
  { reason, subdomain: _, ...input }: z.output<typeof OrderManual>,
  actor: Actor,
  key: string | undefined,
): Promise<GivenOrder> {
  if (reason === '') throw new Refusal('reason_required');
  // No shopper's key has a space, so the keys of the two kinds of order never meet.
  const claim = key === undefined ? undefined : { key: `manual ${key}`, hash: hashOf({ ...input, reason }) };
  const options = { given: { kind: 'manual' as const, actor, reason }, ...(claim && { claim }) };
  const known = claim && (await findClaim(db, store, claim.key));
  const placed = known
    ? undefined
    : await placeOrder({ db, config }, store, { ...input, paymentMethod: 'manual' }, options);
  if (placed) return { _id: placed.id, number: placed.number, external_reference: placed.reference };

  const first = known ?? (claim && (await findClaim(db, store, claim.key)));
  if (!first || !claim) throw new Refusal('unavailable', { retryAfter: 2 });
  if (!first.request_hash.equals(claim.hash)) throw new Refusal('idempotency_mismatch');
  const { order } = await readOrderDetails(db, store, first.order_id);
  return { _id: order._id, number: order.number, external_reference: order.external_reference };
}
