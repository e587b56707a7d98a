import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Db, Tx } from './database.ts';

/**
 * serialization_failure, deadlock_detected, lock_not_available: nothing was done, and the same work may succeed next
 * time.
 */
const CONFLICTS = new Set(['40001', '40P01', '55P03']);
const ATTEMPTS = 4;

/** Whether PostgreSQL gave up a transaction only because another one stood in its way. */
export function isConflict(error: unknown): boolean {
  return error instanceof pg.DatabaseError && CONFLICTS.has(error.code ?? '');
}

/**
 * Reads with `work` what the database holds at one moment, however many statements that takes. `work` cannot write, and
 * no other transaction can end it or wait for it.
 */
export async function readAtOnce<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return await db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);
}

/**
 * Runs `work` in one transaction and commits it. If it throws, everything is rolled back and the error is thrown on.
 *
 * After a conflict with another transaction, `work` runs again from the start, a few times, after growing random
 * pauses. So it must only talk to this transaction: it calls nobody outside and changes none of its outer variables
 * (DESIGN.md, rule 1). The last conflict is thrown; the HTTP edge answers it with 503 and Retry-After.
 */
export async function transaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt === ATTEMPTS || !isConflict(error)) throw error;
      await delay(Math.random() * 20 * 2 ** attempt);
    }
  }
}
