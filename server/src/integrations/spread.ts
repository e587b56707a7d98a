import { setTimeout as delay } from 'node:timers/promises';
import { BrokenCircuitError } from 'cockatiel';

/** When this many stores fail and none gets an answer, the provider is the reason. */
const SEVERAL = 3;
/** How long a failure counts, in ms. */
const EVIDENCE_MS = 10_000;
/** How long a store without failures waits for its own test call, in ms. */
const PROBE_MS = 300;

/** The store of a party: all tokens of one store count as one failure. */
const storeIn = (party: string) => party.split(' ', 1)[0] ?? party;

/**
 * Notices that a provider fails for several stores. From then on, a store that failed sends nothing, and each other
 * store sends one call at a time until one of them is answered. So stores that fail together (one person may own them
 * all), or whose call never ends, stop no store whose calls are answered.
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
    /**
     * Runs the call and notes its end; an error counts as a failure. Throws BrokenCircuitError instead of running it.
     */
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
