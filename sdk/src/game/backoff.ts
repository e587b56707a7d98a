const FIRST_PAUSE_MS = 5000;

/** Pauses after failures: 5, 10, 20 … 300 s, each ±20 %. A success starts anew. */
export class Backoff {
  #failures = 0;

  next(): number {
    const ms = Math.min(300_000, FIRST_PAUSE_MS * 2 ** Math.min(this.#failures, 10));
    this.#failures += 1;
    return spread(ms);
  }

  reset(): void {
    this.#failures = 0;
  }
}

/** Many servers must not ask at the same moment. */
export const spread = (ms: number): number => Math.floor(ms * (0.8 + Math.random() * 0.4));
