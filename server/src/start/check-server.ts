import type pg from 'pg';
import { StartError } from './start-error.ts';

/** The oldest PostgreSQL with the features that schema and statements use. */
const OLDEST_POSTGRES = 16;
/** Mercado Pago, Discord and game servers sign with their clocks. With a larger difference signatures fail. */
const MOST_SKEW_SECONDS = 300;

/** The sentence for a server that is too old, or undefined. `version` is `server_version_num`, for example 150004. */
export function oldServerSentence(version: number): string | undefined {
  const major = Math.floor(version / 10_000);
  if (major >= OLDEST_POSTGRES) return undefined;
  return `PostgreSQL ${major}.${version % 10_000} answers; ${OLDEST_POSTGRES} or newer is needed. Upgrade the server, or set DATABASE_URL to another one.`;
}

/** The sentence for a wrong clock, or undefined. `aheadSeconds` is this machine's time minus the database's. */
export function clockSentence(aheadSeconds: number): string | undefined {
  if (Math.abs(aheadSeconds) <= MOST_SKEW_SECONDS) return undefined;
  const direction = aheadSeconds > 0 ? 'ahead of' : 'behind';
  return `The clock of this machine is ${Math.round(Math.abs(aheadSeconds))} s ${direction} the database's. Game servers and providers refuse signatures with a wrong time: synchronise both machines (NTP).`;
}

/**
 * Refuses a server that is too old or read-only (a replica). Resolves with the seconds by which this machine's clock
 * is ahead of the database's.
 */
export async function checkServer(pool: pg.Pool): Promise<number> {
  const asked = Date.now();
  const { rows } = await pool.query<{ version: number; reads: boolean; now: number }>(
    `select current_setting('server_version_num')::int as version,
            pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as reads,
            extract(epoch from clock_timestamp())::float8 as now`,
  );
  const server = rows[0];
  if (!server) throw new StartError('PostgreSQL answers without a row. Set DATABASE_URL to a PostgreSQL server.');
  const old = oldServerSentence(server.version);
  if (old) throw new StartError(old);
  if (server.reads) {
    throw new StartError(
      'PostgreSQL only lets us read (a replica, or default_transaction_read_only). Set DATABASE_URL to the primary server.',
    );
  }
  return (asked + Date.now()) / 2000 - server.now;
}
