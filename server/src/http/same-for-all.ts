import type { FastifyReply, FastifyRequest } from 'fastify';
import { encodingFor, matches, type Packed, pack } from './packed.ts';

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/**
 * Serves an answer that is the same for everybody as long as the process runs. The first caller has it made; every
 * other gets the kept bytes in an encoding that it accepts, or 304 if it has them. A caller asks each time, because the
 * next version may answer something else.
 */
export function sameForAll(make: Handler): Handler {
  let kept: Promise<Packed> | undefined;
  return async (request, reply) => {
    kept ??= make(request, reply).then((answer) => pack(Buffer.from(String(reply.serialize(answer)))));
    const packed = await kept.catch((error) => {
      kept = undefined;
      throw error;
    });
    const encoding = encodingFor(request.headers['accept-encoding']);
    const { bytes, etag } = packed[encoding];
    reply.headers({ etag, vary: 'accept-encoding', 'cache-control': 'public, max-age=0, must-revalidate' });
    if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send();
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.type('application/json; charset=utf-8').send(bytes);
  };
}
