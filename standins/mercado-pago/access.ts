import type { FastifyRequest } from 'fastify';
import { type ApiError, ordersError, paymentsError, policyError } from './errors.ts';
import type { ApplicationType, Seller } from './model.ts';
import type { State } from './state.ts';

export type Api = 'payments' | 'orders';

/**
 * The seller of the token in `Authorization`. Throws 401: code 5 without a token, no code for an unknown or revoked
 * one (facts, section 2). A token in the query is ignored.
 */
export function authenticate(state: State, request: FastifyRequest, api: Api = 'payments'): Seller {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const seller = token === undefined ? undefined : state.sellers.get(token);
  if (seller && !seller.revoked) return seller;
  if (api === 'orders') throw ordersError(401, 'unauthorized', 'The Access Token is missing, invalid or expired.');
  throw token === undefined
    ? paymentsError(401, 5, 'Must provide your access_token to proceed')
    : paymentsError(401, null, 'invalid access token');
}

/** Refuses an API that does not belong to the seller's kind of application (facts, section 1.3). */
export function requireApplication(seller: Seller, type: ApplicationType): void {
  if (seller.applicationType === type) return;
  if (type === 'payments') throw liveCredentialsError();
  throw policyError();
}

/** 401 code 7, although the token is right. */
export function liveCredentialsError(): ApiError {
  return paymentsError(401, 7, 'Unauthorized use of live credentials');
}

/** The request's idempotency key. Throws 400 if it has none. */
export function idempotencyKey(request: FastifyRequest, api: Api = 'payments'): string {
  const key = String(request.headers['x-idempotency-key'] ?? '');
  if (api === 'orders') {
    if (key === '') throw ordersError(400, 'empty_required_header', 'Missing HTTP header: X-Idempotency-Key');
    if (key.length > 64) {
      throw ordersError(400, 'invalid_idempotency_key_length', 'X-Idempotency-Key must have 1 to 64 characters');
    }
  } else if (key === '') {
    throw paymentsError(400, 4292, "Header X-Idempotency-Key can't be null");
  }
  return key;
}

/** The same key with another body. */
export function keyConflict(api: Api = 'payments'): ApiError {
  const message = 'X-Idempotency-Key was already used with different content';
  return api === 'orders'
    ? ordersError(409, 'idempotency_key_already_used', message)
    : paymentsError(409, null, message, 'idempotency_key_already_used');
}
