import { setTimeout as delay } from 'node:timers/promises';
import { BrokenCircuitError } from 'cockatiel';

/** So many stores failed, and nobody was answered meanwhile: it is not one store's own matter. */
const SEVERAL = 3;
/** For how long a failure is evidence. */
const EVIDENCE_MS = 10_000;
/** How long a store that did not fail itself waits for its own call that is out to see. */
const PROBE_MS = 300;

/** Whose evidence a party's failure is: its store's, however many tokens that store has. */
const storeIn = (party: string) => party.split(' ', 1)[0] ?? party;

/**
 * Notices that a provider fails for several stores. From then on whoever failed is not asked, and each of the others goes
 * out with one call at a time, until one of them is answered. So stores that fail together (they may all be one person's),
 * or whose call never ends, hold up nobody whose calls are answered.
 */
export function createSpread() {
  const failed = new Map<string, number>();
  const probes = new Map<string, Promise<unknown>>();

  function isSpread(): boolean {
    const since = Date.now() - EVIDENCE_MS;
    for (const [store, at] of failed) {
      if (at > since) break;
      failed.delete(store);
    }
    return failed.size >= SEVERAL;
  }

  async function counted<T>(store: string, run: () => Promise<T>): Promise<T> {
    try {
      const value = await run();
      failed.clear();
      return value;
    } catch (error) {
      failed.delete(store);
      failed.set(store, Date.now());
      throw error;
    }
  }

  return {
    /** Runs the call and notes how it ended; an error counts as a failure. Throws BrokenCircuitError instead of running it. */
    async watch<T>(party: string, run: () => Promise<T>): Promise<T> {
      const store = storeIn(party);
      if (!isSpread()) return await counted(store, run);
      if (failed.has(store)) throw new BrokenCircuitError();
      const probe = probes.get(store);
      if (probe) {
        await Promise.race([probe, delay(PROBE_MS)]);
        if (isSpread()) throw new BrokenCircuitError();
        return await counted(store, run);
      }
      const look = counted(store, run);
      probes.set(
        store,
        look.catch(() => {}),
      );
      try {
        return await look;
      } finally {
        probes.delete(store);
      }
    },
  };
}
