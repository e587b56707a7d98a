import { join } from 'node:path';
import type { Plugin } from 'vite';

/** The service workers, one file each beside the build's assets. At /sw.js the server sends that of the shop or of the panel. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    buildStart() {
      this.emitFile({ type: 'chunk', id: join(import.meta.dirname, 'worker.ts'), fileName: 'service-worker.js' });
      this.emitFile({ type: 'chunk', id: join(import.meta.dirname, 'panel-worker.ts'), fileName: 'panel-worker.js' });
    },
  };
}
