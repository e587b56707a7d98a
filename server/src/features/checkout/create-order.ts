import { createHash } from 'node:crypto';
import type { OrderCreate, OrderCreateAnswer } from '@vitrine/contract/orders';
import type { Customer } from '../../http/customer-session.ts';
import { requireOpen } from '../../http/door.ts';
import { Refusal } from '../../http/errors.ts';
import type { StoreScope } from '../../http/store.ts';
import { isBlocked } from '../customers/buyers/block-buyer.ts';
import type { Outside } from '../payments/look-up.ts';
import { type Start, startPayment, successPath } from '../payments/start-payment.ts';
import { browserHash } from '../stores/network-holder.ts';
import { storeUrl } from '../stores/public-url.ts';
import { mergeLines } from './cart.ts';
import { holderOf } from './holder.ts';
import { placeOrContinue } from './pending/place-or-continue.ts';
import { type PlacedOrder, type PlaceOptions, placeOrder } from './place-order.ts';
import { answerClaim, findClaim, findClaimAndBlock, findPlaced, releaseClaim, resumeClaim } from './queries.ts';

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
 *
 * With a browser's secret the buyer has one unpaid order, which the same cart continues (pending/place-or-continue.ts).
 */
export async function createOrder(
  outside: Outside,
  store: StoreScope,
  { subdomain: _, proof, buyer, replaces, ...input }: OrderCreate,
  key: string | undefined,
  from: { address: string; customer: Customer | undefined },
): Promise<OrderCreateAnswer> {
  const { address } = from;
  const holder = holderOf(outside.config.secret, store.id, from, input);
  const hash = hashOf(input);
  const options: PlaceOptions = {
    ...{ holder, address, proof },
    ...(buyer && { buyer: { key: browserHash(outside.config.secret, store.id, buyer), cart: cartHash(input) } }),
    ...(key !== undefined && { claim: { key, hash } }),
  };
  const named = isBlocked(store.id, input, from.customer ?? {});
  const { claimed: known, blocked } = await findClaimAndBlock(outside.db, store.id, key, named);
  // A repeat of an order from before the store closed is not a new order.
  if (!known) {
    requireOpen(store);
    if (blocked) throw new Refusal('buyer_blocked');
  }
  const place = () => placeOrder(outside, store.id, input, options);
  const made = known ? undefined : await placeOrContinue(outside, store, input, options, { place, replaces });
  if (made && 'initPoint' in made) return answerOf(made.reference, made.initPoint);
  if (made && key === undefined) return await payable(outside, store, asPlaced(made), { fresh: true });
  if (key === undefined) throw new Refusal('unavailable', { retryAfter: 2 });
  if (made) return await finish(outside, store, key, asPlaced(made), { fresh: true });

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

/** The hash of what is ordered, without the way of payment and the price. Two presses for the same goods have the same hash. */
function cartHash({
  paymentMethod: _,
  seenTotal: __,
  idProducts,
  ...rest
}: Omit<OrderCreate, 'subdomain' | 'proof' | 'buyer' | 'replaces'>) {
  const lines = mergeLines(idProducts)
    .map(({ at: _at, ...line }) => hashOf(line).toString('hex'))
    .sort();
  return hashOf({ ...rest, lines });
}

/** An order whose answer says where to pay, or, if it is complete, that nothing is left to pay. */
interface Payable {
  id: string;
  reference: string;
  completed: boolean;
}

/** The answer for a placed order. An order that costs nothing is complete at once. */
const asPlaced = ({ id, reference, total }: PlacedOrder): Payable => ({ id, reference, completed: total === 0 });

async function finish(
  outside: Outside,
  store: StoreScope,
  key: string,
  order: Payable,
  how: { fresh: boolean },
): Promise<OrderCreateAnswer> {
  const answering = (init_point: string) =>
    answerClaim(store.id, key, JSON.stringify(answerOf(order.reference, init_point)));
  let kept = false;
  const keep = (init_point: string) => {
    kept = true;
    return answering(init_point);
  };
  try {
    const answer = await payable(outside, store, order, { ...how, keep });
    if (!kept) await answering(answer.data.payment.init_point).execute(outside.db);
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
  how: Start,
): Promise<OrderCreateAnswer> {
  const init_point = completed
    ? storeUrl(outside.config, store.subdomain, successPath(reference))
    : await startPayment(outside, store.id, id, how);
  return answerOf(reference, init_point);
}

const answerOf = (reference: string, init_point: string): OrderCreateAnswer => ({
  success: true,
  data: { external_reference: reference, payment: { init_point } },
});
