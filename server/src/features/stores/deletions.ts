import { UNDO_MINUTES, type UndoKind } from '@vitrine/contract/undo-words';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { Refusal } from '../../http/errors.ts';
import type { StoreId } from '../../http/store.ts';
import type { Sweep } from '../../jobs/sweep.ts';

/** What was deleted minutes ago. Each kind keeps what its own restoring verb needs (docs/decisions/0110). */

/** Keeps what brings the thing back, in the transaction that deletes it. */
export async function keepDeleted(tx: Tx, store: StoreId, kind: UndoKind, object: string, kept: object): Promise<void> {
  const text = JSON.stringify(kept);
  await tx
    .insertInto('deletion')
    .values({ store_id: store, kind, object_id: object, kept: text })
    .onConflict((on) => on.columns(['store_id', 'kind', 'object_id']).doUpdateSet({ kept: text, at: sql<Date>`now()` }))
    .execute();
}

/**
 * Takes what was kept of a deletion. If two people undo it, the second is refused (`undo_over`), and so is whoever comes too late.
 * The caller brings the thing back in the same transaction, so that what was kept stays if the caller refuses.
 */
export async function takeDeleted<Kept>(tx: Tx, store: StoreId, kind: UndoKind, object: string): Promise<Kept> {
  const row = await tx
    .deleteFrom('deletion')
    .where('store_id', '=', store)
    .where('kind', '=', kind)
    .where('object_id', '=', object)
    .where('at', '>', sql<Date>`now() - make_interval(mins => ${UNDO_MINUTES})`)
    .returning('kept')
    .executeTakeFirst();
  if (!row) throw new Refusal('undo_over');
  return row.kept as Kept;
}

/** In SQL: the whole row of a table as it was kept, with all its columns. No row if it belongs to another store. */
export const keptRow = (
  table: 'category' | 'order_remark' | 'shop_page' | 'store_role' | 'variable',
  store: StoreId,
  row: object,
) => sql`
  select (r).* from (select jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(row)}::jsonb) as r) kept
   where (r).store_id = ${store}`;

export const deletionSweep: Sweep = {
  name: 'stores.deletions',
  every: 60,
  async run({ db }) {
    await sql`delete from deletion where at < now() - make_interval(mins => ${UNDO_MINUTES})`.execute(db);
  },
};
