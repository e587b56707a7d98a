import { setTimeout as delay } from 'node:timers/promises';

/** Least pause between two questions, so that a flood of names costs so many statements a second at most. */
const PAUSE_MS = 20;
/** Names in one question; more wait for the next one. */
const MOST = 1000;
/** Names that may wait; whoever comes later is told no for now. */
const WAITING = 20_000;

/**
 * Asks about many names with one question: the first goes out at once, what comes while it is out goes together in the
 * next. So names made up at random cost little, and a name alone waits for nobody.
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
    /** Whether the name is one of those that are there. */
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
