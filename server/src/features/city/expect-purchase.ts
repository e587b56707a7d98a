import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { notify } from '../../db/notify.ts';
import type { StoreId } from '../../http/store.ts';

/**
 * Somebody looks at a cart, so the store's game server is asked to keep its requests open for the next ten minutes. A
 * payment then finds it connected, and not between two polls. Writes at most once in two minutes per store.
 */
export async function expectPurchase(db: Db, store: StoreId): Promise<void> {
  const { rows } = await sql`
    update game_server set shopping_until = now() + interval '10 minutes'
     where store_id = ${store} and coalesce(shopping_until, '-infinity') < now() + interval '8 minutes'
       and last_seen_at > now() - interval '1 hour'
    returning id`.execute(db);
  if (rows.length > 0) await notify(db, 'deliveries', store);
}
