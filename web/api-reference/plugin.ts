import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import reference from '@scalar/fastify-api-reference';
import fastify from 'fastify';
import type { Plugin } from 'vite';

/** The script's address in development, where no build names it. */
const LIVE_SCRIPT = '/@api-reference/scalar.js';

/**
 * Writes Scalar's script among the build's assets and `docs.html`, the only page that loads it, beside them. The
 * server answers that page at /docs of the platform's own host. In development the server asks `api.page()` for it.
 */
export function apiReference(): Plugin<{ page(): Promise<string> }> {
  return {
    name: 'api-reference',
    applyToEnvironment: (environment) => environment.name === 'client',
    api: {
      page: () =>
        pageWith({
          script: LIVE_SCRIPT,
          font: '/app/assets/inter-latin-400-700.woff2',
          icon: '/app/assets/favicon.svg',
        }),
    },
    configureServer({ middlewares }) {
      middlewares.use(LIVE_SCRIPT, (_request, response, next) => {
        scalarScript().then((script) => response.setHeader('content-type', 'text/javascript').end(script), next);
      });
    },
    async generateBundle(_options, bundle) {
      const assets = Object.values(bundle).filter((file) => file.type === 'asset');
      const addressOf = (name: string) => {
        const asset = assets.find(({ names }) => names.includes(name));
        if (!asset) throw new Error(`The build has no ${name}, which the page at /docs shows.`);
        return `/${asset.fileName}`;
      };
      const script = this.emitFile({ type: 'asset', name: 'scalar.js', source: await scalarScript() });
      this.emitFile({
        type: 'asset',
        fileName: 'docs.html',
        source: await pageWith({
          script: `/${this.getFileName(script)}`,
          font: addressOf('inter-latin-400-700.woff2'),
          icon: addressOf('favicon.svg'),
        }),
      });
    },
  };
}

/** The page with the addresses of what it loads. */
async function pageWith({ script, font, icon }: { script: string; font: string; icon: string }): Promise<string> {
  const page = await readFile(join(import.meta.dirname, 'page.html'), 'utf8');
  return page.replace('%SCRIPT%', script).replace('%FONT%', font).replace('%ICON%', icon);
}

/** Scalar in one file. Its package gives that file only as the answer of a Fastify route. */
async function scalarScript(): Promise<string> {
  const app = fastify();
  await app.register(reference, { routePrefix: '/docs', configuration: { url: '/v1/openapi.json' } });
  const { statusCode, body } = await app.inject('/docs/js/scalar.js');
  await app.close();
  if (statusCode !== 200) throw new Error(`Scalar's plugin answers ${statusCode} for its script.`);
  return body.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n');
}
