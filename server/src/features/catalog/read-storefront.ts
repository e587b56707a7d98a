import type { PublicProduct } from '@vitrine/contract/catalog';
import type { StorefrontCategory } from '@vitrine/contract/pages';
import type { Db } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';
import { toPublicProduct } from './product.ts';
import { findProduct, listProducts, productIds } from './queries.ts';

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

/** The ids of the products that a store has on sale, without reading the products: a damaged one is included. */
export async function storefrontProductIds(db: Db, store: StoreId): Promise<ReadonlySet<string>> {
  return new Set(await productIds(db, store));
}

/** One product on sale with a few others of its category, or null. */
export async function storefrontProduct(
  db: Db,
  store: StoreId,
  id: string,
): Promise<{ product: PublicProduct; related: PublicProduct[] } | null> {
  const row = await findProduct(db, store, id);
  if (!row) return null;
  const others = (await listProducts(db, store)).filter(
    (other) => other.id !== id && other.category_id === row.category_id,
  );
  return { product: toPublicProduct(row), related: others.slice(0, RELATED).map(toPublicProduct) };
}
