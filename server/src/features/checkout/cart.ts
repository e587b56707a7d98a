import type { ErrorCode } from '@vitrine/contract/errors';
import { limits } from '@vitrine/contract/limits';
import type { OrderLine } from '@vitrine/contract/orders';
import type { CartLine } from '../discounts/price-cart.ts';
import type { CartProduct } from './queries.ts';

/** What is wanted of a product with the same answers to its options. */
export interface WantedLine {
  id: string;
  quantity: number;
  /** As they were sent. */
  options: Record<string, string>;
  /** Its place among the lines that were sent. */
  at: number;
}

/** A line together with its product. */
export interface KnownLine extends CartLine {
  product: CartProduct;
  options: Record<string, string>;
  at: number;
  /** Units of its product in all lines of the cart. */
  units: number;
}

/**
 * Each product with the same answers once, in the order of first mention. A line that is named twice has the sum of its
 * units.
 */
export function mergeLines(lines: readonly OrderLine[]): WantedLine[] {
  const merged = new Map<string, WantedLine>();
  for (const [at, { id, quantity, options = {} }] of lines.entries()) {
    const key = JSON.stringify([id, Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1))]);
    const line = merged.get(key);
    if (line) line.quantity += quantity;
    else merged.set(key, { id, quantity, options, at });
  }
  return [...merged.values()];
}

/** The lines whose products are on sale, ready for pricing. */
export function knownLines(lines: readonly WantedLine[], products: readonly CartProduct[]): KnownLine[] {
  const byId = new Map(products.map((product) => [product.id, product]));
  const unitsOf = (id: string) => lines.reduce((sum, line) => sum + (line.id === id ? line.quantity : 0), 0);
  return lines.flatMap(({ id, ...line }) => {
    const product = byId.get(id);
    if (!product) return [];
    const prices = { categoryId: product.category_id, unitCentavos: product.price_centavos };
    return [{ ...line, productId: id, ...prices, product, units: unitsOf(id) }];
  });
}

/**
 * Whether a line takes more of a stock than a buyer may hold before paying. A free order waits for no payment.
 */
export function isOverShare({ product, units }: KnownLine, total: number): boolean {
  return total > 0 && product.room !== null && units > product.room;
}

/**
 * Why this line cannot be bought now, as far as we can tell without locks; undefined when it can. Placing the order
 * asks the same again under its locks. `bought`: units that this city id already has.
 */
export function lineProblem(line: KnownLine, bought: number): ErrorCode | undefined {
  const { product, units } = line;
  if (units > limits.quantityMax) return 'buy_limit';
  if (product.single && units > 1) return 'vehicle_quantity';
  if (product.stock !== null && product.stock - product.reserved < units) return 'out_of_stock';
  if (product.buy_limit !== null && bought + units > product.buy_limit) return 'buy_limit';
  return undefined;
}
