import type { z } from 'zod';

/** The inputs of hostile clients. They are few enough to try on every route and field within seconds. */

function nested(depth: number): unknown {
  let value: unknown = 'x';
  for (let n = 0; n < depth; n += 1) value = n % 2 ? [value] : { a: value };
  return value;
}

/** Too big to try at every depth, so they replace only a body's top fields. */
const bulky: unknown[] = [
  'a'.repeat(20_000),
  nested(400),
  Array.from({ length: 10_000 }, (_, n) => n),
  Array.from({ length: 200 }, () => '\u0000'),
];

/** Values that replace each field. */
const hostileValues: unknown[] = [
  null,
  true,
  0,
  -1,
  1.005,
  1e308,
  9_007_199_254_740_992,
  2_147_483_648,
  '',
  ' ',
  '17',
  '-0',
  '١٢٣',
  'NaN',
  '\u0000',
  'ab\u0000cd',
  '\ud800',
  'x\udc00y',
  '😀'.repeat(60),
  '\u202e\u200b\ufeff',
  'a\r\nBcc: x@example.com',
  "'; drop table account; --",
  '{{__proto__}}{{cidade',
  '../../../etc/passwd',
  '<script>alert(1)</script>',
  '%00%ff',
  '__proto__',
  'constructor',
  '9999-99-99T99:99',
  '+275760-09-14T00:00:00Z',
  '-000001-01-01T00:00:00Z',
  [],
  {},
  [[]],
  ['a', 1, null],
  { $gt: '' },
  { toString: 1, length: 3 },
];

/** Fields that the door reads before any schema does (http/door.ts). */
const BEFORE_THE_SCHEMA = new Set(['id', 'subdomain', 'productData', 'productData.subdomain']);

/** A hostile body, and what of it is hostile. */
export interface Mutation {
  what: string;
  body: unknown;
}

/** Several mutations with one value that the schema of their route accepts. */
interface Accepted {
  /** All of their fields replaced at once. */
  together: unknown;
  each: Mutation[];
}

/**
 * The body with one field, at any depth, replaced by each value, and with each field left out. The schema reads all
 * of these bodies here. Those in `single` are sent one by one. Bodies with the same refusal at the same field give the same
 * answer, so one of them is enough. For each of `accepted`, it is enough to send `together` if its answer is good, because
 * then every field of it went all the way. Otherwise `each` is sent.
 */
export function mutations(body: object, schema: z.ZodType | undefined): { single: Mutation[]; accepted: Accepted[] } {
  const single: Mutation[] = [];
  const refusals = new Set<string>();
  const paths = pathsOf(body);
  const accepted = [...hostileValues, undefined].map((value) => {
    const good = paths.filter((path) => {
      const mutation = { what: `${path.join('.')}: ${show(value)}`, body: replaced(body, path, value) };
      if (!schema || BEFORE_THE_SCHEMA.has(path.join('.'))) {
        single.push(mutation);
        return false;
      }
      const read = schema.safeParse(JSON.parse(JSON.stringify(mutation.body)));
      if (read.success) return true;
      const refusal = JSON.stringify([path, read.error.issues.map((issue) => [issue.message, issue.path])]);
      if (!refusals.has(refusal)) single.push(mutation);
      refusals.add(refusal);
      return false;
    });
    const inner = good.filter((path) => !good.some((other) => other.join('.').startsWith(`${path.join('.')}.`)));
    const each = good.map((path) => ({ what: `${path.join('.')}: ${show(value)}`, body: replaced(body, path, value) }));
    return { together: inner.reduce<unknown>((all, path) => replaced(all, path, value), body), each };
  });
  for (const path of paths.filter(({ length }) => length === 1)) {
    for (const value of bulky) single.push({ what: `${path}: ${show(value)}`, body: replaced(body, path, value) });
  }
  for (const { each } of accepted) if (each.length === 1) single.push(...each);
  return { single, accepted: accepted.filter(({ each }) => each.length > 1) };
}

/** The beginning of a value, for the name of a fault. */
export const show = (value: unknown) => (JSON.stringify(value) ?? 'left out').slice(0, 80);

function pathsOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [[...path, key], ...pathsOf(inner, [...path, key])]);
}

function replaced(value: unknown, [key, ...rest]: string[], by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value)) return value.map((item, n) => (String(n) === key ? replaced(item, rest, by) : item));
  const fields = value as Record<string, unknown>;
  return { ...fields, [key]: replaced(fields[key], rest, by) };
}

/** Whole bodies, as bytes. */
export const rawBodies: [string, string | Buffer][] = [
  ['nothing', ''],
  ['null', 'null'],
  ['a text', '"x"'],
  ['a number', '123'],
  ['true', 'true'],
  ['a list', '[]'],
  ['an empty object', '{}'],
  ['cut off', '{"subdomain":'],
  ['not JSON', 'subdomain=a&id=b'],
  ['two documents', '{}{}'],
  ['a NUL at the end', '{}\u0000'],
  ['a byte order mark', '\ufeff{}'],
  ['no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['a prototype', '{"__proto__":{"isAdmin":true},"subdomain":"a"}'],
  ['a constructor', '{"constructor":{"prototype":{"isAdmin":true}}}'],
  ['a prototype inside', '{"productData":{"__proto__":{"subdomain":"a"}}}'],
  ['lists, 20 000 deep', '['.repeat(20_000) + ']'.repeat(20_000)],
  ['objects, 10 000 deep', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
  ['10 000 keys', JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`k${n}`, n])))],
  ['the same key twice', '{"subdomain":"a","subdomain":{"b":1}}'],
  ['an object of a store', '{"subdomain":{"toLowerCase":1},"id":{"a":1}}'],
  ['a list of stores', '{"subdomain":["a","b"],"id":["x"]}'],
  ['half a megabyte', JSON.stringify({ a: 'x'.repeat(512 * 1024) })],
];

/** Wrong content types for a JSON body. */
export const hostileTypes = [
  'text/plain',
  'text/html',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/json\t; x',
  'application/jsonx',
  'application/vnd.api+json',
  ' ',
  '*/*',
  'a'.repeat(500),
];

/** Replacements for ids in addresses. */
export const hostileIds = [
  '%00',
  'a%00b',
  '%ff%fe',
  '%E0%A4%A',
  '..%2f..%2fetc%2fpasswd',
  '%2e%2e',
  '__proto__',
  'constructor',
  'a'.repeat(199),
  'a'.repeat(5000),
  '%F0%9F%98%80',
  "'%20or%201=1--",
  '%7B%7D',
  '%0d%0aSet-Cookie:%20a=b',
  '-1',
  '*',
  'null',
];

/** Added to a good request. */
export const hostileHeaders: Record<string, string>[] = [
  { 'x-store': 'a'.repeat(5000) },
  { 'x-store': "' or 1=1 --" },
  { 'x-store': '__proto__' },
  { 'x-store': '\u00ff\u00fe' },
  { authorization: '' },
  { authorization: 'Bearer' },
  { authorization: 'Bearer \u00e9\u00ff' },
  { authorization: `Bearer ${'a'.repeat(8000)}` },
  { authorization: "Bearer ' or 1=1 --aaaaaaaaaaaaaaaaaa" },
  { 'idempotency-key': 'a'.repeat(300) },
  { 'idempotency-key': '\u00e9 \u00ff' },
  { 'idempotency-key': '' },
  { cookie: `vitrine_login=${'a'.repeat(3000)}` },
  { cookie: 'vitrine_login=%00%ff; __proto__=1; =; ;;' },
  { 'user-agent': '\u00ff'.repeat(1000) },
  { 'x-forwarded-for': "1.2.3.4, ' or 1=1" },
  { 'x-request-id': '<script>' },
  { host: '\u00ff.vitrine.localhost' },
  { host: `${'a.'.repeat(2000)}vitrine.localhost` },
  { 'accept-encoding': 'gzip;q=x, *;q=-1' },
  { accept: 'application/xml' },
  { 'if-none-match': '"'.repeat(1000) },
  { 'content-length': 'x' },
  { 'transfer-encoding': 'identity' },
  { range: 'bytes=0-0,1-1,-1' },
];
