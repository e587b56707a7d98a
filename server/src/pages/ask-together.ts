import { setTimeout as delay } from 'node:timers/promises';

/** Shortest pause between two questions, in ms: it limits the statements per second that many names can cause. */
const PAUSE_MS = 20;
/** Most names in one question; others wait for the next one. */
const MOST = 1000;
/** Most waiting names; for a later one the answer is "no" for now. */
const WAITING = 20_000;

/**
 * Asks about many names with one question. The first name is asked at once; names that come meanwhile share the next
 * question. So random names cost little, and a single name waits for nobody.
 */
export function askTogether(ask: (names: string[]) => Promise<Set<string>>) {
  let waiting = new Map<
    string,
    { promise: Promise<boolean>; resolve: (taken: boolean) => void; reject: (error: unknown) => void }
  >();
  let asking = false;

  async function work(): Promise<void> {
    asking = true;
    while (waiting.size > 0) {
      const turn = [...waiting].slice(0, MOST);
      if (turn.length === waiting.size) waiting = new Map();
      else for (const [name] of turn) waiting.delete(name);
      try {
        const taken = await ask(turn.map(([name]) => name));
        for (const [name, { resolve }] of turn) resolve(taken.has(name));
      } catch (error) {
        for (const [, { reject }] of turn) reject(error);
      }
      await delay(PAUSE_MS);
    }
    asking = false;
  }

  return {
    /** Whether the name exists. */
    async has(name: string): Promise<boolean> {
      const known = waiting.get(name);
      if (known) return await known.promise;
      if (waiting.size >= WAITING) return false;
      const entry = Promise.withResolvers<boolean>();
      waiting.set(name, entry);
      if (!asking) void work();
      return await entry.promise;
    },
  };
}
