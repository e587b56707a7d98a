import type { Db } from '../db/database.ts';
import type { StoreId } from '../http/store.ts';

/** The actions in a store's log of changes, oldest first. */
export async function loggedActions(db: Db, store: StoreId): Promise<string[]> {
  const entries = await db
    .selectFrom('audit_entry')
    .where('store_id', '=', store)
    .orderBy('id')
    .select('action')
    .execute();
  return entries.map(({ action }) => action);
}
