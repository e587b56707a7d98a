import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { StoreId } from '../../../http/store.ts';

/** Whoever watches says so again within this time, in seconds. */
const WATCHED_SECONDS = 40;

/** Notes that somebody has the panel of these stores open, for the next 40 s. */
export async function watchStores(db: Db, stores: readonly StoreId[]): Promise<void> {
  // In the order of their ids: two processes never wait for each other.
  await sql`
    insert into watched_store (store_id, until)
    select id, now() + make_interval(secs => ${WATCHED_SECONDS})
      from unnest(${[...stores]}::text[]) as w(id) where exists (select from store s where s.id = w.id) order by id
    on conflict (store_id) do update
       set until = excluded.until,
           since = case when watched_store.until < now() then now() else watched_store.since end`.execute(db);
}
