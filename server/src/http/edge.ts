import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from './app-type.ts';
import { describeFailure, Refusal } from './errors.ts';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Headers that name the host and the caller. If one is repeated, Node reads the first, but a proxy may read the last.
 */
const ONCE = new Set(['host', 'authorization']);
const LENGTHS = new Set([...ONCE].map((name) => name.length));

/**
 * Whether a header that may appear once appears twice. It runs for every request, kept pages too, so it copies
 * nothing.
 */
function isDoubled({ rawHeaders }: IncomingMessage): boolean {
  let seen = '';
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (!LENGTHS.has(name.length)) continue;
    const lower = name.toLowerCase();
    if (!ONCE.has(lower)) continue;
    if (seen.includes(lower)) return true;
    seen += `${lower} `;
  }
  return false;
}

/**
 * The outermost listener, in front of the kept pages. It refuses requests with two hosts or two callers. It asks for
 * a body (`Expect: 100-continue`) only if the route takes one of that length. Everything else goes on. Install it
 * after all other listeners of requests.
 */
export function installEdge(app: App, headers: Record<string, string>): void {
  const { server } = app;
  const listeners = server.listeners('request') as Listener[];
  const waiting = new WeakSet<IncomingMessage>();
  const body = JSON.stringify(describeFailure(new Refusal('invalid_request')).body);
  const refuse = (response: ServerResponse, status: number) =>
    response
      .writeHead(status, { ...headers, 'content-type': 'application/json; charset=utf-8', connection: 'close' })
      .end(body);
  const pass: Listener = (request, response) => {
    if (isDoubled(request)) refuse(response, 400);
    else for (const listener of listeners) listener(request, response);
  };

  server.removeAllListeners('request');
  server.on('request', pass);
  server.on('checkContinue', (request, response) => {
    waiting.add(request);
    pass(request, response);
  });
  server.on('checkExpectation', (_request, response) => refuse(response, 417));

  app.addHook('preParsing', async ({ raw, routeOptions }, reply, payload) => {
    if (waiting.has(raw)) {
      if (Number(raw.headers['content-length'] ?? 0) > (routeOptions.bodyLimit ?? 0))
        throw new Refusal('payload_too_large');
      reply.raw.writeContinue();
    }
    return payload;
  });
}
