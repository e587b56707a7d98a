import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Folder of the built pages. `npm test` builds them first; for a single test file they must exist. */
export function webBuild(): string {
  const folder = join(import.meta.dirname, '..', '..', '..', 'web', 'build');
  if (!existsSync(join(folder, 'server', 'index.js'))) throw new Error('The pages are not built: npm run build');
  return folder;
}
