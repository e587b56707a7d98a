import { tokenize } from './console.ts';
import { emit, type Server, writeConsole } from './server.ts';
import { encodeWire, escapeText } from './wire.ts';

type Builtin = (server: Server, args: string[]) => void;

const setConvar: Builtin = (server, [name, ...value]) => {
  if (name !== undefined && value.length > 0) server.convars.set(name.toLowerCase(), value.join(' '));
};
const job = (server: Server, work: Promise<unknown>): void => {
  const tracked = work.finally(() => server.jobs.delete(tracked));
  server.jobs.add(tracked);
};
const each =
  (run: (server: Server, name: string) => Promise<unknown>): Builtin =>
  (server, names) => {
    for (const name of names) job(server, run(server, name));
  };

const BUILTINS: Record<string, Builtin> = {
  set: setConvar,
  setr: setConvar,
  sets: setConvar,
  ensure: each((server, name) => server.ensure(name, true)),
  restart: each((server, name) => server.ensure(name, true)),
  start: each((server, name) => server.ensure(name, false)),
  stop: each((server, name) => server.stop(name)),
  refresh: () => undefined,
  quit: (server) => setImmediate(() => server.kill()),
  add_ace: (server, [principal = '', object = '', kind = '']) => server.acl.addAce(principal, object, kind !== 'deny'),
  remove_ace: (server, [principal = '', object = '', kind = '']) =>
    server.acl.removeAce(principal, object, kind !== 'deny'),
  add_principal: (server, [child = '', parent = '']) => server.acl.addPrincipal(child, parent),
  remove_principal: (server, [child = '', parent = '']) => server.acl.removePrincipal(child, parent),
  say: (server, args) => writeConsole(server, '', `console: ${args.join(' ')}`),
};

/** The answer of `GetRegisteredCommands`. */
export function registeredCommands(server: Server): Array<{ name: string; resource: string; arity: number }> {
  const own = Object.keys(BUILTINS).map((name) => ({ name, resource: 'internal', arity: -1 }));
  const theirs = [...server.resources.values()].flatMap((r) =>
    [...r.commands.keys()].map((name) => ({ name, resource: r.name, arity: -1 })),
  );
  return [...own, ...theirs];
}

/** Runs one command line as a principal. It returns and raises nothing; the console shows what went wrong. */
export function executeLine(server: Server, line: string, principal: string): void {
  const [word, ...args] = tokenize(line);
  if (word === undefined) return;
  const name = word.toLowerCase();
  const owners = [...server.resources.values()].filter((r) => r.vm !== undefined && r.commands.has(name));
  const builtin = Object.hasOwn(BUILTINS, name) ? BUILTINS[name] : undefined;
  if (owners.length === 0 && !builtin) {
    // A convar's name alone prints it; with a value it sets it.
    if (server.convars.has(name) && args.length === 0) {
      writeConsole(server, 'cmd', ` "${name}" is "${server.convars.get(name)}"`);
      return;
    }
    // A script may answer a command that nobody registered: it handles the event and cancels it (facts/game-frameworks.md 2).
    if (emit(server, 'rconCommand', [word, args])) writeConsole(server, 'cmd', `No such command ${word}.`);
    return;
  }
  const restricted = builtin !== undefined || owners.some((r) => r.commands.get(name)?.restricted);
  if (restricted && !server.acl.allowed(principal, `command.${name}`)) {
    writeConsole(server, 'cmd', `Access denied for command ${word}.`);
    return;
  }
  builtin?.(server, args);
  const now = server.world.clock.now();
  for (const owner of owners) owner.vm?.enter(now, 'command', name, 0, encodeWire(args), escapeText(line));
}
