import type { FastifyInstance } from 'fastify';
import type pg from 'pg';

/** Whether this process should get requests. Readiness and the drain share it. */
export interface Lifecycle {
  draining: boolean;
}

const PROBE_MS = 2000;
const READY = 'select exists (select from schema_migration where version >= $1) as ready';
/**
 * The server does not know the statement's name, or knows it already: so our connection was moved to another session.
 */
const NAME_LOST = new Set(['26000', '42P05']);

/**
 * `GET /healthz`: the process answers. `GET /readyz`: the database is reachable and migrated, it remembers prepared
 * statements as our queries need, and the process is not stopping; else 503 with the reason for the operator. While
 * draining, every answer says `Connection: close`.
 */
export function installHealth(app: FastifyInstance, pool: pg.Pool, lifecycle: Lifecycle, lastMigration: number): void {
  app.addHook('onRequest', async (_request, reply) => {
    if (!lifecycle.draining) return;
    reply.raw.setHeader('connection', 'close');
    reply.header('connection', 'close');
  });
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const reason = lifecycle.draining ? 'draining' : await databaseProblem(pool, lastMigration);
    if (!reason) return { status: 'ready' };
    return reply.code(503).header('retry-after', 2).send({ status: 'unavailable', reason });
  });
}

async function databaseProblem(pool: pg.Pool, lastMigration: number): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, PROBE_MS, 'database does not answer');
  });
  const probe = pool.query<{ ready: boolean }>({ name: 'vitrine_ready', text: READY, values: [lastMigration] }).then(
    ({ rows }) => (rows[0]?.ready || lastMigration === 0 ? undefined : 'database not migrated'),
    ({ code }: { code?: string }) =>
      NAME_LOST.has(code ?? '')
        ? 'database loses named statements (a pooler in transaction mode in between?)'
        : 'database not reachable',
  );
  const problem = await Promise.race([probe, timeout]);
  clearTimeout(timer);
  return problem;
}
