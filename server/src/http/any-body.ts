import type { App } from './app-type.ts';

/**
 * Lets the routes of this scope take a body of any content type, an empty one, and an unreadable one, because outside
 * systems send all of these. `read` turns the text into the handler's body. More than `bodyLimit` bytes are answered
 * with 413.
 */
export function takeAnyBody(scope: App, bodyLimit: number, read: (text: string) => unknown): void {
  // Fastify refuses an unreadable content type before it asks a parser.
  scope.addHook('onRequest', async ({ raw }) => {
    raw.headers['content-type'] = 'application/octet-stream';
  });
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (_request, text, done) =>
    done(null, read(String(text))),
  );
}
