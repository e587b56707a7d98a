import type { StorefrontStore } from '@vitrine/contract/pages';
import { hashOf } from '../http/packed.ts';
import type { RenderedPage } from './page-cache.ts';

/** Removes what the worker kept in a browser, and the worker itself. */
const WITHDRAWN = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  const remove = caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name))));
  event.waitUntil(remove.then(() => self.registration.unregister()));
});
`;

interface OfflineWorker {
  /** The script as it was built. */
  source: Buffer;
  /** The version of the built pages. */
  build: string;
  store: StorefrontStore;
  /** False: browsers get the script that withdraws it. */
  offline: boolean;
}

/**
 * `/sw.js` of a shop. Its text changes with the build and with what the store shows on every page, so that browsers take a
 * new copy of the page without a connection. The worker may ask this host, and nothing else.
 */
export function offlineWorker({ source, build, store, offline }: OfflineWorker): RenderedPage {
  // A city goes online and offline all day, and that page does not say so.
  const { server: _, ...shown } = store;
  const version = hashOf(Buffer.from(JSON.stringify([build, shown])));
  return {
    status: 200,
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'; connect-src 'self'",
    },
    body: Buffer.from(offline ? source.toString().replaceAll('__VERSION__', version) : WITHDRAWN),
  };
}
