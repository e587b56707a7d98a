import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Files of the web package's build that the server answers under addresses of its own. */
export interface BuiltFiles {
  /** The product's own icon. */
  mark(): Promise<Buffer | undefined>;
  /** The picture of a shop on a phone, for the card of the front page. */
  shopPicture(): Promise<Buffer | undefined>;
  /** The page that describes the API for people. */
  apiReference(): Promise<Buffer | undefined>;
  /** The script that works in the browser for a shop without a connection. */
  worker(): Promise<Buffer | undefined>;
  /** The script that shows notices of the panel in the browser. */
  panelWorker(): Promise<Buffer | undefined>;
}

/** Reads them from the folder of the build, when they are asked for. Undefined without a build. */
export function builtFiles(buildDir: string): BuiltFiles {
  const client = join(buildDir, 'client');
  const assets = join(client, 'assets');
  /** The asset with this name before its hash. Files of earlier builds lie there too, so the newest one counts. */
  async function asset(name: RegExp): Promise<Buffer | undefined> {
    const names = (await readdir(assets).catch(() => [])).filter((one) => name.test(one));
    const dated = await Promise.all(names.map(async (one) => ({ one, at: (await stat(join(assets, one))).mtimeMs })));
    const newest = dated.sort((a, b) => b.at - a.at)[0];
    return newest && (await readFile(join(assets, newest.one)));
  }
  return {
    mark: () => asset(/^favicon-[\w-]{8}\.svg$/),
    shopPicture: () => asset(/^shop-phone-dark-[\w-]{8}\.webp$/),
    apiReference: () => readFile(join(client, 'docs.html')).catch(() => undefined),
    worker: () => readFile(join(client, 'service-worker.js')).catch(() => undefined),
    panelWorker: () => readFile(join(client, 'panel-worker.js')).catch(() => undefined),
  };
}
