import type { Access, Call } from '@vitrine/contract/calls/call';
import { type Answer, type CallName, type Calls, calls, type Read } from '@vitrine/contract/calls/table';
import type { Permission } from '@vitrine/contract/permissions';
import type { Role } from '@vitrine/contract/stores';
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { App } from './app-type.ts';
import type { Customer } from './customer-session.ts';
import type { Caller } from './session.ts';
import type { StoreScope } from './store.ts';

/** The people and the store of a request, by the call's access. What the door has found is never absent. */
interface Present {
  public: object;
  provider: object;
  game: { store: StoreScope };
  account: { caller: Caller };
  shopper: { store: StoreScope; caller: Caller | null; role: Role | null };
  customer: { store: StoreScope; customer: Customer };
}
type PresentFor<Of extends Access> = Of extends Permission
  ? { store: StoreScope; caller: Caller; role: Role }
  : Of extends keyof Present
    ? Present[Of]
    : never;

/** What a handler gets: the parts of the request, read by their schemas, and what the door has found. */
export type Context<Name extends CallName> = PresentFor<Calls[Name]['access']> & {
  body: Read<Name, 'body'>;
  params: Read<Name, 'params'>;
  query: Read<Name, 'query'>;
  request: FastifyRequest;
  reply: FastifyReply;
};

/**
 * Serves a call of the table. Its row says who may call it, what it reads and what it answers. The door refuses
 * callers, the schemas refuse bodies, and fields that the answer's schema does not name are not sent.
 */
export function serve<Name extends CallName>(
  app: App,
  name: Name,
  work: (context: Context<Name>) => Promise<Answer<Name>>,
): void {
  const row: Call = calls[name];
  const [method = '', path = ''] = name.split(' ');
  const route: RouteOptions = {
    method,
    url: `/v1${path}`,
    schema: {
      ...(row.body && { body: row.body }),
      ...(row.params && { params: row.params }),
      ...(row.query && { querystring: row.query }),
      response: { 200: row.answer },
    },
    config: {
      call: name,
      access: row.access,
      ...(row.stepUp && { stepUp: true }),
      ...(row.proven && { proven: true }),
      ...(row.storeById && { storeById: true }),
      ...(row.limit && { limit: row.limit }),
      ...(row.whileClosed && { whileClosed: row.whileClosed }),
    },
    handler: async (request, reply) => {
      const { body, params, query, caller, customer, store, role } = request;
      return await work({ body, params, query, caller, customer, store, role, request, reply } as never);
    },
  };
  app.route(route);
  if (row.alsoAt) app.route({ ...route, url: `/v1${row.alsoAt}`, schema: { ...route.schema, hide: true } });
}
