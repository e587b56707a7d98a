import { createHash } from 'node:crypto';
import { createConnection, createServer, type Server } from 'node:net';

/** Thrown when another living process already holds the lock; `pid` is that process, if it answered. */
export class AlreadyRunningError extends Error {
  readonly pid: number | undefined;
  constructor(folder: string, pid: number | undefined) {
    super(
      `Vitrine already runs on ${folder}${pid ? ` (process ${pid})` : ''}. ` +
        'Stop it first, or set VITRINE_DATA to another folder.',
    );
    this.name = 'AlreadyRunningError';
    this.pid = pid;
  }
}

export interface ProcessLock {
  release(): Promise<void>;
}

/**
 * Makes this process the only owner of a folder until it releases the lock or dies, however it dies.
 *
 * The lock is a Linux abstract socket named after the folder: the kernel removes it with the process, so there is no
 * stale lock file after a `kill -9`, and no race between two starters that both find one. Whoever finds it taken
 * connects and is told the owner's pid.
 */
export async function lockFolder(folder: string): Promise<ProcessLock> {
  const name = `\0vitrine-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`;
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.end(`${process.pid}\n`);
  });
  try {
    await listen(server, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new AlreadyRunningError(folder, await askOwner(name));
  }
  server.unref();
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
}

function listen(server: Server, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(name, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function askOwner(name: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    let text = '';
    const socket = createConnection(name);
    socket.setTimeout(1000, () => socket.destroy());
    socket.on('data', (chunk) => {
      text += chunk.toString();
    });
    socket.on('error', () => resolve(undefined));
    socket.on('close', () => resolve(Number.parseInt(text, 10) || undefined));
  });
}
