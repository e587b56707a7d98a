import type { Db } from '../../db/database.ts';
import { addVisits } from './queries.ts';

/** Counts page views in memory and writes them together: a hit costs no query, and nothing personal is kept. */
export interface VisitCounter {
  count(storeId: string): void;
  /** Writes what was counted since; what could not be written is tried again the next time. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

const FLUSH_MS = 5_000;

/** A counter for this process. A crash loses at most the last five seconds of visits. */
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
