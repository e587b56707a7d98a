import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/**
 * What a wire does: passes everything; holds every piece for so many ms; cuts all connections and refuses new ones;
 * or takes bytes and lets none out, like a line whose other end has lost power.
 */
export type Mode = { kind: 'pass' } | { kind: 'delay'; ms: number } | { kind: 'cut' } | { kind: 'half-open' };

/** One wire: a client of `port` reaches one of `targets`, with its own address. */
export interface Link {
  name: string;
  port: number;
  /** The wire's targets. The next connection goes to the next one that answers. */
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

/** A run's wires are in a separate process, so that load in this one does not slow them down. */
export async function startLinks(): Promise<Links> {
  const child = fork(join(import.meta.dirname, 'links-process.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  child.setMaxListeners(0);
  // A message may be under way when it ends; its sender's own time-out handles that.
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
