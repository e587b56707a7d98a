/** Thrown when so much work of a party waits already that further work has no chance to run in time. */
export class BusyError extends Error {
  override name = 'BusyError';
}

export interface ShareLimits {
  /** Most running calls of all parties. */
  atOnce: number;
  /** Most running calls of one party. */
  perParty: number;
  /** Most waiting calls of one party; the next is refused. */
  waiting: number;
}

interface Party {
  running: number;
  waiting: (() => void)[];
}

/**
 * Shares one narrow place among many parties (stores), so that a party with much work delays no other. Each party has
 * a limit of running calls, and waiting parties get free places in turns.
 */
export function createFairShare({ atOnce, perParty, waiting }: ShareLimits) {
  const parties = new Map<string, Party>();
  let running = 0;

  function start(name: string, party: Party): void {
    running += 1;
    party.running += 1;
    // the served party goes to the end of the line
    parties.delete(name);
    parties.set(name, party);
  }

  function next(): void {
    for (const [name, party] of parties) {
      if (running >= atOnce) return;
      if (party.running >= perParty) continue;
      const first = party.waiting.shift();
      if (!first) continue;
      start(name, party);
      first();
    }
  }

  function forgetIdle(name: string, party: Party): void {
    if (party.running === 0 && party.waiting.length === 0) parties.delete(name);
  }

  function leave(name: string): void {
    running -= 1;
    const party = parties.get(name) as Party;
    party.running -= 1;
    forgetIdle(name, party);
    next();
  }

  function enter(name: string, longest: () => AbortSignal): Promise<void> | undefined {
    const party = parties.get(name) ?? { running: 0, waiting: [] };
    if (running < atOnce && party.running < perParty && party.waiting.length === 0) {
      start(name, party);
      return undefined;
    }
    if (party.waiting.length >= waiting) throw new BusyError(`${name} has ${waiting} waiting already`);
    parties.set(name, party);
    const signal = longest();
    return new Promise((resolve, reject) => {
      const go = () => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = () => {
        party.waiting.splice(party.waiting.indexOf(go), 1);
        forgetIdle(name, party);
        reject(new BusyError(`${name} waited too long for its turn`));
      };
      party.waiting.push(go);
      signal.addEventListener('abort', giveUp, { once: true });
      if (signal.aborted) giveUp();
    });
  }

  return {
    /**
     * Resolves when it is the party's turn, with a function that frees the place (once). Rejects with BusyError if
     * the signal ends before that. The signal is made only for a call that must wait.
     */
    async take(name: string, longest: () => AbortSignal): Promise<() => void> {
      await enter(name, longest);
      return () => leave(name);
    },
    /**
     * Runs `work` when it is the party's turn. If `signal` ends before that, it rejects with BusyError and runs
     * nothing.
     */
    async run<T>(name: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
      await enter(name, () => signal);
      try {
        return await work();
      } finally {
        leave(name);
      }
    },
    /** Number of parties with running or waiting work. */
    get parties(): number {
      return parties.size;
    },
  };
}
