import type { Deps } from '../deps.ts';
import type { Payload, TaskName } from './payloads.ts';

/** What a running job knows about its own run. */
export interface Attempt {
  /** 1 for the first run. */
  number: number;
  /** True when a failure of this run is final. */
  last: boolean;
  /** Aborted when the process must end before the job. The job then runs again elsewhere. */
  signal: AbortSignal;
}

export interface TaskOptions {
  /** Most jobs of this task at once in one process; 4 by default. */
  concurrency?: number;
  /** Most jobs of this task at once for one store, over all processes; no limit by default. */
  perStore?: number;
  /** Attempts after the first, with growing pauses of up to five minutes; 20 (about an hour) by default. */
  retries?: number;
  /** Longest time of one attempt; 60 by default. */
  timeoutSeconds?: number;
}

/** A function that may be repeated at any point: after a crash, a lost connection or a failure it runs again. */
export type Run<P> = (deps: Deps, payload: P, attempt: Attempt) => Promise<void>;
export type Task<N extends TaskName> = TaskOptions & { run: Run<Payload<N>> };
