import { limits } from '@vitrine/contract/limits';
import type { Db } from '../../db/database.ts';
import type { Secret } from '../../db/seal.ts';
import { Refusal } from '../../http/errors.ts';
import type { StoreId } from '../../http/store.ts';
import { countAttempt, senderRules, uncountAttempt } from '../../http/throttle.ts';
import { networkHolder } from '../stores/network-holder.ts';
import { slowHolders } from '../stores/slow-holders.ts';
import { type Coupon, type CouponBuyer, type CouponLine, couponIdentity, judgeCoupon } from './discount.ts';
import { findDiscountByCode, hasUsed } from './queries.ts';

/**
 * Unknown codes of one sender at one store. A carrier's whole city may share an address, and its typing errors stay far
 * below this.
 */
const GUESSES = { limit: 60, seconds: 600 };

/** The person who typed a code. */
export interface Typist {
  secret: Secret;
  address: string;
}

/**
 * The coupon of a code, if this buyer may use it for this cart now; else refuses with the reason. Placing the order
 * checks limit, expiry and one use per identity again under its locks. `from` is the typist: unknown codes are counted
 * over coupon box, quote and order together. Beyond the limit every code is answered `rate_limited`, even a right one.
 */
export async function findCoupon(
  db: Db,
  store: StoreId,
  code: string,
  cart: { lines: readonly CouponLine[]; subtotal: number },
  buyer: CouponBuyer,
  from: Typist | undefined,
): Promise<Coupon> {
  const rules = from ? senderRules(`coupon-guess:${store}`, from.address, GUESSES) : [];
  // Counted before the look-up and uncounted if the code exists, so that guesses in one moment are all counted.
  const counted = await Promise.all(rules.map(async (rule) => ({ ...rule, ...(await countAttempt(db, rule)) })));
  const over = counted.filter(({ hits, limit }) => hits > limit);
  if (over.length > 0) {
    throw new Refusal('rate_limited', { retryAfter: Math.max(1, ...over.map(({ left }) => Math.ceil(left))) });
  }
  const found = await findDiscountByCode(db, store, code);
  if (!found) {
    if (from && (counted[0]?.hits ?? 0) >= limits.frictionGuesses) await slowOrders(db, store, from);
    throw new Refusal('coupon_unknown');
  }
  for (const rule of rules) await uncountAttempt(db, rule);
  const problem = judgeCoupon(found.coupon, cart, buyer, found.now);
  if (problem) throw new Refusal(problem);
  const identity = couponIdentity(found.coupon.limitBy, buyer);
  if (identity && (await hasUsed(db, store, found.coupon.id, identity))) throw new Refusal('coupon_used');
  return found.coupon;
}

/**
 * After many guesses the network needs a proof of work for each order. A script that guesses coupons wants to place orders.
 */
async function slowOrders(db: Db, store: StoreId, { secret, address }: Typist): Promise<void> {
  await slowHolders(db, store, [networkHolder(secret, store, address).key]);
}
