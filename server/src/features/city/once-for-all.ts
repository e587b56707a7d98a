import type { Db, Tx } from '../../db/database.ts';
import type { GameServer } from '../../http/door.ts';
import { takeNonce } from './game-auth.ts';

/**
 * The nonce of one request, taken once for all processes, before the request changes anything. A nonce that has its row
 * already (`inMemory` is false) is the first everywhere.
 */
export function onceForAll(db: Db, { store, nonce, inMemory }: Pick<GameServer, 'store' | 'nonce' | 'inMemory'>) {
  let first: boolean | undefined = inMemory ? undefined : true;
  return {
    /** Takes it by itself. False where another process answered the same request. */
    async take(): Promise<boolean> {
      first ??= await takeNonce(db, store, nonce);
      return first;
    },
    /** Takes it in a transaction. That may be rolled back and run again, so nothing is remembered before it is over. */
    takeIn: async (tx: Tx): Promise<boolean> => first ?? (await takeNonce(tx, store, nonce)),
    /** What a transaction that is over has decided. */
    decided(is: boolean): void {
      first = is;
    },
  };
}
