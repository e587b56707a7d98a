import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** The list of applied migrations belongs to `migrate.ts`. Kysely never reads it. */
const OWN_OF_MIGRATIONS = 'schema_migration';

/** PostgreSQL's types as `pool.ts` reads them. */
const KINDS: Record<string, string> = {
  text: 'text',
  date: 'text',
  xid8: 'text',
  integer: 'number',
  smallint: 'number',
  bigint: 'number',
  boolean: 'boolean',
  bytea: 'bytes',
  jsonb: 'json',
  'timestamp with time zone': 'time',
  'text[]': 'texts',
  'integer[]': 'numbers',
  tsvector: 'text',
};

/** One text for each column of the migrated database: its kind, whether it may be null, whether the database fills it. */
async function columnsOfDatabase(): Promise<Map<string, string>> {
  const { rows } = await database.pool.query<{ table: string; column: string; type: string; marks: string[] }>(`
    select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type,
           array_remove(array[
             case when not a.attnotnull then 'null' end,
             case when a.attidentity = 'a' or a.attgenerated <> '' then 'always filled'
                  when a.atthasdef or a.attidentity <> '' then 'filled' end], null) as marks
      from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped`);
  return new Map(
    rows
      .filter(({ table }) => table !== OWN_OF_MIGRATIONS)
      .map(({ table, column, type, marks }) => [
        `${table}.${column}`,
        [KINDS[type] ?? `${type} (a type without a kind)`, ...marks].join(', '),
      ]),
  );
}

/** The same text from a column's type, as `db/tables/*.ts` writes it. */
function describe(type: string): string {
  const [, filled, inside = ''] = /^(?:(Generated(?:Always)?)<)?([\s\S]+?)$/.exec(type) ?? [];
  const value = (filled ? inside.replace(/>$/, '') : inside).trim();
  const nullable = /^(?!Json<).*\| null$|^Json<.*> \| null$/s.test(value);
  const kind = kindOf(nullable ? value.replace(/\s*\| null$/, '') : value);
  const marks = [nullable && 'null', filled && (filled === 'GeneratedAlways' ? 'always filled' : 'filled')];
  return [kind, ...marks.filter(Boolean)].join(', ');
}

function kindOf(type: string): string {
  if (/^Json(<.*>)?$/s.test(type)) return 'json';
  if (/^(\|\s*)?'[^']*'(\s*\|\s*'[^']*')*$/.test(type)) return 'text';
  const kinds: Record<string, string> = {
    string: 'text',
    ActionTarget: 'text',
    EventKindName: 'text',
    EventNews: 'text',
    number: 'number',
    boolean: 'boolean',
    Buffer: 'bytes',
    Timestamp: 'time',
    'string[]': 'texts',
    'number[]': 'numbers',
  };
  return kinds[type] ?? `${type} (a type without a kind)`;
}

function columnsOfTypes(): Map<string, string> {
  const read = (file: string) =>
    readFileSync(join(import.meta.dirname, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  const files = readdirSync(join(import.meta.dirname, 'tables')).map((file) => read(`tables/${file}`));
  const interfaces = new Map(
    [...files.join('\n').matchAll(/^export interface (\w+) \{\n([\s\S]*?)^\}/gm)].map(([, name, body]) => [name, body]),
  );
  const tables = [...read('schema.ts').matchAll(/^ {2}(\w+): (\w+);$/gm)];
  return new Map(
    tables.flatMap(([, table, name]) =>
      [...(interfaces.get(name) ?? '').matchAll(/^ {2}(\w+):\s*([^;]+);/gm)].map(
        ([, column, type = '']): [string, string] => [`${table}.${column}`, describe(type)],
      ),
    ),
  );
}

test('each column of the migrated database has its type, and no type names a column that is not there', async () => {
  const [database, types] = [await columnsOfDatabase(), columnsOfTypes()];
  expect(database.size).toBeGreaterThan(400);
  const sorted = (columns: Map<string, string>) => Object.fromEntries([...columns].sort());
  expect(sorted(types)).toEqual(sorted(database));
});

test.each([
  ['string', 'text'],
  ["'on' | 'off' | null", 'text, null'],
  ["Generated<\n    | 'a'\n    | 'b'\n  >", 'text, filled'],
  ['Generated<Timestamp | null>', 'time, null, filled'],
  ['GeneratedAlways<number>', 'number, always filled'],
  ['Generated<Json<Record<string, string | null>>>', 'json, filled'],
  ['Json | null', 'json, null'],
  ['Generated<string[]>', 'texts, filled'],
  ['Money', 'Money (a type without a kind)'],
])('the type %s is read as: %s', (type, kind) => {
  expect(describe(type)).toBe(kind);
});
