import type { Result } from './types.ts';

/** A larger request is slow on a bad line, and then all of its results are sent again. */
const MOST_BYTES = 16_384;

/** Results on their way. Each travels in one request at a time, and again until Vitrine has settled it. */
export class Outbox {
  readonly #results = new Map<string, Result>();
  readonly #flying = new Map<string, Result>();

  /** Adds or replaces the result of a delivery. */
  add(result: Result): void {
    this.#results.delete(result.id);
    this.#results.set(result.id, result);
  }

  /** The same delivery is offered again, so this result is out of date. */
  drop(id: string): void {
    this.#results.delete(id);
  }

  /** Takes up to `most` results that no request carries at this moment. */
  take(most: number): Result[] {
    const taken: Result[] = [];
    let bytes = 0;
    for (const [id, result] of this.#results) {
      if (this.#flying.has(id)) continue;
      bytes += Buffer.byteLength(JSON.stringify(result)) + 1;
      if (taken.length >= most || (taken.length > 0 && bytes > MOST_BYTES)) break;
      taken.push(result);
    }
    for (const result of taken) this.#flying.set(result.id, result);
    return taken;
  }

  /** The request with these has ended, with the ids that are settled, or without an answer. */
  done(batch: readonly Result[], settled: ReadonlySet<string> | undefined): void {
    for (const sent of batch) {
      if (this.#flying.get(sent.id) === sent) this.#flying.delete(sent.id);
      // A newer result of the same delivery needs a request of its own.
      if (this.#results.get(sent.id) !== sent) continue;
      this.#results.delete(sent.id);
      // A deferred result needs no settlement, because nothing waits for it here. A result that was not settled goes behind the others.
      if (settled && (settled.has(sent.id) || sent.status === 'deferred')) continue;
      this.#results.set(sent.id, sent);
    }
  }

  /** Deliveries whose result is in a request that has no answer yet. */
  flying(): string[] {
    return [...this.#flying.keys()];
  }

  /** Whether a result waits for a request. */
  waiting(): boolean {
    return [...this.#results.keys()].some((id) => !this.#flying.has(id));
  }
}
