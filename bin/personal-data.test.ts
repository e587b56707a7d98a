import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withoutComments } from './check-imports.mjs';
import { ownersOf, writesOf } from './lib/check-tables.mjs';

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');
const feature = (path: string) => read(`server/src/features/${path}`);

const exportsOf = {
  account: ['accounts/own-data/export-account.ts', 'accounts/security-log/read-security.ts'],
  customer: ['customers/export-purchases.ts', 'customers/queries.ts'],
  store: ['exports/queries.ts'],
};
const erasuresOf = {
  account: ['accounts/own-data/erase-account.ts', 'accounts/own-data/delete-account.ts'],
  customer: ['customers/erase-purchases.ts', 'orders/forget-players.ts'],
  store: ['stores/delete-store.ts'],
};

const READS = [
  /\.(?:selectFrom|(?:inner|left)Join)\(\s*'(\w+)/g,
  // The `from` of `delete from` reads nothing.
  /(?<!\bdelete )\b(?:from|join)\s+"?(\w+)/g,
];
const readsOf = (text: string) =>
  READS.flatMap((form) => [...withoutComments(text).matchAll(form)].map(([, table]) => table));

/** A cell of the page: the names of all exports (or erasures) whose files read (or write) the table. */
const cell = (files: Record<string, string[]>, tablesOf: (text: string) => (string | undefined)[], table: string) =>
  Object.keys(files)
    .filter((name) => files[name]?.some((file) => tablesOf(feature(file)).includes(table)))
    .join(', ') || '—';

/** Tables of the schema; what is beside it (jobs, applied migrations) names nobody. */
const tables = [...ownersOf(read('server/src/db/schema.ts')).keys()].filter(
  (table) => table !== 'pgboss.job' && table !== 'schema_migration',
);
const rows = [...read('docs/personal-data.md').matchAll(/^\| `(\w+)` \| (.+?) \| (.+?) \| (.*?) ?\|$/gm)].map(
  ([, table = '', exported, erased, why]) => ({ table, exported, erased, why }),
);

test('each table has a row that says what exports and erases it', () => {
  expect(rows.map(({ table }) => table).sort(), 'rows of docs/personal-data.md').toEqual(tables.sort());
});

test('each row says what the exports and the erasures do', () => {
  const line = (table: string, exported = '', erased = '') => `${table}: exported ${exported}; erased ${erased}`;
  const real = rows.map(({ table }) => line(table, cell(exportsOf, readsOf, table), cell(erasuresOf, writesOf, table)));
  expect(
    rows.map(({ table, exported, erased }) => line(table, exported, erased)),
    'docs/personal-data.md (received), the files of exports and erasures (expected)',
  ).toEqual(real);
});

test('a table that nothing exports or nothing erases has a reason', () => {
  const silent = rows.filter(({ exported, erased, why }) => [exported, erased].includes('—') && why === '');
  expect(silent, 'rows of docs/personal-data.md whose last column says nothing').toEqual([]);
});
