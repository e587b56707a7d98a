import type { Db } from '../../db/database.ts';
import { addVisits } from './queries.ts';

/** Counts visits in memory and writes them together, so that a visit costs no query. It keeps nothing personal. */
export interface VisitCounter {
  count(storeId: string): void;
  /** Writes the visits counted since the last flush. If writing fails, the next flush tries again. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

const FLUSH_MS = 5_000;

/** A counter of this process. A crash loses at most the last five seconds of visits. */
export function createVisitCounter(db: Db, onProblem: (error: unknown) => void): VisitCounter {
  let counted = new Map<string, number>();
  const timer = setInterval(() => void flush(), FLUSH_MS);
  timer.unref();

  async function flush(): Promise<void> {
    if (counted.size === 0) return;
    const writing = counted;
    counted = new Map();
    try {
      await addVisits(db, writing);
    } catch (error) {
      onProblem(error);
      for (const [store, visits] of writing) counted.set(store, (counted.get(store) ?? 0) + visits);
    }
  }

  return {
    count: (storeId) => void counted.set(storeId, (counted.get(storeId) ?? 0) + 1),
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}
