import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import type { Access, Call } from '@vitrine/contract/calls/call';
import { type CallName, calls } from '@vitrine/contract/calls/table';
import { errors } from '@vitrine/contract/errors';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import {
  bodyOf,
  callerOf,
  failure,
  headersOf,
  type Operation,
  refusalsOf,
  securityOf,
  securitySchemes,
  successOf,
} from './describe-call.ts';
import { webhookSecurity, webhooks } from './webhooks-description.ts';

const refused = { description: 'Refused; `code` says why.', content: { 'application/json': { schema: failure } } };
/** The answer of a route without a row in the table of calls. */
const done = { type: 'null', description: 'Done.' };
const rows = new Map<string | undefined, Call>(Object.values(calls).map((row: Call) => [row.id, row]));

/**
 * The settings of `GET /v1/openapi.json`: requests from the routes' schemas, callers from their `config.access`, and
 * the one shape of every failure. `describeCalls` adds what only the table of calls knows.
 */
export function apiDescription(publicUrl: string): FastifyDynamicSwaggerOptions {
  return {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Vitrine',
        version: '1',
        description: 'Stores of game servers: catalogue, orders, payments, deliveries. Texts for people are pt-BR.',
      },
      servers: [{ url: publicUrl }],
      components: {
        securitySchemes: { ...securitySchemes, ...webhookSecurity },
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
      // Answers are described by their rows; the routes hold them as the serialiser wants them.
      const { response: _, ...asked } = route.schema ?? {};
      const { schema, url } = jsonSchemaTransform({ ...route, schema: asked });
      if (schema?.hide) return { schema, url };
      const { access, call } = (route.route.config ?? {}) as { access?: Access; call?: CallName };
      const row: Call | undefined = call && calls[call];
      const caller = callerOf(access);
      const { headers: __, ...read } = (schema ?? {}) as Record<string, unknown>;
      return {
        url,
        schema: {
          ...read,
          tags: [/^\/(?:v1\/)?([a-z]+)/.exec(url)?.[1] ?? 'other'],
          ...(row && { operationId: row.id, summary: row.says }),
          ...(caller !== undefined && { description: caller }),
          security: securityOf(access),
          response: { '2XX': done, '4XX': refused, '5XX': refused },
        },
      };
    },
    transformObject: jsonSchemaTransformObject,
  };
}

interface Description {
  paths?: Record<string, Record<string, Operation>>;
}

/** The description with what the table of calls says of each call: headers, forms, examples, successes and refusals. */
export function describeCalls(document: object): object {
  const { paths = {} } = document as Description;
  const described = Object.entries(paths).map(([path, operations]) => [
    path,
    Object.fromEntries(Object.entries(operations).map(([method, operation]) => [method, describe(operation)])),
  ]);
  return { ...document, paths: Object.fromEntries(described), webhooks };
}

function describe(operation: Operation): Operation {
  const row = rows.get(operation.operationId);
  if (!row) return operation;
  const { parameters = [], requestBody, responses, ...rest } = operation;
  const { '4XX': other = refused, '5XX': fault = refused } = responses;
  const body = bodyOf(row, requestBody);
  return {
    ...rest,
    parameters: [...parameters, ...headersOf(row)],
    ...(body && { requestBody: body }),
    responses: { ...successOf(row), ...refusalsOf(row), '4XX': other, '5XX': fault },
  };
}
