/** A clock that people and tests can move. Every stand-in reads time from one of these. */
export interface Clock {
  /** Ms since the epoch: real time plus all moves. */
  now(): number;
  /** Moves the clock by so many ms (negative: back), then calls the listeners. */
  advance(ms: number): void;
  /** Back to real time. Calls the listeners. */
  reset(): void;
  /** Calls the listener after each move, so that it checks its deadlines. Returns a function that stops it. */
  onJump(listener: () => void): () => void;
}

/** A clock that starts at real time. */
export function createClock(): Clock {
  let offset = 0;
  const listeners = new Set<() => void>();
  const tell = (): void => {
    for (const listener of [...listeners]) listener();
  };
  return {
    now: () => Date.now() + offset,
    advance(ms) {
      if (!Number.isFinite(ms)) throw new RangeError('advance needs a finite number of milliseconds');
      offset += ms;
      tell();
    },
    reset() {
      offset = 0;
      tell();
    },
    onJump(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
