import { setTimeout as delay } from 'node:timers/promises';
import { BrokenCircuitError } from 'cockatiel';

/** So many parties failed, and nobody was answered meanwhile: it is not one party's own matter. */
const SEVERAL = 3;
/** For how long a failure is evidence. */
const EVIDENCE_MS = 10_000;
/** How long a party that did not fail itself waits for another one's call that is out to see. */
const PROBE_MS = 300;

/**
 * Notices that a provider fails for several parties. From then on whoever failed is not asked, and the others go one at a
 * time, until one of them is answered. So parties that fail together (they may all be one person's) hold up nobody whose
 * calls are answered.
 */
export function createSpread() {
  const failed = new Map<string, number>();
  let probe: Promise<unknown> | undefined;

  function isSpread(): boolean {
    const since = Date.now() - EVIDENCE_MS;
    for (const [party, at] of failed) {
      if (at > since) break;
      failed.delete(party);
    }
    return failed.size >= SEVERAL;
  }

  async function counted<T>(party: string, run: () => Promise<T>): Promise<T> {
    try {
      const value = await run();
      failed.clear();
      return value;
    } catch (error) {
      failed.delete(party);
      failed.set(party, Date.now());
      throw error;
    }
  }

  return {
    /** Runs the call and notes how it ended; an error counts as a failure. Throws BrokenCircuitError instead of running it. */
    async watch<T>(party: string, run: () => Promise<T>): Promise<T> {
      if (!isSpread()) return await counted(party, run);
      if (failed.has(party)) throw new BrokenCircuitError();
      if (probe) {
        await Promise.race([probe, delay(PROBE_MS)]);
        if (isSpread()) throw new BrokenCircuitError();
        return await counted(party, run);
      }
      const look = counted(party, run);
      probe = look.catch(() => {});
      try {
        return await look;
      } finally {
        probe = undefined;
      }
    },
  };
}
