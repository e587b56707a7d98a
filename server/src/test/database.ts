import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { createDatabase, type Db } from '../db/database.ts';
import { createPool } from '../db/pool.ts';

/** Made by global-setup.ts. */
const TEMPLATE = 'app_template';

export interface TestDatabase {
  db: Db;
  pool: pg.Pool;
  connection: { host: string; user: string; database: string };
  /** Ends the pool and drops the database. Throws if a connection was taken from the pool and not returned. */
  close(): Promise<void>;
}

/** Open databases by name. `setup.ts` fails a file that leaves one open. */
export const openDatabases = new Map<string, TestDatabase>();

/** A new, migrated, empty database in about 10 ms. Close it in `afterEach` or `afterAll`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { host, user } = inject('postgres');
  const database = `t_${randomBytes(8).toString('hex')}`;
  await asAdmin(`create database ${database} template ${TEMPLATE} strategy file_copy`);
  const connection = { host, user, database };
  const errors: Error[] = [];
  const pool = createPool(connection, { onError: (error) => errors.push(error) });
  const test: TestDatabase = {
    db: createDatabase(pool),
    pool,
    connection,
    async close() {
      if (!openDatabases.delete(database)) return;
      const leaked = await takenFrom(pool);
      // With a leaked connection `end` would wait for ever; dropping the database cuts it.
      const ended = pool.end();
      if (leaked > 0) ended.catch(() => {});
      else await ended;
      const strangers = await connectionsOf(database);
      await asAdmin(`drop database ${database} with (force)`);
      if (leaked > 0) throw new Error(`${leaked} connections were taken from the pool and never released`);
      if (strangers.length > 0) throw new Error(`connections left open: ${strangers.join(', ')}`);
    },
  };
  openDatabases.set(database, test);
  return test;
}

/** Connections that stay taken. A statement that runs while its test ends gives its connection back within moments. */
async function takenFrom(pool: pg.Pool): Promise<number> {
  for (let wait = 0; ; wait += 25) {
    const taken = pool.totalCount - pool.idleCount;
    if (taken === 0 || wait >= 1000) return taken;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

async function connectionsOf(database: string): Promise<string[]> {
  // The server notices a closed socket after a moment. Half a second without change is a leak.
  for (let wait = 0; ; wait += 25) {
    const found = await asAdmin('select application_name as name from pg_stat_activity where datname = $1', [database]);
    if (found.length === 0 || wait >= 500) return found.map((row) => String(row.name));
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

async function asAdmin(statement: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ ...inject('postgres'), database: 'postgres' });
  await client.connect();
  try {
    return (await client.query(statement, values)).rows;
  } finally {
    await client.end();
  }
}
