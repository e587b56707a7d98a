import { setTimeout as delay } from 'node:timers/promises';

/**
 * Whether the work ends before a wait of `ms` that begins with this call. Use it only with one of
 * the product's own waits, so that both waits start at once. `npm run bench` and `npm run prove` measure what is fast on a
 * machine.
 */
export async function endsBefore(ms: number, work: Promise<unknown>): Promise<boolean> {
  const over = new AbortController();
  const wait = delay(ms, false, { signal: over.signal }).catch(() => false);
  const first = await Promise.race([work.then(() => true), wait]);
  over.abort();
  return first;
}
