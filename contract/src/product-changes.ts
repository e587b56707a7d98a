import { z } from 'zod';
import { catalogTexts } from './catalog.ts';
import { Done, id, requiredText, subdomain, version } from './common.ts';
import { limits } from './limits.ts';
import { priceRoundings } from './product-status.ts';

/** One change of many products at once. */

const percent = z
  .number({ error: catalogTexts.percent })
  .int(catalogTexts.percent)
  .min(-limits.priceCutPercentMax, catalogTexts.percent)
  .max(limits.priceRisePercentMax, catalogTexts.percent)
  .refine((value) => value !== 0, catalogTexts.percent);

export const ProductChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('price'), percent, rounding: z.enum(priceRoundings) }),
  z.object({ kind: z.literal('category'), categoryId: requiredText(40, catalogTexts.productCategory) }),
  z.object({ kind: z.literal('featured'), featured: z.boolean() }),
  z.object({ kind: z.literal('status'), status: z.enum(['shown', 'hidden', 'archived']) }),
  z.object({ kind: z.literal('delete') }),
]);
export type ProductChange = z.infer<typeof ProductChange>;

/** POST /v1/products/change and /v1/products/change/preview */
export const ProductsChange = z.object({
  subdomain: subdomain.optional(),
  /** The chosen products with the version that the sender saw. */
  products: z.array(z.object({ id, version })).min(1).max(limits.productsChangedMax),
  change: ProductChange,
});
export type ProductsChange = z.infer<typeof ProductsChange>;

export const ProductsChanged = Done.extend({
  /** What changes, or changed, in pt-BR words. */
  changed: z.array(z.object({ id, name: z.string(), before: z.string(), after: z.string() })),
  /** What is left out, and why (pt-BR). A product that is gone has no name. */
  left: z.array(z.object({ id, name: z.string().nullable(), why: z.string() })),
});
export type ProductsChanged = z.infer<typeof ProductsChanged>;
