import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const READY_MS = 60_000;

const SERVER = 'mariadbd';
const INSTALL = 'mariadb-install-db';
// Debian keeps servers outside a user's PATH.
const env = { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin` };

/** Whether the programs of Debian's mariadb-server-core, and what they need of mariadb-client-core, are installed. */
export const hasMariadb = (): boolean =>
  [SERVER, INSTALL, 'my_print_defaults'].every(
    (program) => spawnSync(program, ['--help'], { env, stdio: 'ignore' }).error === undefined,
  );

export interface Mariadb {
  /** Its socket file; it listens on no port. */
  socket: string;
  stop(): Promise<void>;
}

/** Starts a MariaDB of its own with Debian's settings for SQL, in a folder that `stop` removes. */
export async function startMariadb(): Promise<Mariadb> {
  if (!hasMariadb())
    throw new Error('MariaDB is not installed: apt-get install mariadb-server-core mariadb-client-core');
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-mariadb-'));
  const data = join(folder, 'data');
  const socket = join(folder, 'socket');
  const own = ['--no-defaults', `--user=${userInfo().username}`, `--datadir=${data}`];
  await promisify(execFile)(INSTALL, [...own, '--auth-root-authentication-method=normal', '--skip-test-db'], { env });
  const child = spawn(
    SERVER,
    [
      ...own,
      `--socket=${socket}`,
      '--skip-networking',
      // These tables are thrown away, so nothing waits for the disk.
      '--innodb-flush-log-at-trx-commit=0',
      '--innodb-buffer-pool-size=16M',
    ],
    { env, stdio: 'ignore' },
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
