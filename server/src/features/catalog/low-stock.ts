import type { Db } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';
import { countLow } from './list/queries.ts';
import type { ProductRow } from './product.ts';

/** Whether so few units are left that the owner wants to know. Units that unpaid orders hold do not count as left. */
export const isLow = ({ stock, reserved, low_stock }: Pick<ProductRow, 'stock' | 'reserved' | 'low_stock'>) =>
  stock !== null && low_stock !== null && stock - reserved <= low_stock;

/** How many products in the shop are low, for the dashboard. */
export const countLowStock = (db: Db, store: StoreId): Promise<number> => countLow(db, store);
