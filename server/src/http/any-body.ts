import type { App } from './app-type.ts';

/**
 * Lets the routes of this scope take a body of any content type, of none, and of one that is none: outside systems send
 * them all. `read` makes of the text what handlers get as their body; beyond `bodyLimit` bytes the answer is 413.
 */
export function takeAnyBody(scope: App, bodyLimit: number, read: (text: string) => unknown): void {
  // Fastify refuses a type that it cannot read before any parser is asked.
  scope.addHook('onRequest', async ({ raw }) => {
    raw.headers['content-type'] = 'application/octet-stream';
  });
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (_request, text, done) =>
    done(null, read(String(text))),
  );
}
