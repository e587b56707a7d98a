import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import type pg from 'pg';
import { createFairShare } from '../fair-share.ts';
import { currentParty } from './party.ts';
import type { Schema } from './schema.ts';

/** Reads, and the start of transactions. */
export type Db = Kysely<Schema>;
/** What every verb takes: the caller's open transaction. A `Db` is not accepted in its place. */
export type Tx = Transaction<Schema>;

/** How many of a pool's connections one kind of work may have, and one party (store) within it. */
export interface ConnectionShare {
  atOnce: number;
  perParty: number;
}

/** As long as the pool itself lets anybody wait for a connection. */
const LONGEST_WAIT_MS = 5000;
/** Waiting for one party; the next is refused at once. */
const WAITING = 500;

/**
 * Kysely over a pool; the pool stays the caller's to end. With a `share` it hands out so many connections at most, in turns
 * among parties (`party.ts`), and throws BusyError where a party waited in vain.
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
      // pg gives a connection another `release` each time it hands it out
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
