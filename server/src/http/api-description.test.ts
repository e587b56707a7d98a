import type { Call } from '@vitrine/contract/calls/call';
import { calls } from '@vitrine/contract/calls/table';
import { errors } from '@vitrine/contract/errors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../test/app.ts';

type Content = Record<string, { schema: { $ref?: string; oneOf?: object[] }; example?: unknown }>;
interface Operation {
  operationId?: string;
  summary?: string;
  security?: object[];
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}
interface Description {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; securitySchemes: Record<string, object> };
}

let app: TestApp;
let description: Description;
beforeAll(async () => {
  app = await createTestApp();
  description = (await app.get('/v1/openapi.json')).json<Description>();
});
afterAll(() => app.close());

test('every reference has its target, and no schema is repeated or unused', () => {
  const text = JSON.stringify(description);
  const named = new Set([...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name));
  const schemas = Object.entries(description.components.schemas);
  expect([...named].sort()).toEqual(schemas.map(([name]) => name).sort());
  expect(new Set(schemas.map(([, schema]) => JSON.stringify(schema))).size).toBe(schemas.length);
});

test('is sent compressed, and not again to whoever has it', async () => {
  const sent = await app.get('/v1/openapi.json', { headers: { 'accept-encoding': 'gzip, br' } });
  expect(sent.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-encoding': 'br',
    'cache-control': 'public, max-age=0, must-revalidate',
    vary: 'accept-encoding',
    'x-content-type-options': 'nosniff',
  });
  expect(Number(sent.headers['content-length'])).toBeLessThan(JSON.stringify(description).length / 5);
  const etag = String(sent.headers.etag);
  const again = await app.get('/v1/openapi.json', { headers: { 'accept-encoding': 'br', 'if-none-match': etag } });
  expect(again).toMatchObject({ status: 304, text: '' });
  // Another encoding is other bytes.
  const plain = await app.get('/v1/openapi.json', { headers: { 'if-none-match': etag } });
  expect(plain.status).toBe(200);
  expect(plain.headers).not.toHaveProperty('content-encoding');
  expect(plain.json()).toEqual(description);
});

test('every part of a path is described', () => {
  for (const [path, operations] of Object.entries(description.paths)) {
    const parts = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    for (const { parameters = [] } of Object.values(operations)) {
      expect(parameters.filter((one) => one.in === 'path').map((one) => one.name)).toEqual(parts);
    }
  }
});

const operations = () => Object.values(description.paths).flatMap((methods) => Object.values(methods));

test('says which calls need a login, and the shape of every failure', () => {
  expect(description.paths['/v1/login']?.post?.security).toEqual([]);
  expect(description.paths['/v1/products']?.post?.security).toEqual([{}, { token: [] }]);
  expect(description.paths['/v1/profile']?.get?.security).toEqual([{ token: [] }]);
  expect(description.paths['/v1/order']?.post?.security).toEqual([{ token: [] }]);
  expect(description.paths['/v1/order/own']?.post?.security).toEqual([{}, { customer: [] }]);
  expect(description.paths['/v1/order/quote']?.post?.security).toEqual([{}, { token: [] }, { customer: [] }]);
  expect(description.paths['/v1/login/discord']?.post?.security).toEqual([{}, { token: [] }]);
  expect(description.paths['/v1/customer/export']?.get?.security).toEqual([{ customer: [] }]);
  expect(description.paths['/v1/game/sync']?.post?.security).toEqual([{ game: [] }]);
  for (const operation of operations()) {
    expect(operation.responses['4XX']?.content?.['application/json']?.schema.$ref).toBe('#/components/schemas/Failure');
    const schemes = (operation.security ?? []).flatMap((wanted) => Object.keys(wanted));
    expect(Object.keys(description.components.securitySchemes)).toEqual(expect.arrayContaining(schemes));
  }
  expect(description.components.schemas.Failure).toMatchObject({
    properties: { code: { enum: Object.keys(errors) }, challenge: {}, reference: {}, now: {}, retry_after_ms: {} },
  });
});

const described = Object.entries(calls).map(([name, row]: [string, Call]) => {
  const [method = '', path = ''] = name.split(' ');
  const place = `/v1${(row.alsoAt ?? path).replace(/:(\w+)/g, '{$1}')}`;
  return [name, row, () => description.paths[place]?.[method.toLowerCase()] as Operation] as const;
});

/** Content types of the success that a row promises. */
function typesOf({ answer, file, events }: Call): readonly string[] {
  if (file) return file;
  if (events) return ['text/event-stream'];
  return answer ? ['application/json'] : [];
}

test.each(described)('%s is described by its row', (_name, row, operation) => {
  const { operationId, summary, parameters = [], requestBody, responses } = operation();
  expect([operationId, summary]).toEqual([row.id, row.says]);
  const types = typesOf(row);
  const successes = [
    ...(types.length > 0 ? ['200'] : []),
    ...(row.same ? ['304'] : []),
    ...(row.redirect ? [String(row.redirect)] : []),
  ];
  expect(Object.keys(responses).filter((status) => /^[23]/.test(status))).toEqual(successes);
  expect(Object.keys(responses['200']?.content ?? {})).toEqual(types);
  if (row.answer) {
    const json = responses['200']?.content?.['application/json'];
    // An object, or one of several that differ by a field.
    for (const schema of json?.schema.oneOf ?? [json?.schema]) expect(schema).toMatchObject({ type: 'object' });
    expect(json?.example).toEqual(row.example.answer);
  }
  const sent = row.upload ? 'multipart/form-data' : row.body ? 'application/json' : undefined;
  expect(Object.keys(requestBody?.content ?? {})[0]).toBe(sent);
  if (row.body) expect(requestBody?.content['application/json']?.example).toEqual(row.example.body);
  for (const code of row.refusals) {
    expect(JSON.stringify(responses[errors[code].status])).toContain(`\`${code}\``);
  }
  const headers = parameters.filter((one) => one.in === 'header').map((one) => one.name);
  expect(headers).toEqual(expect.arrayContaining(Object.keys(row.headers?.shape ?? {})));
});

test('an order is repeated by its key, a store is named by a header, and a game server signs with four', () => {
  const headersOf = (path: string) =>
    (description.paths[path]?.post?.parameters ?? []).filter((one) => one.in === 'header').map((one) => one.name);
  expect(headersOf('/v1/order/create')).toEqual(['idempotency-key', 'X-Store']);
  expect(headersOf('/v1/order')).toEqual(['X-Store']);
  expect(headersOf('/v1/game/sync')).toEqual(['x-vitrine-server', 'x-vitrine-time', 'x-vitrine-nonce']);
  expect(description.components.securitySchemes.game).toMatchObject({ name: 'x-vitrine-signature' });
});

test('the description is OpenAPI 3.1, each operation has a name of its own, and what providers send is told', () => {
  expect(description.openapi).toBe('3.1.0');
  const received = Object.values(description.webhooks).flatMap((methods) => Object.values(methods));
  const named = [...operations(), ...received].flatMap(({ operationId }) => operationId ?? []);
  expect(new Set(named).size).toBe(named.length);
  expect(Object.keys(description.webhooks)).toEqual(['paymentNotice', 'planPaymentNotice', 'discordInteraction']);
});
