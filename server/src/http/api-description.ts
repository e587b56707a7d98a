import { API } from '@vitrine/contract/calls/address';
import type { Call } from '@vitrine/contract/calls/call';
import { calls } from '@vitrine/contract/calls/table';
import { errors, type Failure } from '@vitrine/contract/errors';
import {
  bodyOf,
  callerOf,
  failure,
  headersOf,
  type Operation,
  placedIn,
  refusalsOf,
  securityOf,
  securitySchemes,
  successOf,
} from './describe-call.ts';
import { webhookSecurity, webhooks } from './webhooks-description.ts';

/** The fields of a failure. The type check fails while a new field is missing here. */
const failureFields: Record<keyof Failure, object> = {
  success: { type: 'boolean', enum: [false] },
  error: {
    description: 'A text for people (pt-BR), or a list of texts.',
    oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
  },
  code: { type: 'string', enum: Object.keys(errors) },
  field: { type: 'string', description: 'The field of the form that the text belongs to.' },
  challenge: {
    description: 'With `proof_required`: the proof of work to solve.',
    type: 'object',
    required: ['challenge', 'puzzles', 'bits'],
    properties: { challenge: { type: 'string' }, puzzles: { type: 'integer' }, bits: { type: 'integer' } },
  },
  reference: { type: 'string', description: "With `order_pending`: the buyer's own unpaid order." },
  change: {
    description: 'With `changed_meanwhile`: the save that came between.',
    type: 'object',
    required: ['by', 'at', 'current'],
    properties: {
      by: { type: ['string', 'null'], description: 'The name of whoever saved it.' },
      at: { type: ['string', 'null'], format: 'date-time' },
      current: { description: 'The thing as it is now, in the form in which the call that reads it answers it.' },
    },
  },
  requestId: { type: 'string', description: 'Finds the request in the logs.' },
  now: { type: 'integer', description: 'Only to a game server, with `clock_skew`: our clock, in s since 1970.' },
  retry_after_ms: { type: 'integer', description: 'Only to a game server: the pause before the next call, in ms.' },
};

const refused = { description: 'Refused; `code` says why.', content: { 'application/json': { schema: failure } } };

const about = `Lojas de servidores de jogo: catálogo, pedidos, pagamentos e entregas.

- **Entrar**: \`POST /v1/login\` responde um \`token\`; envie-o em \`Authorization: Bearer <token>\`.
- **Loja**: \`subdomain\` no corpo ou no endereço, ou o cabeçalho \`X-Store\`.
- **Valores** são números em reais, com até duas casas. **Datas** são ISO 8601 em UTC.
- **Recusas** têm sempre a mesma forma. Decida pelo \`code\`, que não muda; \`error\` é o texto para pessoas.
- **Pedidos**: mande um \`Idempotency-Key\` por pedido, e repetir a chamada não cria outro.`;

/**
 * What `GET /v1/openapi.json` answers: OpenAPI 3.1, made from the table of calls alone, so a build can make it
 * without a running product. `publicUrl` is the address of the platform's own host.
 */
export function describeApi(publicUrl: string) {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [name, row] of Object.entries<Call>(calls)) {
    const [method = '', path = ''] = name.split(' ');
    const place = `${API}${(row.alsoAt ?? path).replace(/:(\w+)/g, '{$1}')}`;
    paths[place] = { ...paths[place], [method.toLowerCase()]: describe(place, row) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'API da Vitrine', version: '1', description: about },
    servers: [{ url: publicUrl }],
    components: {
      securitySchemes: { ...securitySchemes, ...webhookSecurity },
      schemas: {
        Failure: {
          type: 'object',
          required: ['success', 'error', 'code'],
          properties: failureFields,
        },
      },
    },
    paths,
    webhooks,
  };
}

function describe(place: string, row: Call): Operation {
  const caller = callerOf(row);
  const body = bodyOf(row);
  return {
    operationId: row.id,
    summary: row.says,
    ...(caller !== undefined && { description: caller }),
    tags: [place.split('/')[2]?.replace(/\..*/, '') ?? 'other'],
    security: securityOf(row),
    parameters: [...placedIn('path', row.params), ...placedIn('query', row.query), ...headersOf(row)],
    ...(body && { requestBody: body }),
    responses: { ...successOf(row), ...refusalsOf(row), '4XX': refused, '5XX': refused },
  };
}
