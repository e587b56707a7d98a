import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { createDatabase } from './db/database.ts';
import { migrate, readMigrations } from './db/migrate.ts';
import { listen } from './db/notify.ts';
import { type Connection, createPool } from './db/pool.ts';
import { reseal } from './db/reseal.ts';
import type { Deps } from './deps.ts';
import { features as allFeatures, type Feature } from './features.ts';
import type { App } from './http/app-type.ts';
import type { Lifecycle } from './http/health.ts';
import { serveMetrics } from './http/metrics.ts';
import { installJobs } from './jobs/boss.ts';
import { payloads } from './jobs/payloads.ts';
import { startSweeps } from './jobs/sweeper.ts';
import { sweeps } from './jobs/sweeps.ts';
import { tasks } from './jobs/tasks.ts';
import { runnable, startWorker } from './jobs/worker.ts';

export interface Running {
  /** `http://host:port`, with the port that was really taken. */
  address: string;
  deps: Deps;
  /**
   * Ends everything that was started, in order: readiness says no, requests are still answered for `drainMs` with
   * `Connection: close`, then no more are accepted, what is under way ends, jobs are finished or handed back.
   */
  stop(options?: { drainMs?: number }): Promise<void>;
}

/** Of a stop after its drain: for requests and jobs under way. With a drain of 2 s an exit stays under 10 s. */
const GRACE_MS = 5000;

export interface RunOptions {
  /** Instead of all of them. */
  features?: Feature[];
  /** Installs what serves pages; without it, only the API answers. */
  pages?: (app: App, deps: Deps, lifecycle: Lifecycle) => Promise<void>;
  /** Done on the migrated database before anything is served. */
  prepare?: (deps: Deps) => Promise<void>;
}

/** Migrates the database and starts this process's role on it: HTTP, jobs and sweeps. Throws when any part cannot start. */
export async function run(
  config: Config,
  connection: Connection,
  log: Logger,
  options: RunOptions = {},
): Promise<Running> {
  const undo: (() => Promise<unknown>)[] = [];
  try {
    return await start(config, connection, log, options, undo);
  } catch (error) {
    for (const step of undo.reverse()) await step().catch(() => {});
    throw error;
  }
}

async function start(
  config: Config,
  connection: Connection,
  log: Logger,
  { features = allFeatures, pages, prepare }: RunOptions,
  undo: (() => Promise<unknown>)[],
): Promise<Running> {
  const onError = (error: unknown) => log.warn({ err: error }, 'database connection');
  const pool = createPool(connection, { onError });
  undo.push(() => pool.end());
  const migrations = readMigrations();
  const count = await migrate(pool, migrations);
  if (count > 0) log.info({ count }, 'migrated');
  if (config.secret.length > 1)
    log.info({ count: await reseal(pool, config.secret) }, 'sealed with the current secret');
  await installJobs(pool, tasks);
  const listener = await listen({ ...connection, keepAlive: true }, onError);
  undo.push(() => listener.close());

  const deps: Deps = { config, db: createDatabase(pool), log, listener };
  await prepare?.(deps);
  const lifecycle: Lifecycle = { draining: false };
  const serves = config.role !== 'worker';
  const works = config.role !== 'web';
  const { app, metrics } = await buildApp({
    deps,
    pool,
    features: serves ? features : [],
    lifecycle,
    lastMigration: migrations.length,
    ...(serves && pages && { pages: (page: App) => pages(page, deps, lifecycle) }),
  });
  undo.push(() => app.close());

  // Before the jobs: Discord calls us back while one of them tells it our address.
  await app.listen({ host: config.host, port: config.port });

  const worker = works ? await startWorker(deps, pool, runnable(tasks, payloads)) : undefined;
  if (worker) undo.push(() => worker.stop(0));
  const sweeper = works ? startSweeps(deps, pool, sweeps, config.sweepSeconds) : undefined;
  if (sweeper) undo.push(() => sweeper.stop());
  let metricsServer: Server | undefined;
  if (config.metricsPort !== undefined) {
    const server = await serveMetrics(metrics.registry, config.host, config.metricsPort);
    metricsServer = server;
    undo.push(async () => server.close());
  }
  const { port } = app.server.address() as AddressInfo;

  return {
    address: `http://${config.host}:${port}`,
    deps,
    async stop({ drainMs = 0 } = {}) {
      lifecycle.draining = true;
      await delay(drainMs);
      // Answers that will not end by themselves (streams, slow clients) are cut when their time is over.
      const cut = setTimeout(() => app.server.closeAllConnections(), GRACE_MS);
      await Promise.all([app.close().finally(() => clearTimeout(cut)), worker?.stop(GRACE_MS), sweeper?.stop()]);
      metricsServer?.close();
      metrics.stop();
      await listener.close();
      await pool.end();
    },
  };
}
