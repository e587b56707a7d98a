import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { errors } from '@vitrine/contract/errors';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { Access } from './access.ts';

const failure = { $ref: '#/components/schemas/Failure' };
/** Without a schema: the types of answers are in `contract/src/`. */
const done = { type: 'null', description: 'Done.' };
const refused = { description: 'Refused; `code` says why.', content: { 'application/json': { schema: failure } } };

/** What a caller must bring, in words; undefined where anyone may call. */
function callerOf(access: Access | undefined): string | undefined {
  if (access === undefined || access === 'public' || access === 'shopper') return undefined;
  if (access === 'game') return 'A game server, by its signature (docs/game-server-protocol.md).';
  if (access === 'provider') return 'A provider, by its own proof.';
  if (access === 'account') return 'Anyone logged in.';
  if (access === 'customer') return 'A shopper signed in at this store, by the cookie of its host.';
  return `A member of the store with the permission \`${access}\`.`;
}

/**
 * How `GET /v1/openapi.json` is made: requests from the schemas of the routes, callers from their `config.access`, and
 * the one form of every failure.
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
      const access = (route.route.config as { access?: Access } | undefined)?.access;
      const caller = callerOf(access);
      const named = caller !== undefined && !['game', 'provider', 'customer'].includes(access ?? '');
      return {
        url,
        schema: {
          ...schema,
          tags: [/^\/(?:v1\/)?([a-z]+)/.exec(url)?.[1] ?? 'other'],
          ...(caller !== undefined && { description: caller }),
          ...(named && { security: [{ token: [] }] }),
          response: { '2XX': done, '4XX': refused, '5XX': refused },
        },
      };
    },
    transformObject: jsonSchemaTransformObject,
  };
}
