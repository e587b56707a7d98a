import type { Db } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';
import { paceFigures } from './queries.ts';

/** Fewer deliveries say nothing about a store. */
const ENOUGH = 20;
/** So many of the newest deliveries say how fast the store is now. */
const NEWEST = 200;

/** Within how many seconds half of the store's newest deliveries arrived; null if too few did. */
export async function medianDelivery(db: Db, store: StoreId): Promise<number | null> {
  const { count, seconds } = await paceFigures(db, store, NEWEST);
  return count >= ENOUGH ? seconds : null;
}
