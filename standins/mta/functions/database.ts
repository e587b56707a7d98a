import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { bytesOf, Handle, textOf, type Value } from '../wire.ts';
import { type Connection, handle, passKillPoint, type World } from '../world.ts';
import { type Functions, Many } from './function.ts';

/**
 * [sqlite] is Server/mods/deathmatch/logic/CDatabaseConnectionSqlite.cpp at 061b858, [db] luadefs/CLuaDatabaseDefs.cpp at 69c0c19,
 * both of multitheftauto/mtasa-blue.
 */

/** [sqlite] BeginAutomaticTransaction: an open transaction ends when a query comes so long after its begin. */
const BATCH_MS = 1500;

/** [sqlite] InsertQueryArgumentsSqlite: values become part of the query's text, and a zero byte ends it. */
function withValues(sql: string, values: Value[]): string {
  let at = 0;
  const text = sql.replace(/\?/g, () => {
    const value = values[at++];
    if (value === undefined) return 'NULL';
    if (typeof value === 'boolean') return value ? '1' : '0';
    if (typeof value === 'number') return Number.isInteger(value) ? String(value) : value.toFixed(6);
    return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : "''";
  });
  return textOf(text.split('\0')[0]);
}

function transact(world: World, connection: Connection): void {
  const { db, batch, begunAt } = connection;
  if (begunAt !== undefined && world.clock.now() - begunAt > BATCH_MS) {
    db.exec('END TRANSACTION');
    connection.begunAt = undefined;
  }
  if (batch && connection.begunAt === undefined) {
    db.exec('BEGIN TRANSACTION');
    connection.begunAt = world.clock.now();
  }
}

/** The rows of a query, or undefined for an error. */
function run(world: World, connection: Connection, sql: string): Map<Value, Value>[] | undefined {
  transact(world, connection);
  const writes = /^\s*(insert|delete|update|create)/i.test(sql);
  if (writes && world.diskFull) return undefined;
  if (writes && world.diskDeaf) return [];
  try {
    return connection.db
      .prepare(sql)
      .all()
      .map(
        (row) =>
          new Map(
            Object.entries(row).map(([name, value]): [Value, Value] => [
              name,
              typeof value === 'string' ? bytesOf(value) : value === null ? false : Number(value),
            ]),
          ),
      );
  } catch (error) {
    world.errors.push(`dbPoll: ${(error as Error).message}`);
    return undefined;
  }
}

function query(world: World, [target, sql, ...values]: Value[]): Handle | false {
  const connection = target instanceof Handle ? world.connections.get(target.id) : undefined;
  if (!connection) return false;
  const [subject = '', detail = ''] = values.map((value) => (typeof value === 'string' ? textOf(value) : ''));
  const writes = /^\s*(insert|delete)/i.test(textOf(sql));
  if (writes) passKillPoint(world, 'db:before', subject, detail);
  const rows = run(world, connection, withValues(String(sql), values));
  if (writes) passKillPoint(world, 'db:after', subject, detail);
  const job = handle(world, 'query:');
  world.queries.set(job.id, rows);
  return job;
}

/** Ends every connection as a crash does: what was not committed is gone. */
export function closeDatabases(world: World): void {
  for (const { db } of world.connections.values()) db.close();
  world.connections.clear();
}

export const database: Functions = {
  // [db] dbConnect; [sqlite] the constructor reads `batch`, which is on unless the script says otherwise
  dbConnect(world, [kind, path, , , options]) {
    if (textOf(kind) !== 'sqlite') return false;
    const name = textOf(path);
    const file = name.startsWith(':/')
      ? join(world.folder, 'databases', 'global', name.slice(2))
      : join(world.folder, 'resources', world.resource, name);
    mkdirSync(dirname(file), { recursive: true });
    const db = new DatabaseSync(file);
    // The crash that tests play is of the process, not of the machine.
    db.exec('PRAGMA synchronous = OFF');
    const connection = handle(world, 'connection:');
    const batch = !/(^|;)\s*batch=0/.test(textOf(options ?? ''));
    world.connections.set(connection.id, { db, batch, begunAt: undefined });
    return connection;
  },
  // [db] dbQuery
  dbQuery: (world, args) => query(world, args),
  // [db] dbExec tells only that the job is in its line
  dbExec: (world, args) => query(world, args) !== false,
  // [db] DbPoll: rows, affected rows, last id; false for an error. A result is given once.
  dbPoll(world, [job]) {
    if (!(job instanceof Handle) || !world.queries.has(job.id)) return false;
    const rows = world.queries.get(job.id) as Map<Value, Value>[] | undefined;
    world.queries.delete(job.id);
    return rows ? new Many(rows, rows.length, 0) : new Many(false, 1, 'database or disk is full');
  },
};
