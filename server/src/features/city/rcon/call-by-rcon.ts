import type { Tx } from '../../../db/database.ts';
import type { StoreId } from '../../../http/store.ts';
import { enqueue } from '../../../jobs/enqueue.ts';

/**
 * Lets a worker look at the queues of the store's servers that are reached over RCON. After a failure only the sweep lets one
 * look, when the pause is over.
 */
export async function callByRcon(tx: Tx, storeId: StoreId): Promise<void> {
  const seats = await tx
    .selectFrom('game_rcon')
    .where('store_id', '=', storeId)
    .where('problem', 'is', null)
    .select('seat_id')
    .execute();
  for (const { seat_id: seatId } of seats) await enqueue(tx, 'city.rcon', { storeId, seatId });
}
