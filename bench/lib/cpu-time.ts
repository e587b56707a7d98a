import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';

/** Milliseconds that a task has worked. 0 for a task that has ended meanwhile. Linux only. */
function workedMs(task: string): number {
  try {
    return Number(readFileSync(`/proc/${task}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return 0;
  }
}

/** Milliseconds that the processors have worked for all threads of a process. Waiting is not in it. */
export function processMs(pid: number): number {
  return readdirSync(`/proc/${pid}/task`).reduce((sum, task) => sum + workedMs(`${pid}/task/${task}`), 0);
}

/** Processor time of each process of the database in ms, by pid. `of` is the application that it works for, or `shared`. */
type Backends = Map<number, { of: string; ms: number }>;

export async function backends(pool: pg.Pool): Promise<Backends> {
  const { rows } = await pool.query<{ pid: number; of: string }>(
    `select pid, case backend_type when 'client backend' then application_name else 'shared' end as of from pg_stat_activity`,
  );
  return new Map(rows.map(({ pid, of }) => [pid, { of, ms: workedMs(String(pid)) }]));
}

/** Milliseconds that the backends have worked between two readings. Counts the backends whose name `isOurs` accepts. */
export function backendsBetween(before: Backends, after: Backends, isOurs: (of: string) => boolean): number {
  let sum = 0;
  for (const [pid, { of, ms }] of after) if (isOurs(of)) sum += ms - (before.get(pid)?.ms ?? 0);
  return sum;
}
