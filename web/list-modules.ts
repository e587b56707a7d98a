import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';

/** A file of the browser's script: what it brings with it, what it may fetch later, and the sources it was made of. */
export interface ScriptFile {
  imports: string[];
  later: string[];
  sources: string[];
}

/**
 * Writes `modules.json` beside the build's client folder: each file of the browser's script (`assets/…js`) with the paths
 * of its sources in the repository. `bin/lib/weigh.mjs` reads there what each page loads.
 */
export function listModules(): Plugin {
  const root = join(import.meta.dirname, '..');
  return {
    name: 'list-modules',
    applyToEnvironment: (environment) => environment.name === 'client',
    writeBundle({ dir = '' }, bundle) {
      const files: Record<string, ScriptFile> = {};
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        files[file.fileName] = {
          imports: file.imports,
          later: file.dynamicImports,
          sources: file.moduleIds.map((id) => relative(root, id)),
        };
      }
      writeFileSync(join(dir, '..', 'modules.json'), JSON.stringify(files));
    },
  };
}
