import type { Tx } from '../../db/database.ts';
import { Refusal } from '../../http/errors.ts';
import type { StoreId } from '../../http/store.ts';

/**
 * Makes changes that look at more than one row of a store take turns, until the caller's transaction ends: its own row, its
 * people, its plan's room, names that must differ, its variables and the products that use them. What is read afterwards
 * holds, so it comes before any other look. Refuses `store_not_found` for a store that was deleted meanwhile.
 */
export async function lockStore(tx: Tx, store: StoreId) {
  const row = await tx
    .selectFrom('store')
    .where('id', '=', store)
    .where('deleted_at', 'is', null)
    .select(['name', 'subdomain', 'description', 'primary_color', 'secondary_color', 'logo', 'banner', 'status'])
    .select(['legal', 'settings'])
    // NO KEY: orders, whose foreign keys share-lock the row, are not held up.
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal('store_not_found');
  return row;
}
