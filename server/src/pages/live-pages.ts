import middie from '@fastify/middie';
import type { App } from '../http/app-type.ts';
import type { PagesBuild } from './draw-page.ts';

/**
 * Development: Vite in this process builds pages as they are asked for and reloads them in the browser. Loaded only
 * then; production knows neither Vite nor its sources.
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
    if (request.url?.startsWith('/v1/') || request.url?.startsWith('/images/')) return next();
    // Vite answers for its own files only; pages stay ours.
    response.removeHeader('content-security-policy');
    vite.middlewares(request, response, next);
  });
  app.addHook('onClose', async () => vite.close());
  return async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as PagesBuild;
}
