import { BUYERS_SERVER } from '@vitrine/contract/action-servers';
import { errors } from '@vitrine/contract/errors';
import { toReais } from '@vitrine/contract/money';
import type { OrderQuote, OrderQuoteAnswer, QuoteLine } from '@vitrine/contract/orders';
import type { z } from 'zod';
import type { Db } from '../../db/database.ts';
import { Refusal } from '../../http/errors.ts';
import type { StoreId } from '../../http/store.ts';
import type { Coupon } from '../discounts/discount.ts';
import { findCoupon, type Typist } from '../discounts/find-coupon.ts';
import { priceCart } from '../discounts/price-cart.ts';
import { isOverShare, knownLines, lineProblem, mergeLines } from './cart.ts';
import type { Holder } from './holder.ts';
import { readCart, serversOf, unitsOfBuyer } from './queries.ts';

/**
 * POST /v1/order/quote: what a cart costs now, and which lines cannot be bought as they are. Leaves out products that
 * are gone.
 */
export async function quoteCart(
  db: Db,
  store: StoreId,
  input: z.output<typeof OrderQuote>,
  { holder, ...from }: Typist & { holder: Holder },
): Promise<OrderQuoteAnswer> {
  const wanted = mergeLines(input.idProducts);
  const ids = wanted.map((line) => line.id);
  const [cart, bought] = await Promise.all([
    readCart(db, store, ids, undefined, holder),
    input.clientId === undefined || !Number.isInteger(input.clientId) || Math.abs(input.clientId) > 2_147_483_647
      ? new Map<string, number>()
      : unitsOfBuyer(db, store, ids, input.clientId),
  ]);
  const lines = knownLines(wanted, cart.products);
  const code = input.coupon?.trim();
  let coupon: Coupon | undefined;
  let refused: string | null = null;
  if (code) {
    try {
      coupon = await findCoupon(db, store, code, { lines, subtotal: priceCart(lines).subtotal }, input, from);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code === 'rate_limited') throw error;
      refused = errors[error.code].text;
    }
  }
  const choosy = lines.some(({ product }) => product.servers.includes(BUYERS_SERVER));
  const servers = choosy ? await serversOf(db, store) : [];
  const priced = priceCart(lines, coupon);
  return {
    success: true,
    lines: priced.lines.map(({ line, lineCentavos, discountCentavos }): QuoteLine => {
      const over = isOverShare(line, priced.total) ? 'unpaid_share' : undefined;
      const problem = lineProblem(line, bought.get(line.productId) ?? 0) ?? over;
      return {
        id: line.productId,
        name: line.product.name,
        quantity: line.quantity,
        price: toReais(line.unitCentavos),
        value: toReais(lineCentavos),
        discount: toReais(discountCentavos),
        problem: problem ? { code: problem, error: errors[problem].text } : null,
      };
    }),
    subtotal: toReais(priced.subtotal),
    discount: toReais(priced.discount),
    total: toReais(priced.total),
    coupon: code ? { code: coupon?.code ?? code.toUpperCase(), error: refused } : null,
    servers: servers.length > 1 ? servers : [],
  };
}
