import { PassThrough } from 'node:stream';
import { createReadableStreamFromReadable } from '@react-router/node';
import { renderToPipeableStream } from 'react-dom/server';
import type { EntryContext, RouterContextProvider } from 'react-router';
import { ServerRouter } from 'react-router';
import icon from './assets/favicon.svg?inline';
import inter from './assets/inter-latin-400-700.woff2?url';
import { appContext } from './context.ts';
import { EntryAssets } from './lib/entry-assets.ts';
import { afterPaint } from './lib/inline-scripts/after-paint.ts';
import { shopAsApp } from './lib/inline-scripts/become-app.ts';
import { visitStorage } from './lib/inline-scripts/visit-storage.ts';

export { createRequestHandler } from 'react-router';
export { makeContext } from './context.ts';

/** A loader that streams longer than this is cut, in ms. React Router reads this export too. */
export const streamTimeout = 5_000;

/**
 * Renders a page and waits for all of it before the first byte. The page cache stores public pages whole, and panel
 * pages are only a frame: streaming would save nothing, and could send half a page with status 200.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  headers.set('content-type', 'text/html; charset=utf-8');
  if (request.method === 'HEAD') return Promise.resolve(new Response(null, { status, headers }));
  const { module } = entry.manifest.entry;
  const { mark } = context.get(appContext);
  const hmrRuntime = entry.manifest.hmr?.runtime;
  const assets = { module, hmrRuntime, mark, afterPaint: afterPaint(module, inter), shopAsApp, visitStorage, icon };

  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const { pipe, abort } = renderToPipeableStream(
      <EntryAssets value={assets}>
        <ServerRouter context={entry} url={request.url} nonce={mark} />
      </EntryAssets>,
      {
        nonce: mark,
        onAllReady() {
          const body = new PassThrough({
            final(done) {
              clearTimeout(timer);
              done();
            },
          });
          pipe(body);
          resolve(new Response(createReadableStreamFromReadable(body), { status, headers }));
        },
        onShellError(error) {
          clearTimeout(timer);
          reject(error);
        },
        onError(error) {
          console.error(error);
        },
      },
    );
    timer = setTimeout(abort, streamTimeout + 1_000);
  });
}
