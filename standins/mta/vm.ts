import { readFileSync } from 'node:fs';
import { Lua } from 'wasmoon-lua5.1';
import { pack, unpack, type Value } from './wire.ts';

/** Answers one call from Lua. A thrown error is raised in Lua with its message. */
export type Host = (name: string, args: Value[]) => Value[];

/** Thrown by a host when the server is dead: from then on nothing leaves the script. */
export class Killed extends Error {}

const prelude = readFileSync(new URL('./lua/prelude.lua', import.meta.url), 'utf8');
/** Characters of a text that cross at a time, because the bridge puts texts on a small stack. */
const PART = 8000;

/** One resource's Lua 5.1. */
export interface Vm {
  /** Calls a function of the script. `about` are the globals `source` and `client` of an event. */
  enter(ref: number, about: Record<string, Value>, args: Value[]): void;
  /** The server needs this function no more. */
  free(ref: number): void;
  load(name: string, code: Buffer): void;
  /** What a piece of Lua returns; throws its error. */
  eval(code: string): Value;
  close(): void;
}

/** Starts a Lua 5.1 with these functions of the server. */
export async function createVm(names: string[], host: Host): Promise<Vm> {
  const lua = await Lua.create();
  let rest = '';
  const answer = (name: string, args: string): string => {
    try {
      const text = pack(host(name, unpack(args)));
      if (text.length <= PART) return text;
      rest = text;
      return '+';
    } catch (error) {
      return error instanceof Killed ? '!@dead' : `!${(error as Error).message}`;
    }
  };
  lua.ctx.__host = answer;
  lua.ctx.__more = () => {
    const part = rest.slice(0, PART);
    rest = rest.slice(PART);
    return part;
  };
  lua.doStringSync(prelude);
  const [define, feed, enter, free, load, evaluate] = ['define', 'feed', 'enter', 'free', 'load', 'eval'].map((name) =>
    lua.global.get(`__${name}`),
  );
  define(names.join(' '));
  let depth = 0;
  let closed = false;
  const send = (text: string): void => {
    for (let at = 0; at < text.length; at += PART) feed(text.slice(at, at + PART));
  };
  const inside = <T>(run: () => T): T | undefined => {
    if (closed) return undefined;
    depth += 1;
    try {
      return run();
    } finally {
      depth -= 1;
    }
  };
  const close = (): void => {
    // Its Lua may still be running, so the state is freed in a later turn.
    if (depth > 0) setImmediate(close);
    else lua.global.close();
  };
  return {
    enter: (ref, about, args) =>
      void inside(() => {
        send(pack([new Map(Object.entries(about)), ...args]));
        enter(ref);
      }),
    free: (ref) => void inside(() => free(ref)),
    load: (name, code) =>
      void inside(() => {
        // The bridge carries characters, so the bytes of a script cross as UTF-8 text.
        send(code.toString('utf8'));
        load(name);
      }),
    eval(code) {
      const found = inside(() => {
        send(code);
        return String(evaluate());
      });
      if (found === undefined) throw new Error('the resource is not running');
      if (found.startsWith('!')) throw new Error(found.slice(1));
      return unpack(found)[0];
    },
    close() {
      if (closed) return;
      closed = true;
      setImmediate(close);
    },
  };
}
