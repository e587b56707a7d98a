/** Counts who holds how many of something that a process has few of, such as open streams. */
export class Places {
  readonly #held = new Map<string, number>();

  of(holder: string): number {
    return this.#held.get(holder) ?? 0;
  }

  take(holder: string): void {
    this.#held.set(holder, this.of(holder) + 1);
  }

  leave(holder: string): void {
    const left = this.of(holder) - 1;
    if (left > 0) this.#held.set(holder, left);
    else this.#held.delete(holder);
  }
}
