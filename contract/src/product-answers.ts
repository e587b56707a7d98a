import { z } from 'zod';
import { executionTimings } from './action-types.ts';
import { Done, id, instant } from './common.ts';

/** Products as the server answers them, apart from catalog.ts: forms load that file, and these schemas are for the server. */

/** A product as anyone may see it. */
export const PublicProduct = z.object({
  _id: id,
  /** The same id, as SPEC.md section 7 reads it. */
  idProduct: id,
  name: z.string(),
  /** Reais. */
  price: z.number(),
  /** Reais; null where none is struck through. */
  compareAtPrice: z.number().nullable(),
  /** Address of the picture. */
  image: z.string().nullable(),
  categoryId: id,
  category: z.string(),
  description: z.string(),
  featured: z.boolean(),
  /** Units that can be bought now; null means without limit. */
  stock: z.number().int().nullable(),
  /** Units that one city id may have; null means without limit. */
  buylimit: z.number().int().nullable(),
  /** Days after which the on_expiration actions run; null means never. */
  removeProduct: z.number().int().nullable(),
  /** True when it can be bought only once per order (it gives a vehicle). */
  single: z.boolean(),
  /** "O que acontece depois da compra", in plain words made from the actions. */
  benefits: z.array(z.string()),
});
export type PublicProduct = z.infer<typeof PublicProduct>;

/**
 * Actions as they are stored. They are read with fewer rules than they are written: one that was saved before a rule
 * stays as it is, and its owner must be able to open it.
 */
const stored = { id: z.string().optional(), executionTiming: z.enum(executionTimings) };
const role = { ...stored, roleId: z.string(), roleName: z.string().optional() };
const StoredDiscordAction = z.discriminatedUnion('type', [
  z.object({ type: z.literal('add_role'), ...role }),
  z.object({ type: z.literal('remove_role'), ...role }),
  z.object({ type: z.literal('ban'), ...stored }),
  z.object({ type: z.literal('unban'), ...stored }),
]);
const StoredFivemAction = z.discriminatedUnion('type', [
  z.object({ type: z.literal('execute_command'), ...stored, command: z.string() }),
  z.object({ type: z.literal('add_group'), ...stored, groupName: z.string() }),
  z.object({ type: z.literal('remove_group'), ...stored, groupName: z.string() }),
  z.object({ type: z.literal('add_money'), ...stored, amount: z.number() }),
  z.object({ type: z.literal('remove_money'), ...stored, amount: z.number() }),
  z.object({ type: z.literal('add_vehicle'), ...stored, vehicleName: z.string() }),
  z.object({ type: z.literal('remove_vehicle'), ...stored, vehicleName: z.string() }),
  z.object({ type: z.literal('add_item'), ...stored, itemName: z.string(), itemQuantity: z.number() }),
  z.object({ type: z.literal('remove_ban'), ...stored }),
]);

/** A product as the store's people see it. */
export const Product = PublicProduct.extend({
  discordActions: z.array(StoredDiscordAction),
  fiveMActions: z.array(StoredFivemAction),
  /** The same address as `image`. */
  imageUrl: z.string().nullable(),
  /** Units sold so far. */
  sold: z.number().int(),
  updatedAt: instant,
});
export type Product = z.infer<typeof Product>;

/**
 * POST /v1/products: the store's people read `Product`, everybody else `PublicProduct`. The second is strict, so that a
 * product of the first kind that does not fit its schema is an error, and never loses half of its fields.
 */
export const ProductsAnswer = Done.extend({ products: z.array(z.union([Product, PublicProduct.strict()])) });
/** GET /v1/products/{id} */
export const PublicProductAnswer = Done.extend({ info: z.array(PublicProduct).length(1) });
/** POST /v1/products/name */
export const ProductAnswer = Done.extend({ info: z.array(Product).length(1) });
/** POST /v1/products/create */
export const ProductMade = Done.extend({ product: z.object({ _id: id, idProduct: id }) });
/** POST /v1/products/edit/ */
export const ProductEdited = Done.extend({
  /** Which of its older actions is not executed until it is corrected, pt-BR; null where all are. */
  warning: z.string().nullable(),
});
