/** A clock that people and tests can move forward. Every stand-in reads time through one of these. */
export interface Clock {
  /** Milliseconds since the epoch: real time plus everything advanced so far. */
  now(): number;
  /** Moves the clock by that many milliseconds (negative moves it back), then tells the listeners. */
  advance(ms: number): void;
  /** Back to real time. Listeners are told. */
  reset(): void;
  /** Calls the listener after each jump, so that deadlines can be looked at again. Returns how to stop listening. */
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
