import { ask } from './http.ts';
import type { Process } from './product.ts';

/** One reading of a process's figures: each sample by its name with labels, as in Prometheus. */
export type Reading = Map<string, number>;

export async function read({ metricsPort }: Pick<Process, 'metricsPort'>): Promise<Reading> {
  const { text, status } = await ask({ port: metricsPort, path: '/metrics' });
  if (status !== 200) throw new Error(`/metrics: ${status}`);
  const samples = text.split('\n').filter((line) => line && !line.startsWith('#'));
  return new Map(
    samples.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))] as const;
    }),
  );
}

/** The sum of all samples of one name, with any labels. */
export function sumOf(reading: Reading, name: string): number {
  let sum = 0;
  for (const [key, value] of reading) if (key === name || key.startsWith(`${name}{`)) sum += value;
  return sum;
}

const DELAY = 'vitrine_event_loop_delay_seconds';

/**
 * The smallest bound of the histogram below which `share` of the event loop's delays between two readings are, in ms;
 * Infinity if no bound is large enough. Throws if the process reports no delays.
 */
export function loopDelay(before: Reading, after: Reading, share: number): number {
  const count = (after.get(`${DELAY}_count`) ?? 0) - (before.get(`${DELAY}_count`) ?? 0);
  if (count <= 0) throw new Error('The process reports no delay of its event loop.');
  const bounds = [...after.keys()].flatMap((key) => {
    const bound = key.startsWith(`${DELAY}_bucket{`) ? /le="([^"]+)"/.exec(key)?.[1] : undefined;
    return bound === undefined || bound === '+Inf' ? [] : [{ key, bound: Number(bound) }];
  });
  for (const { key, bound } of bounds.sort((a, b) => a.bound - b.bound)) {
    const within = (after.get(key) ?? 0) - (before.get(key) ?? 0);
    if (within / count >= share) return bound * 1000;
  }
  return Number.POSITIVE_INFINITY;
}
