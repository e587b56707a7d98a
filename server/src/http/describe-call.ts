import type { Access, Call } from '@vitrine/contract/calls/call';
import { type ErrorCode, errors } from '@vitrine/contract/errors';
import { gameHeaders } from '@vitrine/contract/game';
import { z } from 'zod';

/** The parts of OpenAPI that a row of the table of calls gives. Pure: `api-description.ts` puts them together. */

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: object;
}
interface Body {
  required?: boolean;
  content: Record<string, object>;
}
export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: Body;
  responses: Record<string, object>;
}

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Each way to show who is there, as OpenAPI names it. */
export const securitySchemes = {
  token: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token that a login answers. A call that moves money or ownership wants it confirmed lately.',
  },
  customer: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-vitrine_compras',
    description: "The cookie of a shopper's session, on the host of one store.",
  },
  game: {
    type: 'apiKey',
    in: 'header',
    name: gameHeaders.signature,
    description: 'HMAC-SHA256 of the request by the identification token, beside three more headers that it covers.',
  },
} as const;

/** The ways that a call accepts. An empty one among them means that the call may come without any. */
export function securityOf({ access, alsoReads = [] }: Pick<Call, 'access' | 'alsoReads'>): Record<string, string[]>[] {
  const open = access === 'public' || access === 'shopper' || access === 'provider';
  if (!open) return [{ [access === 'customer' || access === 'game' ? access : 'token']: [] }];
  const read = [...(access === 'shopper' ? ['token'] : []), ...alsoReads];
  return read.length === 0 ? [] : [{}, ...read.map((way) => ({ [way]: [] }))];
}

/** What a caller must bring, in words. Undefined if everyone may call. */
export function callerOf({ access, alsoMay = [] }: Pick<Call, 'access' | 'alsoMay'>): string | undefined {
  if (access === 'public' || access === 'shopper') return undefined;
  if (access === 'game') return 'A game server, by its signature (docs/game-server-protocol.md).';
  if (access === 'provider') return 'A provider, by its own proof.';
  if (access === 'account') return 'Anyone logged in.';
  if (access === 'customer') return 'A shopper signed in at this store, by the cookie of its host.';
  return `A member of the store with the permission ${[access, ...alsoMay].map((one) => `\`${one}\``).join(' or ')}.`;
}

const nobody: Access[] = ['public', 'account', 'customer', 'game', 'provider'];
const text = { type: 'string' };

/** The fields that a call reads from its path, its query or its own headers. */
export function placedIn(place: 'path' | 'query' | 'header', fields: z.ZodObject | undefined): Parameter[] {
  return Object.entries<z.ZodType>(fields?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: place,
    required: !schema.safeParse(undefined).success,
    ...(schema.description && { description: schema.description }),
    schema: jsonSchemaOf(schema, 'input'),
  }));
}

/** The headers that a call reads beside the one that signs it in. */
export function headersOf({ access, headers, same }: Call): Parameter[] {
  const store = {
    name: 'X-Store',
    in: 'header',
    description: 'The subdomain of the store, where neither body nor path names one.',
    schema: text,
  };
  const signed = [gameHeaders.server, gameHeaders.time, gameHeaders.nonce].map((name): Parameter => {
    return { name, in: 'header', required: true, schema: text };
  });
  return [
    ...placedIn('header', headers),
    ...(same ? [{ name: 'If-None-Match', in: 'header', schema: text }] : []),
    ...(nobody.includes(access) ? [] : [store]),
    ...(access === 'game' ? signed : []),
  ];
}

/** The body with its example; a file's form, and what a page's form may send instead of JSON. */
export function bodyOf({ body, upload, redirect, example }: Call): Body | undefined {
  if (upload) {
    const file = { type: 'string', contentMediaType: 'application/octet-stream' };
    const schema = { type: 'object', required: [upload], properties: { [upload]: file } };
    return { required: true, content: { 'multipart/form-data': { schema } } };
  }
  if (!body) return undefined;
  const schema = jsonSchemaOf(body, 'input');
  const json = { schema, example: example.body };
  return {
    required: true,
    content: { [JSON_TYPE]: json, ...(redirect && { [FORM_TYPE]: { schema } }) },
  };
}

/** The success of a call: JSON, a file, a stream, another address. */
export function successOf({ answer, same, file, events, redirect, example }: Call) {
  const leads = redirect && {
    [redirect]: {
      description: answer ? 'Leads a page on, where `Accept` has text/html.' : 'Leads to another address.',
      headers: { Location: { schema: { type: 'string', format: 'uri-reference' } } },
    },
  };
  const content = contentOf();
  const had = same && { '304': { description: 'The caller has this answer: `If-None-Match` names its `ETag`.' } };
  return { ...(content && { '200': { description: 'Done.', content } }), ...had, ...leads };

  function contentOf(): Record<string, object> | undefined {
    if (events) {
      const [name = ''] = Object.keys(events);
      const data = Object.fromEntries(
        Object.entries(events).map(([event, schema]) => [event, jsonSchemaOf(schema, 'output')]),
      );
      const shown = `event: ${name}\ndata: ${JSON.stringify(example.answer)}\n\n`;
      return { 'text/event-stream': { schema: text, example: shown, 'x-event-data': data } };
    }
    if (file) {
      return Object.fromEntries(file.map((type) => [type, { schema: { type: 'string', contentMediaType: type } }]));
    }
    return answer && { [JSON_TYPE]: { schema: jsonSchemaOf(answer, 'output'), example: example.answer } };
  }
}

/** What a client sends or reads. The dialect is that of OpenAPI 3.1 itself, so no schema names it. */
function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _, ...made } = z.toJSONSchema(schema, { io });
  return made;
}

/** The codes with which the access of a call refuses, before the call itself does. */
function refusalsOfAccess({ access, stepUp, proven, limit, whileClosed }: Call): ErrorCode[] {
  const own: ErrorCode[] = [
    ...(limit ? (['rate_limited'] as const) : []),
    ...(stepUp ? (['step_up_required'] as const) : []),
    ...(proven ? (['email_unproven'] as const) : []),
  ];
  if (access === 'shopper') {
    return [...own, 'store_not_found', ...(whileClosed === 'handler' ? [] : (['store_closed'] as const))];
  }
  if (access === 'account' || access === 'customer') return [...own, 'unauthenticated'];
  if (nobody.includes(access)) return own;
  return [...own, 'unauthenticated', 'store_not_found', 'forbidden', 'factor_required'];
}

/** The codes that a call refuses with: its own, and those of its access. */
export function codesOf(row: Call): ErrorCode[] {
  return [...new Set([...row.refusals, ...refusalsOfAccess(row)])];
}

/** One answer for each status that a call refuses with, which names its codes and shows the first. */
export function refusalsOf(row: Call): Record<string, object> {
  const byStatus = Map.groupBy(codesOf(row), (code) => errors[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, named]) => {
      const [code] = named as [ErrorCode];
      const example = { success: false, error: errors[code].text, code };
      const description = `Refused: ${named.map((one) => `\`${one}\``).join(', ')}.`;
      return [status, { description, content: { [JSON_TYPE]: { schema: failure, example } } }];
    }),
  );
}

export const failure = { $ref: '#/components/schemas/Failure' };
