import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import { createRequest, sendResponse } from '@remix-run/node-fetch-server';
import type { PageServices, Tenant } from '@vitrine/contract/pages';
import type { FastifyRequest } from 'fastify';
import { nameParty } from '../db/party.ts';
import type { Deps } from '../deps.ts';
import { imageFiles } from '../features/catalog/store-image.ts';
import type { App } from '../http/app-type.ts';
import { senderOf } from '../http/network.ts';
import { securityHeaders } from '../http/security-headers.ts';
import { pagePattern } from '../log.ts';
import { nothingAt } from './nothing-at.ts';
import { refuseToWrite, sendKept, TOO_MANY } from './page-answers.ts';
import { createPageCache, type RenderedPage } from './page-cache.ts';
import { isPublicPage, NOWHERE, originOf, pathOf, SHOP_WINDOW } from './page-paths.ts';
import { newMark, pagePolicy, reportingHeader, sealPage } from './page-policy.ts';
import { type PageRoute, pageRoutes } from './page-routes.ts';
import { publicFiles } from './public-files.ts';
import { createRenderBudget } from './render-budget.ts';
import { pageServices } from './services.ts';
import { type Host, rememberTenants } from './tenants.ts';

/** What the web package's build exports (web/app/entry.server.tsx). */
export interface PagesBuild {
  /** The build's table of routes; a stand-in of a test may have none, and then every path is some route's. */
  routes?: Record<string, PageRoute>;
  /** Where its script asks which routes there are. */
  routeDiscovery?: { manifestPath?: string };
  entry: {
    module: {
      createRequestHandler(build: PagesBuild, mode: string): (request: Request, context: unknown) => Promise<Response>;
      makeContext(app: { services: PageServices; tenant: Tenant; mark: string }): unknown;
    };
  };
}

export interface PagesOptions {
  /** Folder of the web package's build. */
  buildDir: string;
  /** Called for each page view of a store by a person. */
  onVisit?: (storeId: string) => void;
  /** Development: the build of this moment instead of the one in `buildDir`; nothing is cached then. */
  live?: () => Promise<PagesBuild>;
  /** While true every answer takes the long way, which tells keep-alive connections to close. */
  draining?: () => boolean;
}

const CACHE_BYTES = 64 * 1024 * 1024;
/** A page that says that there is nothing is the same for every such path of a tenant; drawn again after this. */
const NOTHING_MS = 10_000;
/** Programs whose look at a page is no visit. */
const MACHINES = /bot|crawl|spider|preview|facebookexternalhit|whatsapp|curl|wget|headless/i;

/**
 * Serves every page (DESIGN.md, rule 9): public documents from memory, everything else rendered by React Router with
 * typed services. Each host gets the pages of its own store only.
 */
export async function installPages(app: App, deps: Deps, options: PagesOptions): Promise<void> {
  const { config, listener, log } = deps;
  const services = pageServices(deps);
  const fileOf = publicFiles(services, imageFiles(config), () => productMark(options.buildDir));
  const tenants = rememberTenants(deps);
  const cache = createPageCache({ maxBytes: CACHE_BYTES });
  const budget = createRenderBudget();
  const ground = securityHeaders({ https: config.publicUrl.startsWith('https:') });
  const imageHosts = new URL(config.discord.cdnUrl).origin;
  const mode = options.live ? 'development' : 'production';
  const built: PagesBuild | undefined = options.live
    ? undefined
    : await import(pathToFileURL(join(options.buildDir, 'server', 'index.js')).href);

  const isRouted = built?.routes ? pageRoutes(built.routes, built.routeDiscovery?.manifestPath) : () => true;
  const isNothing = nothingAt({ services, isRouted, isFile: (tenant, path) => fileOf(tenant, path) !== undefined });

  const forget = listener.on(
    'pages',
    (storeId) => {
      tenants.forgetStore(storeId);
      cache.invalidate(storeId);
    },
    () => {
      tenants.clear();
      cache.clear();
    },
  );

  async function respond(request: Request, tenant: Tenant, mark: string): Promise<Response> {
    const build = built ?? (await options.live?.());
    if (!build) throw new Error('There is no build of the pages.');
    const { createRequestHandler, makeContext } = build.entry.module;
    return await createRequestHandler(build, mode)(request, makeContext({ services, tenant, mark }));
  }

  /** A rendered document as it leaves, and the headers that say what it may do. */
  function seal(rendered: string, mark: string, tenant: Tenant) {
    const page = sealPage(rendered, mark);
    const strict = tenant.kind !== 'apex' || page.shop;
    const policy = options.live ? "frame-ancestors 'none'; base-uri 'none'" : pagePolicy(page, { imageHosts, strict });
    return { html: page.html, headers: { ...reportingHeader, 'content-security-policy': policy } };
  }

  /**
   * Draws what is kept for a host. The host is asked for in here, not by the caller, so that a change between the two
   * cannot keep a page of the store as it was. A host that became another tenant's meanwhile is asked for again.
   */
  async function drawFor(
    { key }: Host,
    header: string | undefined,
    path: string,
    draw: (tenant: Tenant) => Promise<RenderedPage>,
  ): Promise<RenderedPage> {
    const now = await tenants.find(header);
    if (now.key === key) return await draw(now.tenant);
    return {
      status: 302,
      headers: { ...ground, location: path, 'cache-control': 'no-store' },
      body: Buffer.alloc(0),
    };
  }

  /** Rendered without anything of the request but its path: what everybody may see. */
  async function render(tenant: Tenant, path: string): Promise<RenderedPage> {
    const mark = newMark();
    const response = await respond(new Request(new URL(path, originOf(tenant))), tenant, mark);
    const sealed = seal(await response.text(), mark, tenant);
    const body = Buffer.from(sealed.html);
    const headers: Record<string, string> = {
      ...ground,
      'content-type': response.headers.get('content-type') ?? 'text/html; charset=utf-8',
      ...sealed.headers,
      'cache-control': response.status === 200 ? 'public, max-age=0, must-revalidate' : 'no-store',
    };
    // These hold nothing of anybody that an opener could reach, and with the policy of all other answers each visit would
    // begin in a new process of the browser (docs/decisions/0025-first-the-picture.md).
    if (tenant.kind === 'store' && SHOP_WINDOW.test(path)) headers['cross-origin-opener-policy'] = 'unsafe-none';
    const location = response.headers.get('location');
    return { status: response.status, headers: location ? { ...headers, location } : headers, body };
  }

  function countVisit(request: IncomingMessage, tenant: Tenant, path: string): void {
    if (tenant.kind !== 'store' || request.method !== 'GET' || !SHOP_WINDOW.test(path)) return;
    // a visit is an arrival: a click within the shop is not another one
    if (request.headers.referer?.startsWith(tenant.origin)) return;
    if (MACHINES.test(request.headers['user-agent'] ?? 'bot')) return;
    options.onVisit?.(tenant.store.id);
  }

  if (!options.live) {
    await app.register(fastifyStatic, {
      root: join(options.buildDir, 'client', 'assets'),
      prefix: '/assets/',
      preCompressed: true,
      immutable: true,
      maxAge: '1y',
      decorateReply: false,
      index: false,
      setHeaders: (reply) => {
        reply.header('cross-origin-resource-policy', 'cross-origin');
      },
    });
  }

  await app.register(async (scope) => {
    scope.addHook('onClose', async () => {
      forget();
    });

    // No page reads a body; whatever its type, it must not be a reason for another answer than `refuseToWrite`.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));

    scope.all('/*', { schema: { hide: true }, config: { access: 'public' } }, async (request, reply) => {
      if (request.method !== 'GET' && request.method !== 'HEAD') return refuseToWrite(request, reply);
      const header = request.headers.host;
      const host = await tenants.find(header);
      const { tenant } = host;
      if (host.movedTo) return reply.redirect(`${host.movedTo}${request.url}`, 302);
      const path = pathOf(request.raw.url);
      reply.hijack();
      try {
        nameParty(host.group);
        const nothing = options.live ? undefined : await isNothing(host, path);
        if (nothing) return await sendNothing(request, reply.raw, host, nothing);
        const key = `${host.key} ${path}`;
        if (fileOf(tenant, path)) {
          const drawn = async (current: Tenant) => {
            const file = await fileOf(current, path)?.();
            return file ? { ...file, headers: { ...ground, ...file.headers } } : await render(current, path);
          };
          const draw = () => drawFor(host, header, path, drawn);
          sendKept(request.raw, reply.raw, cache.get(key) ?? (await cache.fill(key, host.group, draw)));
          return;
        }
        if (isPublicPage(tenant, path) && !options.live) {
          countVisit(request.raw, tenant, path);
          const draw = () => drawFor(host, header, path, (current) => render(current, path));
          sendKept(request.raw, reply.raw, cache.get(key) ?? (await cache.fill(key, host.group, draw)));
          return;
        }
        if (refuseSpender(request, reply.raw)) return;
        await budget.measure(() => sendOwn(request.raw, reply.raw, tenant));
      } catch (error) {
        log.error({ err: error, page: pagePattern(path) }, 'page failed');
        if (!reply.raw.headersSent) {
          reply.raw.writeHead(500, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
        }
        reply.raw.end('Erro interno do servidor. Tente novamente.');
      }
    });
  });

  if (!options.live) serveKeptFirst(app, keptPage);

  /** The fast path: a remembered host and a kept page; true when it was answered. */
  function keptPage(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    const host = tenants.known(request.headers.host);
    if (!host || host.movedTo || options.draining?.()) return false;
    const path = pathOf(request.url);
    if (!isPublicPage(host.tenant, path) && !fileOf(host.tenant, path)) return false;
    const page = cache.get(`${host.key} ${path}`);
    if (!page) return false;
    countVisit(request, host.tenant, path);
    sendKept(request, response, page);
    return true;
  }

  /** Answers 429 where the sender used up its budget of rendering time; true when it did. */
  function refuseSpender(request: FastifyRequest, response: ServerResponse): boolean {
    const seconds = options.live ? 0 : budget.take(senderOf(request.ip));
    if (seconds === 0) return false;
    response.writeHead(429, {
      ...ground,
      'content-type': 'text/html; charset=utf-8',
      'retry-after': String(seconds),
      'cache-control': 'no-store',
    });
    response.end(request.method === 'HEAD' ? undefined : TOO_MANY);
    return true;
  }

  /** One page for all paths of a tenant that lead nowhere. Drawn for a path of ours: it can hold nothing of the sender's. */
  async function sendNothing(
    request: FastifyRequest,
    response: ServerResponse,
    host: Host,
    nothing: keyof typeof NOWHERE,
  ): Promise<void> {
    const key = `${host.key} nothing ${nothing}`;
    const kept = cache.get(key);
    if (kept) return sendKept(request.raw, response, kept);
    if (refuseSpender(request, response)) return;
    const path = NOWHERE[nothing];
    const draw = () => drawFor(host, request.headers.host, path, (current) => render(current, path));
    sendKept(request.raw, response, await cache.fill(key, host.group, draw, NOTHING_MS));
  }

  /** Pages for one person and data requests: rendered for this request, never kept. */
  async function sendOwn(request: IncomingMessage, response: ServerResponse, tenant: Tenant): Promise<void> {
    // Never the header as it came: it may be no host at all.
    const { host, protocol } = new URL(originOf(tenant));
    const mark = newMark();
    const answer = await respond(createRequest(request, response, { host, protocol }), tenant, mark);
    const headers = new Headers(answer.headers);
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
    if (!headers.get('content-type')?.startsWith('text/html')) {
      await sendResponse(response, new Response(answer.body, { status: answer.status, headers }));
      return;
    }
    const { html, headers: own } = seal(await answer.text(), mark, tenant);
    for (const [name, value] of Object.entries(own)) headers.set(name, value);
    await sendResponse(response, new Response(html, { status: answer.status, headers }));
  }
}

/**
 * Puts kept pages in front of the application: they need none of its parsing, hooks and logs, which together cost more
 * than sending the bytes (docs/decisions). Whatever it does not answer goes on as before.
 */
function serveKeptFirst(app: App, answered: (request: IncomingMessage, response: ServerResponse) => boolean): void {
  const listeners = app.server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  app.server.removeAllListeners('request');
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (answered(request, response)) return;
    for (const listener of listeners) listener(request, response);
  });
}

/** The product's own mark, as the pages show it; undefined while there is no build. */
async function productMark(buildDir: string): Promise<Buffer | undefined> {
  const assets = join(buildDir, 'client', 'assets');
  const names = await readdir(assets).catch(() => []);
  const name = names.find((one) => /^favicon-[\w-]+\.svg$/.test(one));
  return name === undefined ? undefined : await readFile(join(assets, name));
}
