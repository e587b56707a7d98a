import { createHash } from 'node:crypto';
import type { GameSync, GameSyncAnswer } from '@vitrine/contract/game';
import { limits } from '@vitrine/contract/limits';
import { LRUCache } from 'lru-cache';
import type { Listener } from '../../../db/notify.ts';
import type { SeatId } from '../seats/read-seat.ts';

/** Stores that are remembered at once. A store that is forgotten costs one more look. */
const MOST_STORES = 50_000;

interface Calm {
  /** What a poll must say to be answered without a look. */
  words: string;
  /** By `performance.now()`. Undefined while the look that may find calm is under way. */
  until: number | undefined;
}

/** Everything of a poll that its look depends on. A poll that brings news has no words. */
function wordsOf({ epoch, boot_id, journal_id, online, results, in_progress, ready, people }: GameSync) {
  if (results.length + in_progress.length + ready.length + people.length > 0) return undefined;
  return createHash('sha256')
    .update(JSON.stringify([epoch, boot_id, journal_id, online]))
    .digest('base64');
}

/** The answer to a poll for which there is nothing to do. */
export function nothingNew(epoch: number): GameSyncAnswer {
  const now = Math.floor(Date.now() / 1000);
  const nothing = { settled: [], commands: [], cancel: [], who: [], notices: [] };
  return { success: true, epoch, now, next_poll_ms: limits.gamePollIdleMs, ...nothing };
}

/**
 * Remembers the cities for which the last look of this process found nothing at all, so that their next polls read no
 * delivery. Whatever gives a city work, wakes it or moves its seat notifies `deliveries`, which ends the memory. The look
 * knows when time alone will change something. The memory ends by then, and after a minute at most.
 */
export class CalmCities {
  readonly #stores = new LRUCache<string, Map<string, Calm>>({ max: MOST_STORES });

  constructor(listener: Listener) {
    listener.on(
      'deliveries',
      (store) => this.#stores.delete(store),
      () => this.#stores.clear(),
    );
  }

  /** Whether nothing has changed for this script since a look of this process found nothing. */
  isCalm({ store, seat }: SeatId, sync: GameSync): boolean {
    const calm = this.#stores.get(store)?.get(seat);
    return calm?.until !== undefined && performance.now() < calm.until && calm.words === wordsOf(sync);
  }

  /**
   * Call it before the look. The returned function remembers the seat as calm for some seconds. It does nothing when
   * something happened at the store meanwhile.
   */
  beforeLook({ store, seat }: SeatId, sync: GameSync): (seconds: number) => void {
    const words = wordsOf(sync);
    if (words === undefined) return () => undefined;
    const seats = this.#stores.get(store) ?? new Map<string, Calm>();
    const calm: Calm = { words, until: undefined };
    seats.set(seat, calm);
    this.#stores.set(store, seats);
    return (seconds) => {
      if (this.#stores.get(store)?.get(seat) === calm) calm.until = performance.now() + seconds * 1000;
    };
  }
}
