import { createHash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { workFor } from '../db/party.ts';
import type { Deps } from '../deps.ts';
import type { Sweep } from './sweep.ts';

export interface Sweeper {
  /** Starts no further run and waits for the running ones. */
  stop(): Promise<void>;
}

/**
 * A sweep holds one connection for its lock and works with others. If all sweeps ran at once, they would take the
 * whole pool and then wait for each other.
 */
const MOST_AT_ONCE = 4;

/** Lets so many run at a time; the others wait in order. */
function takeTurns(most: number) {
  let free = most;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resume) => waiting.push(resume));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

/**
 * Runs every sweep on its interval, a few at a time, until stopped. Several processes may do so: an advisory lock
 * lets one of them run a sweep, and the others skip it. A sweep that throws is logged and runs again at its next
 * turn.
 */
export function startSweeps(deps: Deps, pool: pg.Pool, sweeps: Sweep[], defaultSeconds: number): Sweeper {
  const ended = new AbortController();
  // each sweep listens to it; Node warns of a leak above ten listeners
  setMaxListeners(sweeps.length, ended.signal);
  const inTurn = takeTurns(MOST_AT_ONCE);
  const loops = sweeps.map(async (sweep) => {
    while (!ended.signal.aborted) {
      await inTurn(async () => ended.signal.aborted || (await runOnce(deps, pool, sweep)));
      // 10 % of random variation, so that processes that started together drift apart.
      const milliseconds = (sweep.every ?? defaultSeconds) * 1000 * (0.9 + Math.random() * 0.2);
      await delay(milliseconds, undefined, { signal: ended.signal }).catch(() => {});
    }
  });
  return {
    async stop() {
      ended.abort();
      await Promise.all(loops);
    },
  };
}

/** Runs a sweep once, unless another process is running it. Returns whether it ran to its end. Never throws. */
export async function runOnce(deps: Deps, pool: pg.Pool, sweep: Sweep): Promise<boolean> {
  let client: pg.PoolClient | undefined;
  let broken: Error | undefined;
  try {
    client = await pool.connect();
    const key = createHash('sha256').update(`vitrine-sweep-${sweep.name}`).digest().readBigInt64BE().toString();
    const lock = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1::bigint) as taken', [key]);
    if (!lock.rows[0]?.taken) return false;
    try {
      await workFor(sweep.name, () => sweep.run({ ...deps, log: deps.log.child({ sweep: sweep.name }) }));
      return true;
    } finally {
      await client.query('select pg_advisory_unlock($1::bigint)', [key]);
    }
  } catch (error) {
    broken = error as Error;
    deps.log.error({ err: error, sweep: sweep.name }, 'sweep failed');
    return false;
  } finally {
    // After any error the connection is closed instead of returned, and its lock ends with it.
    client?.release(broken);
  }
}
