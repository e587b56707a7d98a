import type { Db } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';

/** How many confirmed addresses wait for each product of the store, or for this one. */
export async function countWaiting(db: Db, store: StoreId, product?: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('waiting_request')
    .where('store_id', '=', store)
    .where('confirmed_at', 'is not', null)
    .where('product_id', 'is not', null)
    .$if(product !== undefined, (query) => query.where('product_id', '=', product ?? ''))
    .groupBy('product_id')
    .select((eb) => ['product_id', eb.fn.countAll<number>().as('waiting')])
    .execute();
  return new Map(rows.map(({ product_id, waiting }) => [product_id ?? '', waiting]));
}
