import { z } from 'zod';
import { Done, id, subdomain, text } from './common.ts';
import { limits } from './limits.ts';
import { Product } from './product-answers.ts';
import { saleStates } from './product-status.ts';

/** The panel's list of products, in parts. */

/** What narrows the list down; without anything, all that are not archived. */
const productFilter = {
  search: text(limits.productSearchMax).optional(),
  state: z.enum(saleStates).optional(),
  categoryId: id.optional(),
  /** Sold out, as few as its owner wants to be warned of, or marked by the owner. */
  mark: z.enum(['sold_out', 'low_stock', 'featured']).optional(),
};
export const ProductFilter = z.object(productFilter);
export type ProductFilter = z.infer<typeof ProductFilter>;

/** POST /v1/products/list */
export const ProductList = z.object({
  subdomain: subdomain.optional(),
  ...productFilter,
  /** Categories whose products are left out, because they are folded on the screen. */
  folded: z.array(id).max(1000).optional(),
  /** `next` of the part before. */
  cursor: text(140).optional(),
  limit: z.number().int().min(1).max(limits.pageMax).optional(),
});
export type ProductList = z.infer<typeof ProductList>;

/** A product in the list: what a row shows, without the actions themselves. */
export const ListedProduct = Product.pick({
  _id: true,
  name: true,
  price: true,
  compareAtPrice: true,
  image: true,
  categoryId: true,
  category: true,
  featured: true,
  stock: true,
  lowStock: true,
  waiting: true,
  problem: true,
  version: true,
  status: true,
  showsAt: true,
  hidesAt: true,
}).extend({
  /** The beginning of its description. */
  line: z.string(),
  /** Whether so few units are left that the owner wants to know. */
  low: z.boolean(),
  /** How many actions it has. */
  actions: z.number().int(),
});
export type ListedProduct = z.infer<typeof ListedProduct>;

export const ProductListAnswer = Done.extend({
  /** By category, then in the owner's order. */
  products: z.array(ListedProduct),
  /** The cursor of the next part; null: this is the last one. */
  next: z.string().nullable(),
  /** Products that the filter finds, in folded categories too. Only with the first part. */
  counts: z.array(z.object({ categoryId: id, products: z.number().int() })).nullable(),
  /** Whether the store has archived products. */
  archived: z.boolean(),
});
export type ProductListAnswer = z.infer<typeof ProductListAnswer>;
