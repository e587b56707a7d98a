import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { API } from '@vitrine/contract/calls/address';
import fastify, { type FastifyReply, LogController } from 'fastify';
import type pg from 'pg';
import type { Deps } from './deps.ts';
import { writeBySchema } from './http/answer-schema.ts';
import { describeApi } from './http/api-description.ts';
import { type App, readBySchema, type ZodTypes } from './http/app-type.ts';
import { createConnectionLimits, LOOK_EVERY_MS } from './http/connections.ts';
import { installDoor } from './http/door.ts';
import { installEdge } from './http/edge.ts';
import { answerNotFound, describeFailure, installErrors } from './http/errors.ts';
import type { Feature } from './http/feature.ts';
import { installHealth, type Lifecycle } from './http/health.ts';
import { installMetrics, type Metrics } from './http/metrics.ts';
import { installPolicyReports } from './http/policy-reports.ts';
import { installRateLimit } from './http/rate-limit.ts';
import { installSecurityHeaders, securityHeaders } from './http/security-headers.ts';
import { installSecurityTxt } from './http/security-txt.ts';
import { serve } from './http/serve.ts';
import { answerUnreadable } from './http/unreadable.ts';
import { tellOfUnseenProxy } from './http/unseen-proxy.ts';

export interface AppParts {
  deps: Deps;
  /** The pools by kind of work, for metrics and readiness. Queries go through `deps.db`. */
  pools: { requests: pg.Pool; jobs?: pg.Pool };
  features: Feature[];
  lifecycle: Lifecycle;
  /** Number of the last migration that this version needs; for readiness. */
  lastMigration: number;
  /** Serves the pages for everything that no route answers. Without it the answer is 404. */
  pages?: (app: App, lifecycle: Lifecycle) => Promise<void>;
}

const SLOW_MS = 1000;

/** The whole HTTP application, not yet listening. Building it opens, writes and starts nothing. */
export async function buildApp(parts: AppParts): Promise<{ app: App; metrics: Metrics }> {
  const { deps, pools, features, lifecycle, lastMigration, pages } = parts;
  const https = deps.config.publicUrl.startsWith('https:');
  const headers = securityHeaders({ https });
  const app: App = fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: deps.config.trustProxy,
    // Limits of facts/security.md 3.9; Fastify's own defaults are no limit or a megabyte.
    bodyLimit: 256 * 1024,
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 65_000,
    maxRequestsPerSocket: 10_000,
    // Most requests have no body; without a stream for it, each costs a tenth less
    // (docs/decisions/0015-kept-pages-in-front.md).
    http: {
      headersTimeout: 15_000,
      connectionsCheckingInterval: LOOK_EVERY_MS,
      maxHeaderSize: 16 * 1024,
      optimizeEmptyRequests: true,
    },
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    // For `GET http://host/path` the Host header names the store, not the target.
    rewriteUrl: ({ url = '/' }) => url.replace(/^https?:\/\/[^/?]*(?=[/?]|$)/i, '').replace(/^(?!\/)/, '/'),
    clientErrorHandler: answerUnreadable(headers),
    frameworkErrors(error, request, reply) {
      const { status, body } = describeFailure(error);
      // No hook runs for an unreadable address, so the headers are set here.
      (reply as FastifyReply)
        .headers(headers)
        .code(status)
        .send({ ...body, requestId: request.id });
    },
  }).withTypeProvider<ZodTypes>();
  app.setValidatorCompiler(readBySchema);
  app.setSerializerCompiler(writeBySchema);
  app.removeContentTypeParser('text/plain');

  installErrors(app);
  installSecurityHeaders(app, headers);
  const metrics = installMetrics(app, pools);
  installHealth(app, pools.requests, lifecycle, lastMigration);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  // A request that names a content type but sends no body has a stream that has already ended, so its parser would
  // wait for ever.
  app.addHook('preParsing', async ({ raw }, _reply, payload) =>
    raw.readableEnded && raw.headers['content-type'] !== undefined ? Readable.from([]) : payload,
  );
  app.addHook('onResponse', async (request, reply) => {
    // these answers are held open: a game server waits for work, a page listens for news
    const held = request.routeOptions.config.access === 'game' || request.headers.accept === 'text/event-stream';
    const loud = reply.statusCode >= 500 || (reply.elapsedTime > SLOW_MS && !held);
    const facts = { req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime) };
    request.log[loud ? 'warn' : 'debug'](facts, 'answered');
  });
  const connections = createConnectionLimits({ behindProxy: deps.config.trustProxy !== false });
  app.addHook('preClose', async () => connections.closeSilent());
  if (deps.config.trustProxy === false) tellOfUnseenProxy(app);
  installRateLimit(app);
  installDoor(app, { db: deps.db, domain: deps.config.domain, https });

  for (const feature of features) {
    await app.register(async (scope) => {
      await feature(scope.withTypeProvider<ZodTypes>(), deps);
    });
  }
  await installPolicyReports(app, metrics.registry);
  installSecurityTxt(app, deps.config);
  serve(app, 'GET /openapi.json', async () => describeApi(deps.config.publicUrl));
  // The API refuses its own unknown addresses; the pages take all others.
  app.all(`${API}/*`, { config: { access: 'public' } }, answerNotFound);
  if (pages) await pages(app, lifecycle);
  installEdge(app, headers);
  await app.ready();
  // This comes after the pages have put their listener in front, so that requests to kept pages count as well.
  connections.watch(app.server);
  return { app, metrics };
}
