import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { notify } from '../../db/notify.ts';
import type { StoreId } from '../../http/store.ts';

/**
 * Gives the store's public pages a new version when the caller's transaction commits, and tells every process. Call it in
 * the transaction of each change that a public page shows.
 */
export async function touchPages(tx: Tx, store: StoreId): Promise<void> {
  await tx.updateTable('store').set({ page_version: sql<number>`page_version + 1` }).where('id', '=', store).execute();
  await notify(tx, 'pages', store);
}
