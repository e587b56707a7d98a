import { setTimeout as delay } from 'node:timers/promises';

/** Asks every 50 ms until there is a value; returns it with the ms it took. Throws with `words` after `ms`. */
export async function until<T>(
  words: string,
  ms: number,
  look: () => Promise<T | undefined | false>,
): Promise<{ value: T; waited: number }> {
  const start = performance.now();
  for (;;) {
    const value = await look();
    const waited = performance.now() - start;
    if (value !== undefined && value !== false) return { value, waited };
    if (waited > ms) throw new Error(`${words}: not within ${Math.round(ms / 1000)} s`);
    await delay(50);
  }
}

/** Runs `act` for 0 to `count`, at most `width` of them at once. Returns all results. */
export async function crowd<T>(count: number, width: number, act: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = new Array(count);
  let next = 0;
  const workers = Array.from({ length: Math.min(width, count) }, async () => {
    while (next < count) {
      const index = next;
      next += 1;
      results[index] = await act(index);
    }
  });
  await Promise.all(workers);
  return results;
}
