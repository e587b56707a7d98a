import type { ActionTarget } from '@vitrine/contract/actions';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';

/**
 * Makes due now what waits in a target's queue and is named by `which`, a condition on `delivery`: what held it up is gone.
 * Answers the store of each delivery that it moved. The caller wakes these stores.
 */
export async function makeDue(tx: Tx, target: ActionTarget, which: RawBuilder<boolean>): Promise<string[]> {
  const due = await tx
    .updateTable('delivery')
    .set({ due_at: sql<Date>`now()` })
    // Written out, because the indexes of queues are for one target and one state.
    .where('target', '=', sql.lit(target))
    .where('state', '=', sql.lit('queued'))
    .where('due_at', '>', sql<Date>`now()`)
    .where(which)
    .returning('store_id')
    .execute();
  return due.map(({ store_id }) => store_id);
}

/**
 * Puts off a queued delivery whose cause is known already and has not changed: only its time moves, and its history
 * stays as it is.
 */
export async function putOff(tx: Tx, store: StoreId, id: string, seconds: number): Promise<void> {
  await tx
    .updateTable('delivery')
    .set({ due_at: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .where('store_id', '=', store)
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute();
}
