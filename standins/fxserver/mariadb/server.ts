import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const READY_MS = 60_000;

function onPath(name: string): string | undefined {
  // Debian keeps servers outside a user's PATH.
  for (const folder of [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/bin']) {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return join(folder, name);
    } catch {}
  }
  return undefined;
}

/** The programs of Debian's mariadb-server-core; undefined where they are not installed. */
export function findMariadb(): { server: string; install: string } | undefined {
  const server = onPath('mariadbd');
  const install = onPath('mariadb-install-db');
  return server === undefined || install === undefined ? undefined : { server, install };
}

export interface Mariadb {
  /** Its socket file; it listens on no port. */
  socket: string;
  stop(): Promise<void>;
}

/** Starts a MariaDB of its own with Debian's settings for SQL, in a folder that `stop` removes. */
export async function startMariadb(): Promise<Mariadb> {
  const programs = findMariadb();
  if (!programs) throw new Error('MariaDB is not installed: apt-get install mariadb-server-core');
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-mariadb-'));
  const data = join(folder, 'data');
  const socket = join(folder, 'socket');
  const own = ['--no-defaults', `--user=${userInfo().username}`, `--datadir=${data}`];
  await promisify(execFile)(programs.install, [...own, '--auth-root-authentication-method=normal', '--skip-test-db']);
  const child = spawn(
    programs.server,
    [
      ...own,
      `--socket=${socket}`,
      '--skip-networking',
      // These tables are thrown away, so nothing waits for the disk.
      '--innodb-flush-log-at-trx-commit=0',
      '--innodb-buffer-pool-size=16M',
    ],
    { stdio: 'ignore' },
  );
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const late = Date.now() + READY_MS;
  while (!existsSync(socket)) {
    if (child.exitCode !== null || Date.now() > late) {
      await stop();
      throw new Error('MariaDB did not start');
    }
    await sleep(50);
  }
  return { socket, stop };
}
