import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { Tenant } from '@vitrine/contract/pages';
import type { FastifyRequest } from 'fastify';
import { nameParty } from '../db/party.ts';
import type { Deps } from '../deps.ts';
import { imageFiles } from '../features/catalog/store-image.ts';
import { knownReferences } from '../features/orders/read-public-order.ts';
import type { App } from '../http/app-type.ts';
import { describeFailure } from '../http/errors.ts';
import { spenderOf } from '../http/network.ts';
import { securityHeaders } from '../http/security-headers.ts';
import { pagePattern } from '../log.ts';
import { askTogether } from './ask-together.ts';
import { builtFiles } from './built-files.ts';
import { drawPages, type PagesBuild } from './draw-page.ts';
import type { LivePages } from './live-pages.ts';
import { createMissing } from './missing-pages.ts';
import { refuseToWrite, sendFailure, sendKept, TOO_MANY } from './page-answers.ts';
import { type CachedPage, createPageCache, type RenderedPage } from './page-cache.ts';
import { isPublicPage, isShopWindow, MISSING, orderIn, originOf, pathOf } from './page-paths.ts';
import { pagePreviews } from './preview-pages.ts';
import { publicFiles } from './public-files.ts';
import { createRenderBudget } from './render-budget.ts';
import { pageServices } from './services.ts';
import { type Host, rememberTenants } from './tenants.ts';

export interface PagesOptions {
  /** Folder of the web package's build. */
  buildDir: string;
  /** Called when a person views a page of a store. */
  onVisit?: (storeId: string) => void;
  /** Development: the current build instead of the one in `buildDir`; nothing is cached. */
  live?: LivePages;
  /** While true, every answer goes through Fastify, which tells keep-alive connections to close. */
  draining?: () => boolean;
}

/** A kept page that was found for an address. */
interface KeptAt {
  tenant: Tenant;
  path: string;
  page: CachedPage;
}

const CACHE_BYTES = 64 * 1024 * 1024;
/** Programs whose page view is no visit. */
const MACHINES = /bot|crawl|spider|preview|facebookexternalhit|whatsapp|curl|wget|headless/i;

/**
 * Serves every page (DESIGN.md, rule 9): public documents from memory, all others rendered by React Router with typed
 * services. Each host gets only its own store's pages.
 */
export async function installPages(app: App, deps: Deps, options: PagesOptions): Promise<void> {
  const { config, listener, log } = deps;
  const services = pageServices(deps);
  const tenants = rememberTenants(deps);
  // Kept pages by a tenant's own address, as browsers send it. It holds only pages that the cache holds.
  const keptAt = new Map<string, KeptAt>();
  const cache = createPageCache({ maxBytes: CACHE_BYTES, onDrop: () => keptAt.clear() });
  const budget = createRenderBudget();
  const orders = askTogether((references) => knownReferences(deps.db, references));
  const ground = securityHeaders({ https: config.publicUrl.startsWith('https:') });
  const built: PagesBuild | undefined = options.live
    ? undefined
    : await import(pathToFileURL(join(options.buildDir, 'server', 'index.js')).href);

  const fileOf = publicFiles({
    services,
    images: imageFiles(config),
    built: { ...builtFiles(options.buildDir), ...options.live },
    build: built?.assets?.version ?? '',
    offline: config.offline,
  });
  const { render, sendOwn, preview } = drawPages({
    services,
    build: async () => built ?? (await options.live?.build()),
    ground,
    imageHosts: [new URL(config.discord.cdnUrl).origin],
    live: options.live !== undefined,
  });
  await pagePreviews(app, deps, { draw: preview, budget });
  const missingOf = createMissing({
    services,
    // the panel's script asks there for the routes
    manifest: built?.routeDiscovery?.manifestPath,
    isFile: (tenant, path) => fileOf(tenant, path) !== undefined,
  });

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

  /**
   * Draws a kept page for a host. The host is looked up in here, so that a change between lookup and render cannot
   * keep an old page. If the host belongs to another tenant meanwhile, it is looked up again.
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

  function countVisit(request: IncomingMessage, tenant: Tenant, path: string): void {
    if (tenant.kind !== 'store' || request.method !== 'GET' || !isShopWindow(path)) return;
    // a visit is an arrival: a click within the shop is no visit
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

    // No page reads a body, so its type must not lead to another answer than `refuseToWrite`.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));

    scope.all('/*', { config: { access: 'public' } }, async (request, reply) => {
      if (request.method !== 'GET' && request.method !== 'HEAD') return refuseToWrite(request, reply);
      const path = pathOf(request.raw.url);
      try {
        const host = await tenants.find(request.headers.host);
        if (host.movedTo) return reply.redirect(`${host.movedTo}${request.url}`, 302);
        nameParty(host.group);
        reply.hijack();
        await sendPage(request, reply.raw, host, path);
      } catch (error) {
        reply.hijack();
        const { status, fault } = describeFailure(error);
        if (fault) log[status === 503 ? 'warn' : 'error']({ err: error, page: pagePattern(path) }, 'page failed');
        sendFailure(request.raw, reply.raw, ground, error);
      }
    });
  });

  if (!options.live) serveKeptFirst(app, keptPage);

  /** The fast path: a remembered host and a kept page. True if it answered. */
  function keptPage(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    if (options.draining?.()) return false;
    const address = `${request.headers.host} ${request.url}`;
    const found = keptAt.get(address) ?? findKept(request, address);
    if (!found) return false;
    countVisit(request, found.tenant, found.path);
    sendKept(request, response, found.page);
    return true;
  }

  /**
   * Finds a kept page. It remembers the result only for a host as in the store's own links, a path without a query and
   * a page that stays, so that invented spellings of an address take no memory.
   */
  function findKept(request: IncomingMessage, address: string): KeptAt | undefined {
    const host = tenants.known(request.headers.host);
    if (!host || host.movedTo) return undefined;
    const { tenant } = host;
    const path = pathOf(request.url);
    if (!isPublicPage(tenant, path) && !fileOf(tenant, path)) return undefined;
    const page = cache.get(`${host.key} ${path}`);
    if (!page) return undefined;
    const found = { tenant, path, page };
    if (page.status === 200 && `${originOf(tenant)} ${path}`.endsWith(`//${address}`)) keptAt.set(address, found);
    return found;
  }

  /** Answers 429 if the budgets of the sender and of its order are used up. True if it answered. */
  async function refuseSpender(request: FastifyRequest, response: ServerResponse, order?: string): Promise<boolean> {
    const seconds = options.live ? 0 : budget.take(spenderOf(request.ip));
    if (seconds === 0) return false;
    if (order !== undefined && (await orders.has(order)) && budget.takeOrder(order) === 0) return false;
    response.writeHead(429, {
      ...ground,
      'content-type': 'text/html; charset=utf-8',
      'retry-after': String(seconds),
      'cache-control': 'no-store',
    });
    response.end(request.method === 'HEAD' ? undefined : TOO_MANY);
    return true;
  }

  async function sendPage(request: FastifyRequest, response: ServerResponse, host: Host, path: string): Promise<void> {
    const { tenant } = host;
    const missing = options.live ? undefined : await missingOf(host, path);
    if (missing) {
      // One page for all paths without a page. It is drawn for our own path, so it holds no text of the sender.
      return await sendShared(request, response, host, MISSING[missing], (current) =>
        render(current, MISSING[missing]),
      );
    }
    if (fileOf(tenant, path)) {
      return await sendShared(request, response, host, path, async (current) => {
        const file = await fileOf(current, path)?.();
        return file ? { ...file, headers: { ...ground, ...file.headers } } : await render(current, path);
      });
    }
    if (isPublicPage(tenant, path) && !options.live) {
      countVisit(request.raw, tenant, path);
      return await sendShared(request, response, host, path, (current) => render(current, path));
    }
    if (await refuseSpender(request, response, orderIn(path))) return;
    await budget.measure(() => sendOwn(request.raw, response, tenant));
  }

  /** Sends a kept page, or draws it on the sender's budget. Requests that come meanwhile share the render for free. */
  async function sendShared(
    request: FastifyRequest,
    response: ServerResponse,
    host: Host,
    path: string,
    drawn: (tenant: Tenant) => Promise<RenderedPage>,
  ): Promise<void> {
    const key = `${host.key} ${path}`;
    const kept = cache.get(key);
    if (kept) return sendKept(request.raw, response, kept);
    if (!cache.isFilling(key, host.group) && (await refuseSpender(request, response))) return;
    const draw = () => budget.measure(() => drawFor(host, request.headers.host, path, drawn));
    sendKept(request.raw, response, await cache.fill(key, host.group, draw));
  }
}

/**
 * Answers kept pages before Fastify: parsing, hooks and logs together cost more than sending the bytes
 * (docs/decisions). All other requests go on.
 */
function serveKeptFirst(app: App, answered: (request: IncomingMessage, response: ServerResponse) => boolean): void {
  const listeners = app.server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  app.server.removeAllListeners('request');
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (answered(request, response)) return;
    for (const listener of listeners) listener(request, response);
  });
}
