import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { readConfig } from '../../server/src/config.ts';
import { createDatabase, type Db } from '../../server/src/db/database.ts';
import { type EmbeddedDatabase, startEmbedded } from '../../server/src/db/embedded.ts';
import { createPool } from '../../server/src/db/pool.ts';
import type { Secret } from '../../server/src/db/seal.ts';
import { createLog } from '../../server/src/log.ts';
import { run } from '../../server/src/run.ts';
import { freePort, root } from './product.ts';

/** A web process on a new, migrated database, and the same database in this process. */
export interface WebProcess {
  address: string;
  /** The addresses of all processes; `address` is the first. */
  addresses: string[];
  pool: pg.Pool;
  db: Db;
  secret: Secret;
  /** Pids of the processes, in the order of `addresses`. */
  pids: number[];
  connection: EmbeddedDatabase['connection'];
  /** Ends all, and removes the data. */
  stop(): Promise<void>;
}

/** Settings of a web process alone, with its data in this folder: a page does not wait for sweeps. */
export const webSettings = (data: string) => ({
  VITRINE_DATA: data,
  PORT: '0',
  VITRINE_ROLE: 'web',
  VITRINE_TRUST_PROXY: '1',
  LOG_LEVEL: 'error',
});

export interface WebOptions {
  /** Environment variables beside `webSettings`. */
  settings?: Record<string, string>;
  /** Options of Node, for a profile. */
  node?: string[];
}

/** Starts the product as web processes of their own and waits until they are ready. Throws when one ends before. */
export async function startWebProcess(count = 1, { settings: more, node = [] }: WebOptions = {}): Promise<WebProcess> {
  const data = mkdtempSync(join(tmpdir(), 'vitrine-bench-'));
  const database = await startEmbedded({ dataDir: data });
  const pool = createPool(database.connection, { name: 'bench', onError: (error) => console.error(error.message) });
  const products: ChildProcess[] = [];
  const stop = async () => {
    for (const product of products.filter(({ exitCode }) => exitCode === null)) {
      const ended = once(product, 'exit');
      product.kill();
      await ended;
    }
    await pool.end();
    await database.stop();
    rmSync(data, { recursive: true, force: true });
  };
  try {
    const settings = { ...webSettings(data), ...more };
    const config = readConfig(settings);
    // Migrates the database.
    await (await run(config, database.connection, createLog(config.logLevel))).stop();
    const { host, user, database: name } = database.connection;
    const start = async (): Promise<string> => {
      const port = await freePort();
      const address = `http://127.0.0.1:${port}`;
      const product = spawn(process.execPath, [...node, join(root, 'server', 'src', 'main.ts')], {
        env: {
          ...process.env,
          ...settings,
          PORT: String(port),
          VITRINE_SECRET: config.secret[0].toString('base64'),
          DATABASE_URL: `postgresql://${user}@${encodeURIComponent(host)}/${name}`,
        },
        stdio: ['ignore', 'inherit', 'inherit'],
      });
      products.push(product);
      const failed = once(product, 'exit').then(([code]) => {
        throw new Error(`The product ended with ${code}.`);
      });
      failed.catch(() => undefined);
      const ready = async () => {
        while (!(await fetch(`${address}/readyz`).catch(() => undefined))?.ok) await delay(200);
      };
      await Promise.race([ready(), failed]);
      return address;
    };
    const address = await start();
    const addresses = [address];
    while (addresses.length < count) addresses.push(await start());
    const pids = products.map(({ pid }) => pid as number);
    const { connection } = database;
    return { address, addresses, pool, db: createDatabase(pool), secret: config.secret, pids, connection, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
