import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { translate } from './dialect.ts';

type Row = Record<string, unknown>;
export interface WriteResult {
  affectedRows: number;
  insertId: number;
}

/** A city's MySQL, played by SQLite. It outlives the game server's process. */
export interface CityDatabase {
  /** While true every query waits, as with a lost connection. */
  down: boolean;
  /** Rows of a SELECT, or the result of a write. Throws SQL errors. */
  query(sql: string, params?: readonly unknown[] | Record<string, unknown>): Row[] | WriteResult;
  /** Rows for assertions and pages. */
  rows(sql: string, ...params: unknown[]): Row[];
  /** All or nothing. */
  transaction(list: ReadonlyArray<{ sql: string; params: readonly unknown[] | Record<string, unknown> }>): void;
  /** Schema and seeds, in the same dialect. */
  script(sql: string): void;
  tableNames(): string[];
  close(): void;
}

function bindable(value: unknown): SQLInputValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'number' || typeof value === 'string' || typeof value === 'bigint') return value;
  throw new Error('a parameter must be a number, a text or a boolean');
}

/**
 * Opens a city's database. `upperCaseCatalog`: MySQL 8 names `information_schema` columns in capitals, MariaDB in
 * lower case (the default). `now` is the city's clock in ms.
 */
export function openDatabase(file: string, now: () => number, upperCaseCatalog = false): CityDatabase {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
  const db = new DatabaseSync(file);
  // One writer, and this machine's disk never fails here, so nothing waits for it.
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF');
  const name = (n: string): string => (upperCaseCatalog ? n.toUpperCase() : n);
  db.exec("ATTACH ':memory:' AS information_schema");
  const catalog = [
    'table_schema',
    'table_name',
    'column_name',
    'data_type',
    'column_type',
    'is_nullable',
    'column_default',
    'column_key',
    'extra',
  ];
  db.exec(
    `CREATE TABLE information_schema.columns (${catalog.map((c) => `${name(c)} TEXT COLLATE NOCASE`).join(', ')})`,
  );
  db.exec(
    `CREATE TABLE information_schema.tables (${catalog
      .slice(0, 2)
      .map((c) => `${name(c)} TEXT COLLATE NOCASE`)
      .join(', ')})`,
  );
  const date = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
  db.function('DATABASE', () => 'cidade');
  db.function('NOW', () => date(now()));
  db.function('CURRENT_DATE_TIME', () => date(now()));
  db.function('UNIX_TIMESTAMP', { varargs: true }, (...args) =>
    Math.floor((args[0] === undefined ? now() : Date.parse(`${String(args[0]).replace(' ', 'T')}Z`)) / 1000),
  );
  db.function('FROM_UNIXTIME', (s) => date(Number(s) * 1000));
  db.function('LAST_INSERT_ID', () => db.prepare('SELECT last_insert_rowid() AS id').get()?.id ?? 0);
  db.function('GREATEST', { varargs: true }, (...args) => Math.max(...args.map(Number)));
  db.function('LEAST', { varargs: true }, (...args) => Math.min(...args.map(Number)));
  db.function('JSON_UNQUOTE', (v) => (typeof v === 'string' ? v.replace(/^"([\s\S]*)"$/, '$1') : v));

  const tableNames = (): string[] =>
    db
      .prepare("SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
      .all()
      .map((r) => String(r.name));
  const describe = (): void => {
    db.exec('DELETE FROM information_schema.columns; DELETE FROM information_schema.tables');
    const column = db.prepare(`INSERT INTO information_schema.columns VALUES ('cidade', ?, ?, ?, ?, ?, ?, ?, ?)`);
    for (const table of tableNames()) {
      db.prepare("INSERT INTO information_schema.tables VALUES ('cidade', ?)").run(table);
      for (const c of db.prepare('SELECT * FROM pragma_table_info(?)').all(table)) {
        const type = String(c.type).toLowerCase();
        const fallback = c.dflt_value === null ? null : String(c.dflt_value).replace(/^'([\s\S]*)'$/, '$1');
        const counts = c.pk === 1 && type === 'integer';
        column.run(
          table,
          String(c.name),
          type.replace(/[( ].*/, '').replace('integer', 'int'),
          type,
          c.notnull || c.pk ? 'NO' : 'YES',
          fallback,
          c.pk ? 'PRI' : '',
          counts ? 'auto_increment' : '',
        );
      }
    }
  };
  const one = (sql: string, given: readonly unknown[] | Record<string, unknown>): Row[] | WriteResult => {
    const { sql: text, params } = translate(sql, given);
    const statement = db.prepare(text);
    const values = params.map(bindable);
    const columns = statement.columns();
    if (columns.length > 0) {
      // The real drivers cast TINYINT(1) to a boolean.
      const flags = columns.filter((c) => /^tinyint\(1\)$/i.test(c.type ?? '')).map((c) => c.name);
      return statement.all(...values).map((row) => {
        const copy: Row = { ...row };
        for (const flag of flags) if (typeof copy[flag] === 'number') copy[flag] = copy[flag] !== 0;
        return copy;
      });
    }
    const done = statement.run(...values);
    if (/^\s*(create|alter|drop|rename)\b/i.test(text)) describe();
    return { affectedRows: Number(done.changes), insertId: Number(done.lastInsertRowid) };
  };
  describe();
  return {
    down: false,
    query: (sql, params = []) => one(sql, params),
    rows(sql, ...params) {
      const found = one(sql, params);
      return Array.isArray(found) ? found : [];
    },
    transaction(list) {
      db.exec('BEGIN IMMEDIATE');
      try {
        for (const { sql, params } of list) one(sql, params);
        db.exec('COMMIT');
      } catch (error) {
        db.exec('ROLLBACK');
        throw error;
      }
    },
    script(sql) {
      for (const statement of sql.split(/;\s*(?:\n|$)/)) if (statement.trim() !== '') one(statement, []);
    },
    tableNames,
    close: () => db.close(),
  };
}
