import { Worker } from 'node:worker_threads';
import { Refusal } from '../../../http/errors.ts';
import type { PasswordResult, PasswordTask } from './password-thread.ts';

/** Whoever would wait longer had better come again: forty are about a second. */
const MOST_WAITING = 40;
const RETRY_SECONDS = 2;

interface Waiting {
  resolve(result: PasswordResult): void;
  reject(error: Error): void;
}

let thread: Worker | undefined;
let last = 0;
const waiting = new Map<number, Waiting>();

/** The thread, started with the first password. It keeps the process alive only while somebody waits for it. */
function started(): Worker {
  if (thread) return thread;
  const worker = new Worker(new URL('./password-thread.ts', import.meta.url));
  worker.unref();
  worker.on('message', (result: PasswordResult) => {
    const { resolve } = waiting.get(result.id) ?? {};
    waiting.delete(result.id);
    if (waiting.size === 0) worker.unref();
    resolve?.(result);
  });
  // What it was given is lost with it; the next password starts another one.
  const lost = (error: Error) => {
    if (thread === worker) thread = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on('error', lost);
  worker.on('exit', () => lost(new Error('the thread for passwords ended')));
  thread = worker;
  return worker;
}

async function ask(task: Omit<PasswordTask, 'id'>): Promise<PasswordResult> {
  if (waiting.size > MOST_WAITING) throw new Refusal('unavailable', { retryAfter: RETRY_SECONDS });
  last += 1;
  const id = last;
  const worker = started();
  const result = await new Promise<PasswordResult>((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    worker.ref();
    worker.postMessage({ ...task, id } satisfies PasswordTask);
  });
  if ('error' in result) throw result.error;
  return result;
}

/** The stored form of a password. One password is worked on at a time. Throws 503 with Retry-After when too many wait. */
export async function makeHash(password: string): Promise<string> {
  const result = await ask({ password });
  return 'made' in result ? result.made : '';
}

/** Whether a password fits a stored form, under the same conditions. */
export async function fitsHash(against: string, password: string): Promise<boolean> {
  const result = await ask({ password, against });
  return 'fits' in result && result.fits;
}
