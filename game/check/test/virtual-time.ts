interface Due {
  at: number;
  place: number;
  fire: () => void;
}

/** A clock that stands still while code runs, and then jumps to the next thing that is due. */
export class VirtualTime {
  #now = 1_790_000_000_000;
  #count = 0;
  readonly #due: Due[] = [];

  now = (): number => this.#now;

  wait = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      this.#count += 1;
      const one = { at: this.#now + Math.max(0, ms), place: this.#count, fire: resolve };
      this.#due.push(one);
      signal?.addEventListener('abort', () => {
        this.#due.splice(this.#due.indexOf(one) >>> 0, 1);
        resolve();
      });
    });

  /** Moves the time until a piece of work has ended. */
  async drive<T>(work: Promise<T>): Promise<T> {
    let isOver = false;
    const end = () => {
      isOver = true;
    };
    work.then(end, end);
    while (!isOver) {
      // All code that can go on does so first.
      await new Promise((resolve) => setImmediate(resolve));
      if (isOver) break;
      const next = this.#due.reduce<Due | undefined>(
        (least, one) => (!least || one.at < least.at || (one.at === least.at && one.place < least.place) ? one : least),
        undefined,
      );
      if (!next) continue;
      this.#due.splice(this.#due.indexOf(next), 1);
      this.#now = Math.max(this.#now, next.at);
      next.fire();
    }
    return await work;
  }
}
