import type { Operation, Schema } from './operations.ts';

/** A sequence of numbers from 0 to 1, the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const nested = (depth: number): unknown => {
  let value: unknown = 'x';
  for (let n = 0; n < depth; n += 1) value = n % 2 ? [value] : { a: value };
  return value;
};

/** Values that replace any value. */
// biome-ignore format: a corpus is read by its kinds
const HOSTILE: readonly unknown[] = [
  null, true, false, 0, -0, -1, 1, 0.1, 1.005, -1.5, 1e-320, 1e308, -1e308, 2 ** 31, 2 ** 31 - 1, 2 ** 53, -(2 ** 63),
  '', ' ', '0', '17', '-1', '1e3', '0x10', 'NaN', 'Infinity', 'null', 'true', 'undefined', '١٢٣',
  '\u0000', 'ab\u0000cd', '\ud800', 'x\udc00y', '\ufeff', '\u202e\u200b', '😀'.repeat(60), 'e\u0301'.repeat(200), 'ß', 'İ',
  'a\r\nBcc: x@exemplo.com.br', "' or 1=1 --", '"; drop table account', '{{__proto__}}', '{{cidade', '../../etc/passwd',
  '<script>alert(1)</script>', '%00%ff', '__proto__', 'constructor', 'toString', '9999-99-99T99:99', '+275760-09-14T00:00:00Z',
  'a@b', `${'a'.repeat(64)}@${'b'.repeat(180)}.com`, 'http://169.254.169.254/', 'javascript:alert(1)', 'a'.repeat(300), 'a'.repeat(6000),
  [], {}, [[]], [null], ['a', 1, null], [[[[[]]]]], { $gt: '' }, { toString: 1, length: 3 }, { a: { b: { c: {} } } },
];

/** Too big to be tried often. */
const BULKY: readonly (() => unknown)[] = [
  () => 'a'.repeat(100_000),
  () => nested(500),
  () => Array.from({ length: 20_000 }, (_, n) => n),
  () => Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`k${n}`, n])),
];

/** Whole bodies, as bytes. */
// biome-ignore format: a corpus is read by its kinds
const RAW: readonly (string | Buffer)[] = [
  '', 'null', '"x"', '123', 'true', '[]', '{}', '{"a":', '{}{}', '{}\u0000', '\ufeff{}', 'a=b&c=d',
  Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  '{"__proto__":{"isAdmin":true},"subdomain":"a"}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"subdomain":"a","subdomain":{"b":1}}',
  '{"subdomain":["a","b"],"id":["x"]}',
  '{"a":1e999}',
  '{"a":-0,"b":0.1e-400}',
  '['.repeat(20_000) + ']'.repeat(20_000),
  `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  JSON.stringify({ a: 'x'.repeat(300 * 1024) }),
];

// biome-ignore format: a corpus is read by its kinds
const TYPES = [
  'text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data', 'multipart/form-data; boundary=x',
  'application/json; charset=utf-16', 'application/json; charset=latin1', 'application/jsonx', 'application/vnd.api+json', '*/*', 'x',
];

// biome-ignore format: a corpus is read by its kinds
const IDS = [
  '%00', 'a%00b', '%ff%fe', '%E0%A4%A', '..%2f..%2fetc%2fpasswd', '%2e%2e', '__proto__', 'constructor', 'a'.repeat(199), 'a'.repeat(3000),
  '%F0%9F%98%80', "'%20or%201=1--", '%7B%7D', '%0d%0aSet-Cookie:%20a=b', '-1', '*', 'null', '0', '%20',
];

// biome-ignore format: a corpus is read by its kinds
const HEADERS: readonly Record<string, string>[] = [
  { 'x-store': 'a'.repeat(5000) }, { 'x-store': "' or 1=1 --" }, { 'x-store': '__proto__' }, { 'x-store': '\u00ff\u00fe' },
  { authorization: '' }, { authorization: 'Bearer' }, { authorization: 'Bearer \u00e9\u00ff' }, { authorization: `Bearer ${'a'.repeat(8000)}` },
  { 'idempotency-key': 'a'.repeat(300) }, { 'idempotency-key': '\u00e9' }, { cookie: 'vitrine_login=%00%ff; __proto__=1; =; ;;' },
  { 'user-agent': '\u00ff'.repeat(1000) }, { 'x-forwarded-for': "1.2.3.4, ' or 1=1" }, { 'accept-encoding': 'gzip;q=x, *;q=-1' },
  { accept: 'text/html' }, { 'if-none-match': '"'.repeat(1000) }, { range: 'bytes=0-0,1-1,-1' }, { 'accept-language': 'a'.repeat(4000) },
];

/** A value that the schema accepts, as far as it says; `known` are values by field name. */
export function sample(schema: Schema, known: Readonly<Record<string, unknown>>, name = ''): unknown {
  if (Object.hasOwn(known, name)) return known[name];
  const choice = (schema.anyOf ?? schema.oneOf)?.find((one) => one.type !== 'null');
  if (choice) return sample(choice, known, name);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object' || schema.properties) {
    const fields = Object.entries(schema.properties ?? {});
    return Object.fromEntries(fields.map(([key, inner]) => [key, sample(inner, known, key)]));
  }
  if (type === 'array') return schema.items ? [sample(schema.items, known, name)] : [];
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 1, 1);
  if (type === 'boolean') return true;
  if (schema.format === 'email') return 'alguem@exemplo.com.br';
  if (/colou?r/i.test(name)) return '#7c3aed';
  return 'texto'.padEnd(schema.minLength ?? 0, 'x').slice(0, schema.maxLength ?? 100);
}

/** Values just inside and outside a schema's bounds. */
function boundsOf(schema: Schema): unknown[] {
  const { minimum, maximum, minLength, maxLength } = schema;
  const numbers = [minimum, maximum].flatMap((bound) =>
    bound === undefined ? [] : [bound - 1, bound, bound + 1, bound + 0.5],
  );
  const texts = [minLength, maxLength].flatMap((bound) =>
    bound === undefined || bound > 100_000
      ? []
      : [bound - 1, bound, bound + 1].map((length) => 'x'.repeat(Math.max(0, length))),
  );
  return [...numbers, ...texts];
}

const schemaAt = (schema: Schema | undefined, key: string): Schema | undefined =>
  schema?.properties?.[key] ??
  schema?.items ??
  (schema?.anyOf ?? schema?.oneOf)?.map((one) => schemaAt(one, key)).find(Boolean);

function pathsOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [[...path, key], ...pathsOf(inner, [...path, key])]);
}

function replaced(value: unknown, [key, ...rest]: string[], by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value)) return value.map((item, n) => (String(n) === key ? replaced(item, rest, by) : item));
  // An earlier change may have replaced this value.
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Record<string, unknown>;
  return { ...fields, [key]: replaced(fields[key], rest, by) };
}

/** One hostile request of a call. */
export interface Case {
  path: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
  /** What was changed, for the report of a failure. */
  words: string;
}

/** The `n`th hostile request of an operation; the same numbers give the same request. */
export function caseOf(operation: Operation, n: number, known: Readonly<Record<string, unknown>>): Case {
  const random = randomOf(n * 2_654_435_761 + operation.path.length * 97 + operation.method.length);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const words: string[] = [];
  const hostileId = random() < 0.15;
  let path = operation.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    if (hostileId && random() < 0.7) {
      const value = pick(IDS);
      words.push(`${name}=${value.slice(0, 40)}`);
      return value;
    }
    return encodeURIComponent(String(known[name] ?? known.id ?? 'x'));
  });
  if (operation.query.length > 0 || random() < 0.05) {
    const name =
      operation.query.length > 0 ? pick(operation.query).name : pick(['subdomain', 'cursor', 'limit', '__proto__']);
    const value = pick(HOSTILE);
    const text = typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value);
    path += `?${name}=${encodeURIComponent(text.slice(0, 2000))}`;
    words.push(`?${name}=${text.slice(0, 40)}`);
  }
  const headers: Record<string, string> = {};
  if (random() < 0.1) {
    Object.assign(headers, pick(HEADERS));
    words.push(`headers ${JSON.stringify(headers).slice(0, 60)}`);
  }
  if (operation.method === 'GET') return { path, headers, body: undefined, words: words.join(', ') };

  headers['content-type'] ??= random() < 0.06 ? pick(TYPES) : 'application/json';
  if (random() < 0.06) {
    const body = Buffer.from(pick(RAW) as string);
    return { path, headers, body, words: [...words, `raw ${body.toString('latin1', 0, 40)}`].join(', ') };
  }
  const good = sample(operation.body ?? { type: 'object', properties: {} }, known);
  const places = pathsOf(good);
  let body = good;
  const changes = 1 + Math.floor(random() * 3);
  for (let change = 0; change < changes; change += 1) {
    const target =
      places.length > 0 && random() < 0.93 ? pick(places) : [pick(['extra', 'isAdmin', 'id', 'subdomain', 'price'])];
    const schema = target.reduce<Schema | undefined>((inner, key) => schemaAt(inner, key), operation.body);
    const bounds = boundsOf(schema ?? {});
    const kind = random();
    const value =
      kind < 0.08
        ? undefined
        : kind < 0.35 && bounds.length > 0
          ? pick(bounds)
          : kind < 0.36
            ? pick(BULKY)()
            : pick(HOSTILE);
    body = replaced(body, target, value);
    words.push(`${target.join('.')}=${JSON.stringify(value)?.slice(0, 40)}`);
  }
  return { path, headers, body: Buffer.from(JSON.stringify(body) ?? ''), words: words.join(', ') };
}
