import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { createPool } from '../db/pool.ts';
import { installJobs } from '../jobs/boss.ts';
import { tasks } from '../tasks.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { host: string; user: string };
  }
}

const TEMPLATE = 'app_template';

/** One PostgreSQL in memory for the whole run, with a migrated database that every test clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'vitrine-test-'));
  // As root, the server runs as nobody, and that user must be able to enter.
  chmodSync(folder, 0o755);
  const postgres = await startEmbedded({ dataDir: folder, durable: false, settings: { max_connections: '200' } });
  const stop = async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const admin = createPool(postgres.connection, { onError: () => {} });
    await admin.query(`create database ${TEMPLATE}`);
    const pool = createPool({ ...postgres.connection, database: TEMPLATE }, { onError: () => {} });
    await migrate(pool);
    await installJobs(pool, tasks);
    await pool.end();
    await admin.query(`alter database ${TEMPLATE} with is_template true allow_connections false`);
    await admin.end();
  } catch (error) {
    await stop();
    throw error;
  }
  project.provide('postgres', { host: postgres.connection.host, user: postgres.connection.user });
  return stop;
}
