import { joinActions } from '@vitrine/contract/action-lists';
import type { ProductPreview, PublicProduct } from '@vitrine/contract/catalog';
import { videoId } from '@vitrine/contract/window-kinds';
import type { Db } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import { transaction } from '../../db/transaction.ts';
import { Refusal } from '../../http/errors.ts';
import type { StoreId } from '../../http/store.ts';
import { variablesOf } from '../variables/read-variables.ts';
import { findCategory } from './categories/queries.ts';
import { type ProductRow, toPublicProduct } from './product.ts';
import { findProduct } from './queries.ts';
import { relatedTo } from './read-storefront.ts';
import { noPictures, savedPictures } from './save-pictures.ts';

/**
 * A product that is not saved, as its page in the shop would show it, and others of its category. Refuses `product_not_found`,
 * `category_not_found`, and a picture that is not the store's. It saves nothing.
 */
export async function previewProduct(
  db: Db,
  store: StoreId,
  { productId, productData: data, images }: ProductPreview,
): Promise<{ product: PublicProduct; related: PublicProduct[] }> {
  const saved = productId === undefined ? undefined : await findProduct(db, store, productId);
  if (productId !== undefined && !saved) throw new Refusal('product_not_found');
  const category = await findCategory(db, store, data.categoryId);
  if (!category) throw new Refusal('category_not_found', { field: 'productData.categoryId' });
  const pictures = await transaction(db, (tx) => savedPictures(tx, store, { images }));
  const constants = (await variablesOf(db, store)).filter((one) => one.kind === 'constant');
  const row: ProductRow = {
    ...noPictures,
    ...pictures,
    id: productId ?? newId(),
    category_id: category.id,
    category_name: category.name,
    name: data.name,
    description: data.description ?? '',
    price_centavos: data.price,
    compare_at_centavos: data.compareAtPrice ?? null,
    video: videoId(data.video ?? ''),
    featured: data.featured ?? false,
    stock: data.stock ?? null,
    low_stock: null,
    reserved: saved?.reserved ?? 0,
    sold: saved?.sold ?? 0,
    buy_limit: data.buylimit ?? null,
    remove_days: data.removeProduct ?? null,
    actions: joinActions(data),
    options: data.options ?? [],
    updated_at: new Date(),
    version: 1,
    visibility: 'shown',
    shows_at: null,
    hides_at: null,
    archived_at: null,
    constants: Object.fromEntries(constants.map(({ name, value }) => [name, value])),
  };
  return { product: toPublicProduct(row), related: await relatedTo(db, store, row) };
}
