import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { CityDatabase } from '../database.ts';
import { forMariadb } from '../dialect.ts';
import type { Answer } from './thread.ts';

const PATIENCE_MS = 30_000;

/** A connection that blocks this thread until its answer is there. Throws the server's refusals. */
function connectBlocking(path: string) {
  const signal = new Int32Array(new SharedArrayBuffer(4));
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData: { path, port: port2, signal },
    transferList: [port2],
  });
  worker.unref();
  port1.unref();
  return {
    run(sql: string): Answer {
      Atomics.store(signal, 0, 0);
      port1.postMessage(sql);
      if (Atomics.wait(signal, 0, 0, PATIENCE_MS) === 'timed-out') throw new Error('MariaDB does not answer');
      const reply: { answer?: Answer; problem?: string } = receiveMessageOnPort(port1)?.message ?? {};
      if (!reply.answer) throw new Error(reply.problem ?? 'MariaDB does not answer');
      return reply.answer;
    },
    close(): void {
      port1.close();
      void worker.terminate();
    },
  };
}

/**
 * A city's tables in a real MariaDB, in a schema of their own that `close` drops. `now` is the city's clock in ms: what
 * a statement reads as the time is the city's time.
 */
export function openMariadb(socket: string, schema: string, now: () => number): CityDatabase {
  const connection = connectBlocking(socket);
  connection.run(`CREATE DATABASE \`${schema}\` CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci`);
  connection.run(`USE \`${schema}\``);
  connection.run("SET time_zone = '+00:00'");
  const one: CityDatabase['query'] = (sql, params = []) => {
    if (/\b(?:NOW|UNIX_TIMESTAMP|CURRENT_\w+)\b/i.test(sql)) connection.run(`SET timestamp = ${now() / 1000}`);
    const answer = connection.run(forMariadb(sql, params));
    return 'rows' in answer ? answer.rows : answer;
  };
  const rows = (sql: string, ...params: unknown[]) => {
    const found = one(sql, params);
    return Array.isArray(found) ? found : [];
  };
  return {
    down: false,
    query: one,
    rows,
    transaction(list) {
      connection.run('START TRANSACTION');
      try {
        for (const { sql, params } of list) one(sql, params);
        connection.run('COMMIT');
      } catch (error) {
        connection.run('ROLLBACK');
        throw error;
      }
    },
    script(sql) {
      for (const statement of sql.split(/;\s*(?:\n|$)/)) if (statement.trim() !== '') one(statement, []);
    },
    tableNames: () =>
      rows('SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY 1').map(
        ({ name }) => String(name),
      ),
    close() {
      connection.run(`DROP DATABASE \`${schema}\``);
      connection.close();
    },
  };
}
