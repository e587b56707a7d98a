import type { Tx } from '../../db/database.ts';
import { Refusal } from '../../http/errors.ts';
import type { StoreId } from '../../http/store.ts';

/**
 * Locks a store's row until the caller's transaction ends, so that changes take turns that depend on several rows: the
 * store's settings, its people, its plan's room, unique names, variables and the products that use them. Call it before you
 * read these rows; then they cannot change. Refuses `store_not_found` for a store that was deleted meanwhile.
 */
export async function lockStore(tx: Tx, store: StoreId) {
  const row = await tx
    .selectFrom('store')
    .where('id', '=', store)
    .where('deleted_at', 'is', null)
    .select(['name', 'subdomain', 'description', 'primary_color', 'secondary_color', 'logo', 'banner', 'status'])
    .select(['legal', 'settings', 'opens_at', 'settings_version'])
    // NO KEY, because new orders share-lock this row by their foreign key and must not wait here.
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal('store_not_found');
  return row;
}
