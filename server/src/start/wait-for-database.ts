import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Connection } from '../db/pool.ts';
import { isDatabaseAway } from '../http/errors.ts';
import { StartError } from './start-error.ts';

const RETRY_MS = 500;
/** How often the wait is logged, in ms. */
const SAY_EVERY_MS = 5000;
const CONNECT_MS = 5000;

/** Refusals that another try does not change, by SQLSTATE, with what an operator does about them. */
const refusals: Record<string, string> = {
  '28P01': 'it refused the password. Correct the user and password in DATABASE_URL.',
  '28000': 'it does not let this user in. Correct the user in DATABASE_URL, or pg_hba.conf of the server.',
  '3D000': 'the database does not exist. Create it, or correct its name in DATABASE_URL.',
};

/** A client that is not connected yet. StartError if the address names a missing file, such as a certificate. */
function clientFor(connection: Connection): pg.Client {
  try {
    return new pg.Client({ ...connection, connectionTimeoutMillis: CONNECT_MS, application_name: 'vitrine' });
  } catch (error) {
    throw new StartError(`DATABASE_URL cannot be used: ${(error as Error).message}. Correct it.`);
  }
}

/** The database's address for sentences, without user and password. */
function placeOf(connection: Connection): string {
  const { host, port, database } = new pg.Client('connectionString' in connection ? connection : { ...connection });
  return host.startsWith('/') ? `${database} at ${host}` : `${database} at ${host}:${port}`;
}

function reasonOf(error: unknown): string {
  const { code, message, errors } = error as NodeJS.ErrnoException & { errors?: Error[] };
  // With several addresses of one host, the error that holds their errors has no text.
  return message || errors?.map((one) => one.message).join(', ') || code || 'no answer';
}

/**
 * Resolves when PostgreSQL accepts a connection, after any time, because machines start in any order. It logs at once
 * and every five seconds what it waits for (`say`). Throws StartError for a refusal that another try does not change,
 * and the signal's reason when it is aborted.
 */
async function waitForDatabase(
  connection: Connection,
  say: (sentence: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  let nextWord = 0;
  for (;;) {
    signal?.throwIfAborted();
    const client = clientFor(connection);
    // A connection that we have just closed may report its end.
    client.on('error', () => {});
    try {
      await client.connect();
      return;
    } catch (error) {
      const refusal = refusals[(error as { code?: string }).code ?? ''];
      if (refusal) throw new StartError(`PostgreSQL (${placeOf(connection)}): ${refusal}`);
      if (Date.now() >= nextWord) {
        nextWord = Date.now() + SAY_EVERY_MS;
        say(`Waiting for PostgreSQL (${placeOf(connection)}): ${reasonOf(error)}. Start it, or correct DATABASE_URL.`);
      }
    } finally {
      await client.end().catch(() => {});
    }
    await delay(RETRY_MS, undefined, { ...(signal && { signal }) });
  }
}

/**
 * Waits for PostgreSQL and resolves with the result of `work`. If the database goes away meanwhile (a restart, a
 * failover), it logs that and does everything again, so `work` must be safe to repeat. Throws the errors of
 * `waitForDatabase`, and every other error of `work`.
 */
export async function withDatabase<T>(
  connection: Connection,
  say: (sentence: string) => void,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  let nextWord = 0;
  for (;;) {
    await waitForDatabase(connection, say, signal);
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      if (Date.now() >= nextWord) {
        nextWord = Date.now() + SAY_EVERY_MS;
        say(`PostgreSQL (${placeOf(connection)}) went away during the start: ${reasonOf(error)}. Beginning again.`);
      }
    }
    await delay(RETRY_MS, undefined, { ...(signal && { signal }) });
  }
}
