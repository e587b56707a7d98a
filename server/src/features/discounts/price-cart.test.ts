import { describe, expect, it } from 'vitest';
import type { Coupon } from './discount.ts';
import { couponIdentity, discountStatus, judgeCoupon } from './discount.ts';
import { type CartLine, priceCart } from './price-cart.ts';

const coupon = (over: Partial<Coupon> = {}): Coupon => ({
  id: 'c',
  code: 'DESCONTO10',
  type: 'percentage',
  value: 10,
  minCentavos: null,
  maxUses: null,
  uses: 0,
  expiresAt: null,
  limitBy: '',
  active: true,
  categoryIds: [],
  productIds: [],
  ...over,
});
const line = (productId: string, unitCentavos: number, quantity = 1, categoryId = 'cat'): CartLine => ({
  productId,
  categoryId,
  unitCentavos,
  quantity,
});

/** A repeatable source of numbers, so that a failing cart can be made again. */
function numbers(seed: number): (max: number) => number {
  let state = seed;
  return (max) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % max;
  };
}

describe('pricing a cart', () => {
  it('sums lines without a coupon', () => {
    const priced = priceCart([line('a', 2990, 2), line('b', 1)]);
    expect(priced).toMatchObject({ subtotal: 5981, discount: 0, total: 5981 });
  });

  it('takes ten per cent, rounding half a centavo up', () => {
    expect(priceCart([line('a', 1995)], coupon()).discount).toBe(200);
    expect(priceCart([line('a', 1994)], coupon()).discount).toBe(199);
  });

  it('never takes more than the covered lines cost', () => {
    const priced = priceCart(
      [line('a', 500), line('b', 9000)],
      coupon({ type: 'fixed', value: 1000, productIds: ['a'] }),
    );
    expect(priced).toMatchObject({ discount: 500, total: 9000 });
    expect(priced.lines.map((l) => l.discountCentavos)).toEqual([500, 0]);
  });

  it('covers all products of a ticked category, and only those', () => {
    const priced = priceCart(
      [line('a', 1000, 1, 'x'), line('b', 1000, 1, 'y')],
      coupon({ value: 50, categoryIds: ['y'] }),
    );
    expect(priced.lines.map((l) => l.discountCentavos)).toEqual([0, 500]);
  });

  it('spreads every discount over the lines to the centavo, in 10 000 random carts', () => {
    const next = numbers(42);
    for (let round = 0; round < 10_000; round++) {
      const lines = Array.from({ length: 1 + next(8) }, (_, i) =>
        line(`p${i}`, next(100_000), 1 + next(20), `c${next(3)}`),
      );
      const fixed = next(2) === 0;
      const priced = priceCart(
        lines,
        coupon({
          type: fixed ? 'fixed' : 'percentage',
          value: fixed ? next(200_000) : next(101),
          productIds: next(2) === 0 ? [] : ['p0', 'p3'],
          categoryIds: next(2) === 0 ? [] : ['c1'],
        }),
      );
      const shares = priced.lines.reduce((sum, l) => sum + l.discountCentavos, 0);
      expect(shares).toBe(priced.discount);
      expect(priced.total).toBe(priced.subtotal - priced.discount);
      expect(priced.total).toBeGreaterThanOrEqual(0);
      for (const l of priced.lines) {
        expect(Number.isSafeInteger(l.discountCentavos)).toBe(true);
        expect(l.discountCentavos).toBeGreaterThanOrEqual(0);
        expect(l.discountCentavos).toBeLessThanOrEqual(l.lineCentavos);
      }
    }
  });
});

describe('judging a coupon', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const cart = { lines: [line('a', 1000)], subtotal: 1000 };
  const judge = (over: Partial<Coupon>, buyer = {}) => judgeCoupon(coupon(over), cart, buyer, now);

  it('lets a good one pass', () => {
    expect(judge({})).toBeUndefined();
    expect(judge({ expiresAt: new Date('2026-11-21T12:00:01Z'), maxUses: 1, minCentavos: 1000 })).toBeUndefined();
  });

  it.each([
    ['coupon_expired', { expiresAt: now }],
    ['coupon_inactive', { active: false }],
    ['coupon_exhausted', { maxUses: 3, uses: 3 }],
    ['coupon_not_for_products', { productIds: ['z'] }],
    ['coupon_minimum', { minCentavos: 1001 }],
    ['coupon_needs_city_id', { limitBy: 'user_id' }],
    ['coupon_needs_email', { limitBy: 'email' }],
    ['coupon_needs_discord', { limitBy: 'discord' }],
  ] as const)('says %s', (code, over) => {
    expect(judge(over as Partial<Coupon>)).toBe(code);
  });

  it('shows an expired discount as expired even if it is switched off', () => {
    expect(discountStatus({ active: false, expiresAt: now }, now)).toBe('expired');
  });

  it('compares identities without regard to how they were typed', () => {
    expect(couponIdentity('email', { email: ' Ana@Exemplo.COM ' })).toBe('ana@exemplo.com');
    expect(couponIdentity('user_id', { player: '17' })).toBe('17');
    expect(couponIdentity('', {})).toBeNull();
  });
});
