import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';

/** At most `most` mails within `seconds`, counted from the first one. `key` names whose mails. */
export interface Budget {
  key: string;
  seconds: number;
  most: number;
}

/**
 * Counts one mail under every budget. If one of them is used up, it counts under none, and answers the keys that are used
 * up and the seconds until all of them have room again. A mail that does not leave is counted nowhere: otherwise mails that
 * try again and again would keep a budget full, and those that matter would find no room.
 *
 * The rows are locked in the order given, until the transaction ends, so a row that many share comes last.
 */
export async function takeFrom(tx: Tx, budgets: Budget[]): Promise<{ full: string[]; wait: number }> {
  const keys = budgets.map(({ key }) => key);
  const { rows: taken } = await sql<{ key: string }>`
    with asked as (
      select * from unnest(${keys}::text[], ${budgets.map(({ seconds }) => seconds)}::int[],
                           ${budgets.map(({ most }) => most)}::int[]) as a (key, seconds, most))
    insert into throttle as t (key, hits, window_ends_at)
    select key, 1, now() + make_interval(secs => seconds) from asked
    on conflict (key) do update set
      hits = case when t.window_ends_at <= now() then 1 else t.hits + 1 end,
      window_ends_at = case when t.window_ends_at <= now() then excluded.window_ends_at else t.window_ends_at end
    where t.window_ends_at <= now() or t.hits < (select most from asked where asked.key = t.key)
    returning t.key`.execute(tx);
  if (taken.length === budgets.length) return { full: [], wait: 0 };
  const takenKeys = taken.map(({ key }) => key);
  const full = keys.filter((key) => !takenKeys.includes(key));
  const { rows } = await sql<{ wait: number | null }>`
    with given_back as (update throttle set hits = hits - 1 where key = any(${takenKeys}::text[]))
    select max(extract(epoch from window_ends_at - now()))::float8 as wait
      from throttle where key = any(${full}::text[])`.execute(tx);
  return { full, wait: Math.max(1, rows[0]?.wait ?? 1) };
}
