import { sql } from 'kysely';
import type { z } from 'zod';
import type { Tx } from '../db/database.ts';
import { channels } from '../db/notify.ts';
import { payloads, type TaskName } from './payloads.ts';

/** The group of jobs that belong to no store: groups take turns. */
const PLATFORM = 'platform';

export interface EnqueueOptions {
  /** Seconds from now; 0 by default. Deadlines are columns that sweeps read, not delays of jobs. */
  afterSeconds?: number;
  /** The group of a job whose payload names no store; the platform's by default. */
  group?: string;
}

/**
 * Adds a job that exists exactly when the caller's transaction commits. A worker then hears of it and starts it
 * within milliseconds. It runs at least once, so its function must be safe to repeat. Throws when the payload does
 * not fit.
 */
export async function enqueue<N extends TaskName>(
  tx: Tx,
  name: N,
  payload: z.input<(typeof payloads)[N]>,
  options: EnqueueOptions = {},
): Promise<void> {
  const schema: z.ZodObject = payloads[name];
  await insertJob(tx, name, schema.parse(payload), options);
}

/**
 * Writes the same row as pg-boss's own `send` for a queue without singletons, and wakes the workers, in one
 * statement. `send` itself needs a started instance, with timers and a cache, even in a process that only enqueues.
 */
export async function insertJob(
  tx: Tx,
  name: string,
  payload: Record<string, unknown>,
  { afterSeconds = 0, group: named = PLATFORM }: EnqueueOptions = {},
): Promise<void> {
  const group = typeof payload.storeId === 'string' ? payload.storeId : named;
  const inserted = await sql<{ id: string }>`
    with job as (
      insert into pgboss.job (name, data, group_id, start_after, keep_until, expire_seconds, deletion_seconds,
                              retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, heartbeat_seconds)
      select q.name, ${JSON.stringify(payload)}::jsonb, ${group}::text,
             now() + make_interval(secs => ${afterSeconds}),
             now() + make_interval(secs => ${afterSeconds} + q.retention_seconds),
             q.expire_seconds, q.deletion_seconds, q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max,
             q.policy, q.heartbeat_seconds
        from pgboss.queue q where q.name = ${name}
      returning id
    )
    select id, pg_notify(${channels.jobs}, ${name}) from job`.execute(tx);
  if (inserted.rows.length === 0) throw new Error(`There is no queue for the task ${name}; were the jobs installed?`);
}
