import type { Channel, Listener } from '../../db/notify.ts';

/** Requests held at once for one key; a game server has two for its store. */
const MOST_HELD = 8;

interface Watch {
  /** Too many are held already, so this one must not wait. */
  crowded: boolean;
  /**
   * Resolves when there is something new since the last call (or since the watch began), else after `ms`. Says whether
   * there was something.
   */
  next(ms: number): Promise<boolean>;
  end(): void;
}

export interface GameWake {
  watch(key: string): Watch;
  /** Answers every held request now, and holds none from here on. */
  release(): void;
  readonly released: boolean;
}

/**
 * Held requests of this process, woken by the payloads of a channel: `deliveries` names a store, `cities` a store and a
 * city id. All of them share one subscription.
 */
export function createGameWake(listener: Listener, channel: Extract<Channel, 'deliveries' | 'cities'>): GameWake {
  const watching = new Map<string, Set<() => void>>();
  const wakeAll = () => {
    for (const set of watching.values()) for (const wake of set) wake();
  };
  const unsubscribe = listener.on(
    channel,
    (key) => {
      for (const wake of watching.get(key) ?? []) wake();
    },
    wakeAll,
  );
  const wakes = {
    released: false,
    watch(key: string): Watch {
      let heard = false;
      let resolve: (() => void) | undefined;
      const wake = () => {
        heard = true;
        resolve?.();
      };
      const set = watching.get(key) ?? new Set();
      watching.set(key, set.add(wake));
      return {
        crowded: set.size > MOST_HELD,
        async next(ms) {
          if (!heard && !wakes.released) {
            let timer: NodeJS.Timeout | undefined;
            await new Promise<void>((done) => {
              resolve = done;
              timer = setTimeout(done, ms);
            });
            clearTimeout(timer);
            resolve = undefined;
          }
          const woken = heard;
          heard = false;
          return woken;
        },
        end() {
          set.delete(wake);
          if (set.size === 0) watching.delete(key);
        },
      };
    },
    release() {
      wakes.released = true;
      unsubscribe();
      wakeAll();
    },
  };
  return wakes;
}
