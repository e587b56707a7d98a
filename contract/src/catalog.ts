import { z } from 'zod';
import { Done, id, line, reais, requiredLine, requiredText, subdomain, text, version } from './common.ts';
import { limits } from './limits.ts';
import { ProductOptions } from './product-options-input.ts';
import { productStatuses } from './product-status.ts';
import { sentLists } from './targets/schemas.ts';
import { videoId } from './window-kinds.ts';

/** Categories, products and images (SPEC.md sections 2, 3, 5 and 7). */

export const catalogTexts = {
  categoryName: 'Nome da categoria é obrigatório',
  categoryLong: 'Nome da categoria deve ter no máximo 50 caracteres',
  categoryDescription: 'O texto da categoria deve ter no máximo 500 caracteres',
  productName: 'Informe o nome do produto',
  productCategory: 'Selecione a categoria associada',
  productPrice: 'Informe o valor do produto',
  productPricePositive: 'Preço deve ser maior que zero',
  stock: 'Estoque deve ser um número inteiro a partir de 0',
  lowStock: 'O aviso deve ser um número inteiro a partir de 0',
  buyLimit: 'Limite por cliente deve ser um número inteiro a partir de 1',
  removeProduct: 'Informe os dias a partir de 1',
  compareAtPrice: 'Preço original inválido',
  video: 'Use o endereço de um vídeo do YouTube.',
  status: 'Situação inválida',
  percent: 'Informe uma porcentagem de -90 a 500, sem zero',
  window: 'Informe a data e a hora',
  pictures: 'Um produto tem no máximo 6 imagens',
  pictureAlt: 'A descrição da imagem deve ter no máximo 120 caracteres',
} as const;

const categoryName = requiredLine(1000, catalogTexts.categoryName).refine(
  (value) => value.length <= limits.categoryNameMax,
  catalogTexts.categoryLong,
);

/** What a category's page in the shop shows: absent fields stay; null removes the picture. */
const categoryPage = {
  description: text(limits.categoryDescriptionMax, catalogTexts.categoryDescription).optional(),
  imageUrl: text(300).nullable().optional(),
};
/** POST /v1/categories/create */
export const CategoryCreate = z.object({ name: categoryName, subdomain: subdomain.optional(), ...categoryPage });
/** POST /v1/categories/edit/{subdomain}/{id}. `version` is the one that the editor has read, here and in every other edit. */
export const CategoryEdit = z.object({ name: categoryName, ...categoryPage, version: version.optional() });
export type CategoryEdit = z.infer<typeof CategoryEdit>;
/** POST /v1/categories/name and /v1/products/name */
export const ByStoreAndId = z.object({ subdomain: subdomain.optional(), id });
/** POST /v1/categories/order: ids in their new order. */
export const CategoryOrder = z.object({ subdomain: subdomain.optional(), ids: z.array(id).max(1000) });

export const Category = z.object({
  _id: id,
  name: z.string(),
  /** Counts from 1. */
  position: z.number().int(),
  /** Number of its products: those on sale, and for members also the drafts and the hidden ones. */
  products: z.number().int(),
});
export type Category = z.infer<typeof Category>;

export const CategoriesAnswer = Done.extend({ categories: z.array(Category) });
export const CategoryMade = Done.extend({ category: Category.pick({ _id: true, name: true }) });
/** POST /v1/categories/name: a list of one, as SPEC.md section 7 reads it, also with what its page shows. */
export const CategoryPage = z.object({
  _id: id,
  name: z.string(),
  description: z.string(),
  imageUrl: z.string().nullable(),
  version,
});
export type CategoryPage = z.infer<typeof CategoryPage>;
export const CategoryNamed = Done.extend({ info: z.array(CategoryPage).length(1) });

const optionalInteger = (min: number, max: number, message: string) =>
  z
    .number({ error: message })
    .int(message)
    .min(min, message)
    .max(max, `O máximo é ${max.toLocaleString('pt-BR')}.`)
    .nullable()
    .optional();

const productFields = {
  name: requiredLine(limits.productNameMax, catalogTexts.productName),
  categoryId: requiredText(40, catalogTexts.productCategory),
  price: reais(catalogTexts.productPrice),
  description: text(limits.productDescriptionMax).optional(),
  /** Units left; absent or null means without limit. */
  stock: optionalInteger(0, limits.stockMax, catalogTexts.stock),
  /** From how many units on the owner is warned; null: never. */
  lowStock: optionalInteger(0, limits.stockMax, catalogTexts.lowStock),
  buylimit: optionalInteger(1, limits.buyLimitMax, catalogTexts.buyLimit),
  /** Days after which the on_expiration actions run. */
  removeProduct: optionalInteger(1, limits.removeProductDaysMax, catalogTexts.removeProduct),
  compareAtPrice: reais(catalogTexts.compareAtPrice).nullable().optional(),
  featured: z.boolean().optional(),
  /** The address of a video of YouTube. */
  video: line(200, catalogTexts.video)
    .refine((value) => value === '' || videoId(value) !== null, catalogTexts.video)
    .nullable()
    .optional(),
  /** What the buyer chooses or types for it. */
  options: ProductOptions.optional(),
  /** From when and until when a shown product is in the shop. null: it has no beginning, or no end. */
  showsAt: z.iso.datetime(catalogTexts.window).nullable().optional(),
  hidesAt: z.iso.datetime(catalogTexts.window).nullable().optional(),
};
const imageUrl = text(300).nullable().optional();
/** All pictures in their order, the first one for the card. They take the place of `imageUrl`. */
const images = z
  .array(z.object({ image: text(300), alt: line(limits.pictureAltMax, catalogTexts.pictureAlt) }))
  .max(limits.productPicturesMax, catalogTexts.pictures)
  .optional();

/** POST /v1/products/create */
export const ProductCreate = z.object({
  ...productFields,
  price: productFields.price.refine((centavos) => centavos > 0, catalogTexts.productPricePositive),
  /** Absent: it is in the shop. */
  status: z.enum(['shown', 'draft', 'hidden'], catalogTexts.status).optional(),
  subdomain: subdomain.optional(),
  imageUrl,
  images,
  ...sentLists,
});
export type ProductCreate = z.infer<typeof ProductCreate>;

/** POST /v1/products/edit/ : an absent field stays; null clears stock, limits, days, original price. */
export const ProductEdit = z.object({
  productId: id,
  version: version.optional(),
  productData: z.object({
    ...productFields,
    name: productFields.name.optional(),
    price: productFields.price.optional(),
    categoryId: productFields.categoryId.optional(),
    status: z.enum(productStatuses, catalogTexts.status).optional(),
    /** The owner confirmed that the product is free. Needed when a price becomes zero. */
    freeConfirmed: z.boolean().optional(),
    /** The stock that the form showed. With it, the difference to `stock` is added to the present stock. */
    stockSeen: productFields.stock,
    subdomain: subdomain.optional(),
    ...sentLists,
  }),
  imageUrl,
  images,
});
export type ProductEdit = z.infer<typeof ProductEdit>;

/** POST /v1/products/preview: a form that is not saved; `productId` of a product that exists. */
export const ProductPreview = z.object({
  subdomain: subdomain.optional(),
  productId: id.optional(),
  productData: z.object({ ...productFields, ...sentLists }),
  images,
});
export type ProductPreview = z.infer<typeof ProductPreview>;

/** POST /v1/products/move: `after` is the product that it follows in the category; null: it comes first. */
export const ProductMove = z.object({
  subdomain: subdomain.optional(),
  productId: id,
  /** The category in which the sender saw it. */
  from: id,
  categoryId: id,
  after: id.nullable(),
});
export type ProductMove = z.infer<typeof ProductMove>;

/** DELETE /v1/products/delete/{subdomain} */
export const ProductDelete = z.object({ productId: id });

export type { Product, PublicProduct } from './product-answers.ts';
