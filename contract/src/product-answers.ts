import { z } from 'zod';
import { CityName } from './city-lists.ts';
import { Done, id, instant, version } from './common.ts';
import { optionKinds } from './product-options.ts';
import { productStatuses } from './product-status.ts';
import { games } from './targets/entries.ts';
import { storedLists } from './targets/schemas.ts';

/** Products in answers: schemas for the server only, so they are apart from catalog.ts, which forms load. */

export const Option = z.object({
  name: z.string(),
  label: z.string(),
  kind: z.enum(optionKinds),
  required: z.boolean(),
  /** The bounds of a number; null for other kinds. */
  min: z.number().int().nullable(),
  max: z.number().int().nullable(),
  /** Empty for other kinds than `choice`. */
  choices: z.array(z.object({ label: z.string(), value: z.string() })),
});

/** A product as everyone may see it. */
export const PublicProduct = z.object({
  _id: id,
  /** The same id under the name that SPEC.md section 7 reads. */
  idProduct: id,
  name: z.string(),
  /** Reais. */
  price: z.number(),
  /** Reais; null if no original price is shown. */
  compareAtPrice: z.number().nullable(),
  /** Address of the first picture. */
  image: z.string().nullable(),
  /** All pictures, the first one first, with the owner's words for those who cannot see them. */
  images: z.array(z.object({ image: z.string(), alt: z.string() })),
  /** Address of a video of YouTube about it. */
  video: z.string().nullable(),
  categoryId: id,
  category: z.string(),
  description: z.string(),
  featured: z.boolean(),
  /** Units that can be bought now; null without a limit. */
  stock: z.number().int().nullable(),
  /** Units that one city id may have; null without a limit. */
  buylimit: z.number().int().nullable(),
  /** Days after which the on_expiration actions run; null for never. */
  removeProduct: z.number().int().nullable(),
  /** True if an order can hold only one (it gives a vehicle). */
  single: z.boolean(),
  /** "O que acontece depois da compra", in plain words made from the actions. */
  benefits: z.array(z.string()),
  /** What the buyer chooses or types for it, in the order of the fields. */
  options: z.array(Option),
});
export type PublicProduct = z.infer<typeof PublicProduct>;

/** Whether and when a product is in the shop. */
const sale = {
  status: z.enum(productStatuses),
  /** From when and until when a shown product is in the shop. null: it has no beginning, or no end. */
  showsAt: instant.nullable(),
  hidesAt: instant.nullable(),
};

/** A product as members see it. */
export const Product = PublicProduct.extend({
  ...storedLists,
  /** The same address as `image`. */
  imageUrl: z.string().nullable(),
  /** From how many units on the owner is warned; null: never. */
  lowStock: z.number().int().nullable(),
  /** Units sold so far. */
  sold: z.number().int(),
  /** Confirmed addresses that wait for it to be back in stock. */
  waiting: z.number().int(),
  /** Why an action of it no longer runs, pt-BR; null if all run, and for people who may not edit products. */
  problem: z.string().nullable(),
  updatedAt: instant,
  version,
  ...sale,
});
export type Product = z.infer<typeof Product>;

/**
 * POST /v1/products: members read `Product`, everyone else `PublicProduct`. The second schema is strict: a `Product`
 * that breaks its own schema is then an error, and does not silently lose half of its fields.
 */
export const ProductsAnswer = Done.extend({ products: z.array(z.union([Product, PublicProduct.strict()])) });
/** GET /v1/products/{id} */
export const PublicProductAnswer = Done.extend({ info: z.array(PublicProduct).length(1) });
/** POST /v1/products/name */
export const ProductAnswer = Done.extend({ info: z.array(Product).length(1) });
/** POST /v1/products/create */
export const ProductMade = Done.extend({
  product: z.object({ _id: id, idProduct: id }),
  /** What the city cannot do as it is now, pt-BR; null if nothing is known against it. */
  warning: z.string().nullable(),
});
/** POST /v1/products/edit/ */
export const ProductEdited = Done.extend({
  /** The action that does not run as it is, pt-BR: an older one, or one that the city cannot do. Null if all run. */
  warning: z.string().nullable(),
});

const CityList = z.object({
  /** A name that is not listed does not exist. */
  closed: z.boolean(),
  names: z.array(CityName),
});
/** GET /v1/city/names: the store's game servers, the first one first. */
export const CityNamesAnswer = Done.extend({
  cities: z.array(
    z.object({
      id,
      name: z.string(),
      game: z.enum(games),
      /** The types of action that its base has; null while no script has connected. */
      actions: z.array(z.string()).nullable(),
      /** The lists that it told. A list that is missing checks nothing. */
      lists: z.object({
        groups: CityList.optional(),
        items: CityList.optional(),
        vehicles: CityList.optional(),
        commands: CityList.optional(),
      }),
    }),
  ),
});

/** POST /v1/image: the address that products and stores take. */
export const ImageMade = Done.extend({ imageUrl: z.string() });
