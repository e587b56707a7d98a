import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from './product.ts';

const START_MS = 30_000;

/** The outside services, in a separate process. */
export interface Standins {
  /** The product's variables for them. */
  env: Record<string, string>;
  /** Addresses of their control. */
  pages: { mercadoPago: string; discord: string; google: string; mail: string; city: string };
  close(): Promise<void>;
}

/** Starts the stand-ins as `npm run standins` does; they print one line of JSON. */
export async function startStandins(environment: Record<string, string>): Promise<Standins> {
  const child = spawn(process.execPath, [join(root, 'standins', 'main.ts')], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      STANDINS_PORT: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const killed = () => void child.kill('SIGKILL');
  process.once('exit', killed);
  const ended = new Promise<void>((settle) => child.once('exit', () => settle()));
  const { env, pages } = await new Promise<Pick<Standins, 'env' | 'pages'>>((settle, reject) => {
    setTimeout(reject, START_MS, new Error('The stand-ins did not start in time.')).unref();
    child.once('exit', (code) => reject(new Error(`The stand-ins ended with ${code}.`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('{"env":')) settle(JSON.parse(line));
    });
  });
  return {
    env,
    pages,
    async close() {
      child.kill('SIGTERM');
      const last = setTimeout(killed, 5000);
      await ended;
      clearTimeout(last);
      process.off('exit', killed);
    },
  };
}
