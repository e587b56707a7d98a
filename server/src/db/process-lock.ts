import { createHash } from 'node:crypto';
import { createConnection, createServer, type Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Thrown when another living process holds the lock. `pid` is that process, if it answered. */
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

/** How long a starter waits for a name that nobody answers for, and how often it tries, in ms. */
const PATIENCE_MS = 3000;
const PAUSE_MS = 25;

/**
 * Makes this process the only owner of a folder until it releases the lock or dies in any way.
 *
 * The lock is a Linux abstract socket with the folder's name. The kernel removes it with the process, so `kill -9`
 * leaves no stale file, and two starters cannot both get it. A starter that finds it taken connects and gets the
 * owner's pid. If nobody answers, the owner is about to end: a program that it was just starting holds a copy of the
 * socket for a moment. So the starter tries again.
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

/** The abstract socket of a folder. */
export function lockName(folder: string): string {
  return `\0vitrine-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`;
}

/** A server with this name that answers our pid and keeps no process alive. Undefined if the name is taken. */
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
