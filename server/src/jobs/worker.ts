import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import type { z } from 'zod';
import { workFor } from '../db/party.ts';
import type { Deps } from '../deps.ts';
import { createBoss, type TaskTable } from './boss.ts';
import type { Attempt, TaskOptions } from './task.ts';

/** How often running jobs report that they live, and how often the worker looks at the rows of all processes, in ms. */
const TICK_MS = 1000;
/** A job without a report for this long belongs to a dead process. With ticks and pauses it runs again within 10 s. */
const SILENT_SECONDS = 5;
/** The pause between two looks for waiting stores: at least this many ms, and this many times as long as the look took. */
const LOOK_MS = 10;
const LOOK_SHARE = 1;
/** Most stores of one round that are remembered. */
const MOST_SERVED = 2000;

export interface RunnableTask extends TaskOptions {
  payload: z.ZodObject;
  run: (deps: Deps, payload: never, attempt: Attempt) => Promise<void>;
}

export interface Worker {
  /** Takes no new jobs, waits at most `graceMs` for the running ones, and gives the others back to run elsewhere. */
  stop(graceMs: number): Promise<void>;
}

/** A round of a task: the stores that had a job started in it, and the time of the next look for the other stores. */
interface Round {
  served: Set<string>;
  nextLook: number;
}

interface Running {
  job: JobWithMetadata<Record<string, unknown>>;
  abort: AbortController;
  done: Promise<void>;
}

/**
 * Runs jobs from pg-boss's tables until stopped. A job starts when its NOTIFY arrives. Once a second the worker also
 * looks for everything that is due (retries, delayed jobs, a missed NOTIFY), and offers the jobs of dead processes
 * again. pg-boss fences claims: an attempt that has lost its job cannot write a result. If a task has a limit per
 * store, waiting stores take turns, however many jobs each of them has.
 *
 * pg-boss's own `work()` is not used: it sleeps after each job until the next poll, and its shortest heartbeat is 10
 * s.
 */
export async function startWorker(deps: Deps, pool: pg.Pool, tasks: Record<string, RunnableTask>): Promise<Worker> {
  const boss = createBoss(pool, { maintain: true });
  boss.on('error', (error) => deps.log.error({ err: error }, 'job queue'));
  boss.on('warning', ({ message }) => deps.log.warn({ message }, 'job queue'));
  await boss.start();

  const running = new Map<string, Map<string, Running>>(Object.keys(tasks).map((name) => [name, new Map()]));
  const rounds = new Map<string, Round>(Object.keys(tasks).map((name) => [name, { served: new Set(), nextLook: 0 }]));
  const fetching = new Map<string, Promise<void>>();
  const again = new Set<string>();
  let stopping = false;

  function wake(name: string): void {
    if (stopping || !tasks[name]) return;
    if (fetching.has(name)) {
      again.add(name);
      return;
    }
    const fetched = fill(name)
      .catch((error) => deps.log.error({ err: error, task: name }, 'could not fetch jobs'))
      .finally(() => {
        fetching.delete(name);
        if (again.delete(name)) wake(name);
      });
    fetching.set(name, fetched);
  }

  async function fill(name: string): Promise<void> {
    const task = tasks[name] as RunnableTask;
    const mine = running.get(name) as Map<string, Running>;
    const free = () => (task.concurrency ?? 4) - mine.size;
    if (task.perStore !== undefined && free() > 0) await takeOthers(name, task, free());
    if (free() > 0) await take(name, task, { batchSize: free() });
  }

  /**
   * Starts jobs of stores that had no turn in this round, past the jobs of stores that had one. When no such store is
   * left, the next round begins. The look reads past many rows, so it may use only a part of the time.
   */
  async function takeOthers(name: string, task: RunnableTask, batchSize: number): Promise<void> {
    const round = rounds.get(name) as Round;
    const begun = performance.now();
    if (round.served.size === 0 || begun < round.nextLook) return;
    const started = await take(name, task, { batchSize, ignoreGroups: [...round.served] });
    if (started === 0 || round.served.size > MOST_SERVED) round.served.clear();
    const now = performance.now();
    round.nextLook = now + Math.max(LOOK_MS, LOOK_SHARE * (now - begun));
  }

  /** pg-boss gives the oldest jobs first, of any store. Returns the number of started jobs. */
  async function take(
    name: string,
    task: RunnableTask,
    options: { batchSize: number; ignoreGroups?: string[] },
  ): Promise<number> {
    const mine = running.get(name) as Map<string, Running>;
    const { served } = rounds.get(name) as Round;
    const jobs = await boss.fetch<Record<string, unknown>>(name, {
      ...options,
      includeMetadata: true,
      ...(task.perStore === undefined ? {} : { groupConcurrency: task.perStore }),
    });
    for (const job of jobs) {
      const abort = new AbortController();
      const done = execute(boss, deps, task, job, abort.signal).finally(() => {
        mine.delete(job.id);
        wake(name);
      });
      mine.set(job.id, { job, abort, done });
      if (job.groupId) served.add(job.groupId);
    }
    return jobs.length;
  }

  async function tick(): Promise<void> {
    for (const [name, jobs] of running) {
      const attempts = [...jobs.values()].map(({ job }) => ({ id: job.id, retryCount: job.retryCount }));
      if (attempts.length > 0) await boss.touch(name, attempts);
    }
    if (stopping) return;
    await retakeAbandoned(pool, boss, deps, Object.keys(tasks));
    for (const name of await dueTasks(pool, Object.keys(tasks))) wake(name);
  }

  const ended = new AbortController();
  const ticking = (async () => {
    while (!ended.signal.aborted) {
      await tick().catch((error) => deps.log.error({ err: error }, 'looking for jobs failed'));
      await delay(TICK_MS, undefined, { signal: ended.signal }).catch(() => {});
    }
  })();
  const wakeAll = () => Object.keys(tasks).forEach(wake);
  const unsubscribe = deps.listener.on('jobs', wake, wakeAll);
  wakeAll();

  return {
    async stop(graceMs) {
      stopping = true;
      unsubscribe();
      await Promise.allSettled(fetching.values());
      const left = () => [...running.values()].flatMap((jobs) => [...jobs.values()]);
      const finished = Promise.allSettled(left().map(({ done }) => done));
      await Promise.race([finished, delay(graceMs, undefined, { ref: false })]);
      for (const { job, abort } of left()) {
        await boss
          .fail(job.name, { id: job.id, retryCount: job.retryCount }, { message: 'the process ended' })
          .catch((error) => deps.log.error({ err: error, job: job.id }, 'could not hand a job back'));
        abort.abort();
      }
      ended.abort();
      await ticking;
      await boss.stop({ graceful: false, close: false });
    },
  };
}

async function execute(
  boss: PgBoss,
  deps: Deps,
  task: RunnableTask,
  job: JobWithMetadata<Record<string, unknown>>,
  ended: AbortSignal,
): Promise<void> {
  const claim = { id: job.id, retryCount: job.retryCount };
  const log = deps.log.child({ task: job.name, job: job.id });
  const last = job.retryCount >= job.retryLimit;
  const seconds = task.timeoutSeconds ?? 60;
  const signal = AbortSignal.any([ended, AbortSignal.timeout(seconds * 1000)]);
  try {
    const payload = task.payload.parse(job.data) as never;
    await workFor(job.groupId ?? job.name, () =>
      task.run({ ...deps, log }, payload, { number: job.retryCount + 1, last, signal }),
    );
    await boss.complete(job.name, claim);
  } catch (error) {
    log[last ? 'error' : 'warn']({ err: error, attempt: job.retryCount + 1, last }, 'job failed');
    // If the result is not written (the database is away), the job gets silent and is offered again like any other.
    await boss
      .fail(job.name, claim, { message: error instanceof Error ? error.message.slice(0, 500) : 'failed' })
      .catch((failure) => log.error({ err: failure }, 'could not record a failed job'));
  }
}

/** Offers a dead process's jobs again: those without a report for SILENT_SECONDS, by the database's clock. */
async function retakeAbandoned(pool: pg.Pool, boss: PgBoss, deps: Deps, names: string[]): Promise<void> {
  const silent = await pool.query<{ name: string; id: string; retry_count: number }>(
    `select name, id, retry_count from pgboss.job
      where state = 'active' and name = any($1) and heartbeat_on < now() - make_interval(secs => $2) limit 500`,
    [names, SILENT_SECONDS],
  );
  for (const { name, id, retry_count } of silent.rows) {
    deps.log.warn({ task: name, job: id }, 'job abandoned by its process; offered again');
    await boss.fail(name, { id, retryCount: retry_count }, { message: 'abandoned by its process' });
  }
}

async function dueTasks(pool: pg.Pool, names: string[]): Promise<string[]> {
  const due = await pool.query<{ name: string }>(
    `select name from unnest($1::text[]) as t(name)
      where exists (select from pgboss.job j where j.name = t.name and j.state < 'active' and j.start_after <= now())`,
    [names],
  );
  return due.rows.map((row) => row.name);
}

/** Joins each job's function with the schema of its payload. The types make both lists name the same jobs. */
export function runnable(table: TaskTable, payloads: Record<string, z.ZodObject>): Record<string, RunnableTask> {
  return Object.fromEntries(
    Object.entries(table).map(([name, task]) => [name, { ...task, payload: payloads[name] } as RunnableTask]),
  );
}
