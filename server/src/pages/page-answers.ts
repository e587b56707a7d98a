import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { describeFailure } from '../http/errors.ts';
import { encodingFor, matches } from '../http/packed.ts';
import type { CachedPage } from './page-cache.ts';
import { isFormPage, pathOf } from './page-paths.ts';

/** Sends a kept page in an encoding that the client accepts, or 304 if the client has it. */
export function sendKept(request: IncomingMessage, response: ServerResponse, page: CachedPage): void {
  const body = page.bodies[encodingFor(request.headers['accept-encoding'])];
  if (page.status === 200 && matches(request.headers['if-none-match'], body.etag)) {
    response.writeHead(304, body.unchanged).end();
    return;
  }
  response.writeHead(page.status, body.headers);
  response.end(request.method === 'HEAD' ? undefined : body.bytes);
}

/**
 * Pages can only be read; writing is for the API. React Router would render each such request and log a fault. A form
 * that was sent without a script leads back to its own page, which says what is missing.
 */
export function refuseToWrite(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (request.method === 'POST' && isFormPage(pathOf(request.url))) {
    return reply.header('cache-control', 'no-store').redirect(request.url, 303);
  }
  return reply
    .code(405)
    .headers({ allow: 'GET, HEAD', 'content-type': 'text/plain; charset=utf-8' })
    .send('Esta página não recebe formulários. Ative o JavaScript do navegador e tente novamente.');
}

/** Says that a page failed. `describeFailure` decides whether a repeat may help. */
export function sendFailure(
  request: IncomingMessage,
  response: ServerResponse,
  ground: Record<string, string>,
  error: unknown,
): void {
  // Half of the page was already sent, so the connection is cut.
  if (response.headersSent) return void response.destroy();
  const { status, body, retryAfter } = describeFailure(error);
  response.writeHead(status, {
    ...ground,
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
  });
  response.end(request.method === 'HEAD' ? undefined : [body.error].flat().join('\n'));
}

/** For a browser that asks too often: a page without script and style, so it costs nothing to draw. */
export const TOO_MANY =
  '<!doctype html><html lang="pt-BR"><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
  '<title>Muitos acessos</title><h1>Muitos acessos</h1>' +
  '<p>Recebemos muitos acessos da sua rede. Espere um pouco e atualize a página.</p></html>';
