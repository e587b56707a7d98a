import { type MessagePort, workerData } from 'node:worker_threads';
import { Connection } from './wire.ts';

/** Answers the main thread, which sleeps meanwhile: the scripts of a city call their database in the middle of a line. */
const { path, port, signal }: { path: string; port: MessagePort; signal: Int32Array } = workerData;
const connection = new Connection(path);
const opened = connection.open();

port.on('message', async (sql: string) => {
  let message: unknown;
  try {
    await opened;
    message = { answer: await connection.query(sql) };
  } catch (error) {
    message = { problem: error instanceof Error ? error.message : String(error) };
  }
  port.postMessage(message);
  Atomics.store(signal, 0, 1);
  Atomics.notify(signal, 0);
});
opened.catch(() => undefined);
