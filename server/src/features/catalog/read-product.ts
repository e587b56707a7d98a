import type { Db } from '../../db/database.ts';
import { Refusal } from '../../http/errors.ts';
import type { StoreId } from '../../http/store.ts';
import type { ProductRow } from './product.ts';
import { findProduct } from './queries.ts';

/** A product of the store, whatever its status. Refuses `product_not_found`. */
export async function readProduct(db: Db, store: StoreId, id: string): Promise<ProductRow> {
  const row = await findProduct(db, store, id);
  if (!row) throw new Refusal('product_not_found');
  return row;
}
