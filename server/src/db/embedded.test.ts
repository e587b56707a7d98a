import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts';
import { databaseUser, reachable } from './embedded-files.ts';
import { AlreadyRunningError, lockFolder, lockName } from './process-lock.ts';

let dataDir: string;
let databases: EmbeddedDatabase[];
let messages: string[];
beforeEach(() => {
  dataDir = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'vitrine-embedded-'));
  chmodSync(dataDir, 0o755);
  databases = [];
  messages = [];
});
afterEach(async () => {
  await Promise.all(databases.map((database) => database.stop()));
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({ dataDir, durable: false, log: (message) => messages.push(message) });
  databases.push(database);
  return database;
}

async function ask(database: EmbeddedDatabase, text: string): Promise<unknown[]> {
  const client = new pg.Client(database.connection);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test('data outlives a stop and a start', async () => {
  const first = await start();
  await ask(first, 'create table kept as select 42 as n');
  await first.stop();
  expect(await ask(await start(), 'select n from kept')).toEqual([{ n: 42 }]);
});

test('a second start on the same folder is refused and names the process that has it', async () => {
  const first = await start();
  const refused = await start().catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(AlreadyRunningError);
  expect((refused as AlreadyRunningError).message).toContain(`process ${process.pid}`);
  expect(await ask(first, 'select 1 as n')).toEqual([{ n: 1 }]);
});

test('after a kill -9 of the owner its orphaned server is stopped, and nothing committed is lost', async () => {
  const owner = spawn(process.execPath, [join(import.meta.dirname, '../test/database-owner.ts'), dataDir], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(owner.stdout, 'data')) as [Buffer];
  const orphan = Number(line.toString());
  owner.kill('SIGKILL');
  await once(owner, 'exit');
  expect(existsSync(`/proc/${orphan}/exe`) || process.kill(orphan, 0)).toBe(true);
  const database = await start();
  expect(messages.join()).toContain(`process ${orphan}`);
  expect(database.pid).not.toBe(orphan);
  expect(await ask(database, 'select n from kept')).toEqual([{ n: 42 }]);
});

test('a stale postmaster.pid with the number of another process is ignored, and that process is left alone', async () => {
  const first = await start();
  await first.stop();
  writeFileSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), `${process.pid}\n/somewhere\n`);
  expect(await ask(await start(), 'select 1 as n')).toEqual([{ n: 1 }]);
});

test('a half-made database folder is made again', async () => {
  const unfinished = join(dataDir, 'postgres', 'cluster.new');
  mkdirSync(unfinished, { recursive: true });
  writeFileSync(join(unfinished, 'PG_VERSION'), '18');
  expect(await ask(await start(), 'select 1 as n')).toEqual([{ n: 1 }]);
});

test('a server that dies while its owner lives is restarted', async () => {
  const database = await start();
  const before = database.pid;
  process.kill(before, 'SIGKILL');
  await vi.waitFor(async () => expect(await ask(database, 'select 1 as n')).toEqual([{ n: 1 }]), { timeout: 30_000 });
  expect(database.pid).not.toBe(before);
  expect(messages.join()).toContain('starting it again');
});

test('a folder that the database’s user cannot enter is recognised', () => {
  const closed = join(dataDir, 'closed');
  mkdirSync(join(closed, 'inside'), { recursive: true });
  chmodSync(closed, 0o700);
  const stranger = databaseUser() ?? { uid: 65534, gid: 65534 };
  expect(reachable(join(closed, 'inside'), stranger)).toBe(false);
  chmodSync(closed, 0o711);
  expect(reachable(join(closed, 'inside'), stranger)).toBe(reachable(dataDir, stranger));
});

test('the lock of a folder is free again once it is released', async () => {
  const first = await lockFolder(dataDir);
  await expect(lockFolder(dataDir)).rejects.toThrow(AlreadyRunningError);
  await first.release();
  await (await lockFolder(dataDir)).release();
});

test('a starter waits for a lock whose owner is about to end', async () => {
  const going = createServer((socket) => socket.destroy());
  going.listen(lockName(dataDir));
  await once(going, 'listening');
  const asked = once(going, 'connection');
  const locking = lockFolder(dataDir);
  await asked;
  going.close();
  await (await locking).release();
});
