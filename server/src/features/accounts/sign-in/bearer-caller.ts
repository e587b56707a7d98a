import type { FastifyRequest } from 'fastify';
import type { Db } from '../../../db/database.ts';
import { type Caller, findCaller } from '../../../http/session.ts';

/** The logged-in caller and their token on a public route; undefined without a valid token. */
export async function bearerCaller(db: Db, request: FastifyRequest): Promise<(Caller & { token: string }) | undefined> {
  const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
  const caller = token ? await findCaller(db, token) : undefined;
  return caller && token ? { ...caller, token } : undefined;
}
