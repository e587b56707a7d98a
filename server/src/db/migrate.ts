import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { assumeStores } from './first-statistics.ts';

/** Any constant: the key of the advisory lock that one process holds while it migrates and the others wait. */
const LOCK = 7_183_001;
/** How often a waiting process tries the lock, in ms. */
const LOCK_MS = 100;
const FILE_NAME = /^(\d{4})[-_][a-z0-9_-]+\.sql$/;

export interface Migration {
  version: number;
  name: string;
  sql: string;
  checksum: string;
}

/** The project's own migrations. */
export const MIGRATIONS_FOLDER = join(import.meta.dirname, 'migrations');

/**
 * Reads `NNNN_name.sql` files in order. Throws for a wrong name, a repeated number or a missing one, because every
 * installation must run the same files.
 */
export function readMigrations(folder: string = MIGRATIONS_FOLDER): Migration[] {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort();
  return files.map((file, index) => {
    const version = Number(FILE_NAME.exec(file)?.[1]);
    if (version !== index + 1) throw new Error(`Migration ${file}: expected number ${index + 1}, as NNNN_name.sql`);
    const sql = readFileSync(join(folder, file), 'utf8');
    return { version, name: file, sql, checksum: createHash('sha256').update(sql).digest('hex') };
  });
}

/**
 * Brings the database to the last migration and returns how many ran. Each file is one transaction with its row in
 * `schema_migration`. Several processes may call this at once. Throws when a file has changed after it ran, and the
 * signal's reason when it is aborted while another process migrates. Rows newer than these files are left alone,
 * because in a rolling update the old version starts too. Tables that are new get their first statistics.
 */
export async function migrate(
  pool: pg.Pool,
  migrations: Migration[] = readMigrations(),
  signal?: AbortSignal,
): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0');
    await takeLock(client, signal);
    await client.query(`set lock_timeout = '10s'`);
    await client.query(`create table if not exists schema_migration (
      version int primary key, name text not null, checksum text not null, applied_at timestamptz not null default now()
    )`);
    const rows = await client.query<{ version: number; checksum: string }>(
      'select version, checksum from schema_migration',
    );
    const applied = new Map(rows.rows.map((row) => [row.version, row.checksum]));
    let count = 0;
    for (const migration of migrations) {
      const checksum = applied.get(migration.version);
      if (checksum === undefined) {
        await apply(client, migration);
        count++;
      } else if (checksum !== migration.checksum) {
        throw new Error(`Migration ${migration.name} was changed after it ran; write a new one instead.`);
      }
    }
    await assumeStores(client);
    return count;
  } finally {
    // The connection has settings and the lock, so it is closed and not returned.
    client.release(true);
  }
}

async function takeLock(client: pg.PoolClient, signal: AbortSignal | undefined): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ ours: boolean }>(`select pg_try_advisory_lock(${LOCK}) as ours`);
    if (rows[0]?.ours) return;
    await delay(LOCK_MS, undefined, { ...(signal && { signal }) });
  }
}

async function apply(client: pg.PoolClient, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(migration.sql);
    await client.query('insert into schema_migration (version, name, checksum) values ($1, $2, $3)', [
      migration.version,
      migration.name,
      migration.checksum,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${migration.name} failed: ${(error as Error).message}`, { cause: error });
  }
}
