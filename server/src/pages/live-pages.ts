import middie from '@fastify/middie';
import { API } from '@vitrine/contract/calls/address';
import type { App } from '../http/app-type.ts';
import type { PagesBuild } from './draw-page.ts';

/** What a build would hold, made from the sources of now. */
export interface LivePages {
  build(): Promise<PagesBuild>;
  /** The page that describes the API for people. */
  apiReference(): Promise<Buffer | undefined>;
  /** Pages that change under the developer's hands are not kept anywhere. */
  worker(): Promise<undefined>;
  panelWorker(): Promise<undefined>;
}

/**
 * Development: Vite in this process builds pages on request and reloads them in the browser. It is loaded only then;
 * production has neither Vite nor the sources.
 */
export async function installLivePages(app: App, webDir: string): Promise<LivePages> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    root: webDir,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server }, allowedHosts: true },
  });
  await app.register(middie);
  app.use((request, response, next) => {
    if (request.url?.startsWith(`${API}/`) || request.url?.startsWith('/images/')) return next();
    // Vite answers only for its own files; we serve the pages.
    response.removeHeader('content-security-policy');
    vite.middlewares(request, response, next);
  });
  app.addHook('onClose', async () => vite.close());
  const reference = vite.config.plugins.find(({ name }) => name === 'api-reference')?.api;
  return {
    build: async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as PagesBuild,
    apiReference: async () => reference && Buffer.from(await reference.page()),
    worker: async () => undefined,
    panelWorker: async () => undefined,
  };
}
