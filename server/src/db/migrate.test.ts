import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { migrate, readMigrations } from './migrate.ts';
import { createPool } from './pool.ts';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'vitrine-migrations-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await database.close();
});

function write(name: string, files: Record<string, string>): string {
  const path = join(folder, name);
  mkdirSync(path);
  for (const [file, sql] of Object.entries(files)) writeFileSync(join(path, file), sql);
  return path;
}

/** One more migration after the project's own. */
function further(sql: string) {
  const own = readMigrations();
  const version = own.length + 1;
  return [...own, { version, name: `${version}_further.sql`, sql, checksum: `checksum of ${sql}` }];
}

test('the template is at the last migration, and migrating it again does nothing', async () => {
  expect(await migrate(database.pool)).toBe(0);
});

test('a failed migration leaves nothing behind', async () => {
  const broken = further('create table half_done (id int); select 1 / 0');
  await expect(migrate(database.pool, broken)).rejects.toThrow(/failed: division by zero/);
  const found = await database.pool.query("select to_regclass('half_done') as it");
  expect(found.rows[0].it).toBeNull();
});

test('several processes at once run each migration once', async () => {
  const migrations = further('create table once (id int); insert into once values (1)');
  const pools = [1, 2, 3].map(() => createPool(database.connection, { onError: () => {} }));
  const counts = await Promise.all(pools.map((pool) => migrate(pool, migrations)));
  await Promise.all(pools.map((pool) => pool.end()));
  expect(counts.sort()).toEqual([0, 0, 1]);
});

test('a migration that changed after it ran is refused', async () => {
  const changed = readMigrations().map((migration) => ({ ...migration, checksum: 'other' }));
  await expect(migrate(database.pool, changed)).rejects.toThrow(/was changed after it ran/);
});

test('files must have numbers without a gap', () => {
  expect(readMigrations(write('good', { '0001_a.sql': '', '0002_b.sql': '', 'notes.txt': '' }))).toHaveLength(2);
  expect(() => readMigrations(write('gap', { '0001_a.sql': '', '0003_b.sql': '' }))).toThrow(/expected number 2/);
  expect(() => readMigrations(write('name', { '1-a.sql': '' }))).toThrow(/expected number 1/);
});
