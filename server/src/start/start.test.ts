import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Secret } from '../db/seal.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { freePort } from '../test/free-port.ts';
import { makeStore } from '../test/make.ts';
import { connectSeller } from '../test/make-shop.ts';

/** Starts the real process with an operator's mistakes, and reads what it says. */

let database: TestDatabase;
let folder: string;
let started: Process[];
const servers: Server[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'vitrine-start-'));
  started = [];
});
afterEach(async () => {
  for (const one of started) {
    if (one.child.exitCode === null && one.child.signalCode === null) one.child.kill('SIGKILL');
    await one.ended;
  }
  for (const server of servers.splice(0)) server.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Process {
  child: ChildProcess;
  /** Its log and its last words. */
  said: () => string;
  ended: Promise<number | null>;
}

const base64 = (secret: Secret) => secret.map((one) => one.toString('base64')).join(',');
const address = (place = `localhost/${database.connection.database}`) =>
  `postgres://${database.connection.user}@${place}?host=${encodeURIComponent(database.connection.host)}`;

function launch(env: Record<string, string>): Process {
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', 'main.ts')], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      VITRINE_DATA: folder,
      VITRINE_ROLE: 'worker',
      DATABASE_URL: address(),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      said += String(chunk);
    });
  }
  const one = { child, said: () => said, ended: once(child, 'exit').then(([code]) => code as number | null) };
  started.push(one);
  return one;
}

const ready = (port: number) =>
  new Promise<number>((resolve) => {
    get({ host: '127.0.0.1', port, path: '/readyz' }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    }).on('error', () => resolve(0));
  });
const untilReady = (port: number, timeout = 50_000) =>
  vi.waitFor(async () => expect(await ready(port)).toBe(200), { timeout, interval: 50 });

async function seal(secret: Secret): Promise<void> {
  const store = await makeStore(database.db, secret);
  await connectSeller(database.db, secret, store.id);
}

test.each(['web', 'worker', 'all'])(
  'a process (%s) with another secret refuses to start and says what to do',
  async (role) => {
    const secret: Secret = [randomBytes(32)];
    await seal(secret);
    const port = await freePort();
    const right = launch({ VITRINE_SECRET: base64(secret), PORT: String(port) });
    await untilReady(port);
    right.child.kill('SIGINT');
    await right.ended;

    const before = await database.db.selectFrom('game_token').selectAll().execute();
    const wrong = launch({ VITRINE_SECRET: base64([randomBytes(32)]), VITRINE_ROLE: role, PORT: String(port) });
    expect(await wrong.ended).toBe(1);
    for (const sentence of [
      'VITRINE_SECRET (or the file "secret" of the data folder) is not the one that this database was sealed with: ' +
        'payment tokens, identification tokens and second factors could not be read.',
      'Start with the former secret, or put it behind the new one with a comma.',
      'If it is lost, see docs/operations.md, "A lost secret".',
    ]) {
      expect(wrong.said()).toContain(sentence);
    }
    expect(await database.db.selectFrom('game_token').selectAll().execute()).toEqual(before);

    // As a former secret it still opens: this is the way to change it.
    const both = launch({ VITRINE_SECRET: base64([randomBytes(32), ...secret]), PORT: String(port) });
    await untilReady(port);
    both.child.kill('SIGINT');
    expect(await both.ended).toBe(0);
  },
  60_000,
);

test('a database without a canary is not taken over by a process with another secret', async () => {
  await seal([randomBytes(32)]);
  const wrong = launch({ VITRINE_SECRET: base64([randomBytes(32)]) });
  expect(await wrong.ended).toBe(1);
  expect(wrong.said()).toContain('is not the one that this database was sealed with');
  expect(await database.db.selectFrom('installation').selectAll().execute()).toEqual([]);
});

test('a missing secret is asked for with the command that makes one', async () => {
  const none = launch({ VITRINE_SECRET: '' });
  expect(await none.ended).toBe(1);
  expect(none.said()).toContain('VITRINE_SECRET: must be set with DATABASE_URL (openssl rand -base64 32)');
});

test('one damaged value stops no start, not even while the secret is being changed', async () => {
  const secret: Secret = [randomBytes(32)];
  await seal(secret);
  await seal(secret);
  await database.pool.query(
    `update game_token set token_cipher = substring(token_cipher for 30) || '\\x00'::bytea
      where store_id = (select min(store_id) from game_token)`,
  );
  const port = await freePort();
  const both = launch({ VITRINE_SECRET: base64([randomBytes(32), ...secret]), PORT: String(port) });
  await untilReady(port);
  expect(both.said()).toContain('game_token of ');
}, 60_000);

test('the process names a database that is away, waits for it, and starts when it is back', async () => {
  const databasePort = await freePort();
  const port = await freePort();
  const url = `postgres://${database.connection.user}:geheim@127.0.0.1:${databasePort}/${database.connection.database}`;
  const waiting = launch({ DATABASE_URL: url, VITRINE_SECRET: base64([randomBytes(32)]), PORT: String(port) });
  await vi.waitFor(() => expect(waiting.said()).toContain('Waiting for PostgreSQL'), { timeout: 30_000 });
  expect(waiting.said()).toContain(`${database.connection.database} at 127.0.0.1:${databasePort}`);
  expect(waiting.said()).not.toContain('geheim');

  const server = createServer((client) => {
    const there = connect(join(database.connection.host, '.s.PGSQL.5432'));
    client.pipe(there).pipe(client);
    for (const socket of [client, there]) socket.on('error', () => socket.destroy());
  }).listen(databasePort, '127.0.0.1');
  servers.push(server);
  await untilReady(port);
  waiting.child.kill('SIGINT');
  expect(await waiting.ended).toBe(0);
}, 60_000);

test('attack: a database that goes away between two steps of the start is waited for again', async () => {
  const [databasePort, port] = [await freePort(), await freePort()];
  // Each step is interrupted once, in the middle.
  const steps = new Set(['server_version_num', 'schema_migration', 'into installation', 'pgboss', 'listen vitrine_']);
  const server = createServer((client) => {
    const there = connect(join(database.connection.host, '.s.PGSQL.5432'));
    for (const socket of [client, there]) socket.on('error', () => socket.destroy());
    client.on('data', (chunk) => {
      const step = [...steps].find((words) => chunk.includes(words));
      if (step) {
        steps.delete(step);
        client.destroy();
        there.destroy();
      }
    });
    client.pipe(there).pipe(client);
  }).listen(databasePort, '127.0.0.1');
  servers.push(server);
  const url = `postgres://${database.connection.user}:geheim@127.0.0.1:${databasePort}/${database.connection.database}`;
  const one = launch({ DATABASE_URL: url, VITRINE_SECRET: base64([randomBytes(32)]), PORT: String(port) });
  await untilReady(port);
  expect([...steps]).toEqual([]);
  expect(one.said()).toContain('went away during the start');
  expect(one.said()).not.toContain('geheim');
  one.child.kill('SIGINT');
  expect(await one.ended).toBe(0);
}, 60_000);

test('a database address with a missing certificate gets a clear sentence', async () => {
  const url = 'postgres://vitrine:geheim@127.0.0.1/vitrine?sslrootcert=/nao/existe.pem';
  const wrong = launch({ DATABASE_URL: url, VITRINE_SECRET: base64([randomBytes(32)]) });
  expect(await wrong.ended).toBe(1);
  expect(wrong.said()).toMatch(/^DATABASE_URL cannot be used: ENOENT.*\/nao\/existe\.pem'\. Correct it\.$/m);
  expect(wrong.said()).not.toMatch(/geheim|at new Client/);
}, 60_000);

test('a process that waits for its database ends when it is told to', async () => {
  const url = `postgres://vitrine@127.0.0.1:${await freePort()}/vitrine`;
  const waiting = launch({ DATABASE_URL: url, VITRINE_SECRET: base64([randomBytes(32)]) });
  await vi.waitFor(() => expect(waiting.said()).toContain('Waiting for PostgreSQL'), { timeout: 30_000 });
  waiting.child.kill('SIGTERM');
  expect(await waiting.ended).toBe(0);
});

test('attack: a process that waits for another one to migrate ends when it is told to', async () => {
  const other = await database.pool.connect();
  try {
    await other.query('select pg_advisory_lock(7183001)');
    const waiting = launch({ VITRINE_SECRET: base64([randomBytes(32)]) });
    await vi.waitFor(
      async () => {
        const { rows } = await database.pool.query(
          "select from pg_stat_activity where datname = current_database() and query like '%advisory_lock(7183001)%' and pid <> all(array[pg_backend_pid(), $1::int])",
          [(other as unknown as { processID: number }).processID],
        );
        expect(rows.length).toBeGreaterThan(0);
      },
      { timeout: 30_000, interval: 100 },
    );
    waiting.child.kill('SIGTERM');
    expect(await waiting.ended).toBe(0);
    expect(waiting.said()).not.toContain('could not stop in time');
  } finally {
    other.release(true);
  }
}, 60_000);

test('a database that does not exist gets a sentence, not a wait', async () => {
  const wrong = launch({ DATABASE_URL: address('localhost/nao-existe'), VITRINE_SECRET: base64([randomBytes(32)]) });
  expect(await wrong.ended).toBe(1);
  expect(wrong.said()).toContain('the database does not exist');
});

test('an unusable data folder gets a sentence', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const wrong = launch({ VITRINE_DATA: join(file, 'data'), VITRINE_SECRET: base64([randomBytes(32)]) });
  expect(await wrong.ended).toBe(1);
  expect(wrong.said()).toContain(`The data folder ${join(file, 'data')} cannot be used: a part of it is a file.`);
});

test('an outside service that is away is named with what works meanwhile, and the process works', async () => {
  const [port, away] = [await freePort(), await freePort()];
  const one = launch({
    VITRINE_SECRET: base64([randomBytes(32)]),
    PORT: String(port),
    SMTP_URL: `smtp://127.0.0.1:${away}`,
    DISCORD_API_URL: `http://127.0.0.1:${away}/api`,
    DISCORD_CLIENT_ID: '1',
    DISCORD_CLIENT_SECRET: 'segredo',
    MERCADOPAGO_API_URL: `http://127.0.0.1:${away}`,
    MERCADOPAGO_ACCESS_TOKEN: 'APP_USR-1',
  });
  await untilReady(port);
  await vi.waitFor(() => {
    for (const setting of ['SMTP_URL', 'DISCORD_API_URL', 'MERCADOPAGO_API_URL']) {
      expect(one.said()).toContain(`${setting}: 127.0.0.1:${away} does not answer (ECONNREFUSED).`);
    }
  });
}, 60_000);

test('an uncaught exception ends the process after the running answers', async () => {
  // Our mistake comes from outside, because the product has no switch for it.
  const mistake = join(folder, 'mistake.mjs');
  writeFileSync(mistake, "process.on('SIGUSR2', () => { throw new Error('a stray mistake'); });");
  const port = await freePort();
  const one = launch({
    VITRINE_SECRET: base64([randomBytes(32)]),
    VITRINE_ROLE: 'all',
    PORT: String(port),
    NODE_OPTIONS: `--import ${mistake}`,
  });
  await untilReady(port);

  const body = JSON.stringify({ email: 'ana@exemplo.com.br', password: 'Uma-senha-comprida-7' });
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += String(chunk);
  });
  socket.write(
    `POST /v1/login HTTP/1.1\r\nhost: vitrine.localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
  );
  socket.write(body.slice(0, 10));
  await vi.waitFor(async () => expect(await ready(port)).toBe(200), { timeout: 30_000 });
  one.child.kill('SIGUSR2');
  await vi.waitFor(() => expect(one.said()).toContain('a stray mistake'), { timeout: 30_000 });
  socket.write(body.slice(10));
  await once(socket, 'close');
  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  expect(await one.ended).toBe(1);
}, 60_000);
