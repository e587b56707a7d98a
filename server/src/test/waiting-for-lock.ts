import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import type { Db, Tx } from '../db/database.ts';
import { transaction } from '../db/transaction.ts';

/**
 * Resolves when so many connections of the database wait for a lock. A test that holds a row then knows that the
 * others have reached this row.
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

/** Runs both in this order: both need what `hold` locks, so the first waits for it, and the second behind the first. */
export async function inOrder<Early, Late>(
  db: Db,
  hold: (tx: Tx) => Promise<unknown>,
  [early, late]: readonly [() => Promise<Early>, () => Promise<Late>],
): Promise<[Early, Late]> {
  const both = await transaction(db, async (tx) => {
    await hold(tx);
    const first = early();
    await waitingForLock(db, 1);
    const second = late();
    await waitingForLock(db, 2);
    return { first, second };
  });
  return await Promise.all([both.first, both.second]);
}
