import { BUYERS_SERVER, EVERY_SERVER } from '@vitrine/contract/action-servers';
import type { ErrorCode } from '@vitrine/contract/errors';
import { limits } from '@vitrine/contract/limits';
import type { OrderLine } from '@vitrine/contract/orders';
import type { CartLine } from '../discounts/price-cart.ts';
import type { CartProduct } from './queries.ts';

/** A line together with its product. */
export interface KnownLine extends CartLine {
  product: CartProduct;
}

/** Each product once, in the order of first mention. A product that is named twice has the sum of its units. */
export function mergeLines(lines: readonly OrderLine[]): OrderLine[] {
  const merged = new Map<string, number>();
  for (const { id, quantity } of lines) merged.set(id, (merged.get(id) ?? 0) + quantity);
  return [...merged].map(([id, quantity]) => ({ id, quantity }));
}

/** The lines whose products are on sale, ready for pricing. */
export function knownLines(lines: readonly OrderLine[], products: readonly CartProduct[]): KnownLine[] {
  const byId = new Map(products.map((product) => [product.id, product]));
  return lines.flatMap(({ id, quantity }) => {
    const product = byId.get(id);
    return product
      ? [{ productId: id, categoryId: product.category_id, unitCentavos: product.price_centavos, quantity, product }]
      : [];
  });
}

/** Whether a product's actions reach the store's first game server, or no game at all. `chosen` is the buyer's server. */
export function goesToFirst(servers: readonly string[], store: string, chosen: string | undefined): boolean {
  const reached = (server: string) => (server === BUYERS_SERVER ? (chosen ?? store) : server);
  return servers.length === 0 || servers.some((server) => server === EVERY_SERVER || reached(server) === store);
}

/**
 * Whether a line takes more of a stock than a buyer may hold before paying. What costs nothing waits for no payment.
 */
export function isOverShare({ product, quantity }: KnownLine, total: number): boolean {
  return total > 0 && product.room !== null && quantity > product.room;
}

/**
 * Why this line cannot be bought now, as far as we can tell without locks; undefined when it can. Placing the order
 * asks the same again under its locks. `bought`: units that this city id already has.
 */
export function lineProblem(line: KnownLine, bought: number): ErrorCode | undefined {
  const { product, quantity } = line;
  if (quantity > limits.quantityMax) return 'buy_limit';
  if (product.single && quantity > 1) return 'vehicle_quantity';
  if (product.stock !== null && product.stock - product.reserved < quantity) return 'out_of_stock';
  if (product.buy_limit !== null && bought + quantity > product.buy_limit) return 'buy_limit';
  return undefined;
}
