import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequest, sendResponse } from '@remix-run/node-fetch-server';
import type { PageServices, Tenant } from '@vitrine/contract/pages';
import { describeFailure, Refusal } from '../http/errors.ts';
import type { RenderedPage } from './page-cache.ts';
import { isShopWindow, originOf } from './page-paths.ts';
import { newMark, pagePolicy, reportingHeader, sealPage } from './page-policy.ts';

/** The exports of the web package's build (web/app/entry.server.tsx). */
export interface PagesBuild {
  /** The address at which the page's script asks for the routes. */
  routeDiscovery?: { manifestPath?: string };
  /** `version` changes with every file of the pages. */
  assets?: { version?: string };
  entry: {
    module: {
      createRequestHandler(build: PagesBuild, mode: string): (request: Request, context: unknown) => Promise<Response>;
      makeContext(app: { services: PageServices; tenant: Tenant; mark: string }): unknown;
    };
  };
}

interface Drawing {
  services: PageServices;
  /** The current build. */
  build(): Promise<PagesBuild | undefined>;
  /** Headers of every answer. */
  ground: Record<string, string>;
  /** Hosts of pictures besides our own. */
  imageHosts: string[];
  /** Development: the build tool's scripts run too. */
  live: boolean;
}

/** Script elements of a document that React wrote: a text inside it never holds a tag. */
const SCRIPTS = /<script\b[^>]*>[\s\S]*?<\/script>/g;

/** Draws pages with React Router in this process, and gives each the policy of its own scripts and styles. */
export function drawPages({ services, build, ground, imageHosts, live }: Drawing) {
  async function respond(request: Request, tenant: Tenant, mark: string, used = services): Promise<Response> {
    const current = await build();
    if (!current) throw new Error('There is no build of the pages.');
    const { createRequestHandler, makeContext } = current.entry.module;
    let wait: number | undefined;
    const heard = listenTo(used, (error) => {
      wait ??= describeFailure(error).retryAfter;
    });
    const handle = createRequestHandler(current, live ? 'development' : 'production');
    const answer = await handle(request, makeContext({ services: heard, tenant, mark }));
    if (answer.status < 500 || wait === undefined) return answer;
    // A loader's failure is drawn as a page of status 500. If a repeat may succeed, the headers say so.
    const headers = new Headers(answer.headers);
    headers.set('retry-after', String(wait));
    return new Response(answer.body, { status: 503, headers });
  }

  /** A rendered document, ready to be sent, with the headers that say what it may do. */
  function seal(rendered: string, mark: string, tenant: Tenant) {
    const page = sealPage(rendered, mark);
    const strict = tenant.kind !== 'apex' || page.shop;
    const policy = live
      ? "frame-ancestors 'none'; base-uri 'none'"
      : pagePolicy(page, { imageHosts, strict, worker: tenant.kind === 'store' || !strict });
    return { html: page.html, headers: { ...reportingHeader, 'content-security-policy': policy } };
  }

  return {
    /** Renders from the path alone, so the page is the same for everybody. */
    async render(tenant: Tenant, path: string): Promise<RenderedPage> {
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
      // These pages hold no personal data that an opener could reach. With the policy of all other answers, each
      // visit would start a new process of the browser (docs/decisions/0025-first-the-picture.md).
      if (tenant.kind === 'store' && isShopWindow(path)) headers['cross-origin-opener-policy'] = 'unsafe-none';
      for (const name of ['location', 'retry-after']) {
        const value = response.headers.get(name);
        if (value) headers[name] = value;
      }
      return { status: response.status, headers, body };
    },

    /** A page of a store with some services replaced, as text without scripts. */
    async preview(tenant: Tenant, path: string, own: Partial<PageServices>): Promise<string> {
      const mark = newMark();
      const response = await respond(new Request(new URL(path, originOf(tenant))), tenant, mark, {
        ...services,
        ...own,
      });
      if (response.status !== 200) throw new Refusal('unavailable');
      return sealPage(await response.text(), mark).html.replace(SCRIPTS, '');
    },

    /** Pages for one person, and data requests: rendered for this request and never kept. */
    async sendOwn(request: IncomingMessage, response: ServerResponse, tenant: Tenant): Promise<void> {
      // Not from the Host header, which may hold anything.
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
    },
  };
}

/** The same services. `failed` gets each error that a service throws to a loader; React Router would hide them. */
function listenTo(services: PageServices, failed: (error: unknown) => void): PageServices {
  return new Proxy(services, {
    get(target, name, receiver) {
      const service = Reflect.get(target, name, receiver);
      return (...parts: unknown[]) => {
        const answer = service(...parts);
        if (answer instanceof Promise) answer.catch(failed);
        return answer;
      };
    },
  });
}
