import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';

/** These networks of a store (`network-holder.ts`) need a proof of work for each order, for `limits.frictionMinutes`. */
export async function slowHolders(db: Db | Tx, store: StoreId, holders: Buffer[]): Promise<void> {
  // Raw for the order of the rows: two transactions that slow the same networks lock them in one order.
  await sql`
    insert into holder_friction (store_id, holder, until)
    select distinct ${store}, holder, now() + make_interval(mins => ${limits.frictionMinutes})
      from unnest(${holders}::bytea[]) as h (holder) order by holder
    on conflict (store_id, holder) do update set until = excluded.until`.execute(db);
}

/** Deletes the networks whose time is over. */
export async function forgetSlowHolders(db: Db): Promise<void> {
  await db.deleteFrom('holder_friction').where('until', '<', sql<Date>`now()`).execute();
}
