import { API } from '@vitrine/contract/calls/address';
import type { Access, Call } from '@vitrine/contract/calls/call';
import { type Answer, type CallName, type Calls, calls, type Read } from '@vitrine/contract/calls/table';
import type { Permission } from '@vitrine/contract/permissions';
import type { Role } from '@vitrine/contract/stores';
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { z } from 'zod';
import type { App } from './app-type.ts';
import type { Customer } from './customer-session.ts';
import type { GameServer } from './door.ts';
import { Refusal } from './errors.ts';
import { sameForAll } from './same-for-all.ts';
import type { Caller } from './session.ts';
import type { StoreScope } from './store.ts';

/** The people and the store of a request, by the call's access. What the door has found is never absent. */
interface Present {
  public: object;
  provider: object;
  game: { game: GameServer };
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
  headers: Read<Name, 'headers'>;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** A handler's result: the JSON of the answer, or the reply with which it sends a file, a stream or a redirect. */
export type Given<Name extends CallName> =
  | Answer<Name>
  | (Calls[Name] extends { file: unknown } | { events: unknown } | { redirect: unknown } ? FastifyReply : never);

/** Reads the thing that a call edits, for the refusal of an edit that another one overtook. */
type Reader<Name extends CallName> = Calls[Name] extends { versioned: infer Of extends z.ZodType }
  ? [present: (context: Context<Name>) => Promise<z.output<Of>>]
  : [];

/** The form of a refusal that carries the present thing. The serialiser writes no other field. */
const overtaken = (present: z.ZodType) =>
  z.object({
    success: z.literal(false),
    error: z.union([z.string(), z.array(z.string())]),
    code: z.string(),
    field: z.string().optional(),
    change: z.object({ by: z.string().nullable(), at: z.string().nullable(), current: present }).optional(),
    requestId: z.string(),
  });

/** The schemas by which the answers of a call are written. */
function responsesOf({ versioned }: Call, answer: z.ZodType) {
  return { 200: answer, ...(versioned && { 409: overtaken(versioned) }) };
}

/**
 * Serves a call of the table. Its row says who may call it, what it reads and what it answers. The door refuses
 * callers, the schemas refuse bodies, and fields that the answer's schema does not name are not sent.
 */
export function serve<Name extends CallName>(
  app: App,
  name: Name,
  work: (context: Context<Name>) => Promise<Given<Name>>,
  ...[present]: Reader<Name>
): void {
  const row: Call = calls[name];
  const [method = '', path = ''] = name.split(' ');
  const answerOf = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const { body, params, query, headers, caller, customer, game, store, role } = request;
    const found = { body, params, query, headers, caller, customer, game, store, role, request, reply } as never;
    try {
      return await work(found);
    } catch (error) {
      const { change } = error instanceof Refusal ? error.details : {};
      if (change && present) change.current = await present(found);
      throw error;
    }
  };
  const route: RouteOptions = {
    method,
    url: `${API}${path}`,
    ...(row.bodyBytes && { bodyLimit: row.bodyBytes }),
    schema: {
      ...(row.body && { body: row.body }),
      ...(row.params && { params: row.params }),
      ...(row.query && { querystring: row.query }),
      ...(row.headers && { headers: row.headers }),
      ...(row.answer && { response: responsesOf(row, row.answer) }),
    },
    config: {
      call: name,
      access: row.access,
      ...(row.alsoMay && { alsoMay: row.alsoMay }),
      ...(row.whileShut && { whileShut: true }),
      ...(row.stepUp && { stepUp: true }),
      ...(row.proven && { proven: true }),
      ...(row.storeById && { storeById: true }),
      ...(row.limit && { limit: row.limit }),
      ...(row.whileClosed && { whileClosed: row.whileClosed }),
    },
    handler: row.same ? sameForAll(answerOf) : answerOf,
  };
  if (row.alsoAt) app.route({ ...route, url: `${API}${row.alsoAt}` });
  app.route(route);
}
