import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { readManifest, type Vm } from './vm.ts';

type ResourceState = 'missing' | 'started' | 'starting' | 'stopped' | 'stopping' | 'uninitialized' | 'unknown';

/** A folder below `resources/` and, while it runs, its VM. */
export interface Resource {
  name: string;
  dir: string;
  state: ResourceState;
  /** Keys of the manifest, plural keys under their singular. */
  manifest: Map<string, string[]>;
  /** Counts starts: an answer for an earlier start of the resource is dropped. */
  life: number;
  /** May use the `Standin` table, like the city's own base and drivers. */
  privileged: boolean;
  vm?: Vm;
  exports: Set<string>;
  events: Set<string>;
  commands: Map<string, { restricted: boolean }>;
  listensToConsole: boolean;
}

/** Every resource folder below `root`, also in `[categories]`. A repeated name counts once, as in the real server. */
export function findResources(root: string): Array<{ name: string; dir: string }> {
  const found = new Map<string, string>();
  const walk = (dir: string): void => {
    for (const entry of readdirSync(dir, { withFileTypes: true }).sort((a, b) => a.name.localeCompare(b.name))) {
      if (!entry.isDirectory()) continue;
      const path = join(dir, entry.name);
      if (entry.name.startsWith('[') && entry.name.endsWith(']')) walk(path);
      else if (readdirSync(path).includes('fxmanifest.lua') && !found.has(entry.name)) found.set(entry.name, path);
    }
  };
  walk(root);
  return [...found].map(([name, dir]) => ({ name, dir }));
}

/** Reads a resource's manifest from its folder. Throws when it is missing or not Lua. */
export async function loadResource(dir: string, name = basename(dir)): Promise<Resource> {
  const raw = await readManifest(readFileSync(join(dir, 'fxmanifest.lua')));
  const manifest = new Map<string, string[]>();
  for (const [key, values] of raw) {
    const single =
      key === 'fx_version'
        ? key
        : key.replace(/^(server_script|shared_script|dependency|dependencie)s?$/, (k) =>
            k.startsWith('dependenc') ? 'dependency' : k.replace(/s$/, ''),
          );
    manifest.set(single, [...(manifest.get(single) ?? []), ...values]);
  }
  return {
    name,
    dir,
    manifest,
    state: 'stopped',
    life: 0,
    privileged: false,
    exports: new Set(),
    events: new Set(),
    commands: new Map(),
    listensToConsole: false,
  };
}

function globToRegExp(glob: string): RegExp {
  const source = glob
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*\/?|\*/g, (m) => (m === '*' ? '[^/]*' : '(?:.*/)?'));
  return new RegExp(`^${source}$`);
}

/**
 * The server's scripts in the order of the manifest: shared ones first, each file once, globs in alphabetical order.
 * `other` finds another resource's folder for `@other/file.lua`. Throws when a named file is missing.
 */
export function serverScripts(
  resource: Resource,
  other: (name: string) => string | undefined,
): Array<{ path: string; chunk: string }> {
  const files = readdirSync(resource.dir, { recursive: true, withFileTypes: true })
    .filter((f) => f.isFile())
    .map((f) => relative(resource.dir, join(f.parentPath, f.name)).split(sep).join('/'))
    .sort();
  const chosen = new Map<string, string>();
  for (const key of ['shared_script', 'server_script']) {
    for (const pattern of resource.manifest.get(key) ?? []) {
      const foreign = /^@([^/]+)\/(.+)$/.exec(pattern);
      if (foreign) {
        const dir = other(foreign[1] ?? '');
        if (dir === undefined) throw new Error(`could not find ${pattern}`);
        chosen.set(pattern, join(dir, foreign[2] ?? ''));
        continue;
      }
      const matches = pattern.includes('*')
        ? files.filter((f) => globToRegExp(pattern).test(f))
        : files.filter((f) => f === pattern);
      if (matches.length === 0 && !pattern.includes('*')) throw new Error(`could not find ${resource.name}/${pattern}`);
      for (const file of matches) if (!chosen.has(file)) chosen.set(file, join(resource.dir, file));
    }
  }
  return [...chosen].map(([file, path]) => ({ path, chunk: file.startsWith('@') ? file : `${resource.name}/${file}` }));
}

/** A path inside the resource's folder, or an error. `@resource/` or the folder's own name may come first. */
export function insidePath(resource: Resource, path: string): string {
  const clean = path
    .replace(/^@/, '')
    .replace(new RegExp(`^(?:resources/)?${resource.name.replace(/[^\w-]/g, '.')}/`), '');
  const full = resolve(resource.dir, clean);
  const root = realpathSync(resource.dir);
  const folder = (dir: string): string => {
    try {
      return realpathSync(dir);
    } catch {
      return dirname(dir) === dir ? dir : join(folder(dirname(dir)), basename(dir));
    }
  };
  const real = join(folder(dirname(full)), basename(full));
  if (real !== root && !real.startsWith(root + sep)) throw new Error('permission denied');
  return full;
}

/** Ends a resource's scripts at once: nothing of them runs or waits any more, and nobody is told. */
export function dropResource(resource: Resource): void {
  resource.vm?.close();
  resource.vm = undefined;
  resource.life += 1;
  resource.state = 'stopped';
  resource.exports.clear();
  resource.events.clear();
  resource.commands.clear();
  resource.listensToConsole = false;
}
