import { type MessagePort, workerData } from 'node:worker_threads';
import { createConnection, type ResultSetHeader, type RowDataPacket, type TypeCastField } from 'mysql2/promise';

type Value = string | number | boolean | null;
export type Answer = { rows: Record<string, Value>[] } | { affectedRows: number; insertId: number };

const NUMBERS = new Set(['TINY', 'SHORT', 'LONG', 'FLOAT', 'DOUBLE', 'LONGLONG', 'INT24', 'YEAR']);

/** A value as oxmysql gives it (overextended/oxmysql 030d3bd src/utils/typeCast.ts:30). */
function cast(field: TypeCastField): Value {
  const text = field.string();
  if (text === null) return null;
  if (field.type === 'TINY' && field.length === 1 && (text === '0' || text === '1')) return text === '1';
  if (NUMBERS.has(field.type)) return Number(text);
  if (field.type === 'TIMESTAMP' || field.type === 'DATETIME') return new Date(text).getTime();
  return text;
}

/** Answers the main thread, which sleeps meanwhile: the scripts of a city call their database in the middle of a line. */
const { path, port, signal }: { path: string; port: MessagePort; signal: Int32Array } = workerData;
const opened = createConnection({ socketPath: path, user: 'root', charset: 'UTF8MB4_GENERAL_CI', typeCast: cast });
opened.catch(() => undefined);

async function run(sql: string): Promise<Answer> {
  const [result] = await (await opened).query<RowDataPacket[] | ResultSetHeader>(sql);
  if (Array.isArray(result)) return { rows: result.map((row) => ({ ...row })) };
  return { affectedRows: result.affectedRows, insertId: result.insertId };
}

port.on('message', async (sql: string) => {
  let message: unknown;
  try {
    message = { answer: await run(sql) };
  } catch (error) {
    // The server's own text.
    message = { problem: error instanceof Error ? error.message : String(error) };
  }
  port.postMessage(message);
  Atomics.store(signal, 0, 1);
  Atomics.notify(signal, 0);
});
