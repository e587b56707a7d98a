import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** RocksDB has only so many handles for searches, for all resources together. */
export const FIND_HANDLES = 64;

/** The key-value store of a server: one log on disk, keys `res:<resource>:<key>`. Values and keys are escaped texts. */
export interface Kvp {
  get(resource: string, key: string): string | undefined;
  /** A synced write also saves every earlier unsynced one, like a write-ahead log. */
  set(resource: string, key: string, value: string, sync: boolean): void;
  delete(resource: string, key: string, sync: boolean): void;
  flush(): void;
  /** A handle, or -1 when all are taken. */
  find(resource: string, prefix: string): number;
  next(handle: number): string | undefined;
  end(handle: number): void;
  keys(resource: string): string[];
  openHandles(): number;
  /** Drops unsynced writes and reads the disk again, as after a power cut. */
  crash(): void;
  /** The database cannot be repaired: it is deleted and begins empty. */
  corrupt(): void;
  /**
   * While true no write is kept and nobody learns of it: FXServer drops the status of the write
   * (citizenfx/fivem 0f19c16 code/components/citizen-server-impl/src/ServerKVScriptFunctions.cpp, PutResourceKvp).
   * A function decides this for each write. It gets the key and the escaped value, null for a deletion.
   */
  deaf: boolean | ((key: string, value: string | null) => boolean);
  /** Copies the file on disk, as happens when a person clones a server's folder. */
  copy(file: string): void;
}

type Entry = [key: string, value: string | null];

/** Opens or makes the store. Rewrites its log when it has become much larger than its content. */
export function openKvp(file: string): Kvp {
  mkdirSync(dirname(file), { recursive: true });
  let data = new Map<string, string>();
  let unsynced: Entry[] = [];
  let lines = 0;
  let handles = new Map<number, string[]>();
  let lastHandle = 0;

  const apply = ([key, value]: Entry): void => {
    if (value === null) data.delete(key);
    else data.set(key, value);
  };
  const parse = (line: string): Entry | undefined => {
    try {
      const [key, value]: unknown[] = JSON.parse(line);
      if (typeof key === 'string' && (typeof value === 'string' || value === null)) return [key, value];
    } catch {
      // A process that is killed during a write leaves half a line. That write never returned, so it never happened.
    }
    return undefined;
  };
  const load = (): void => {
    data = new Map();
    unsynced = [];
    handles = new Map();
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    const all = text.split('\n').filter((l) => l !== '');
    lines = all.length;
    for (const line of all) {
      const entry = parse(line);
      if (entry) apply(entry);
    }
    if (lines > 1000 && lines > data.size * 4) compact();
    else if (text !== '' && !text.endsWith('\n')) appendFileSync(file, '\n');
  };
  const compact = (): void => {
    writeFileSync(`${file}.new`, [...data].map((e) => `${JSON.stringify(e)}\n`).join(''));
    renameSync(`${file}.new`, file);
    lines = data.size;
  };
  // A killed process loses nothing that the kernel has taken; only a power cut would need fsync.
  const flush = (): void => {
    if (unsynced.length === 0) return;
    appendFileSync(file, unsynced.map((e) => `${JSON.stringify(e)}\n`).join(''));
    lines += unsynced.length;
    unsynced = [];
  };
  const write = (entry: Entry, sync: boolean): void => {
    const [key, value] = entry;
    if (typeof kvp.deaf === 'function' ? kvp.deaf(key, value) : kvp.deaf) return;
    apply(entry);
    unsynced.push(entry);
    if (sync) flush();
  };
  const name = (resource: string, key: string): string => `res:${resource}:${key}`;
  const keysOf = (resource: string, prefix: string): string[] => {
    const start = name(resource, prefix);
    const cut = name(resource, '').length;
    return [...data.keys()]
      .filter((k) => k.startsWith(start))
      .map((k) => k.slice(cut))
      .sort();
  };

  load();
  const kvp: Kvp = {
    deaf: false,
    get: (resource, key) => data.get(name(resource, key)),
    set: (resource, key, value, sync) => write([name(resource, key), value], sync),
    delete: (resource, key, sync) => write([name(resource, key), null], sync),
    flush,
    find(resource, prefix) {
      if (handles.size >= FIND_HANDLES) return -1;
      lastHandle += 1;
      handles.set(lastHandle, keysOf(resource, prefix));
      return lastHandle;
    },
    next: (handle) => handles.get(handle)?.shift(),
    end: (handle) => void handles.delete(handle),
    keys: (resource) => keysOf(resource, ''),
    openHandles: () => handles.size,
    crash: load,
    corrupt() {
      rmSync(file, { force: true });
      load();
    },
    copy(target) {
      mkdirSync(dirname(target), { recursive: true });
      if (existsSync(file)) copyFileSync(file, target);
    },
  };
  return kvp;
}
