import { createServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** The figures of one process, in a registry of its own: several applications may live in one process (tests). */
export interface Metrics {
  registry: Registry;
  stop(): void;
}

/** Counts and times every answer by route pattern (never by path: it holds ids), and watches the pool. */
export function installMetrics(app: FastifyInstance, pool: pg.Pool): Metrics {
  const registry = new Registry();
  const seconds = new Histogram({
    name: 'vitrine_http_request_seconds',
    help: 'Time from request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  new Gauge({
    name: 'vitrine_database_connections',
    help: 'Connections of this process, and requests waiting for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  return { registry, stop: () => registry.clear() };
}

/** `GET /metrics` on a port of its own, so that no proxy publishes it; resolves once it listens. */
export async function serveMetrics(registry: Registry, host: string, port: number): Promise<Server> {
  collectDefaultMetrics({ register: registry });
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    try {
      response.setHeader('content-type', registry.contentType);
      response.end(await registry.metrics());
    } catch {
      response.writeHead(500).end();
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return server;
}
