import { createHash } from 'node:crypto';
import type { OrderCreate, OrderCreateAnswer } from '@vitrine/contract/orders';
import type { Customer } from '../../http/customer-session.ts';
import { requireOpen } from '../../http/door.ts';
import { Refusal } from '../../http/errors.ts';
import type { StoreScope } from '../../http/store.ts';
import type { Outside } from '../payments/look-up.ts';
import { startPayment, successPath } from '../payments/start-payment.ts';
import { storeUrl } from '../stores/public-url.ts';
import { holderOf } from './holder.ts';
import { type PlacedOrder, placeOrder } from './place-order.ts';
import { answerClaim, findClaim, findPlaced, releaseClaim, resumeClaim } from './queries.ts';

/** The same request gives the same hash, whatever the order of its fields. */
export function hashOf(input: object): Buffer {
  const ordered = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(ordered);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, inner]) => [key, ordered(inner)]),
    );
  };
  return createHash('sha256')
    .update(JSON.stringify(ordered(input)))
    .digest();
}

/**
 * POST /v1/order/create: places the order and makes it payable. Refuses a closed store; if the store closes meanwhile,
 * the statement that places the order refuses. Calls with the same Idempotency-Key make one order. A repeated call:
 *
 * - gets the same answer when the first call is done
 * - gets 409 while the first call is at work
 * - resumes the order where the first call was cut off
 * - gets 422 with other data
 */
export async function createOrder(
  outside: Outside,
  store: StoreScope,
  { subdomain: _, proof, ...input }: OrderCreate,
  key: string | undefined,
  from: { address: string; customer: Customer | undefined },
): Promise<OrderCreateAnswer> {
  const { address } = from;
  const holder = holderOf(outside.config.secret, store.id, from, input);
  if (key === undefined) {
    requireOpen(store);
    const placed = await placeOrder(outside, store.id, input, { holder, address, proof });
    if (!placed) throw new Refusal('unavailable', { retryAfter: 2 });
    return await payable(outside, store, asPlaced(placed), { fresh: true });
  }
  const hash = hashOf(input);
  const known = await findClaim(outside.db, store.id, key);
  // A repeat of an order from before the store closed is not a new order.
  if (!known) requireOpen(store);
  const placed = known
    ? undefined
    : await placeOrder(outside, store.id, input, { holder, address, proof, claim: { key, hash } });
  if (placed) return await finish(outside, store, key, asPlaced(placed), { fresh: true });

  const claim = await findClaim(outside.db, store.id, key);
  if (!claim) throw new Refusal('idempotency_in_flight', { retryAfter: 1 });
  if (!claim.request_hash.equals(hash)) throw new Refusal('idempotency_mismatch');
  if (claim.answer) return claim.answer as OrderCreateAnswer;
  if (claim.working || !(await resumeClaim(outside.db, store.id, key))) {
    throw new Refusal('idempotency_in_flight', { retryAfter: 1 });
  }
  const order = await findPlaced(outside.db, store.id, claim.order_id);
  return await finish(outside, store, key, order, { fresh: false });
}

/** An order whose answer says where to pay, or, if it is complete, that nothing is left to pay. */
interface Payable {
  id: string;
  reference: string;
  completed: boolean;
}

/** What costs nothing is complete at once. */
const asPlaced = ({ id, reference, total }: PlacedOrder): Payable => ({ id, reference, completed: total === 0 });

async function finish(
  outside: Outside,
  store: StoreScope,
  key: string,
  order: Payable,
  how: { fresh: boolean },
): Promise<OrderCreateAnswer> {
  try {
    const answer = await payable(outside, store, order, how);
    await answerClaim(outside.db, store.id, key, JSON.stringify(answer));
    return answer;
  } catch (error) {
    await releaseClaim(outside.db, store.id, key);
    throw error;
  }
}

async function payable(
  outside: Outside,
  store: StoreScope,
  { id, reference, completed }: Payable,
  how: { fresh: boolean },
): Promise<OrderCreateAnswer> {
  const init_point = completed
    ? storeUrl(outside.config, store.subdomain, successPath(reference))
    : await startPayment(outside, store.id, id, how);
  return { success: true, data: { external_reference: reference, payment: { init_point } } };
}
