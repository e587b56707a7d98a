/** A city's time in ms since the epoch, and its timers. */
export interface CityClock {
  readonly virtual: boolean;
  now(): number;
  /** Only for a virtual clock, whose time never runs backwards. */
  moveTo(ms: number): void;
  /** Runs `fn` once after `ms`. Returns a function that cancels it. */
  timer(ms: number, fn: () => void): () => void;
  /** When the next timer is due; Infinity without one. */
  due(): number;
  /** Runs the timers that are due now. */
  run(): void;
  /** Called for every new timer, so that the real clock's loop looks again. */
  onChange: () => void;
}

/** `start` is the first instant of a virtual clock. Without it the clock is the machine's. */
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
