import type { FastifyRequest } from 'fastify';
import type { Db } from '../../../db/database.ts';
import { type Caller, findCaller } from '../../../http/session.ts';

/** Who is logged in, with the token that says so, on a route that lets everybody in. */
export async function bearerCaller(db: Db, request: FastifyRequest): Promise<(Caller & { token: string }) | undefined> {
  const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
  const caller = token ? await findCaller(db, token) : undefined;
  return caller && token ? { ...caller, token } : undefined;
}
