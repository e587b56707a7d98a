import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SessionToken } from '@vitrine/contract/account-answers';
import type { InjectOptions } from 'fastify';
import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { readMigrations } from '../db/migrate.ts';
import { listen } from '../db/notify.ts';
import type { Deps } from '../deps.ts';
import { features as allFeatures } from '../features.ts';
import type { App } from '../http/app-type.ts';
import type { Feature } from '../http/feature.ts';
import type { Lifecycle } from '../http/health.ts';
import type { Metrics } from '../http/metrics.ts';
import { createLog } from '../log.ts';
import { type Running, run } from '../run.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { withDeclaredRefusals } from './declared-refusals.ts';

export interface TestOptions {
  /** Environment variables in addition to the test's own (data folder, sweeps every second, silent log). */
  env?: Record<string, string>;
  /** Instead of all features. */
  features?: Feature[];
  /** Gets every line of the log, at `LOG_LEVEL`. Without it there is no log. */
  hears?: (line: string) => void;
}

interface TestContext extends TestDatabase {
  deps: Deps;
}

export interface TestApp extends TestContext {
  app: App;
  metrics: Metrics;
  lifecycle: Lifecycle;
  /** `POST path` with a JSON body and, if given, a bearer token. A renewed token replaces it, as in the panel. */
  post(
    path: string,
    body?: unknown,
    options?: { token?: string; headers?: Record<string, string> },
  ): Promise<TestAnswer>;
  /** `GET path`, on the apex host unless headers name another. */
  get(path: string, options?: { token?: string; headers?: Record<string, string> }): Promise<TestAnswer>;
}

export interface TestAnswer {
  status: number;
  headers: Record<string, unknown>;
  text: string;
  /** The parsed body. Throws if it is no JSON. */
  json<T = Record<string, unknown>>(): T;
}

export interface TestServer extends TestContext {
  /** `http://127.0.0.1:port` */
  address: string;
  running: Running;
}

function testConfig(dataDir: string, env: Record<string, string>) {
  return readConfig({ VITRINE_DATA: dataDir, VITRINE_SWEEP_SECONDS: '1', LOG_LEVEL: 'silent', PORT: '0', ...env });
}

const renewsToken = new Set([
  '/v1/account/confirm',
  '/v1/account/confirm/passkey',
  '/v1/account/second-factor/confirm',
  '/v1/password/change',
]);

/** The application of production on its own database, without a port. No jobs and no sweeps run. */
export async function createTestApp({ env = {}, features = allFeatures, hears }: TestOptions = {}): Promise<TestApp> {
  const database = await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-test-'));
  // Mails wait in their table, because no job runs. Without a mail server every account would count as proven.
  const config = testConfig(dataDir, { SMTP_URL: 'smtp://127.0.0.1:9', ...env });
  const log = createLog(config.logLevel, hears && { write: hears });
  const listener = await listen(database.connection, () => {});
  const deps: Deps = { config, db: database.db, log, listener };
  const lifecycle: Lifecycle = { draining: false };
  const lastMigration = readMigrations().length;
  const { app, metrics } = await buildApp({
    deps,
    pools: { requests: database.pool },
    features: features.map(withDeclaredRefusals),
    lifecycle,
    lastMigration,
  });

  async function call(
    options: InjectOptions,
    { token, headers = {} }: { token?: string; headers?: Record<string, string> },
  ) {
    const answer = await app.inject({
      ...options,
      headers: { host: config.domain, ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
    });
    return {
      status: answer.statusCode,
      headers: answer.headers as Record<string, unknown>,
      text: answer.body,
      json: <T>() => JSON.parse(answer.body) as T,
    };
  }
  return {
    ...database,
    app,
    metrics,
    deps,
    lifecycle,
    async post(path, body, options = {}) {
      const answer = await call({ method: 'POST', url: path, payload: (body ?? {}) as object }, options);
      if (options.token && answer.status === 200 && renewsToken.has(path)) {
        options.token = answer.json<SessionToken>().token;
      }
      return answer;
    },
    get: (path, options = {}) => call({ method: 'GET', url: path }, options),
    async close() {
      await app.close();
      await listener.close();
      rmSync(dataDir, { recursive: true, force: true });
      await database.close();
    },
  };
}

/** A whole process (HTTP on a real port, jobs, sweeps) inside this one, on its own database. */
export async function startTestServer({
  env = {},
  features = allFeatures,
  hears,
}: TestOptions = {}): Promise<TestServer> {
  const database = await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-test-'));
  const config = testConfig(dataDir, env);
  const running = await run(config, database.connection, createLog(config.logLevel, hears && { write: hears }), {
    features: features.map(withDeclaredRefusals),
  });
  return {
    ...database,
    deps: running.deps,
    address: running.address,
    running,
    async close() {
      await running.stop();
      rmSync(dataDir, { recursive: true, force: true });
      await database.close();
    },
  };
}
