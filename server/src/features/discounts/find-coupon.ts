import type { Db } from '../../db/database.ts';
import { Refusal } from '../../http/errors.ts';
import { senderOf } from '../../http/network.ts';
import type { StoreId } from '../../http/store.ts';
import { secondsShut, withinLimit } from '../accounts/throttle.ts';
import { type Coupon, type CouponBuyer, type CouponLine, couponIdentity, judgeCoupon } from './discount.ts';
import { findDiscountByCode, hasUsed } from './queries.ts';

/** Unknown codes of one sender at one store. A carrier's whole city shares an address: typing errors are far below. */
const GUESSES = { limit: 60, seconds: 600 };

/**
 * The coupon of a code, if this buyer may use it for this cart now; else refuses with the reason. What placing the
 * order verifies again under its locks: limit, expiry, one use per identity. `address` is whoever typed the code: unknown
 * ones are counted over coupon box, quote and order together, and beyond them every code is answered `rate_limited`, the
 * right one too.
 */
export async function findCoupon(
  db: Db,
  store: StoreId,
  code: string,
  cart: { lines: readonly CouponLine[]; subtotal: number },
  buyer: CouponBuyer,
  address: string | undefined,
): Promise<Coupon> {
  const rule = address === undefined ? undefined : { key: `coupon-guess:${store}:${senderOf(address)}`, ...GUESSES };
  const [found, shut] = await Promise.all([findDiscountByCode(db, store, code), rule ? secondsShut(db, rule) : 0]);
  if (shut > 0) throw new Refusal('rate_limited', { retryAfter: shut });
  if (!found) {
    if (rule && !(await withinLimit(db, rule))) throw new Refusal('rate_limited', { retryAfter: rule.seconds });
    throw new Refusal('coupon_unknown');
  }
  const problem = judgeCoupon(found.coupon, cart, buyer, found.now);
  if (problem) throw new Refusal(problem);
  const identity = couponIdentity(found.coupon.limitBy, buyer);
  if (identity && (await hasUsed(db, store, found.coupon.id, identity))) throw new Refusal('coupon_used');
  return found.coupon;
}
