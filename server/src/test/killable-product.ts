import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const READY_MS = 60_000;

/** The whole product as a process that tests kill. */
export interface KillableProduct {
  /** Starts the process again and waits until it serves. */
  start(): Promise<void>;
  /** SIGKILL. Resolves when the process has ended. */
  kill(): Promise<void>;
}

/** The product with this environment (`product-process.ts`). It is not started yet. */
export function killableProduct(environment: NodeJS.ProcessEnv): KillableProduct {
  let child: ChildProcess | undefined;
  return {
    async start() {
      const started = spawn(process.execPath, [join(import.meta.dirname, 'product-process.ts')], {
        env: environment,
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      child = started;
      const lines = createInterface({ input: started.stdout });
      const died = once(started, 'exit').then(([code]) => Promise.reject(new Error(`the product ended with ${code}`)));
      await Promise.race([once(lines, 'line', { signal: AbortSignal.timeout(READY_MS) }), died]);
      died.catch(() => {});
    },
    async kill() {
      const victim = child;
      child = undefined;
      if (!victim || victim.exitCode !== null || victim.signalCode !== null) return;
      const gone = once(victim, 'exit');
      victim.kill('SIGKILL');
      await gone;
    },
  };
}
