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
    /** Takes the nonce in a statement of its own. False if another process answered the same request. */
    async take(): Promise<boolean> {
      first ??= await takeNonce(db, store, nonce);
      return first;
    },
    /** Takes the nonce in a transaction. The transaction may run again, so nothing is remembered before it is over. */
    takeIn: async (tx: Tx): Promise<boolean> => first ?? (await takeNonce(tx, store, nonce)),
    /** Remembers what the transaction found, once it is over. */
    decided(is: boolean): void {
      first = is;
    },
  };
}
