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

const FOLDER = join(import.meta.dirname, '../../../../../game/fivem/vitrine');
/** FiveM keeps the journal under the folder's name, so the name must never change (facts/game-servers.md, decisions). */
const TOP = 'vitrine';
/** A fixed time, so that the same files give the same bytes on every machine. */
const TIME = new Date(2026, 0, 1);

/** The addresses in the folder's own files. In the zip they are the installation's. */
const ADDRESS = {
  'config.lua': "Config.Url = 'http://vitrine.localhost:3000'",
  'LEIA-ME.txt': 'https://endereco-da-sua-vitrine',
};

let version: string | undefined;
const made = new Map<string, ScriptZip>();

/** The version of the script in the manifest, `1.0.0`. Throws if it has none. */
export function scriptVersion(): string {
  version ??= /^version '(\d+\.\d+\.\d+)'$/m.exec(readFileSync(join(FOLDER, 'fxmanifest.lua'), 'utf8'))?.[1];
  if (!version) throw new Error('fxmanifest.lua has no version');
  return version;
}

/** A file's bytes. Throws if the address that has to be replaced is not in it. */
function bytesOf(file: string, name: string, gameUrl: string): Buffer {
  const written = Object.entries(ADDRESS).find(([one]) => one === name)?.[1];
  const bytes = readFileSync(file);
  if (written === undefined) return bytes;
  const text = bytes.toString('utf8');
  if (!text.includes(written)) throw new Error(`${name} has no address`);
  const own = name.endsWith('.lua') ? `Config.Url = '${gameUrl}'` : gameUrl;
  return Buffer.from(text.replaceAll(written, () => own));
}

/**
 * The FiveM resource as a zip with one folder in it. `gameUrl` is this installation's and stands in the zip's files.
 * Every store gets the same bytes, because the token is not inside: owners write it into server.cfg. Packed once per
 * process. Throws if the manifest has no version.
 */
export function scriptZip(gameUrl: string): ScriptZip {
  const known = made.get(gameUrl);
  if (known) return known;
  const entries: Zippable = {};
  for (const file of filesIn(FOLDER)) {
    const name = relative(FOLDER, file).split(sep).join('/');
    entries[`${TOP}/${name}`] = [bytesOf(file, name, gameUrl), { mtime: TIME, level: 9, os: 3, attrs: 0o644 << 16 }];
  }
  const bytes = Buffer.from(zipSync(entries));
  const zip = { bytes, version: scriptVersion(), sha256: createHash('sha256').update(bytes).digest('hex') };
  made.set(gameUrl, zip);
  return zip;
}

/** Every file but hidden ones and an owner's settings, sorted by name, because file systems list them in different orders. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && entry.name !== 'config.local.lua')
    .map((entry) => join(entry.parentPath, entry.name))
    .sort((a, b) => (a < b ? -1 : 1));
}
