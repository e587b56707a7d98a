import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { executeLine, registeredCommands } from './commands.ts';
import { dropConnection } from './connections.ts';
import { performHttp } from './host-http.ts';
import { runSql, runTransaction } from './host-sql.ts';
import { identifiersOf } from './players.ts';
import { insidePath, type Resource } from './resource.ts';
import { mustLive, passKillPoint, type Server, triggerEvent, writeConsole } from './server.ts';
import { type Host, Killed, type Plain } from './vm.ts';
import { decodeWire, encodeWire, escapeText, unescapeBytes, unescapeText } from './wire.ts';

type Op = (server: Server, resource: Resource, args: Plain[]) => Plain;
const str = (v: Plain): string => (v === undefined ? '' : String(v));
const plain = (v: Plain): string => unescapeText(str(v));

function read(path: string): Plain {
  return existsSync(path) ? escapeText(readFileSync(path)) : undefined;
}
function write(path: string, data: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, unescapeBytes(data));
}
function connectionOf(server: Server, source: Plain) {
  return server.connections.get(Number(source));
}
function own(server: Server, name: Plain): Resource {
  const found = server.resources.get(str(name));
  if (!found) throw new Error(`no resource ${str(name)}`);
  return found;
}
/** Calls into another resource. The answer comes now or, marked `~`, later. */
function invoke(
  server: Server,
  by: Resource,
  target: Resource | undefined,
  what: string,
  id: Plain,
  payload: Plain,
  callId: Plain,
): Plain {
  if (!target?.vm) return `E${encodeWire('the resource of that function is not running')}`;
  server.invoking.push(by.name);
  try {
    const answer = target.vm.enter(server.world.clock.now(), what, id, payload, `${by.name}#${by.life}`, callId);
    mustLive(server);
    return answer;
  } finally {
    server.invoking.pop();
  }
}
function setKvp(server: Server, r: Resource, key: string, value: string, sync: boolean): void {
  passKillPoint(server, 'kvp:before', r.name, plain(key), plain(value));
  server.world.kvp.set(r.name, key, value, sync);
  passKillPoint(server, 'kvp:after', r.name, plain(key), plain(value));
}
function deleteKvp(server: Server, r: Resource, key: string, sync: boolean): void {
  passKillPoint(server, 'kvp-delete:before', r.name, plain(key));
  server.world.kvp.delete(r.name, key, sync);
  passKillPoint(server, 'kvp-delete:after', r.name, plain(key));
}

const OPS: Record<string, Op> = {
  print: (s, r, [text]) => void writeConsole(s, `script:${r.name}`, plain(text)),
  error(s, r, [text]) {
    const message = plain(text);
    s.world.scriptErrors.push(`${r.name}: ${message}`);
    writeConsole(s, `script:${r.name}`, `SCRIPT ERROR: ${message}`);
    return undefined;
  },
  listen: (_s, r, [name]) => void r.events.add(str(name)),
  listen_console(_s, r) {
    r.listensToConsole = true;
    return undefined;
  },
  trigger: (s, r, [name, payload]) => triggerEvent(s, str(name), str(payload), '', r.name),
  client_event(s, _r, [name, target, payload]) {
    const found = decodeWire(str(payload));
    const args = Array.isArray(found)
      ? found
      : Object.entries(found ?? {}).flatMap(([key, one]) => (key === 'n' ? [] : [one]));
    s.world.clientEvents.push({ name: str(name), target: Number(target), args });
    return undefined;
  },
  cancel_event(s) {
    s.canceled = true;
    return undefined;
  },
  export: (_s, r, [name]) => void r.exports.add(str(name)),
  has_export(s, _r, [name, fn]) {
    const target = s.resources.get(str(name));
    return target?.vm !== undefined && target.exports.has(str(fn));
  },
  invoke_export: (s, r, [name, fn, payload, id]) => invoke(s, r, s.resources.get(str(name)), 'export', fn, payload, id),
  invoke_ref(s, r, [owner, ref, payload, id]) {
    if (owner === '@server') return `R${encodeWire({ n: 0 })}`;
    return invoke(s, r, s.resources.get(str(owner)), 'ref', ref, payload, id);
  },
  answer(s, _r, [caller, id, text]) {
    const [name = '', life] = str(caller).split('#');
    const target = s.resources.get(name);
    if (target?.vm && String(target.life) === life) target.vm.enter(s.world.clock.now(), 'answer', id, text);
    return undefined;
  },
  invoking(s, r) {
    const by = s.invoking.at(-1);
    return by === undefined || by === '' || by === r.name ? undefined : escapeText(by);
  },
  boot_time: (s) => s.bootTime,
  resource_state: (s, _r, [name]) => s.resources.get(str(name))?.state ?? 'missing',
  resource_count: (s) => s.resources.size,
  resource_at: (s, _r, [i]) => [...s.resources.keys()][Number(i)],
  resource_path: (s, _r, [name]) => s.resources.get(str(name))?.dir,
  metadata(s, _r, [name, key, index]) {
    const value = s.resources.get(str(name))?.manifest.get(str(key))?.[Number(index)];
    return value === undefined ? undefined : escapeText(value);
  },
  metadata_count: (s, _r, [name, key]) => s.resources.get(str(name))?.manifest.get(str(key))?.length ?? 0,
  convar(s, _r, [name]) {
    const value = s.convars.get(str(name).toLowerCase());
    return value === undefined ? undefined : escapeText(value);
  },
  set_convar: (s, _r, [name, value]) => void s.convars.set(str(name).toLowerCase(), plain(value)),
  load_file(s, _r, [name, file]) {
    try {
      return read(insidePath(own(s, name), plain(file)));
    } catch {
      return undefined;
    }
  },
  save_file(s, _r, [name, file, data]) {
    try {
      write(insidePath(own(s, name), plain(file)), str(data));
      return true;
    } catch {
      return false;
    }
  },
  io_read: (_s, r, [path]) => read(insidePath(r, plain(path))),
  io_write: (_s, r, [path, data]) => void write(insidePath(r, plain(path)), str(data)),
  io_remove(_s, r, [path]) {
    const file = insidePath(r, plain(path));
    if (!existsSync(file)) return false;
    rmSync(file);
    return true;
  },
  io_rename(_s, r, [from, to]) {
    const file = insidePath(r, plain(from));
    if (!existsSync(file)) return false;
    renameSync(file, insidePath(r, plain(to)));
    return true;
  },
  players: (s) =>
    encodeWire([...s.connections.values()].filter((c) => c.stage !== 'connecting').map((c) => String(c.source))),
  player_name(s, _r, [src]) {
    const name = connectionOf(s, src)?.name;
    return name === undefined ? undefined : escapeText(name);
  },
  player_identifiers(s, _r, [src]) {
    const citizen = s.world.citizens.get(connectionOf(s, src)?.citizen ?? 0);
    return encodeWire(citizen ? identifiersOf(citizen) : []);
  },
  player_endpoint: (s, _r, [src]) => (connectionOf(s, src) ? '127.0.0.1' : undefined),
  player_citizen: (s, _r, [src]) => connectionOf(s, src)?.citizen,
  routing_bucket: (s, _r, [src]) => connectionOf(s, src)?.bucket ?? 0,
  set_routing_bucket(s, _r, [src, bucket]) {
    const connection = connectionOf(s, src);
    if (connection) connection.bucket = Number(bucket);
    return undefined;
  },
  global_state: (s, _r, [key]) => s.globalState.get(str(key)) ?? encodeWire(undefined),
  set_global_state: (s, _r, [key, value]) => void s.globalState.set(str(key), str(value)),
  drop_player: (s, _r, [src, reason]) => void dropConnection(s, Number(src), plain(reason)),
  command: (_s, r, [name, restricted]) =>
    void r.commands.set(str(name).toLowerCase(), { restricted: restricted === true }),
  execute_command: (s, r, [line]) => void executeLine(s, plain(line), `resource.${r.name}`),
  commands: (s) => encodeWire(registeredCommands(s)),
  ace: (s, _r, [principal, object]) => s.acl.allowed(str(principal), str(object)),
  kvp_set: (s, r, [key, value, sync]) => void setKvp(s, r, str(key), str(value), sync === true),
  kvp_get: (s, r, [key]) => s.world.kvp.get(r.name, str(key)),
  kvp_delete: (s, r, [key, sync]) => void deleteKvp(s, r, str(key), sync === true),
  kvp_flush: (s) => void s.world.kvp.flush(),
  kvp_find: (s, r, [prefix]) => s.world.kvp.find(r.name, str(prefix)),
  kvp_next: (s, _r, [handle]) => s.world.kvp.next(Number(handle)),
  kvp_end: (s, _r, [handle]) => void s.world.kvp.end(Number(handle)),
  http: (s, r, args) => performHttp(s, r, args.map(str), args[4] === true),
};

/** Operations only for the city's own base and drivers. */
const PRIVILEGED: Record<string, Op> = {
  sql_down: (s) => s.world.db.down,
  citizen_license: (s, _r, [id]) => s.world.citizens.get(Number(id))?.license,
  sql: (s, _r, [sql, params, by]) => runSql(s, plain(sql), str(params), str(by)),
  sql_transaction: (s, _r, [list, by]) => runTransaction(s, str(list), str(by)),
  effect_begin: (s, r, [kind]) => void passKillPoint(s, 'effect:inside', r.name, str(kind)),
  effect_end(s, r, [kind, detail]) {
    const about = decodeWire(str(detail));
    const { player, detail: what } = typeof about === 'object' && !Array.isArray(about) ? about : {};
    const at = s.world.clock.now();
    s.world.effects.push({ kind: str(kind), at, detail: what, ...(typeof player === 'number' ? { player } : {}) });
    passKillPoint(s, 'effect:after', r.name, str(kind));
    return undefined;
  },
};

/** The host of one resource: all its natives call this. */
export function createHost(server: Server, resource: Resource): Host {
  const life = resource.life;
  return (now, op, args) => {
    mustLive(server);
    // A stopped resource runs no further, like a dead server.
    if (resource.life !== life) throw new Killed('the resource was stopped');
    server.world.clock.moveTo(now);
    const run = OPS[op] ?? (resource.privileged ? PRIVILEGED[op] : undefined);
    if (!run) throw new Error(`unknown native ${op}`);
    return run(server, resource, args);
  };
}
