import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { SharedBlocks } from '../../integrations/discord/rest.ts';

/** Looks of all processes at all servers together: 25 a second, half of what Discord allows a bot. */
const LOOK_GAP_MS = 40;
/** Longest line of looks that wait for their turn, in ms. Whoever comes then leaves and comes again. */
const LONGEST_LINE_MS = 5000;

/**
 * Waits for a turn to look at Discord. All processes take their turns from one row, so that looks stay rare even when many
 * servers are broken at once. Answers false when the line is too long, or when `signal` ends the wait.
 */
export async function takeTurn(db: Db, signal?: AbortSignal): Promise<boolean> {
  const { rows } = await sql<{ wait: number }>`
    insert into outside_wait as w (name, until) values ('discord looks', clock_timestamp() + make_interval(secs => ${LOOK_GAP_MS / 1000}))
    on conflict (name) do update
       set until = greatest(w.until, clock_timestamp()) + make_interval(secs => ${LOOK_GAP_MS / 1000})
     where w.until < clock_timestamp() + make_interval(secs => ${LONGEST_LINE_MS / 1000})
    returning extract(epoch from until - clock_timestamp())::float8 * 1000 - ${LOOK_GAP_MS} as wait`.execute(db);
  const [turn] = rows;
  if (!turn) return false;
  if (turn.wait <= 0) return true;
  return await delay(turn.wait, true, signal ? { signal } : {}).catch(() => false);
}

/**
 * Discord's limits, shared by all processes: what one of them was told to wait for, the others wait for too. Without the
 * database each process keeps to what it knows itself.
 */
export function sharedBlocks(db: Db): SharedBlocks {
  return {
    async waitOf(names) {
      const { rows } = await sql<{ wait: number | null }>`
        select extract(epoch from max(until) - clock_timestamp())::float8 * 1000 as wait
          from outside_wait where name = any(${names.map(nameOf)})`.execute(db);
      return Math.max(0, rows[0]?.wait ?? 0);
    },
    async block(names, ms) {
      // In one order in all processes, so that two of them never wait for each other.
      await sql`
        insert into outside_wait as w (name, until)
        select name, clock_timestamp() + make_interval(secs => ${ms / 1000})
          from unnest(${names.map(nameOf).toSorted()}::text[]) as name order by name
        on conflict (name) do update set until = greatest(w.until, excluded.until)`.execute(db);
    },
  };
}

const nameOf = (name: string) => `discord ${name}`;
