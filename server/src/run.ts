import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { createDatabase } from './db/database.ts';
import { type Migration, migrate, readMigrations } from './db/migrate.ts';
import { listen } from './db/notify.ts';
import { type Connection, createPool } from './db/pool.ts';
import { reseal } from './db/reseal.ts';
import type { Deps } from './deps.ts';
import { features as allFeatures } from './features.ts';
import type { App } from './http/app-type.ts';
import type { Feature } from './http/feature.ts';
import type { Lifecycle } from './http/health.ts';
import { serveMetrics } from './http/metrics.ts';
import { installJobs } from './jobs/boss.ts';
import { payloads } from './jobs/payloads.ts';
import { startSweeps } from './jobs/sweeper.ts';
import { runnable, startWorker } from './jobs/worker.ts';
import { checkOutside, outsidesOf } from './start/check-outside.ts';
import { checkSecret } from './start/check-secret.ts';
import { checkServer, clockSentence } from './start/check-server.ts';
import { checkStorage } from './start/check-storage.ts';
import { withDatabase } from './start/wait-for-database.ts';
import { sweeps } from './sweeps.ts';
import { tasks } from './tasks.ts';

export interface Running {
  /** `http://host:port` with the real port. */
  address: string;
  deps: Deps;
  /**
   * Ends everything in order. Readiness says no; for `drainMs`, requests are answered with `Connection: close`; then
   * no more are accepted, running work ends, and jobs are finished or given back.
   */
  stop(options?: { drainMs?: number }): Promise<void>;
}

/** Longest time for running requests and jobs after the drain. With a drain of 2 s, an exit takes less than 10 s. */
const GRACE_MS = 5000;

/** How often a process compares its clock with the database's, in ms. */
const CLOCK_MS = 60 * 60 * 1000;

/**
 * Connections of this process by kind of work: a flood of one kind leaves the others their own. Within a kind, one store
 * (or one address while no store is known) gets only a part. Jobs and sweeps have their own pool, so they and
 * requests never wait for each other.
 */
const SHARES = { requests: { atOnce: 8, perParty: 5 }, pages: { atOnce: 4, perParty: 3 } };
/** One more, so that readiness never waits during a flood. */
const REQUEST_CONNECTIONS = SHARES.requests.atOnce + SHARES.pages.atOnce + 1;
/** Four of these are for the locks of sweeps and three for pg-boss, so that jobs that wait for rows stop neither. */
const JOBS_BESIDE_REQUESTS = 12;
const JOBS_ALONE = 16;
const BESIDE_JOBS = 7;

export interface RunOptions {
  /** Instead of all features. */
  features?: Feature[];
  /** Serves the pages. Without it, only the API answers. */
  pages?: (app: App, deps: Deps, lifecycle: Lifecycle) => Promise<void>;
  /** Runs on the migrated database before anything is served. */
  prepare?: (deps: Deps) => Promise<void>;
  /** Stops waiting for a database that does not answer. */
  signal?: AbortSignal;
}

/**
 * Waits for the database, checks it, the storage and the secret, migrates, and starts this process's role: HTTP, jobs
 * and sweeps. Throws when a part cannot start; StartError when an operator can repair it.
 */
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
  { features = allFeatures, pages, prepare, signal }: RunOptions,
  undo: (() => Promise<unknown>)[],
): Promise<Running> {
  const onError = (error: unknown) => log.warn({ err: error }, 'database connection');
  const serves = config.role !== 'worker';
  const works = config.role !== 'web';
  const full = checkStorage(config.dataDir);
  if (full) log.error(full);
  const pool = createPool(connection, { max: REQUEST_CONNECTIONS, onError });
  undo.push(() => pool.end());
  const jobConnections = serves ? JOBS_BESIDE_REQUESTS : JOBS_ALONE;
  const jobPool = createPool(connection, { max: jobConnections, name: 'vitrine-jobs', onError });
  undo.push(() => jobPool.end());
  const migrations = readMigrations();
  const say = (sentence: string) => log.warn(sentence);
  const listener = await withDatabase(connection, say, signal, async () => {
    await makeReady(pool, config, log, migrations, signal);
    return await listen({ ...connection, keepAlive: true }, onError);
  });
  undo.push(() => listener.close());
  signal?.throwIfAborted();
  if (!config.mail.smtpUrl) {
    log.warn('SMTP_URL is not set: no mail leaves, and accounts count as proven when they register');
  }

  const deps: Deps = { config, db: createDatabase(pool, SHARES.requests), log, listener };
  const pageDeps: Deps = { ...deps, db: createDatabase(pool, SHARES.pages) };
  const jobDeps: Deps = { ...deps, db: createDatabase(jobPool, { atOnce: jobConnections - BESIDE_JOBS, perParty: 2 }) };
  await prepare?.(deps);
  const lifecycle: Lifecycle = { draining: false };
  const { app, metrics } = await buildApp({
    deps,
    pools: { requests: pool, jobs: jobPool },
    features: serves ? features : [],
    lifecycle,
    lastMigration: migrations.length,
    ...(serves && pages && { pages: (page: App) => pages(page, pageDeps, lifecycle) }),
  });
  undo.push(() => app.close());

  // Before the jobs, because one of them gives Discord our address, and Discord calls it at once.
  await app.listen({ host: config.host, port: config.port });

  const worker = works ? await startWorker(jobDeps, jobPool, runnable(tasks, payloads)) : undefined;
  if (worker) undo.push(() => worker.stop(0));
  const sweeper = works ? startSweeps(jobDeps, jobPool, sweeps, config.sweepSeconds) : undefined;
  if (sweeper) undo.push(() => sweeper.stop());
  let metricsServer: Server | undefined;
  if (config.metricsPort !== undefined) {
    const server = await serveMetrics(metrics.registry, config.host, config.metricsPort);
    metricsServer = server;
    undo.push(async () => server.close());
  }
  const clock = setInterval(() => void lookAtClock(pool, log).catch(() => {}), CLOCK_MS).unref();
  undo.push(async () => clearInterval(clock));
  void tellOfOutside(deps);
  if (serves && !config.demo && !config.securityContact) {
    log.warn('VITRINE_SECURITY_CONTACT is not set: no security.txt says whom to tell of a hole.');
  }
  const { missing } = config.operator;
  if (serves && !config.demo && missing.length > 0) {
    log.warn(`Not set: ${missing.join(', ')}. The public pages leave out what they would say of who runs them.`);
  }
  const { port } = app.server.address() as AddressInfo;

  return {
    address: `http://${config.host}:${port}`,
    deps,
    async stop({ drainMs = 0 } = {}) {
      lifecycle.draining = true;
      clearInterval(clock);
      await delay(drainMs);
      // Answers without an end (streams, slow clients) are cut when the time is over.
      const cut = setTimeout(() => app.server.closeAllConnections(), GRACE_MS);
      await Promise.all([app.close().finally(() => clearTimeout(cut)), worker?.stop(GRACE_MS), sweeper?.stop()]);
      metricsServer?.close();
      metrics.stop();
      await listener.close();
      await Promise.all([pool.end(), jobPool.end()]);
    },
  };
}

/** Checks and migrates the database, seals values again, installs the queues. Safe to repeat beside other processes. */
async function makeReady(
  pool: pg.Pool,
  config: Config,
  log: Logger,
  migrations: Migration[],
  signal: AbortSignal | undefined,
): Promise<void> {
  await lookAtClock(pool, log);
  // Checked before any change if the database is known, and once more after it was migrated.
  await checkSecret(pool, config.secret, { migrated: false });
  const count = await migrate(pool, migrations, signal);
  if (count > 0) log.info({ count }, 'migrated');
  await checkSecret(pool, config.secret, { migrated: true });
  if (config.secret.length > 1) log.info(await reseal(pool, config.secret), 'sealed with the current secret');
  await installJobs(pool, tasks);
}

/** Refuses an unusable server, and logs when this machine's clock is wrong. */
async function lookAtClock(pool: pg.Pool, log: Logger): Promise<void> {
  const sentence = clockSentence(await checkServer(pool));
  if (sentence) log.error(sentence);
}

/** Logs which outside services do not answer. Nothing waits for it. */
async function tellOfOutside({ config, db, log }: Deps): Promise<void> {
  try {
    const sells = await db.selectFrom('store_credential').select('store_id').limit(1).executeTakeFirst();
    const sentences = await checkOutside(outsidesOf(config, { sells: sells !== undefined }));
    for (const sentence of sentences) log.warn(sentence);
  } catch (error) {
    log.debug({ err: error }, 'outside services not looked at');
  }
}
