import type { FastifyRequest } from 'fastify';

/** Where a request comes from. */
export interface Client {
  address: string;
  userAgent: string;
}

export const clientOf = (request: FastifyRequest): Client => ({
  address: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
});
