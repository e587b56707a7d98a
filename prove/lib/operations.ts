import type { World } from './world.ts';

/** A JSON schema, as far as the API's description uses it. */
export interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
  [other: string]: unknown;
}

/** One call of the API, from the product's own description. */
export interface Operation {
  method: string;
  /** With `{name}` in place of a value. */
  path: string;
  /** Schema of the body; undefined without one. */
  body: Schema | undefined;
  query: { name: string; schema: Schema }[];
  /** Whether it needs a login. */
  login: boolean;
  /** Whether it needs a role in the named store. */
  permission: boolean;
}

interface Description {
  paths: Record<
    string,
    Record<
      string,
      {
        description?: string;
        security?: unknown[];
        requestBody?: { content?: Record<string, { schema?: Schema }> };
        parameters?: { name: string; in: string; schema?: Schema }[];
      }
    >
  >;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** Every call of the running product, from `/v1/openapi.json`. */
export async function operations(world: World): Promise<Operation[]> {
  const description = await world.demand('GET /openapi.json');
  // The table of calls describes this answer only as "an OpenAPI document", so its form is stated here.
  const { paths } = description as unknown as Description;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, one]) => ({
        method: method.toUpperCase(),
        path,
        body: Object.values(one.requestBody?.content ?? {})[0]?.schema,
        query: (one.parameters ?? [])
          .filter((parameter) => parameter.in === 'query')
          .map(({ name, schema = {} }) => ({ name, schema })),
        login: (one.security ?? []).length > 0,
        permission: (one.description ?? '').startsWith('A member of the store'),
      })),
  );
}
