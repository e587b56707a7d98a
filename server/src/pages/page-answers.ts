import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { describeFailure } from '../http/errors.ts';
import { type CachedPage, encodingFor, matches } from './page-cache.ts';
import { FORM_PAGES, pathOf } from './page-paths.ts';

/** Sends a kept page in the encoding that the client accepts, or 304 where it has it already. */
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
 * Pages are only read: whoever writes uses the API. React Router would render and log a fault for each of these. A form
 * that its page's script could not keep (there is none) leads back to that page, which says what is missing.
 */
export function refuseToWrite(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (request.method === 'POST' && FORM_PAGES.test(pathOf(request.url))) {
    return reply.header('cache-control', 'no-store').redirect(request.url, 303);
  }
  return reply
    .code(405)
    .headers({ allow: 'GET, HEAD', 'content-type': 'text/plain; charset=utf-8' })
    .send('Esta página não recebe formulários. Ative o JavaScript do navegador e tente novamente.');
}

/** Says that a page failed; `describeFailure` says whether asking again may help. */
export function sendFailure(
  request: IncomingMessage,
  response: ServerResponse,
  ground: Record<string, string>,
  error: unknown,
): void {
  // The half of a page that left already cannot be taken back.
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

/** For a browser that asks too often: no script, no style, nothing to draw. */
export const TOO_MANY =
  '<!doctype html><html lang="pt-BR"><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
  '<title>Muitos acessos</title><h1>Muitos acessos</h1>' +
  '<p>Recebemos muitos acessos da sua rede. Espere um pouco e atualize a página.</p></html>';
