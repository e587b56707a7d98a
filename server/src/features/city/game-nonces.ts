import { limits } from '@vitrine/contract/limits';
import { LRUCache } from 'lru-cache';

/** Starts of scripts that are remembered at once. A start that is forgotten too early costs only a second look (docs/decisions/0059). */
const MOST_STARTS = 50_000;
/** Requests of one start may overtake each other by as many numbers: a held poll and the reports beside it. */
const WINDOW = 64n;
const ALL = (1n << WINDOW) - 1n;

/** `n` requests that follow each other: 32 digits name the start, 16 count. */
const NUMBERED = /^([0-9a-f]{32})([0-9a-f]{16})$/i;

/** Whether a nonce counts the requests of one start. Any other nonce is random, and only the database remembers it. */
export const isNumbered = (nonce: string): boolean => NUMBERED.test(nonce);

interface Start {
  /** The highest number so far. */
  high: bigint;
  /** One bit for each of the last 64 numbers that came; the lowest stands for `high`. */
  seen: bigint;
}

/**
 * Remembers the numbered nonces that this process has seen, without a row in the database. A city polls all day, and a
 * row for each poll was most of what an idle city wrote.
 */
export class NonceMemory {
  readonly #starts = new LRUCache<string, Start>({ max: MOST_STARTS, ttl: limits.gameNonceMinutes * 60_000 });

  /**
   * Takes a numbered nonce of this token once: false for one that came before, or that is more than 64 numbers behind.
   */
  take(tokenId: string, nonce: string): boolean {
    const [, start = '', digits = ''] = NUMBERED.exec(nonce) ?? [];
    const number = BigInt(`0x${digits}`);
    const key = `${tokenId} ${start.toLowerCase()}`;
    const { high, seen } = this.#starts.get(key) ?? { high: number - 1n, seen: 0n };
    const behind = high - number;
    if (behind >= WINDOW || (behind >= 0n && (seen >> behind) & 1n) === 1n) return false;
    this.#starts.set(
      key,
      behind >= 0n
        ? { high, seen: seen | (1n << behind) }
        : { high: number, seen: -behind >= WINDOW ? 1n : ((seen << -behind) | 1n) & ALL },
    );
    return true;
  }
}
