import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/**
 * What a wire does to what passes: nothing; holds every piece for so many ms; ends all connections at once and refuses new
 * ones; or takes bytes and lets none out, as a line does whose other end has lost power.
 */
export type Mode = { kind: 'pass' } | { kind: 'delay'; ms: number } | { kind: 'cut' } | { kind: 'half-open' };

/** One wire: who connects to `port` reaches one of `targets`, with the address it came from. */
export interface Link {
  name: string;
  port: number;
  /** Where it leads; the next connection goes to the next of them that answers. */
  lead(ports: number[]): Promise<void>;
  set(mode: Mode): Promise<void>;
}

export type Order =
  | { id: number; name: string; open: { targets: number[] } }
  | { id: number; name: string; lead: number[] }
  | { id: number; name: string; mode: Mode };

export interface Links {
  open(name: string, targets: number[]): Promise<Link>;
  close(): void;
}

/** The wires of a run live in a process of their own, so that load made here does not slow them down. */
export async function startLinks(): Promise<Links> {
  const child = fork(join(import.meta.dirname, 'links-process.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  child.setMaxListeners(0);
  // A message on its way when it ends; whoever waits for the answer is told by his own limit of time.
  child.on('error', () => {});
  await once(child, 'message');
  let orders = 0;
  const send = async (order: Record<string, unknown>): Promise<number> => {
    if (!child.connected) throw new Error('The wires are taken down.');
    orders += 1;
    const id = orders;
    const answered = new Promise<number>((settle, reject) => {
      const hear = (message: { id: number; port?: number; problem?: string }) => {
        if (message.id !== id) return;
        child.off('message', hear);
        if (message.problem) reject(new Error(message.problem));
        else settle(message.port ?? 0);
      };
      child.on('message', hear);
    });
    child.send({ id, ...order });
    return await answered;
  };
  return {
    async open(name, targets) {
      const port = await send({ name, open: { targets } });
      return {
        name,
        port,
        lead: async (ports) => void (await send({ name, lead: ports })),
        set: async (mode) => void (await send({ name, mode })),
      };
    },
    close: () => void child.kill('SIGTERM'),
  };
}
