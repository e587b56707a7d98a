import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { channels } from '../../../db/notify.ts';
import type { StoreId } from '../../../http/store.ts';

/**
 * A person says what becomes of money that a finished removal could not take: it was paid back in another way (`settled`), or
 * the store lets it go (`forgiven`). Answers whether the delivery had such an open debt. The first person's answer counts.
 */
export async function closeDebt(tx: Tx, store: StoreId, id: string, closed: 'settled' | 'forgiven'): Promise<boolean> {
  const { rows } = await sql`
    with closed as (
      update delivery
         set aftermath = aftermath || jsonb_build_object('closed', ${closed}::text), updated_at = now()
       where store_id = ${store} and id = ${id} and state = 'succeeded' and code is distinct from 'by_person'
         and (aftermath->>'owed')::float8 > 0 and not aftermath ? 'closed'
      returning order_id
    )
    select pg_notify(${channels.orders}, ${store} || ':' || order_id) from closed`.execute(tx);
  return rows.length > 0;
}
