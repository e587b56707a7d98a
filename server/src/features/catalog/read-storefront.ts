import type { PublicProduct } from '@vitrine/contract/catalog';
import type { CategoryPage, StorefrontCategory } from '@vitrine/contract/pages';
import type { Db } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';
import { findCategory } from './categories/queries.ts';
import { imageAddress, toPublicProduct } from './product.ts';
import { findOnSale, listProducts, pageIds } from './queries.ts';

const RELATED = 4;

/** Categories with their products in the owner's order; a category without products is left out (SPEC.md, Storefront). */
export async function storefrontCategories(db: Db, store: StoreId): Promise<StorefrontCategory[]> {
  const categories = new Map<string, StorefrontCategory>();
  for (const row of await listProducts(db, store)) {
    const category = categories.get(row.category_id) ?? { id: row.category_id, name: row.category_name, products: [] };
    category.products.push(toPublicProduct(row));
    categories.set(row.category_id, category);
  }
  return [...categories.values()];
}

/** A category with its products, its text and its picture; null if it sells nothing. */
export async function storefrontCategory(db: Db, store: StoreId, id: string): Promise<CategoryPage | null> {
  const categories = await storefrontCategories(db, store);
  const category = categories.find((one) => one.id === id);
  const row = category && (await findCategory(db, store, id));
  if (!row) return null;
  return {
    ...category,
    description: row.description,
    image: row.image && imageAddress(row.image),
    others: categories.filter((one) => one.id !== id).map(({ id: other, name }) => ({ id: other, name })),
  };
}

/**
 * The ids of the products that a store has on sale and of their categories, without reading the products: a damaged one is
 * included.
 */
export async function storefrontPageIds(db: Db, store: StoreId): Promise<ReadonlySet<string>> {
  return new Set(await pageIds(db, store));
}

/** One product on sale with a few others of its category, or null. */
export async function storefrontProduct(
  db: Db,
  store: StoreId,
  id: string,
): Promise<{ product: PublicProduct; related: PublicProduct[] } | null> {
  const row = await findOnSale(db, store, id);
  if (!row) return null;
  return { product: toPublicProduct(row), related: await relatedTo(db, store, row) };
}

/** A few others on sale of a product's category. */
export async function relatedTo(
  db: Db,
  store: StoreId,
  { id, category_id }: { id: string; category_id: string },
): Promise<PublicProduct[]> {
  const others = (await listProducts(db, store)).filter((one) => one.id !== id && one.category_id === category_id);
  return others.slice(0, RELATED).map(toPublicProduct);
}
