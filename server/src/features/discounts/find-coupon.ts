import type { Db } from '../../db/database.ts';
import { Refusal } from '../../http/errors.ts';
import type { StoreId } from '../../http/store.ts';
import { type Coupon, type CouponBuyer, type CouponLine, couponIdentity, judgeCoupon } from './discount.ts';
import { findDiscountByCode, hasUsed } from './queries.ts';

/**
 * The coupon of a code, if this buyer may use it for this cart now; else refuses with the reason. What placing the
 * order verifies again under its locks: limit, expiry, one use per identity.
 */
export async function findCoupon(
  db: Db,
  store: StoreId,
  code: string,
  cart: { lines: readonly CouponLine[]; subtotal: number },
  buyer: CouponBuyer,
): Promise<Coupon> {
  const found = await findDiscountByCode(db, store, code);
  if (!found) throw new Refusal('coupon_unknown');
  const problem = judgeCoupon(found.coupon, cart, buyer, found.now);
  if (problem) throw new Refusal(problem);
  const identity = couponIdentity(found.coupon.limitBy, buyer);
  if (identity && (await hasUsed(db, store, found.coupon.id, identity))) throw new Refusal('coupon_used');
  return found.coupon;
}
