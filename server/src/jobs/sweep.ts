import type { Deps } from '../deps.ts';

/**
 * A repeated look at our own rows: passed deadlines, work that a crash left behind, facts to ask for again.
 * It is safe to repeat and to interrupt, and does a limited amount at a time. It holds a connection while it runs, so
 * it calls nobody outside: it enqueues a job for that.
 */
export interface Sweep {
  name: string;
  /** Seconds between two runs, over all processes; VITRINE_SWEEP_SECONDS by default. */
  every?: number;
  run(deps: Deps): Promise<void>;
}
