import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** Whether this process should be sent requests; shared by readiness and the drain. */
export interface Lifecycle {
  draining: boolean;
}

const PROBE_MS = 2000;

/**
 * `GET /healthz`: the process answers. `GET /readyz`: the database is there and migrated, and the process is not on its
 * way out; 503 otherwise, with the reason for the operator. While draining every answer says `Connection: close`.
 */
export function installHealth(app: FastifyInstance, db: Db, lifecycle: Lifecycle, lastMigration: number): void {
  app.addHook('onRequest', async (_request, reply) => {
    if (!lifecycle.draining) return;
    reply.raw.setHeader('connection', 'close');
    reply.header('connection', 'close');
  });
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }));
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const reason = lifecycle.draining ? 'draining' : await databaseProblem(db, lastMigration);
    if (!reason) return { status: 'ready' };
    return reply.code(503).header('retry-after', 2).send({ status: 'unavailable', reason });
  });
}

async function databaseProblem(db: Db, lastMigration: number): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, PROBE_MS, 'database does not answer');
  });
  const probe = sql<{
    ready: boolean;
  }>`select exists (select from schema_migration where version >= ${lastMigration}) as ready`
    .execute(db)
    .then(
      ({ rows }) => (rows[0]?.ready || lastMigration === 0 ? undefined : 'database not migrated'),
      () => 'database not reachable',
    );
  const problem = await Promise.race([probe, timeout]);
  clearTimeout(timer);
  return problem;
}
