import { createHash } from 'node:crypto';
import { createConnection, createServer, type Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

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

/** How long a name may stay taken by nobody who answers, and how often it is tried meanwhile. */
const PATIENCE_MS = 3000;
const PAUSE_MS = 25;

/**
 * Makes this process the only owner of a folder until it releases the lock or dies, however it dies.
 *
 * The lock is a Linux abstract socket named after the folder: the kernel removes it with the process, so there is no
 * stale lock file after a `kill -9`, and no race between two starters that both find one. Whoever finds it taken
 * connects and is told the owner's pid. Where nobody answers the owner is just going: a program that it was starting
 * holds a copy of the socket until it runs. That ends by itself, so it is tried again.
 */
export async function lockFolder(folder: string): Promise<ProcessLock> {
  const name = lockName(folder);
  for (const end = performance.now() + PATIENCE_MS; ; await delay(PAUSE_MS)) {
    const server = await listen(name);
    if (server) return { release: () => new Promise((resolve) => server.close(() => resolve())) };
    const owner = await askOwner(name);
    if (owner !== undefined || performance.now() > end) throw new AlreadyRunningError(folder, owner);
  }
}

/** The abstract socket that stands for a folder. */
export function lockName(folder: string): string {
  return `\0vitrine-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`;
}

/** A server under this name that tells our pid and keeps no process alive; undefined where the name is taken. */
function listen(name: string): Promise<Server | undefined> {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.end(`${process.pid}\n`);
  });
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error));
    server.once('error', fail);
    server.listen(name, () => {
      server.off('error', fail);
      server.unref();
      resolve(server);
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
