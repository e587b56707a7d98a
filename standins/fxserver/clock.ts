/** A city's time in milliseconds since the epoch, and what is due in it. */
export interface CityClock {
  readonly virtual: boolean;
  now(): number;
  /** Virtual only: time never runs backwards here. */
  moveTo(ms: number): void;
  /** Runs `fn` once after `ms`; returns how to call it off. */
  timer(ms: number, fn: () => void): () => void;
  /** When the next of these timers is due, Infinity when there is none. */
  due(): number;
  /** Runs what is due now. */
  run(): void;
  /** Called whenever something new is due (the real clock's loop then looks again). */
  onChange: () => void;
}

/** `start` is the first moment of a virtual clock; without it the clock is the machine's. */
export function createClock(start?: number): CityClock {
  let current = start ?? 0;
  const timers = new Map<number, { at: number; fn: () => void }>();
  let last = 0;
  const clock: CityClock = {
    virtual: start !== undefined,
    now: () => (start === undefined ? Date.now() : current),
    moveTo(ms) {
      if (start !== undefined && ms > current) current = Math.floor(ms);
    },
    timer(ms, fn) {
      last += 1;
      const id = last;
      timers.set(id, { at: clock.now() + ms, fn });
      clock.onChange();
      return () => void timers.delete(id);
    },
    due: () => Math.min(Number.POSITIVE_INFINITY, ...[...timers.values()].map((t) => t.at)),
    run() {
      const now = clock.now();
      for (const [id, timer] of [...timers]) {
        if (timer.at > now) continue;
        timers.delete(id);
        timer.fn();
      }
    },
    onChange: () => undefined,
  };
  return clock;
}
