import type { PendingApproval } from '@vitrine/contract/approvals';
import type { OrderManual } from '@vitrine/contract/orders';
import type { z } from 'zod';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../http/errors.ts';
import type { StoreId } from '../../http/store.ts';
import { needsTwo } from '../approvals/approval.ts';
import { askApproval, askedBefore } from '../approvals/ask-approval.ts';
import { claimApproval, type Decider, noteMade } from '../approvals/claim-approval.ts';
import { approvalRule } from '../approvals/rule.ts';
import { readProduct } from '../catalog/read-product.ts';
import { readOrderDetails } from '../orders/read-orders.ts';
import { hashOf } from './create-order.ts';
import type { OrderToPlace } from './insert-order.ts';
import { type PlacedOrder, placeOrder } from './place-order.ts';
import { findClaim } from './queries.ts';

/** The names of the order that was given. */
interface GivenOrder {
  _id: string;
  number: number;
  external_reference: string;
}
type Given = { order: GivenOrder } | PendingApproval;

/** The arguments of a manual order, as they are also kept while it waits for another person. */
type ManualInput = Omit<z.output<typeof OrderManual>, 'subdomain'>;

/** The goods are worth so much that another person has to approve the order. */
class TooMuch extends Error {
  readonly order: OrderToPlace;
  constructor(order: OrderToPlace) {
    super('a manual order needs two people');
    this.order = order;
  }
}

const asGiven = ({ id, number, reference }: PlacedOrder): GivenOrder => ({
  _id: id,
  number,
  external_reference: reference,
});

async function namesOf(db: Deps['db'], store: StoreId, id: string): Promise<GivenOrder> {
  const { order } = await readOrderDetails(db, store, id);
  return { _id: order._id, number: order.number, external_reference: order.external_reference };
}

/**
 * Gives goods without payment, in a member's name and with a reason. If the goods are worth so much that the store wants two people for
 * them, the call only asks for an approval (docs/decisions/0118). Calls with the same Idempotency-Key give or ask for one order. A repeated
 * call reads the order again, because the answer is only the order's names. 422 for the key with other data.
 */
export async function giveOrder(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  store: StoreId,
  { subdomain: _, ...body }: z.output<typeof OrderManual>,
  actor: Decider,
  key: string | undefined,
): Promise<Given> {
  const { reason, ...input } = body;
  if (reason === '') throw new Refusal('reason_required');
  // No shopper's key has a space, so the keys of the two kinds of order never meet.
  const claim = key === undefined ? undefined : { key: `manual ${key}`, hash: hashOf({ ...input, reason }) };
  const before = await earlier(db, store, claim);
  if (before) return before;
  const rule = await approvalRule(db, store);
  const judge = (order: OrderToPlace) => {
    if (needsTwo(rule, order.subtotal)) throw new TooMuch(order);
  };
  const options = { given: { kind: 'manual' as const, actor, reason, judge }, ...(claim && { claim }) };
  try {
    const placed = await placeOrder({ db, config }, store, { ...input, paymentMethod: 'manual' }, options);
    if (placed) return { order: asGiven(placed) };
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error;
    const pending = await ask(db, store, body, error.order, actor, claim);
    if (pending) return pending;
  }
  const meanwhile = await earlier(db, store, claim);
  if (!meanwhile) throw new Refusal('unavailable', { retryAfter: 2 });
  return meanwhile;
}

type Claim = { key: string; hash: Buffer };

/** The order or the request that an earlier call with this key made. */
async function earlier(db: Deps['db'], store: StoreId, claim: Claim | undefined): Promise<Given | undefined> {
  if (!claim) return undefined;
  const known = await findClaim(db, store, claim.key);
  if (known && !known.request_hash.equals(claim.hash)) throw new Refusal('idempotency_mismatch');
  if (known) return { order: await namesOf(db, store, known.order_id) };
  const asked = await askedBefore(db, store, claim);
  return asked && 'order' in asked ? { order: await namesOf(db, store, asked.order) } : asked;
}

async function ask(
  db: Deps['db'],
  store: StoreId,
  input: ManualInput,
  { products, quantities, subtotal }: OrderToPlace,
  asker: Decider,
  claim: Claim | undefined,
): Promise<PendingApproval | undefined> {
  const sold = await Promise.all(products.map((id) => readProduct(db, store, id)));
  const what = sold.map(({ name }, at) => `${quantities[at]} × ${name}`).join(', ');
  const { reason } = input;
  return await transaction(db, (tx) =>
    askApproval(tx, store, { kind: 'manual', centavos: subtotal, what, reason, input, asker, claim }),
  );
}

/**
 * Gives what another member asked for, once: the approval and the order are one transaction. Products, prices and stock are those of now.
 * Refuses `approval_changed` if the goods are worth another sum than when the member asked, and what `claimApproval` and a manual order
 * refuse. After a refusal the request goes on waiting. `input`: the request's own, as `readyToApprove` read it.
 */
export async function approveGift(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  store: StoreId,
  request: { id: string; input: unknown; centavos: number; asker: string },
  by: Decider,
): Promise<void> {
  const { reason, ...input } = request.input as ManualInput;
  const judge = ({ subtotal }: OrderToPlace) => {
    if (subtotal !== request.centavos) throw new Refusal('approval_changed');
  };
  await placeOrder(
    { db, config },
    store,
    { ...input, paymentMethod: 'manual' },
    {
      given: {
        ...{ kind: 'manual', actor: by, reason, asker: request.asker, judge },
        first: async (tx) => void (await claimApproval(tx, store, request.id, by)),
        last: (tx, order) => noteMade(tx, store, request.id, order),
      },
    },
  );
}
