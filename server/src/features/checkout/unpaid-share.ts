import { limits } from '@vitrine/contract/limits';
import { type RawBuilder, sql } from 'kysely';
import type { Holder } from './holder.ts';

/**
 * Units of a product, or uses of a coupon, that one holder may keep unpaid: a percentage, at least `least`, never the
 * last one of several (docs/decisions/0035).
 */
function shareOf(stock: RawBuilder<number>, percent: number, least: number): RawBuilder<number> {
  const most = sql`greatest(${sql.lit(least)}, ${stock} * ${sql.lit(percent)} / 100)`;
  return sql<number>`greatest(1, least(${stock} - 1, ${most}))`;
}

type Proven = Pick<Holder, 'proven'> | null | undefined;

const percentOf = (holder: Proven) => (holder?.proven ? limits.unpaidShareProvenPercent : limits.unpaidSharePercent);

/** The share of a holder with several unpaid orders. */
export const unpaidShareOf = (stock: RawBuilder<number>, holder: Proven): RawBuilder<number> =>
  shareOf(stock, percentOf(holder), limits.unpaidShareLeast);

/** The share of a holder's only order. Its least is higher, so that a shopper may take three of ten. */
export const onlyOrderShareOf = (stock: RawBuilder<number>, holder: Proven): RawBuilder<number> =>
  shareOf(stock, percentOf(holder), limits.unpaidOnlyOrder);

/** The share of a wide network (an IPv6 /48). */
export const wideShareOf = (stock: RawBuilder<number>): RawBuilder<number> =>
  shareOf(stock, limits.unpaidShareWidePercent, limits.unpaidOnlyOrder);
