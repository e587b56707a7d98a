import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type Zippable, zipSync } from 'fflate';

export interface ScriptZip {
  bytes: Buffer;
  /** The version in the manifest, `1.0.0`. */
  version: string;
  /** SHA-256 in hex, shown beside the download. */
  sha256: string;
}

const FOLDER = join(import.meta.dirname, '../../../../game/fivem/vitrine');
/** FiveM keeps the journal under the folder's name, so the name must never change (facts/game-servers.md, decisions). */
const TOP = 'vitrine';
/** A fixed time, so that the same files give the same bytes on every machine. */
const TIME = new Date(2026, 0, 1);

let made: ScriptZip | undefined;

/**
 * The FiveM resource as a zip with one folder in it. Every store gets the same bytes, because the token is not inside:
 * owners write it into server.cfg. Packed once per process. Throws if the manifest has no version.
 */
export function scriptZip(folder = FOLDER): ScriptZip {
  if (folder === FOLDER && made) return made;
  const entries: Zippable = {};
  for (const file of filesIn(folder)) {
    const name = relative(folder, file).split(sep).join('/');
    entries[`${TOP}/${name}`] = [readFileSync(file), { mtime: TIME, level: 9, os: 3, attrs: 0o644 << 16 }];
  }
  const manifest = readFileSync(join(folder, 'fxmanifest.lua'), 'utf8');
  const version = /^version '(\d+\.\d+\.\d+)'$/m.exec(manifest)?.[1];
  if (!version) throw new Error('fxmanifest.lua has no version');
  const bytes = Buffer.from(zipSync(entries));
  const zip = { bytes, version, sha256: createHash('sha256').update(bytes).digest('hex') };
  if (folder === FOLDER) made = zip;
  return zip;
}

/** Every file but hidden ones, sorted by name, because file systems list them in different orders. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort((a, b) => (a < b ? -1 : 1));
}
