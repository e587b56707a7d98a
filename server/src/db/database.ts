import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import type pg from 'pg';
import type { Schema } from './schema.ts';

/** Reads, and the start of transactions. */
export type Db = Kysely<Schema>;
/** What every verb takes: the caller's open transaction. A `Db` is not accepted in its place. */
export type Tx = Transaction<Schema>;

/** Kysely over a pool; the pool stays the caller's to end. */
export function createDatabase(pool: pg.Pool): Db {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}
