import { randomBytes } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { limits } from '@vitrine/contract/limits';
import { Refusal } from '../../../http/errors.ts';
import { isCommonPassword } from './common-passwords.ts';
import type { PasswordResult, PasswordTask } from './password-thread.ts';

/** At most this many passwords wait, which is about a second of work. Whoever comes later is asked to try again. */
const MOST_WAITING = 40;
const RETRY_SECONDS = 2;

interface Waiting {
  resolve(result: PasswordResult): void;
  reject(error: Error): void;
}

let thread: Worker | undefined;
let lastId = 0;
const waiting = new Map<number, Waiting>();

/** The thread, started with the first password. It keeps the process alive only while somebody waits for it. */
function startedThread(): Worker {
  if (thread) return thread;
  const worker = new Worker(new URL('./password-thread.ts', import.meta.url));
  worker.unref();
  worker.on('message', (result: PasswordResult) => {
    const { resolve } = waiting.get(result.id) ?? {};
    waiting.delete(result.id);
    if (waiting.size === 0) worker.unref();
    resolve?.(result);
  });
  // The thread's tasks are lost with it. An exit follows an error. By then a new thread may have tasks, and it keeps them.
  const lose = (error: Error) => {
    if (thread !== worker) return;
    thread = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on('error', lose);
  worker.on('exit', () => lose(new Error('the thread for passwords ended')));
  thread = worker;
  return worker;
}

async function askThread(task: Omit<PasswordTask, 'id'>): Promise<string | boolean> {
  if (waiting.size > MOST_WAITING) throw new Refusal('unavailable', { retryAfter: RETRY_SECONDS });
  lastId += 1;
  const id = lastId;
  const worker = startedThread();
  const result = await new Promise<PasswordResult>((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    worker.ref();
    worker.postMessage({ ...task, id } satisfies PasswordTask);
  });
  if ('error' in result) throw result.error;
  return result.value;
}

/** Refuses a common password (`common_password`). The schema checks the length. */
export function refuseCommonPassword(password: string): void {
  if (isCommonPassword(password)) throw new Refusal('common_password');
}

/** The stored form of a password. One password is worked on at a time. Throws 503 with Retry-After if too many wait. */
export async function hashPassword(password: string): Promise<string> {
  return String(await askThread({ password }));
}

let decoy: Promise<string> | undefined;

/** The hash of a random password. Checking it costs as much as checking a real one. */
function decoyHash(): Promise<string> {
  decoy ??= hashPassword(randomBytes(24).toString('base64')).catch((error) => {
    decoy = undefined;
    throw error;
  });
  return decoy;
}

/**
 * Whether the password fits. Without a stored hash (unknown e-mail, account without a password) it does the same work, so
 * that the time says nothing about the account. Throws 503 with Retry-After if too many wait.
 */
export async function checkPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  // No stored password is longer, and hashing a long text would only help an attacker.
  const text = password.slice(0, limits.passwordMax + 1);
  const fits = await askThread({ password: text, against: stored ?? (await decoyHash()) });
  return fits === true && stored != null;
}
