import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Game } from '@vitrine/contract/action-types';
import { strFromU8, strToU8, unzipSync, type Zippable, zipSync } from 'fflate';

export interface Script {
  bytes: Buffer;
  /** The name of the file: `vitrine-fivem-1.0.0.zip`. */
  name: string;
  type: 'application/zip' | 'application/java-archive';
  /** SHA-256 in hex, shown beside the download. */
  sha256: string;
}

const GAMES = join(import.meta.dirname, '../../../../../game');
/** What is installed in a server of each game: a folder that is packed, or the plugin as it is checked in. */
const SOURCES: Record<Game, string> = {
  fivem: join(GAMES, 'fivem/vitrine'),
  minecraft: join(GAMES, 'minecraft/vitrine.jar'),
  mta: join(GAMES, 'mta/vitrine'),
};
/** FiveM keeps the journal under the folder's name, so the name must never change (facts/game-servers.md, decisions). */
const TOP = 'vitrine';
/** A fixed time, so that the same files give the same bytes on every machine. */
const TIME = new Date(2026, 0, 1);

/** The settings of a script: without the installation's address in them it would call nobody. */
const CONFIG = 'config.lua';
/** The addresses in the folder's own files. In the zip they are the installation's. */
const ADDRESS = {
  [CONFIG]: "Config.Url = 'http://vitrine.localhost:3000'",
  'LEIA-ME.txt': 'https://endereco-da-sua-vitrine',
};
/** The same of the plugin: files in the jar that it writes into its folder at its first start, on servers and on proxies. */
const PLUGIN_CONFIG = { names: ['config.yml', 'config.properties'], address: "endereco: ''" };

const versions = new Map<Game, string | null>();
const made = new Map<string, Script>();

/** The file in which a game's script says its version, and how to read it there. */
const manifests: Record<Game, { read(): string; version: RegExp }> = {
  fivem: {
    read: () => readFileSync(join(SOURCES.fivem, 'fxmanifest.lua'), 'utf8'),
    version: /^version '(\d+\.\d+\.\d+)'$/m,
  },
  minecraft: {
    read() {
      const { 'plugin.yml': plugin } = unzipSync(readFileSync(SOURCES.minecraft), {
        filter: ({ name }) => name === 'plugin.yml',
      });
      return plugin ? strFromU8(plugin) : '';
    },
    version: /^version: ['"]?(\d+\.\d+\.\d+)['"]?\s*$/m,
  },
  mta: {
    read: () => readFileSync(join(SOURCES.mta, 'meta.xml'), 'utf8'),
    version: /<info [^>]*\bversion="(\d+\.\d+\.\d+)"/,
  },
};

/** The version of a game's script, `1.0.0`; null where this installation does not have it. Throws if its manifest names none. */
export function scriptVersion(game: Game): string | null {
  const known = versions.get(game);
  if (known !== undefined) return known;
  const { read, version } = manifests[game];
  const found = existsSync(SOURCES[game]) ? version.exec(read())?.[1] : null;
  if (found === undefined) throw new Error(`the script of ${game} has no version`);
  versions.set(game, found);
  return found;
}

/** A file's bytes. Throws if the address that has to be replaced is not in it. */
function bytesOf(file: string, name: string, gameUrl: string): Buffer {
  const written = Object.entries(ADDRESS).find(([one]) => one === name)?.[1];
  const bytes = readFileSync(file);
  if (written === undefined) return bytes;
  const text = bytes.toString('utf8');
  if (name === CONFIG && !text.includes(written)) throw new Error(`${name} has no address`);
  const own = name.endsWith('.lua') ? `Config.Url = '${gameUrl}'` : gameUrl;
  return Buffer.from(text.replaceAll(written, () => own));
}

/** The folder as a zip with one folder in it, with this installation's address in its files. */
function packed(folder: string, gameUrl: string): Buffer {
  const entries: Zippable = {};
  for (const file of filesIn(folder)) {
    const name = relative(folder, file).split(sep).join('/');
    entries[`${TOP}/${name}`] = [bytesOf(file, name, gameUrl), { mtime: TIME, level: 9, os: 3, attrs: 0o644 << 16 }];
  }
  return Buffer.from(zipSync(entries));
}

/** The plugin with this installation's address in its settings. Its files keep their order. Throws if there is no place for it. */
function plugin(jar: string, gameUrl: string): Buffer {
  const entries: Zippable = {};
  for (const [name, bytes] of Object.entries(unzipSync(readFileSync(jar)))) {
    entries[name] = [bytes, { mtime: TIME, level: 9, os: 3, attrs: 0o644 << 16 }];
  }
  const { names, address } = PLUGIN_CONFIG;
  for (const name of names) {
    const [config] = (entries[name] ?? []) as [Uint8Array?];
    const text = config ? strFromU8(config) : '';
    if (!text.includes(address)) throw new Error(`${name} has no address`);
    entries[name] = [strToU8(text.replace(address, () => `endereco: '${gameUrl}'`)), { mtime: TIME, level: 9, os: 3 }];
  }
  return Buffer.from(zipSync(entries));
}

/**
 * What an owner installs in a server of this game; null where this installation does not have it. `gameUrl` is the
 * installation's, and stands in its settings. Every store gets the same bytes, because the token is not inside: owners
 * write it into their server's settings. Made once per process. Throws if its manifest has no version.
 */
export function scriptOf(game: Game, gameUrl: string): Script | null {
  const key = `${game} ${gameUrl}`;
  const known = made.get(key);
  if (known) return known;
  const version = scriptVersion(game);
  if (version === null) return null;
  const jar = game === 'minecraft';
  const bytes = jar ? plugin(SOURCES[game], gameUrl) : packed(SOURCES[game], gameUrl);
  const script: Script = {
    bytes,
    name: `vitrine-${game}-${version}.${jar ? 'jar' : 'zip'}`,
    type: jar ? 'application/java-archive' : 'application/zip',
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
  made.set(key, script);
  return script;
}

/** Every file but hidden ones and an owner's settings, sorted by name, because file systems list them in different orders. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && entry.name !== 'config.local.lua')
    .map((entry) => join(entry.parentPath, entry.name))
    .sort((a, b) => (a < b ? -1 : 1));
}
