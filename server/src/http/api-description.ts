import { API } from '@vitrine/contract/calls/address';
import type { Call } from '@vitrine/contract/calls/call';
import { calls } from '@vitrine/contract/calls/table';
import { errors } from '@vitrine/contract/errors';
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
    paths,
    webhooks,
  };
}

function describe(place: string, row: Call): Operation {
  const caller = callerOf(row.access);
  const body = bodyOf(row);
  return {
    operationId: row.id,
    summary: row.says,
    ...(caller !== undefined && { description: caller }),
    tags: [place.split('/')[2]?.replace(/\..*/, '') ?? 'other'],
    security: securityOf(row.access),
    parameters: [...placedIn('path', row.params), ...placedIn('query', row.query), ...headersOf(row)],
    ...(body && { requestBody: body }),
    responses: { ...successOf(row), ...refusalsOf(row), '4XX': refused, '5XX': refused },
  };
}
