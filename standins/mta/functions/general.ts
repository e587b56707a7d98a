import { createHash } from 'node:crypto';
import { Killed } from '../vm.ts';
import { bytesOf, Callback, Handle, table, textOf, type Value } from '../wire.ts';
import { handle, log, type World } from '../world.ts';
import { type Functions, Many } from './function.ts';
import { HYPER } from './hyper.ts';

/**
 * [crypt] is Shared/mods/deathmatch/logic/luadefs/CLuaCryptDefs.cpp at 01b622d, [timer] CLuaTimerDefs.cpp there, [event]
 * Server/mods/deathmatch/logic/luadefs/CLuaFunctionDefs.Event.cpp at 95dfc97, [server] CLuaFunctionDefs.Server.cpp at 0298cda,
 * [resource] CLuaResourceDefs.cpp at f7540f3, [json] Server/mods/deathmatch/logic/lua/CLuaArguments.cpp at 0607748 and CLuaArgument.cpp
 * at 08ff641, [debug] Shared/mods/deathmatch/logic/CScriptDebugging.cpp, all of multitheftauto/mtasa-blue.
 */

/** Older servers refuse a shorter timer; newer ones take any. */
const SHORTEST_TIMER_MS = 50;

/** Calls what listens to an event of an element. */
export function raise(world: World, event: string, source: string, args: Value[], by?: Handle): void {
  for (const { event: name, element, ref } of [...world.listeners]) {
    if (name !== event || (element !== 'root' && element !== source)) continue;
    world.vm?.enter(ref, { source: new Handle(source), client: by }, args);
  }
}

/** [json] WriteToJSONObject and WriteTableToJSONObject, with what they lose. */
function toJson(value: Value): unknown {
  if (value === undefined) return 0;
  if (typeof value === 'string') {
    const text = textOf(value);
    return text.length > 3 && text[0] === '^' && text[2] === '^' && text[1] !== '^'
      ? `${text.slice(0, 2)}~${text.slice(3)}`
      : text;
  }
  if (!(value instanceof Map)) return value instanceof Handle ? `^E^${value.id}` : value;
  const keys = [...value.keys()];
  if (keys.every((key) => typeof key === 'number' && key >= 1 && key <= keys.length)) {
    return keys.map((_, index) => toJson(value.get(index + 1)));
  }
  return Object.fromEntries([...value].map(([key, one]) => [textOf(String(key)).slice(0, 254), toJson(one)]));
}

/** [json] ReadFromJSONObject: `^R^name` becomes a resource. */
function fromJson(value: unknown): Value {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'string') return /^\^[ERT]\^/.test(value) ? new Handle(value) : bytesOf(value);
  if (Array.isArray(value)) return value.map(fromJson);
  if (typeof value === 'object')
    return new Map(Object.entries(value).map(([key, one]): [Value, Value] => [bytesOf(key), fromJson(one)]));
  return value as number | boolean;
}

function setTimer(world: World, [run, ms, times, ...args]: Value[]): Handle | false {
  if (!(run instanceof Callback) || typeof ms !== 'number' || ms < SHORTEST_TIMER_MS) return false;
  const timer = handle(world, 'timer:');
  let left = typeof times === 'number' ? times : 1;
  const { vm } = world;
  const plan = (): void => {
    const cancel = world.clock.timer(ms, () => {
      if (!world.alive) return;
      const last = left === 1;
      left -= 1;
      if (last) world.timers.delete(timer.id);
      vm?.enter(run.ref, {}, args);
      if (last) vm?.free(run.ref);
      else if (world.timers.has(timer.id)) plan();
    });
    world.timers.set(timer.id, { cancel, ref: run.ref });
  };
  plan();
  return timer;
}

function exported(world: World, [resource, name, ...args]: Value[]): Many | Value {
  const at = textOf(resource);
  const run = world.running.has(at) ? HYPER[at]?.[textOf(name)] : undefined;
  if (!run) {
    world.errors.push(`exports: Call to non-running server resource (${at}) [${textOf(name)}]`);
    return new Many();
  }
  const other = world.exported.get(`${at}:${textOf(name)}`);
  try {
    return other ? (other(world, args, run) as Value) : run(world, args);
  } catch (error) {
    if (error instanceof Killed) throw error;
    // [resource] call: `false` for a function that raised.
    tellError(world, (error as Error).message);
    return false;
  }
}

const idOf = (value: Value): string => (value instanceof Handle ? value.id : '');

/** [debug] LogString: an error is told at once, and to nobody while one is being told. */
function tellError(world: World, text: string): void {
  world.errors.push(text);
  raise(world, 'onDebugMessage', 'root', [bytesOf(text), 1]);
}

export const general: Functions = {
  '@error': (world, [text]) => void tellError(world, textOf(text)),
  // [resource] exports of a resource that does not run print a line and give nothing
  '@export': exported,
  outputServerLog: (world, [text]) => void log(world, textOf(text)),
  outputDebugString: (world, [text]) => void log(world, textOf(text)),
  outputChatBox(world, [text, to]) {
    world.chat.push({ to: idOf(to) || 'root', text: textOf(text) });
    return true;
  },
  // [crypt] Hash gives small letters; older servers gave capitals
  hash: (world, [kind, text]) => {
    if (textOf(kind) !== 'sha256') throw new Error('unknown hash function');
    const hex = createHash('sha256')
      .update(Buffer.from(String(text), 'latin1'))
      .digest('hex');
    return world.version < '1.6' ? hex.toUpperCase() : hex;
  },
  // [timer] setTimer, killTimer, isTimer
  setTimer,
  killTimer(world, [timer]) {
    const found = world.timers.get(idOf(timer));
    world.timers.delete(idOf(timer));
    found?.cancel();
    if (found) world.vm?.free(found.ref);
    return found !== undefined;
  },
  isTimer: (world, [timer]) => world.timers.has(idOf(timer)),
  getTickCount: (world) => world.clock.now() - world.bootAt,
  getRealTime: (world) => table({ timestamp: Math.floor(world.clock.now() / 1000) }),
  getVersion: (world) => table({ name: 'MTA:SA Server', mta: world.version, tag: `${world.version}-9.22470.0` }),
  // [event] addEvent, addEventHandler, triggerEvent
  addEvent: () => true,
  addEventHandler(world, [event, element, run]) {
    if (!(run instanceof Callback)) return false;
    world.listeners.push({ event: textOf(event), element: idOf(element), ref: run.ref });
    return true;
  },
  triggerEvent(world, [event, element, ...args]) {
    raise(world, textOf(event), idOf(element), args);
    return true;
  },
  // [server] AddCommandHandler: several resources may have the same command, and all are called
  addCommandHandler(world, [name, run]) {
    if (!(run instanceof Callback)) return false;
    world.commands.push({ name: textOf(name), resource: world.resource, ref: run.ref });
    return true;
  },
  // [server] GetCommandHandlers
  getCommandHandlers: (world) =>
    world.commands.map(({ name, resource }): Value => [bytesOf(name), new Handle(`resource:${resource}`)]),
  // [resource] getThisResource, getResourceName, getResourceInfo, getResourceFromName, getResourceState
  getThisResource: (world) => new Handle(`resource:${world.resource}`),
  getResourceName: (_world, [one]) => idOf(one).replace('resource:', ''),
  getResourceInfo: (_world, [, key]) => (textOf(key) === 'version' ? '1.0.0' : false),
  getResourceFromName(world, [name]) {
    const at = textOf(name);
    return at === world.resource || at in HYPER ? new Handle(`resource:${at}`) : false;
  },
  getResourceState: (world, [one]) => (world.running.has(idOf(one).replace('resource:', '')) ? 'running' : 'loaded'),
  // [json] WriteToJSONString puts everything into one array
  toJSON: (_world, [value]) => bytesOf(`[ ${JSON.stringify(toJson(value))} ]`),
  // [json] ReadFromJSONString: the parts of an array are results of their own
  fromJSON(_world, [text]) {
    try {
      const found = JSON.parse(textOf(text));
      return Array.isArray(found) ? new Many(...found.map(fromJson)) : fromJson(found);
    } catch {
      return undefined;
    }
  },
};
