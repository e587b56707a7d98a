import middie from '@fastify/middie';
import { API } from '@vitrine/contract/calls/address';
import type { App } from '../http/app-type.ts';
import type { PagesBuild } from './draw-page.ts';

/**
 * Development: Vite in this process builds pages on request and reloads them in the browser. It is loaded only then;
 * production has neither Vite nor the sources.
 */
export async function installLivePages(app: App, webDir: string): Promise<() => Promise<PagesBuild>> {
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
  return async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as PagesBuild;
}
