import { join } from 'node:path';
import { type Config, ConfigError, readConfig } from './config.ts';
import { type EmbeddedDatabase, startEmbedded } from './db/embedded.ts';
import { AlreadyRunningError } from './db/process-lock.ts';
import { ensureDemo } from './demo/demo.ts';
import type { Deps } from './deps.ts';
import { createVisitCounter } from './features/analytics/visits.ts';
import type { App } from './http/app-type.ts';
import type { Lifecycle } from './http/health.ts';
import { createLog } from './log.ts';
import { installPages } from './pages/serve-pages.ts';
import { type Running, run } from './run.ts';
import { StartError } from './start/start-error.ts';

/** How long SIGTERM keeps answering, in ms, so that a load balancer can notice. Ctrl-C does not wait. */
const DRAIN_MS = 2000;
const EXIT_WITHIN_MS = 9500;

/** The pages: from the web package's build or, in development, built on request by Vite inside this process. */
async function servePages(config: Config, app: App, deps: Deps, lifecycle: Lifecycle): Promise<void> {
  const web = join(import.meta.dirname, '..', '..', 'web');
  const live = config.development
    ? await (await import('./pages/live-pages.ts')).installLivePages(app, web)
    : undefined;
  const visits = createVisitCounter(deps.db, (error) => deps.log.warn({ err: error }, 'visits not written'));
  app.addHook('onClose', async () => visits.close());
  await installPages(app, deps, {
    buildDir: join(web, 'build'),
    onVisit: visits.count,
    draining: () => lifecycle.draining,
    ...(live && { live }),
  });
}

/** One sentence for an error that an operator can repair. Any other error is shown whole. */
function explain(error: unknown): string {
  if (error instanceof ConfigError) return `Settings that cannot be used:\n${error.message}`;
  if (error instanceof AlreadyRunningError || error instanceof StartError) return error.message;
  const { code, port, message, stack } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') return `Port ${port} is in use by another program. Set PORT to a free one.`;
  if (code === 'EACCES' && port) return `Port ${port} may not be used by this user. Set PORT to another one.`;
  return stack ?? message;
}

async function main(): Promise<void> {
  const config = readConfig();
  const log = createLog(config.logLevel);
  let embedded: EmbeddedDatabase | undefined;
  let running: Running | undefined;
  let stopping = false;
  /** Ends a start that still waits for its database. */
  const startGivenUp = new AbortController();
  const started = (async () => {
    if (!config.databaseUrl) {
      embedded = await startEmbedded({ dataDir: config.dataDir, log: (message) => log.warn(message) });
    }
    const connection = embedded?.connection ?? { connectionString: config.databaseUrl as string };
    running = await run(config, connection, log, {
      signal: startGivenUp.signal,
      pages: (app, deps, lifecycle) => servePages(config, app, deps, lifecycle),
      ...(config.demo && { prepare: async (deps: Deps) => void (await ensureDemo(deps)) }),
    });
  })();

  /** Ends the process in order: running answers are given first. `exitCode` is 0 when a person asked for the end. */
  async function stop(why: string, { drainMs, exitCode }: { drainMs: number; exitCode: number }): Promise<void> {
    // Ctrl-C arrives twice: from the terminal and from the process that started us.
    if (stopping) return;
    stopping = true;
    log.info({ why }, 'stopping');
    setTimeout(() => {
      log.fatal('could not stop in time');
      process.exit(1);
    }, EXIT_WITHIN_MS).unref();
    startGivenUp.abort();
    await started.catch(() => {});
    await running?.stop({ drainMs });
    await embedded?.stop();
    log.info('stopped');
    process.exit(exitCode);
  }
  const stopOrDie = (why: string, how: { drainMs: number; exitCode: number }) => {
    stop(why, how).catch((error) => {
      log.fatal({ err: error }, 'stopping failed');
      process.exit(1);
    });
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => stopOrDie(signal, { drainMs: signal === 'SIGTERM' ? DRAIN_MS : 0, exitCode: 0 }));
  }
  // After an uncaught exception nobody knows the state of the process: it gives the running answers and ends, and its
  // supervisor starts a new one. An unhandled rejection belongs to one piece of work only.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception');
    stopOrDie('uncaught exception', { drainMs: 0, exitCode: 1 });
  });
  process.on('unhandledRejection', (error) => log.fatal({ err: error }, 'unhandled rejection'));

  try {
    await started;
  } catch (error) {
    // Stopped while waiting: `stop` ends the process.
    if (stopping) return;
    await embedded?.stop();
    throw error;
  }
  if (running) log.info({ address: running.address, role: config.role }, `Vitrine: ${config.publicUrl}`);
}

main().catch((error) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
});
