import { constants, getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { type Algorithm, hashSync, verifySync } from '@node-rs/argon2';

/** The thread that hashes passwords (`password.ts`). It has a lower priority than the threads that answer shoppers. */

export interface PasswordTask {
  id: number;
  password: string;
  /** The stored form to compare with. Without it the thread makes a hash. */
  against?: string;
}
/** `value` is the stored form of a hashed password, or whether a compared one fits. */
export type PasswordResult = { id: number; value: string | boolean } | { id: number; error: Error };

/** argon2id, 19 MiB, 2 passes, 1 lane (facts/security.md 3.7): about 20 ms of one core. */
const options = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

// Only on Linux, which has a priority for each thread. Elsewhere the whole process would get the lower priority.
if (process.platform === 'linux') {
  setPriority(0, Math.max(getPriority(0), constants.priority.PRIORITY_BELOW_NORMAL));
}

function work({ id, password, against }: PasswordTask): PasswordResult {
  try {
    return { id, value: against === undefined ? hashSync(password, options) : verifySync(against, password) };
  } catch (error) {
    return { id, error: error as Error };
  }
}

parentPort?.on('message', (task: PasswordTask) => parentPort?.postMessage(work(task)));
