import type { FastifyRequest } from 'fastify';

/** The network address and the browser that sent a request. */
export interface Client {
  address: string;
  userAgent: string;
}

export const clientOf = (request: FastifyRequest): Client => ({
  address: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
});
