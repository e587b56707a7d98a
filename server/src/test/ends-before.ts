import { setTimeout as delay } from 'node:timers/promises';

/**
 * Whether the work ends before a wait of `ms` that begins with this call. For one of the product's own waits, which
 * both start at once: what is fast on this machine is measured by `npm run bench` and `npm run prove`.
 */
export async function endsBefore(ms: number, work: Promise<unknown>): Promise<boolean> {
  const over = new AbortController();
  const wait = delay(ms, false, { signal: over.signal }).catch(() => false);
  const first = await Promise.race([work.then(() => true), wait]);
  over.abort();
  return first;
}
