import type { ErrorCode } from '@vitrine/contract/errors';
import type { Centavos } from '@vitrine/contract/money';

/** A discount as pricing needs it. `value` is centavos for `fixed`, per cent for `percentage`. */
export interface Coupon {
  id: string;
  code: string;
  type: 'fixed' | 'percentage';
  value: number;
  minCentavos: Centavos | null;
  maxUses: number | null;
  uses: number;
  expiresAt: Date | null;
  limitBy: '' | 'user_id' | 'email' | 'discord';
  active: boolean;
  categoryIds: string[];
  productIds: string[];
}

/** The buyer who wants to use a coupon, as far as known yet. */
export interface CouponBuyer {
  /** The key of the player (contract/src/identity.ts). */
  player?: string | undefined;
  email?: string | undefined;
  discordId?: string | undefined;
}

export type DiscountStatus = 'active' | 'inactive' | 'expired';

/** The status that people see (SPEC.md section 4): an expired discount is expired, whatever its switch says. */
export function discountStatus(discount: { active: boolean; expiresAt: Date | null }, now: Date): DiscountStatus {
  if (discount.expiresAt && discount.expiresAt <= now) return 'expired';
  return discount.active ? 'active' : 'inactive';
}

const missingIdentity = {
  user_id: 'coupon_needs_city_id',
  email: 'coupon_needs_email',
  discord: 'coupon_needs_discord',
} as const satisfies Record<string, ErrorCode>;

/**
 * The identity that a limited coupon allows one use, in its one form. Null for a coupon without such a limit, undefined
 * when the buyer has not given it yet (DECISIONS.md, The API: limitBy).
 */
export function couponIdentity(limitBy: Coupon['limitBy'], buyer: CouponBuyer): string | null | undefined {
  if (limitBy === '') return null;
  if (limitBy === 'user_id') return buyer.player;
  if (limitBy === 'email') return buyer.email ? buyer.email.trim().toLowerCase() : undefined;
  return buyer.discordId ? buyer.discordId.trim() : undefined;
}

/** The data of a line that a coupon needs. */
export interface CouponLine {
  productId: string;
  categoryId: string;
}

/**
 * Whether a coupon counts for a line. An empty picker means all products; a ticked category covers all its products.
 */
export function coversLine(coupon: Pick<Coupon, 'categoryIds' | 'productIds'>, line: CouponLine): boolean {
  if (coupon.categoryIds.length === 0 && coupon.productIds.length === 0) return true;
  return coupon.productIds.includes(line.productId) || coupon.categoryIds.includes(line.categoryId);
}

/**
 * Why a coupon cannot be used for this cart now, or undefined when it can. It judges only by the coupon and the cart.
 * The database knows whether a limited identity used it before (`discount_use`).
 */
export function judgeCoupon(
  coupon: Coupon,
  cart: { lines: readonly CouponLine[]; subtotal: Centavos },
  buyer: CouponBuyer,
  now: Date,
): ErrorCode | undefined {
  const status = discountStatus(coupon, now);
  if (status === 'expired') return 'coupon_expired';
  if (status === 'inactive') return 'coupon_inactive';
  if (coupon.maxUses !== null && coupon.uses >= coupon.maxUses) return 'coupon_exhausted';
  if (!cart.lines.some((line) => coversLine(coupon, line))) return 'coupon_not_for_products';
  if (coupon.minCentavos !== null && cart.subtotal < coupon.minCentavos) return 'coupon_minimum';
  if (coupon.limitBy !== '' && couponIdentity(coupon.limitBy, buyer) === undefined)
    return missingIdentity[coupon.limitBy];
  return undefined;
}
