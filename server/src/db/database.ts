import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import type pg from 'pg';
import { createFairShare } from '../fair-share.ts';
import { currentParty } from './party.ts';
import type { Schema } from './schema.ts';

/** For reads, and to start transactions. */
export type Db = Kysely<Schema>;
/** The caller's open transaction, which every verb takes. A `Db` is not accepted instead. */
export type Tx = Transaction<Schema>;

/** Most connections of a pool for one kind of work, and for one party (store) within it. */
export interface ConnectionShare {
  atOnce: number;
  perParty: number;
}

/** The pool waits this long for a connection as well. */
const LONGEST_WAIT_MS = 5000;
/** Most waiting calls of one party; the next is refused at once. */
const WAITING = 500;

/**
 * Kysely over a pool. The caller ends the pool. With a `share` it uses at most so many connections, gives them to
 * parties in turns (`party.ts`), and throws BusyError when a party has waited too long.
 */
export function createDatabase(pool: pg.Pool, share?: ConnectionShare): Db {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: share ? sharedPool(pool, share) : pool }) });
}

function sharedPool(pool: pg.Pool, share: ConnectionShare): pg.Pool {
  const turns = createFairShare({ ...share, waiting: WAITING });
  const longest = () => AbortSignal.timeout(LONGEST_WAIT_MS);
  async function connect(): Promise<pg.PoolClient> {
    const giveBack = await turns.take(currentParty(), longest);
    try {
      const client = await pool.connect();
      const release = client.release.bind(client);
      // pg sets another `release` each time it hands out a connection
      client.release = (broken) => {
        release(broken);
        giveBack();
      };
      return client;
    } catch (error) {
      giveBack();
      throw error;
    }
  }
  return Object.create(pool, { connect: { value: connect } });
}
