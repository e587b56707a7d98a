import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import type { Db } from '../db/database.ts';

/**
 * Resolves when so many connections of the database wait for a lock: a test that holds a row knows then that the others
 * have come as far as this row, in the order in which it let them go.
 */
export async function waitingForLock(db: Db, connections: number): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await sql`
        select from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      expect(rows).toHaveLength(connections);
    },
    { timeout: 10_000, interval: 10 },
  );
}
