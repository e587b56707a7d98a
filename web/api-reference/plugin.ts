import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import reference from '@scalar/fastify-api-reference';
import fastify from 'fastify';
import type { Plugin } from 'vite';

/**
 * Writes Scalar's script among the build's assets and `docs.html`, the only page that loads it, beside them. The
 * server answers that page at /docs of the platform's own host.
 */
export function apiReference(): Plugin {
  return {
    name: 'api-reference',
    applyToEnvironment: (environment) => environment.name === 'client',
    async generateBundle(_options, bundle) {
      const assets = Object.values(bundle).filter((file) => file.type === 'asset');
      const addressOf = (name: string) => {
        const asset = assets.find(({ names }) => names.includes(name));
        if (!asset) throw new Error(`The build has no ${name}, which the page at /docs shows.`);
        return `/${asset.fileName}`;
      };
      const script = this.emitFile({ type: 'asset', name: 'scalar.js', source: await scalarScript() });
      const page = await readFile(join(import.meta.dirname, 'page.html'), 'utf8');
      this.emitFile({
        type: 'asset',
        fileName: 'docs.html',
        source: page
          .replace('%SCRIPT%', `/${this.getFileName(script)}`)
          .replace('%FONT%', addressOf('inter-latin-400-700.woff2'))
          .replace('%ICON%', addressOf('favicon.svg')),
      });
    },
  };
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
