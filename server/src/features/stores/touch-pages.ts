import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { notify } from '../../db/notify.ts';
import type { StoreId } from '../../http/store.ts';

/**
 * Says that something a public page of the store shows has changed: its pages get a new version when the caller's
 * transaction commits, and every process hears of it. Call it in the transaction of the change.
 */
export async function touchPages(tx: Tx, store: StoreId): Promise<void> {
  await tx.updateTable('store').set({ page_version: sql<number>`page_version + 1` }).where('id', '=', store).execute();
  await notify(tx, 'pages', store);
}
