import type { Centavos } from '@vitrine/contract/money';
import { type Coupon, type CouponLine, coversLine } from './discount.ts';

export interface CartLine extends CouponLine {
  /** Price of one unit now, from our own rows. */
  unitCentavos: Centavos;
  quantity: number;
}

interface PricedLine<Line extends CartLine = CartLine> {
  line: Line;
  /** Unit price × quantity. */
  lineCentavos: Centavos;
  /** This line's share of the discount; 0 for a line that the coupon does not cover. */
  discountCentavos: Centavos;
}

export interface PricedCart<Line extends CartLine = CartLine> {
  lines: PricedLine<Line>[];
  subtotal: Centavos;
  discount: Centavos;
  /** Subtotal − discount, never negative. */
  total: Centavos;
}

/**
 * Spreads an amount over weights: the shares sum to it exactly, and none passes its weight. Each share is the whole
 * centavos of its proportion. The rest goes to the largest remainders, and the first line wins a tie.
 */
function spread(amount: Centavos, weights: readonly Centavos[]): Centavos[] {
  const sum = weights.reduce((a, b) => a + b, 0);
  if (sum === 0) return weights.map(() => 0);
  const exact = weights.map((weight) => (BigInt(amount) * BigInt(weight)) / BigInt(sum));
  const rest = weights.map((weight, index) => ({
    index,
    remainder: (BigInt(amount) * BigInt(weight)) % BigInt(sum),
  }));
  const shares = exact.map(Number);
  let left = amount - shares.reduce((a, b) => a + b, 0);
  rest.sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1));
  for (const { index } of rest) {
    if (left === 0) break;
    shares[index] = (shares[index] ?? 0) + 1;
    left -= 1;
  }
  return shares;
}

/**
 * What a coupon takes off an amount that it covers: a percentage, rounded half up to a centavo, or a fixed amount up to
 * the covered one.
 */
function discountOf(coupon: Pick<Coupon, 'type' | 'value'>, covered: Centavos): Centavos {
  if (coupon.type === 'fixed') return Math.min(coupon.value, covered);
  return Math.min(covered, Math.floor((covered * coupon.value + 50) / 100));
}

/**
 * The one pricing function: cart, coupon box, order and provider all show its numbers. Pure, in whole centavos. Whether
 * the coupon may be used is for `judgeCoupon` to say.
 */
export function priceCart<Line extends CartLine>(lines: readonly Line[], coupon?: Coupon): PricedCart<Line> {
  const amounts = lines.map((line) => line.unitCentavos * line.quantity);
  const subtotal = amounts.reduce((a, b) => a + b, 0);
  const weights = lines.map((line, index) => (coupon && coversLine(coupon, line) ? (amounts[index] ?? 0) : 0));
  const covered = weights.reduce((a, b) => a + b, 0);
  const discount = coupon ? discountOf(coupon, covered) : 0;
  const shares = spread(discount, weights);
  return {
    lines: lines.map((line, index) => ({
      line,
      lineCentavos: amounts[index] ?? 0,
      discountCentavos: shares[index] ?? 0,
    })),
    subtotal,
    discount,
    total: subtotal - discount,
  };
}
