import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import type { Access, Call } from '@vitrine/contract/calls/call';
import { type CallName, calls } from '@vitrine/contract/calls/table';
import { errors } from '@vitrine/contract/errors';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';

const failure = { $ref: '#/components/schemas/Failure' };
/** Without a schema: the types of answers are in `contract/src/`. */
const done = { type: 'null', description: 'Done.' };
const refused = { description: 'Refused; `code` says why.', content: { 'application/json': { schema: failure } } };

/** What a caller must bring, in words. Undefined if everyone may call. */
function callerOf(access: Access | undefined): string | undefined {
  if (access === undefined || access === 'public' || access === 'shopper') return undefined;
  if (access === 'game') return 'A game server, by its signature (docs/game-server-protocol.md).';
  if (access === 'provider') return 'A provider, by its own proof.';
  if (access === 'account') return 'Anyone logged in.';
  if (access === 'customer') return 'A shopper signed in at this store, by the cookie of its host.';
  return `A member of the store with the permission \`${access}\`.`;
}

/** The success answer of this call, with its example. */
function answered({ answer, file, events, redirect, example }: Call, response: unknown): Record<string, object> {
  const leads = redirect && { [redirect]: { description: 'Leads to another address.' } };
  if (events) {
    const description = `Server-sent events: ${Object.keys(events).join(', ')}.`;
    return { '200': { description, content: { 'text/event-stream': { schema: { type: 'string' } } } } };
  }
  if (file) {
    const schema = { type: 'string', format: 'binary' };
    return {
      '200': { description: 'The file.', content: Object.fromEntries(file.map((type) => [type, { schema }])) },
    };
  }
  if (!answer) return { ...leads };
  const schema = (response as Record<string, object> | undefined)?.['200'] ?? {};
  const content = { 'application/json': { schema, example: example.answer } };
  return { '200': { description: 'Done.', content }, ...leads };
}

/** The codes that this call refuses with, beside those of its access, each with its status. */
const refusalsOf = ({ refusals }: Call) =>
  `Refused: ${refusals.map((code) => `\`${code}\` (${errors[code].status})`).join(', ')}, or for who asks.`;

/**
 * The settings of `GET /v1/openapi.json`: requests from the routes' schemas, callers from their `config.access`, and
 * the one shape of every failure.
 */
export function apiDescription(publicUrl: string): FastifyDynamicSwaggerOptions {
  return {
    openapi: {
      info: { title: 'Vitrine', version: '1' },
      servers: [{ url: publicUrl }],
      components: {
        securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
        schemas: {
          Failure: {
            type: 'object',
            required: ['success', 'error', 'code'],
            properties: {
              success: { type: 'boolean', enum: [false] },
              error: { oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
              code: { type: 'string', enum: Object.keys(errors) },
              field: { type: 'string' },
              requestId: { type: 'string' },
            },
          },
        },
      },
    },
    transform: (route) => {
      const { schema, url } = jsonSchemaTransform(route);
      if (schema?.hide) return { schema, url };
      const { access, call } = (route.route.config ?? {}) as { access?: Access; call?: CallName };
      const row: Call | undefined = call && calls[call];
      const caller = callerOf(access);
      const needsToken = caller !== undefined && !['game', 'provider', 'customer'].includes(access ?? '');
      return {
        url,
        schema: {
          ...schema,
          tags: [/^\/(?:v1\/)?([a-z]+)/.exec(url)?.[1] ?? 'other'],
          ...(row && { operationId: row.id, summary: row.says }),
          ...(caller !== undefined && { description: caller }),
          ...(needsToken && { security: [{ token: [] }] }),
          response: {
            ...(row ? answered(row, schema?.response) : { '2XX': done }),
            '4XX': row && row.refusals.length > 0 ? { ...refused, description: refusalsOf(row) } : refused,
            '5XX': refused,
          },
        },
      };
    },
    transformObject: jsonSchemaTransformObject,
  };
}
