import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';

export interface RunningServer {
  /** `http://127.0.0.1:<port>`, without a final slash. */
  url: string;
  /** Also ends open connections, even those of hanging requests. */
  close(): Promise<void>;
}

const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1|\[::1\]|([a-z0-9-]+\.)+localhost)(:\d+)?$/i;

/**
 * A Fastify instance that also reads form bodies (fields as text, repeated ones as a list) and treats an empty JSON
 * body as none. Only this machine's own pages may use `/__control`: `Host` must be a loopback name, and a browser's
 * `Origin` must be the stand-in itself.
 */
export function createApp(options: { bodyLimit?: number } = {}): FastifyInstance {
  const app = Fastify({
    logger: false,
    forceCloseConnections: true,
    bodyLimit: options.bodyLimit ?? 1_048_576,
    routerOptions: { ignoreTrailingSlash: true },
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, parseForm(String(body)));
  });
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    const text = String(body);
    if (text.trim() === '') return done(null, undefined);
    try {
      done(null, JSON.parse(text));
    } catch {
      done(Object.assign(new Error('invalid JSON'), { statusCode: 400 }), undefined);
    }
  });
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/__control')) return;
    const { host = '', origin } = request.headers;
    const ownPage = origin === undefined || origin === `http://${host}`;
    if (!LOOPBACK_HOST.test(host) || !ownPage) await reply.code(403).send({ message: 'loopback only' });
  });
  return app;
}

/** Fields of a form body; a repeated name gives a list. */
export function parseForm(text: string): Record<string, string | string[]> {
  const params = new URLSearchParams(text);
  return Object.fromEntries(
    [...new Set(params.keys())].map((name) => {
      const values = params.getAll(name);
      return [name, values.length > 1 ? values : (values[0] ?? '')];
    }),
  );
}

/** Listens on 127.0.0.1; port 0 takes a free one. Rejects when the port is taken. */
export async function startServer(app: FastifyInstance, port = 0): Promise<RunningServer> {
  await app.listen({ host: '127.0.0.1', port });
  const address = app.server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${address.port}`, close: () => app.close() };
}
