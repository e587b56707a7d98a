import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Db, Tx } from './database.ts';

/** serialization_failure, deadlock_detected, lock_not_available: nothing was done, the same work may succeed next. */
const CONFLICTS = new Set(['40001', '40P01', '55P03']);
const ATTEMPTS = 4;

/** Whether PostgreSQL gave up a transaction only because another one was in its way. */
export function isConflict(error: unknown): boolean {
  return error instanceof pg.DatabaseError && CONFLICTS.has(error.code ?? '');
}

/**
 * Runs `work` in one transaction and commits it; whatever it throws rolls everything back and comes out again.
 *
 * A conflict with another transaction is tried again from the start a few times with growing, random pauses, so `work`
 * must do nothing but talk to this transaction: no calls to the outside, no changes to what it closes over
 * (DESIGN.md, rule 1). The last conflict is thrown; the edge answers it with 503 and Retry-After.
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
