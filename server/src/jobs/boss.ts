import type pg from 'pg';
import { type Db as BossDatabase, PgBoss } from 'pg-boss';
import type { TaskOptions } from './tasks.ts';

/** pg-boss's smallest; our own worker looks sooner, see worker.ts. */
const HEARTBEAT_SECONDS = 10;
const WEEK = 7 * 86_400;

/** What the worker and the installer need of a task: its name and how it is to be run. */
export type TaskTable = Record<string, TaskOptions>;

/** pg-boss on our pool. `maintain` lets it delete what is long finished; one process or many may. */
export function createBoss(pool: pg.Pool, { maintain }: { maintain: boolean }): PgBoss {
  const db: BossDatabase = { executeSql: (text, values) => pool.query(text, values) };
  return new PgBoss({
    db,
    schema: 'pgboss',
    supervise: maintain,
    schedule: false,
    reindex: false,
    monitorVacuum: false,
  });
}

/**
 * Creates or upgrades pg-boss's schema and gives every task its queue with today's options. Safe to call from several
 * processes at once and on every start.
 */
export async function installJobs(pool: pg.Pool, tasks: TaskTable): Promise<void> {
  const boss = createBoss(pool, { maintain: false });
  await boss.start();
  try {
    for (const [name, task] of Object.entries(tasks)) {
      const options = {
        retryLimit: task.retries ?? 20,
        retryDelay: 1,
        retryBackoff: true,
        retryDelayMax: 300,
        expireInSeconds: task.timeoutSeconds ?? 60,
        heartbeatSeconds: HEARTBEAT_SECONDS,
        retentionSeconds: 2 * WEEK,
        deleteAfterSeconds: WEEK,
      };
      await boss.createQueue(name, options);
      await boss.updateQueue(name, options);
    }
  } finally {
    await boss.stop({ graceful: false, close: false });
  }
}
