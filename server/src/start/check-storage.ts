import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from './start-error.ts';

/** With less free space than this, in bytes, the operator is warned at each start. */
const LOW_BYTES = 200 * 1024 * 1024;

/** Why a folder cannot be written, by the system's error code. */
const reasons: Record<string, string> = {
  EROFS: 'its file system is read-only. Mount it for writing',
  EACCES: 'this user may not write there. Give it to the user that runs Vitrine',
  EPERM: 'this user may not write there. Give it to the user that runs Vitrine',
  ENOSPC: 'its disk is full. Make room',
  EDQUOT: 'the quota of this user is used up. Raise it or make room',
  ENOTDIR: 'a part of it is a file. Remove that',
};

/** The sentence for a folder that cannot be written. */
export function folderSentence(folder: string, error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const reason = reasons[code] ?? `${message}. Repair that`;
  return `The data folder ${folder} cannot be used: ${reason}, or set VITRINE_DATA to another folder.`;
}

/**
 * Refuses to start on a data folder that cannot be written (StartError): the database, uploads or the secret would
 * fail later, one request at a time. Returns the sentence for a disk that is nearly full, or undefined.
 */
export function checkStorage(folder: string): string | undefined {
  const probe = join(folder, `.probe-${process.pid}`);
  try {
    writeFileSync(probe, 'vitrine', { flush: true });
  } catch (error) {
    throw new StartError(folderSentence(folder, error));
  } finally {
    rmSync(probe, { force: true });
  }
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  if (free >= LOW_BYTES) return undefined;
  return `Only ${Math.floor(free / 1024 / 1024)} MB are free in ${folder}: uploads, and the embedded database, stop when the disk is full. Make room.`;
}
