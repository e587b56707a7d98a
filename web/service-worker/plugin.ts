import { join } from 'node:path';
import type { Plugin } from 'vite';

/** The service worker as one file beside the build's assets. The server answers it at /sw.js of each shop. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    buildStart() {
      this.emitFile({ type: 'chunk', id: join(import.meta.dirname, 'worker.ts'), fileName: 'service-worker.js' });
    },
  };
}
