import { type ChildProcess, execFile, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { databaseBinaries, databaseFolder, databaseUser, type RunAs } from './embedded-files.ts';
import { lockFolder } from './process-lock.ts';

const run = promisify(execFile);
const DATABASE = 'vitrine';
const USER = 'vitrine';
/** The server gets none of our variables, because it needs no secret of this process. initdb calls the shell. */
const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
/** Longest folder for the unix socket, in bytes: the kernel allows 107 with PostgreSQL's own file name. */
const LONGEST_SOCKET_FOLDER = 80;

export interface EmbeddedOptions {
  /** VITRINE_DATA. The database is in its folder `postgres`. */
  dataDir: string;
  /** False is faster but loses data in a crash: only for databases that are thrown away. */
  durable?: boolean;
  /** More settings of PostgreSQL, `name=value`. */
  settings?: Record<string, string>;
  /** Gets messages for the operator: an orphan was stopped, the server was restarted. */
  log?: (message: string) => void;
}

export interface EmbeddedDatabase {
  connection: { host: string; user: string; database: string };
  /** Of the PostgreSQL server process. It changes when the server is restarted. */
  readonly pid: number;
  /** Fast shutdown. Resolves when the server has ended and the folder is free for the next start. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL of a data folder, creates it the first time, and keeps it running.
 *
 * It is safe after any death of the previous owner: a server left by a killed process is stopped cleanly, a stale
 * postmaster.pid is ignored, and a half-made database folder is made again. While an owner lives, a second call for
 * its folder fails with AlreadyRunningError, which names the owner's pid. Runs as `nobody` if we are root. The server
 * listens on a unix socket only.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const log = options.log ?? (() => {});
  const user = databaseUser();
  const folder = databaseFolder(options.dataDir, user);
  const lock = await lockFolder(folder);
  try {
    const binaries = databaseBinaries(user);
    const cluster = join(folder, 'cluster');
    const socketFolder = makeSocketFolder(folder, user);
    await stopOrphan(cluster, log);
    if (!existsSync(cluster)) await initialise(binaries.initdb, cluster, user, options.durable !== false);

    const settings: Record<string, string> = {
      listen_addresses: '',
      unix_socket_directories: socketFolder,
      unix_socket_permissions: '0700',
      max_connections: '100',
      shared_buffers: '128MB',
      max_wal_size: '512MB',
      timezone: 'UTC',
      log_timezone: 'UTC',
      ...(options.durable === false ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } : {}),
      ...options.settings,
    };
    const launch = () => launchServer(binaries.postgres, folder, cluster, settings, user);

    let server = await launch();
    let stopping = false;
    const supervise = (child: ChildProcess) =>
      child.once('exit', (code, signal) => {
        if (stopping) return;
        log(`PostgreSQL ended on its own (${signal ?? code}); starting it again`);
        void restart();
      });
    const restart = async () => {
      for (let wait = 100; !stopping; wait = Math.min(wait * 2, 5000)) {
        try {
          server = await launch();
          supervise(server);
          if (stopping) await endProcess(server.pid as number);
          return;
        } catch (error) {
          log(`PostgreSQL did not start: ${(error as Error).message}`);
          await delay(wait);
        }
      }
    };
    supervise(server);

    const connection = { host: socketFolder, user: USER, database: DATABASE };
    const stop = async () => {
      stopping = true;
      if (server.exitCode === null && server.signalCode === null) await endProcess(server.pid as number);
      await lock.release();
    };
    try {
      await createDatabase(connection);
    } catch (error) {
      await stop();
      throw error;
    }
    return {
      connection,
      get pid() {
        return server.pid as number;
      },
      stop,
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

function makeSocketFolder(folder: string, user: RunAs | undefined): string {
  let socketFolder = join(folder, 'socket');
  if (socketFolder.length > LONGEST_SOCKET_FOLDER) socketFolder = mkdtempSync(join(tmpdir(), 'vitrine-'));
  mkdirSync(socketFolder, { recursive: true });
  if (user) chownSync(socketFolder, user.uid, user.gid);
  chmodSync(socketFolder, 0o700);
  return socketFolder;
}

async function initialise(initdb: string, cluster: string, user: RunAs | undefined, durable: boolean): Promise<void> {
  // It is made beside its place and then renamed, so a killed start leaves no half-made database.
  const unfinished = `${cluster}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  const args = ['-D', unfinished, '-U', USER, '-A', 'trust', '--encoding=UTF8', '--locale-provider=builtin'];
  args.push('--locale=C.UTF-8', '--no-instructions', ...(durable ? [] : ['--no-sync']));
  await run(initdb, args, { ...user, cwd: dirname(cluster), env: ENVIRONMENT });
  renameSync(unfinished, cluster);
}

async function launchServer(
  postgres: string,
  folder: string,
  cluster: string,
  settings: Record<string, string>,
  user: RunAs | undefined,
): Promise<ChildProcess> {
  const logFile = join(folder, 'postgres.log');
  const output = openSync(logFile, 'w', 0o600);
  const args = ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  // Its own process group: Ctrl-C in a terminal must reach only our process.
  const child = spawn(postgres, args, {
    ...user,
    cwd: folder,
    detached: true,
    stdio: ['ignore', output, output],
    env: ENVIRONMENT,
  });
  closeSync(output);
  let starting = true;
  const failed = new Promise<never>((_resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => {
      // A normal end is no error, and the folder may be gone by then.
      if (!starting) return;
      reject(new Error(`PostgreSQL ended while starting:\n${readFileSync(logFile, 'utf8').slice(-2000)}`));
    });
  });
  failed.catch(() => {});
  await Promise.race([failed, untilReady(cluster, child)]);
  starting = false;
  return child;
}

/** PostgreSQL writes its state into line 8 of postmaster.pid. pg_ctl waits for it in the same way. */
async function untilReady(cluster: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    const lines = readPidFile(cluster);
    if (lines && Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return;
    await delay(10);
  }
}

function readPidFile(cluster: string): string[] | undefined {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
}

async function stopOrphan(cluster: string, log: (message: string) => void): Promise<void> {
  const lines = readPidFile(cluster);
  if (!lines) return;
  const pid = Number(lines[0]);
  if (isPostgres(pid) && readlinkSync(`/proc/${pid}/cwd`) === cluster) {
    log(`PostgreSQL (process ${pid}) was left running by a process that is gone; stopping it`);
    await endProcess(pid);
  }
  // This number now belongs to another process, and would keep PostgreSQL from starting.
  rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

function isPostgres(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 1) return false;
  try {
    return /\/postgres( \(deleted\))?$/.test(readlinkSync(`/proc/${pid}/exe`)) && !isZombie(pid);
  } catch {
    return false;
  }
}

function isZombie(pid: number): boolean {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3) === 'Z';
}

/** Fast shutdown, then immediate, then by force. Each gets time to write its data. */
async function endProcess(pid: number): Promise<void> {
  for (const [signal, milliseconds] of [
    ['SIGINT', 5000],
    ['SIGQUIT', 2000],
    ['SIGKILL', 2000],
  ] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    for (const end = Date.now() + milliseconds; Date.now() < end; await delay(10)) if (!isPostgres(pid)) return;
  }
  throw new Error(`PostgreSQL (process ${pid}) does not stop.`);
}

async function createDatabase(connection: EmbeddedDatabase['connection']): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' });
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}
