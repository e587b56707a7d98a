/** Time as the client uses it. A simulation gives its own. */
export interface Clock {
  /** Ms since 1970. It never goes back. */
  now(): number;
  /** Resolves after `ms`, or earlier when the signal is aborted. Never rejects. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

/** This machine's clock. It counts on from the start of the process, so a system clock that is set back changes nothing. */
export const machineClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  wait: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal?.addEventListener('abort', end);
    }),
};
