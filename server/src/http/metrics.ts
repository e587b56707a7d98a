import { createServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { collectDefaultMetrics, Gauge, Histogram, Registry, register } from 'prom-client';

/** The figures of one application, in its own registry, because tests run several applications in one process. */
export interface Metrics {
  registry: Registry;
  stop(): void;
}

/** Counts and times every answer by its route's pattern, never by path, which holds ids. Also watches the pools. */
export function installMetrics(app: FastifyInstance, pools: Record<string, pg.Pool | undefined>): Metrics {
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
    labelNames: ['work', 'state'],
    registers: [registry],
    collect() {
      for (const [work, pool] of Object.entries(pools)) {
        if (!pool) continue;
        this.set({ work, state: 'idle' }, pool.idleCount);
        this.set({ work, state: 'busy' }, pool.totalCount - pool.idleCount);
        this.set({ work, state: 'waiting' }, pool.waitingCount);
      }
    },
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  return { registry, stop: () => registry.clear() };
}

const LOOK_MS = 20;

/**
 * Measures how late a 20 ms timer is, in seconds: every other task in this process waits as long. It is a histogram,
 * because the default figures have no p99.9 and cover the whole life of the process. The returned function stops it.
 */
function watchEventLoop(registry: Registry): () => void {
  const late = new Histogram({
    name: 'vitrine_event_loop_delay_seconds',
    help: 'How late the event loop runs what is due',
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  });
  let before = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    late.observe(Math.max(0, now - before - LOOK_MS) / 1000);
    before = now;
  }, LOOK_MS).unref();
  return () => clearInterval(timer);
}

/**
 * `GET /metrics` on its own port, so that no proxy publishes it. Resolves when it listens. It has the application's
 * figures and those that features count for the whole process.
 */
export async function serveMetrics(registry: Registry, host: string, port: number): Promise<Server> {
  collectDefaultMetrics({ register: registry });
  const stopWatching = watchEventLoop(registry);
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    try {
      response.setHeader('content-type', registry.contentType);
      response.end(`${await registry.metrics()}${await register.metrics()}`);
    } catch {
      response.writeHead(500).end();
    }
  });
  server.once('close', stopWatching);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return server;
}
