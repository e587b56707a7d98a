import type { Tx } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';

/**
 * Makes changes that look at more than one row of a store take turns, until the caller's transaction ends: its people, its
 * plan's room, its variables and the products that use them. What is read afterwards holds. Call it before any other lock.
 */
export async function lockStore(tx: Tx, store: StoreId): Promise<void> {
  // NO KEY: orders, whose foreign keys share-lock the row, are not held up.
  await tx.selectFrom('store').where('id', '=', store).select('id').forNoKeyUpdate().execute();
}
