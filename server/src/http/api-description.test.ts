import { errors } from '@vitrine/contract/errors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../test/app.ts';

interface Operation {
  security?: object[];
  parameters?: { name: string; in: string; required?: boolean }[];
  responses: Record<string, { content?: { 'application/json': { schema: { $ref: string } } } }>;
}
interface Description {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
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

test('every part of a path is described', () => {
  for (const [path, operations] of Object.entries(description.paths)) {
    const parts = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    for (const { parameters = [] } of Object.values(operations)) {
      expect(parameters.filter((one) => one.in === 'path').map((one) => one.name)).toEqual(parts);
    }
  }
});

test('says which calls need a login, and the shape of every failure', () => {
  expect(description.paths['/v1/login']?.post).not.toHaveProperty('security');
  expect(description.paths['/v1/products']?.post).not.toHaveProperty('security');
  expect(description.paths['/v1/profile']?.get?.security).toEqual([{ token: [] }]);
  expect(description.paths['/v1/order']?.post?.security).toEqual([{ token: [] }]);
  for (const operation of Object.values(description.paths).flatMap((operations) => Object.values(operations))) {
    expect(operation.responses['4XX']?.content?.['application/json'].schema.$ref).toBe('#/components/schemas/Failure');
  }
  expect(description.components.schemas.Failure).toMatchObject({
    properties: { code: { enum: Object.keys(errors) } },
  });
});
