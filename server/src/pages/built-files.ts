import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Files of the web package's build that the server answers under addresses of its own. */
export interface BuiltFiles {
  /** The product's own icon. */
  mark(): Promise<Buffer | undefined>;
  /** The page that describes the API for people. */
  apiReference(): Promise<Buffer | undefined>;
  /** The script that works in the browser for a shop without a connection. */
  worker(): Promise<Buffer | undefined>;
}

/** Reads them from the folder of the build, when they are asked for. Undefined without a build. */
export function builtFiles(buildDir: string): BuiltFiles {
  const client = join(buildDir, 'client');
  return {
    async mark() {
      const assets = join(client, 'assets');
      const names = await readdir(assets).catch(() => []);
      const name = names.find((one) => /^favicon-[\w-]+\.svg$/.test(one));
      return name === undefined ? undefined : await readFile(join(assets, name));
    },
    apiReference: () => readFile(join(client, 'docs.html')).catch(() => undefined),
    worker: () => readFile(join(client, 'service-worker.js')).catch(() => undefined),
  };
}
