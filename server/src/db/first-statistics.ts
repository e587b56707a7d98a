import type pg from 'pg';

/** PostgreSQL has a function for this from here on. */
const OLDEST = 180_000;
/** The assumed number of stores. One store in ten has the rows of a look-up that knows only the store. */
const STORES = 10;

/**
 * Tells PostgreSQL that an empty table will hold rows of several stores, and many of each. Without statistics it
 * expects one row whatever it looks for, so all indexes that begin with the store seem equally good. It may then look
 * for an order by walking through all orders of the store, and it keeps that plan until its first ANALYZE, a minute
 * or more later. Only for tables that were never analysed; the first ANALYZE replaces the assumption. Before
 * PostgreSQL 18 this does nothing (docs/decisions/0054).
 */
export async function assumeStores(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  );
  if ((rows[0]?.version ?? 0) < OLDEST) return;
  await client.query(
    `select pg_restore_attribute_stats('schemaname', 'public', 'relname', t.relname::text, 'attname', 'store_id',
                                       'inherited', false, 'null_frac', 0::real, 'avg_width', 27, 'n_distinct', $1::real)
       from pg_class t
       join pg_attribute a on a.attrelid = t.oid and a.attname = 'store_id' and not a.attisdropped
      where t.relnamespace = 'public'::regnamespace and t.relkind = 'r' and t.reltuples < 0
        and not exists (select from pg_statistic s where s.starelid = t.oid and s.staattnum = a.attnum)`,
    [STORES],
  );
}
