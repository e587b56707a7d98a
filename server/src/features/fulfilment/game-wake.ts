import type { Listener } from '../../db/notify.ts';

/** Requests held for one store at once: a game server has two. */
const MOST_HELD = 8;

export interface Watch {
  /** Too many are held already: this one should not be. */
  crowded: boolean;
  /** Resolves when the store has something new since the last call (or since the watch began), else after `ms`. */
  next(ms: number): Promise<void>;
  end(): void;
}

export interface GameWake {
  watch(store: string): Watch;
  /** Lets go of every held request, now and from here on. */
  release(): void;
  readonly released: boolean;
}

/** Held requests of this process, woken by the `deliveries` channel. One subscription for all of them. */
export function createGameWake(listener: Listener): GameWake {
  const watching = new Map<string, Set<() => void>>();
  const wakeAll = () => {
    for (const set of watching.values()) for (const wake of set) wake();
  };
  const unsubscribe = listener.on(
    'deliveries',
    (store) => {
      for (const wake of watching.get(store) ?? []) wake();
    },
    wakeAll,
  );
  const wakes = {
    released: false,
    watch(store: string): Watch {
      let heard = false;
      let resolve: (() => void) | undefined;
      const wake = () => {
        heard = true;
        resolve?.();
      };
      const set = watching.get(store) ?? new Set();
      watching.set(store, set.add(wake));
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
          heard = false;
        },
        end() {
          set.delete(wake);
          if (set.size === 0) watching.delete(store);
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
