import type pg from 'pg';
import { type Db as BossDatabase, PgBoss } from 'pg-boss';
import type { TaskOptions } from './task.ts';

/** pg-boss's smallest value. Our own worker looks sooner, see worker.ts. */
const HEARTBEAT_SECONDS = 10;
const WEEK = 7 * 86_400;

/** The part of a task that worker and installer need: its name, and how it runs. */
export type TaskTable = Record<string, TaskOptions>;

/** pg-boss on our pool. With `maintain` it deletes old finished jobs; one process or several may do that. */
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
 * Creates or upgrades pg-boss's schema, and gives every task a queue with today's options. Safe in several processes
 * at once and at every start.
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
