import { readFileSync } from 'node:fs';
import { LuaFactory, LuaMultiReturn } from 'wasmoon';
import { decodeWire, encodeWire, escapeText } from './wire.ts';

/** The values that may cross the bridge. Structures cross as text (wire.ts), never as objects. */
export type Plain = undefined | boolean | number | string;
/** Answers one call from Lua. `now` is the resource's clock. A thrown error is raised in Lua with its message. */
export type Host = (now: number, op: string, args: Plain[]) => Plain;

/** Thrown by a host when the server is dead: the calling coroutine stops for ever. */
export class Killed extends Error {}

const part = (name: string): string => readFileSync(new URL(`./lua/${name}.lua`, import.meta.url), 'utf8');
const PARTS = ['codec', 'json', 'scheduler', 'natives', 'files'] as const;
const sources = PARTS.map((name) => [`__${name}`, part(name)] as const);
const boot = part('boot');
const factory = new LuaFactory();

/** A Lua 5.4 state with FXServer's globals for one resource. */
export interface Vm {
  readonly name: string;
  /** When its next timer is due, in ms since the epoch; Infinity without one. */
  due: number;
  /** Enters Lua. Scripts' errors are caught inside; an error from here is a fault of the stand-in. */
  enter(now: number, what: string, ...args: Plain[]): Plain;
  /** Runs a script file as a thread of this resource. */
  run(now: number, code: Buffer, chunk: string): void;
  /** Runs timers up to `untilMs` while nothing outside is touched. */
  tick(now: number, untilMs: number): void;
  close(): void;
}

/** Starts a VM. `privileged` gives it the `Standin` table for frameworks and drivers. */
export async function createVm(name: string, host: Host, privileged = false): Promise<Vm> {
  const engine = await factory.createEngine({ injectObjects: false, enableProxy: false });
  engine.global.set('__host', (now: number, op: string, ...args: Array<Plain | null>) => {
    try {
      return host(
        now,
        op,
        args.map((a) => a ?? undefined),
      );
    } catch (error) {
      if (error instanceof Killed) return LuaMultiReturn.of(undefined, '@dead');
      return LuaMultiReturn.of(undefined, error instanceof Error ? error.message : String(error));
    }
  });
  engine.global.set('__name', name);
  for (const [key, source] of sources) engine.global.set(key, source);
  const entry: (...args: Plain[]) => Plain | null = engine.doStringSync(boot);
  let closed = false;
  let depth = 0;
  const vm: Vm = {
    name,
    due: Number.POSITIVE_INFINITY,
    enter(now, what, ...args) {
      if (closed) return undefined;
      depth += 1;
      try {
        return entry(now, what, ...args) ?? undefined;
      } catch (error) {
        // A killed server raises this in code that could not be suspended.
        if (error instanceof Error && error.message.includes('@dead')) return undefined;
        throw error;
      } finally {
        depth -= 1;
        if (depth === 0 && !closed && what !== 'tick' && what !== 'due') {
          const due = Number(entry(now, 'due') ?? -1);
          vm.due = due < 0 ? Number.POSITIVE_INFINITY : due;
        }
      }
    },
    run: (now, code, chunk) => void vm.enter(now, 'run', escapeText(code), chunk),
    tick(now, untilMs) {
      const due = Number(vm.enter(now, 'tick', untilMs) ?? -1);
      vm.due = due < 0 ? Number.POSITIVE_INFINITY : due;
    },
    close() {
      if (closed) return;
      closed = true;
      vm.due = Number.POSITIVE_INFINITY;
      // Its Lua may still be running (a resource that stops itself), so the state is freed in a later turn.
      const free = (): void => void (depth > 0 ? setImmediate(free) : engine.global.close());
      setImmediate(free);
    },
  };
  if (privileged) vm.enter(0, 'privileged');
  return vm;
}

/** What a manifest's text says never changes, and a city reads a dozen of them at each start. */
const manifests = new Map<string, ReadonlyMap<string, readonly string[]>>();

/** Reads an `fxmanifest.lua`: every key with its values in order. Throws when it is not Lua. */
export async function readManifest(code: Buffer): Promise<ReadonlyMap<string, readonly string[]>> {
  const text = code.toString('latin1');
  const known = manifests.get(text) ?? (await parseManifest(code));
  manifests.set(text, known);
  return known;
}

async function parseManifest(code: Buffer): Promise<Map<string, string[]>> {
  const vm = await createVm('manifest', () => undefined);
  try {
    const pairs = decodeWire(String(vm.enter(0, 'manifest', escapeText(code)) ?? encodeWire([])));
    const found = new Map<string, string[]>();
    for (const pair of Array.isArray(pairs) ? pairs : []) {
      if (!Array.isArray(pair)) continue;
      const [key, value] = pair.map(String);
      if (key !== undefined && value !== undefined) found.set(key, [...(found.get(key) ?? []), value]);
    }
    return found;
  } finally {
    vm.close();
  }
}
