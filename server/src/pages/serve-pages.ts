import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import { createRequest, sendResponse } from '@remix-run/node-fetch-server';
import type { PageServices, Tenant } from '@vitrine/contract/pages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { imageFiles } from '../features/catalog/store-image.ts';
import type { App } from '../http/app-type.ts';
import { securityHeaders } from '../http/security-headers.ts';
import { type CachedPage, createPageCache, encodingFor, matches, type RenderedPage } from './page-cache.ts';
import { publicFiles } from './public-files.ts';
import { pageServices } from './services.ts';
import { rememberTenants } from './tenants.ts';

/** What the web package's build exports (web/app/entry.server.tsx). */
export interface PagesBuild {
  entry: {
    module: {
      createRequestHandler(build: PagesBuild, mode: string): (request: Request, context: unknown) => Promise<Response>;
      makeContext(app: { services: PageServices; tenant: Tenant }): unknown;
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
/** Pages that are the same for everybody: documents of the shop, and the panel's and the account's empty frames. */
const STORE_PAGES = /^\/(?:store|checkout|checkout\/error|termos|privacidade|products\/[0-9a-z]{26})?$/;
const APEX_PAGES =
  /^\/(?:login|registrar|register|profile|dashboard|categories|categories\/create|products|products\/create|orders|orders\/create|variables|discounts|discounts\/create|members|members\/invite|store\/create|config|subscription|password\/forgot)?$/;
const FORM_PAGES = /^\/(?:login|registrar|register|password\/forgot|password\/reset)$/;
const SHOP_WINDOW = /^\/(?:store|products\/[0-9a-z]{26})?$/;
const MACHINES = /bot|crawl|spider|preview|facebookexternalhit|whatsapp|curl|wget|headless/i;

/** The policy of a page: our own files, and inline scripts only by the hash of what the server rendered. */
export function pagePolicy(html: string, imageHosts: string): string {
  const hashes = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, code]) =>
      `'sha256-${createHash('sha256')
        .update(code ?? '')
        .digest('base64')}'`,
  );
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...new Set(hashes)].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: ${imageHosts}`,
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

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
  const ground = securityHeaders({ https: config.publicUrl.startsWith('https:') });
  const imageHosts = new URL(config.discord.cdnUrl).origin;
  const mode = options.live ? 'development' : 'production';
  const built: PagesBuild | undefined = options.live
    ? undefined
    : await import(pathToFileURL(join(options.buildDir, 'server', 'index.js')).href);

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

  async function respond(request: Request, tenant: Tenant): Promise<Response> {
    const build = built ?? (await options.live?.());
    if (!build) throw new Error('There is no build of the pages.');
    const { createRequestHandler, makeContext } = build.entry.module;
    return await createRequestHandler(build, mode)(request, makeContext({ services, tenant }));
  }

  /**
   * Rendered without anything of the request but its path: what everybody may see. The store is asked for in here, not by
   * the caller, so that a change between the two cannot keep a page of the store as it was.
   */
  async function render(header: string | undefined, path: string): Promise<RenderedPage> {
    const { tenant } = await tenants.find(header);
    const response = await respond(new Request(new URL(path, originOf(tenant))), tenant);
    const body = Buffer.from(await response.arrayBuffer());
    const headers: Record<string, string> = {
      ...ground,
      'content-type': response.headers.get('content-type') ?? 'text/html; charset=utf-8',
      'content-security-policy': pagePolicy(body.toString(), imageHosts),
      'cache-control': 'public, max-age=0, must-revalidate',
    };
    // These hold nothing of anybody that an opener could reach, and with the policy of all other answers each visit would
    // begin in a new process of the browser (docs/decisions/0025-first-the-picture.md).
    if (tenant.kind === 'store' && SHOP_WINDOW.test(path)) headers['cross-origin-opener-policy'] = 'unsafe-none';
    const location = response.headers.get('location');
    return { status: response.status, headers: location ? { ...headers, location } : headers, body };
  }

  function send(request: IncomingMessage, response: ServerResponse, page: CachedPage): void {
    const body = page.bodies[encodingFor(request.headers['accept-encoding'])];
    if (page.status === 200 && matches(request.headers['if-none-match'], body.etag)) {
      response.writeHead(304, body.unchanged).end();
      return;
    }
    response.writeHead(page.status, body.headers);
    response.end(request.method === 'HEAD' ? undefined : body.bytes);
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
      const isPublic =
        tenant.kind === 'store' ? STORE_PAGES.test(path) : tenant.kind === 'apex' && APEX_PAGES.test(path);
      reply.hijack();
      try {
        const file = fileOf(tenant, path);
        if (file) {
          const key = `${host.key} ${path}`;
          const drawn = async () => {
            const current = fileOf((await tenants.find(header)).tenant, path) ?? file;
            const { headers, ...rest } = await current();
            return { ...rest, headers: { ...ground, ...headers } };
          };
          send(request.raw, reply.raw, cache.get(key) ?? (await cache.fill(key, host.group, drawn)));
          return;
        }
        if (isPublic && !options.live && tenant.kind !== 'unknown') {
          countVisit(request.raw, tenant, path);
          const key = `${host.key} ${path}`;
          const page = cache.get(key) ?? (await cache.fill(key, host.group, () => render(header, path)));
          send(request.raw, reply.raw, page);
          return;
        }
        await sendOwn(request.raw, reply.raw, tenant);
      } catch (error) {
        log.error({ err: error, path }, 'page failed');
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
    if (!host || options.draining?.()) return false;
    const path = pathOf(request.url);
    const page = cache.get(`${host.key} ${path}`);
    if (!page) return false;
    countVisit(request, host.tenant, path);
    send(request, response, page);
    return true;
  }

  /** Pages for one person and data requests: rendered for this request, never kept. */
  async function sendOwn(request: IncomingMessage, response: ServerResponse, tenant: Tenant): Promise<void> {
    // Never the header as it came: it may be no host at all.
    const { host, protocol } = new URL(originOf(tenant));
    const answer = await respond(createRequest(request, response, { host, protocol }), tenant);
    const headers = new Headers(answer.headers);
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
    if (!headers.get('content-type')?.startsWith('text/html')) {
      await sendResponse(response, new Response(answer.body, { status: answer.status, headers }));
      return;
    }
    const html = await answer.text();
    headers.set(
      'content-security-policy',
      options.live ? "frame-ancestors 'none'; base-uri 'none'" : pagePolicy(html, imageHosts),
    );
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

/**
 * Pages are only read: whoever writes uses the API. React Router would render and log a fault for each of these. A form
 * that its page's script could not keep (there is none) leads back to that page, which says what is missing.
 */
function refuseToWrite(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (request.method === 'POST' && FORM_PAGES.test(pathOf(request.url))) {
    return reply.header('cache-control', 'no-store').redirect(request.url, 303);
  }
  return reply
    .code(405)
    .headers({ allow: 'GET, HEAD', 'content-type': 'text/plain; charset=utf-8' })
    .send('Esta página não recebe formulários. Ative o JavaScript do navegador e tente novamente.');
}

const originOf = (tenant: Tenant) => (tenant.kind === 'unknown' ? tenant.apexOrigin : tenant.origin);

/** The product's own mark, as the pages show it; undefined while there is no build. */
async function productMark(buildDir: string): Promise<Buffer | undefined> {
  const assets = join(buildDir, 'client', 'assets');
  const names = await readdir(assets).catch(() => []);
  const name = names.find((one) => /^favicon-[\w-]+\.svg$/.test(one));
  return name === undefined ? undefined : await readFile(join(assets, name));
}

function pathOf(url = '/'): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}
