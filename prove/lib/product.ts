import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ask, closeIdle } from './http.ts';
import { freePort } from './ports.ts';

export const root = resolve(import.meta.dirname, '..', '..');

const READY_MS = 60_000;
const LOOK_MS = 50;

type Role = 'web' | 'worker';

/** One process of the product. */
export interface Process {
  role: Role;
  port: number;
  metricsPort: number;
  /** Whether it runs. */
  alive(): boolean;
  pid: number;
  /** Resident memory in bytes; 0 once it has ended. */
  memory(): number;
  /** kill -9. Resolves when it has ended. */
  kill(): Promise<void>;
  /** SIGTERM, like a deploy. Returns the ms until it ended. After `ms` (20 000) it is killed. */
  end(ms?: number): Promise<number>;
}

/** Starts the product, and keeps its output. */
export interface Product {
  /** Starts a process and waits until it is ready. */
  launch(role: Role, more?: Record<string, string>): Promise<Process>;
  /** The output of all processes so far. */
  log(): string;
}

/** A refused start, with the process's last output. */
export class Refused extends Error {
  override name = 'Refused';
}

/** The product with these settings. Its output goes to one file in `folder`. */
export function prepareProduct(folder: string, environment: Record<string, string>): Product {
  const file = join(folder, 'product.log');
  const output = openSync(file, 'a', 0o600);
  return {
    log: () => readFileSync(file, 'utf8'),
    async launch(role, more = {}) {
      const from = readFileSync(file, 'utf8').length;
      const [port, metricsPort] = [await freePort(), await freePort()];
      const child = spawn(process.execPath, [join(root, 'server', 'src', 'main.ts')], {
        cwd: root,
        env: {
          PATH: process.env.PATH,
          NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
          NODE_ENV: 'production',
          ...environment,
          VITRINE_ROLE: role,
          PORT: String(port),
          METRICS_PORT: String(metricsPort),
          ...more,
        },
        stdio: ['ignore', output, output],
      });
      const killed = () => void child.kill('SIGKILL');
      // Every end of this run ends it too.
      process.once('exit', killed);
      child.once('exit', () => process.off('exit', killed));
      const started = handle(child, role, port, metricsPort);
      const deadline = performance.now() + READY_MS;
      for (;;) {
        if (!started.alive()) throw new Refused(readFileSync(file, 'utf8').slice(from).trim().slice(-1500));
        const ready = await ask({ port, path: '/readyz', ms: 2000 }).catch(() => undefined);
        if (ready?.status === 200) return started;
        if (performance.now() > deadline) {
          await started.kill();
          throw new Error(
            `A ${role} process did not become ready: ${readFileSync(file, 'utf8').slice(from).slice(-500)}`,
          );
        }
        await delay(LOOK_MS);
      }
    },
  };
}

function handle(child: ChildProcess, role: Role, port: number, metricsPort: number): Process {
  const alive = () => child.exitCode === null && child.signalCode === null;
  const send = async (signal: NodeJS.Signals) => {
    if (!alive()) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  };
  return {
    role,
    port,
    metricsPort,
    alive,
    pid: child.pid ?? 0,
    memory() {
      if (!alive()) return 0;
      const pages = Number(readFileSync(`/proc/${child.pid}/statm`, 'utf8').split(' ')[1]);
      return pages * 4096;
    },
    async kill() {
      await send('SIGKILL');
      closeIdle();
    },
    async end(ms = 20_000) {
      const start = performance.now();
      const last = setTimeout(() => child.kill('SIGKILL'), ms);
      await send('SIGTERM');
      clearTimeout(last);
      return performance.now() - start;
    },
  };
}
