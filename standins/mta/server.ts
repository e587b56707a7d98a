import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClock } from '../fxserver/clock.ts';
import { createKills, type KillPoint } from '../fxserver/kills.ts';
import { acl, RESTRICTED } from './functions/acl.ts';
import { closeDatabases, database } from './functions/database.ts';
import { Many } from './functions/function.ts';
import { general, raise } from './functions/general.ts';
import { http } from './functions/http.ts';
import { HYPER } from './functions/hyper.ts';
import { people } from './functions/people.ts';
import { createVm, Killed } from './vm.ts';
import { bytesOf, Handle, textOf, type Value } from './wire.ts';
import { type Account, type Disk, type Play, type Player, readDisk, type World, writeDisk } from './world.ts';

const FUNCTIONS = { ...general, ...people, ...acl, ...database, ...http };

export interface MtaOptions {
  /** The machine: what a crash leaves. */
  folder: string;
  /** The folder of the resource, with its meta.xml. */
  resourceDir: string;
  play: Play;
  /** First instant of this start, in ms; `real` is the machine's own time. */
  startAt?: number | 'real';
  accounts?: Partial<Account>[];
  /** Files in the place of the resource's own, by their path in meta.xml. */
  files?: Record<string, string>;
  /** Functions that the owner allowed; all of them unless given. */
  rights?: string[];
  /** HyperScripts' resources that run. */
  running?: string[];
  version?: string;
  /** The folder's name if the owner renamed it. */
  resourceName?: string;
}

/** A server of MTA:SA with one resource, in virtual time. */
export interface MtaServer {
  world: World;
  /** Lets time pass; ends early when the server dies. */
  run(ms: number): void;
  /** What a piece of Lua in the resource returns; tables are maps. */
  eval(code: string): unknown;
  /** A person connects and logs in; the gamemode loads their money. */
  join(account: string, data?: Record<string, unknown>, nick?: string): Player;
  leave(account: string): void;
  player(account: string): Player | undefined;
  /** The element data of a player changes, by a script of the server or by the player's own client. */
  setData(account: string, key: string, value: unknown, byClient?: boolean): void;
  /** A line in the server's console, or a command typed by a player. */
  type(who: string, line: string): void;
  /** The gamemode writes down what players have. */
  save(): void;
  /** Starts the resource again; the server's memory stays. */
  restartResource(): Promise<void>;
  arm(point: KillPoint): void;
  kill(): void;
  close(): void;
}

const FIRST: Disk = {
  accounts: [],
  bans: [],
  acls: { Default: {}, Admin: { 'function.startResource': true, 'general.ModifyOtherObjects': true }, VIP: {} },
  groups: {
    Everyone: { acls: ['Default'], objects: ['user.*', 'resource.*'] },
    Admin: { acls: ['Admin'], objects: ['user.dono'] },
    VIP: { acls: ['VIP'], objects: [] },
    'Família Ouro': { acls: ['VIP'], objects: [] },
  },
  vips: {},
  vehicles: {},
  items: {},
};

/** The scripts of a meta.xml in their order. Throws if one is not for the server only, because players would get it. */
export function scriptsOf(meta: string): string[] {
  const without = meta.replace(/<!--[\s\S]*?-->/g, '');
  return [...without.matchAll(/<script\s+src="([^"]+)"\s+type="([^"]+)"\s*\/>/g)].map(([, src = '', type]) => {
    if (type !== 'server') throw new Error(`${src} is sent to players`);
    return src;
  });
}

const serialOf = (name: string): string => Buffer.from(name.padEnd(16, '0')).toString('hex').slice(0, 32).toUpperCase();

export async function startMta(options: MtaOptions): Promise<MtaServer> {
  const fresh = { ...FIRST, accounts: (options.accounts ?? []).map(accountFrom) };
  const disk = readDisk(options.folder, fresh);
  const { startAt = 1_790_000_000_000 } = options;
  const clock = createClock(startAt === 'real' ? undefined : startAt);
  const world: World = {
    folder: options.folder,
    disk,
    acl: structuredClone({ acls: disk.acls, groups: disk.groups }),
    clock,
    bootAt: clock.now() - 5000,
    kills: createKills(),
    alive: true,
    lines: [],
    errors: [],
    chat: [],
    effects: [],
    players: new Map(),
    rights: new Set(options.rights ?? RESTRICTED),
    running: new Set(options.running ?? Object.keys(HYPER)),
    vm: undefined,
    resource: options.resourceName ?? 'vitrine',
    version: options.version ?? '1.6',
    listeners: [],
    commands: [],
    timers: new Map(),
    requests: [],
    connections: new Map(),
    queries: new Map(),
    play: options.play,
    diskFull: false,
    diskDeaf: false,
    exported: new Map(),
    nextId: 1,
    room: 10,
  };
  writeDisk(world);

  const call = (name: string, args: Value[]): Value[] => {
    if (!world.alive) throw new Killed();
    const run = FUNCTIONS[name];
    if (!run) throw new Error(`${name} is no function of this server`);
    // The server refuses to a resource what its ACL does not allow, and prints a line.
    if (RESTRICTED.includes(name) && !world.rights.has(name)) {
      world.errors.push(`Access denied @ '${name}'`);
      return [false];
    }
    const found = run(world, args);
    return found instanceof Many ? found.values : [found];
  };

  async function startResource(): Promise<void> {
    const names = Object.keys(FUNCTIONS).filter((name) => !name.startsWith('@'));
    world.vm = await createVm(names, call);
    const meta = readFileSync(join(options.resourceDir, 'meta.xml'), 'utf8');
    for (const file of scriptsOf(meta)) {
      const own = options.files?.[file];
      world.vm.load(file, own === undefined ? readFileSync(join(options.resourceDir, file)) : Buffer.from(own));
    }
    raise(world, 'onResourceStart', 'resourceRoot', []);
  }

  function stopResource(): void {
    if (world.alive) raise(world, 'onResourceStop', 'resourceRoot', []);
    world.vm?.close();
    world.vm = undefined;
    for (const { cancel } of world.timers.values()) cancel();
    world.timers.clear();
    world.listeners = [];
    world.commands = world.commands.filter(({ resource }) => resource !== world.resource);
    world.requests = [];
    closeDatabases(world);
  }

  const find = (account: string): Player | undefined =>
    [...world.players.values()].find((player) => player.account === account);

  const server: MtaServer = {
    world,
    run(ms) {
      const target = clock.now() + ms;
      while (world.alive && clock.due() <= target) {
        clock.moveTo(clock.due());
        clock.run();
      }
      clock.moveTo(target);
    },
    eval: (code) => plain(world.vm?.eval(code)),
    join(name, data = {}, nick = name) {
      const account = world.disk.accounts.find((one) => one.name === name);
      if (!account) throw new Error(`no account ${name}`);
      account.serial = serialOf(name);
      const player: Player = {
        id: `player${world.nextId++}`,
        nick,
        serial: account.serial,
        money: account.money,
        account: name,
        data: new Map(Object.entries(data)),
      };
      world.players.set(player.id, player);
      raise(world, 'onPlayerLogin', player.id, []);
      return player;
    },
    leave(name) {
      const player = find(name);
      if (!player) return;
      raise(world, 'onPlayerQuit', player.id, []);
      saveOne(world, player);
      world.players.delete(player.id);
    },
    player: find,
    setData(name, key, value, byClient = false) {
      const player = find(name);
      if (!player) return;
      player.data.set(key, value);
      raise(world, 'onElementDataChange', player.id, [bytesOf(key)], byClient ? new Handle(player.id) : undefined);
    },
    type(who, line) {
      const [name = '', ...words] = line.split(' ');
      const from = who === 'console' ? 'console' : (find(who)?.id ?? 'nobody');
      for (const command of world.commands.filter((one) => one.name === name)) {
        world.vm?.enter(command.ref, {}, [new Handle(from), ...[name, ...words].map(bytesOf)]);
      }
    },
    save() {
      for (const player of world.players.values()) saveOne(world, player);
    },
    async restartResource() {
      stopResource();
      await startResource();
    },
    arm: (point) => void world.kills.arm(point),
    kill() {
      world.alive = false;
    },
    close() {
      world.alive = false;
      stopResource();
    },
  };
  await startResource();
  return server;
}

function accountFrom(account: Partial<Account>): Account {
  const name = account.name ?? 'Ana';
  return { name, serial: '', money: 0, ...account };
}

function saveOne(world: World, player: Player): void {
  const account = world.disk.accounts.find(({ name }) => name === player.account);
  if (account) account.money = player.money;
  writeDisk(world);
}

/** Tables of Lua as lists and objects, texts as UTF-8. */
function plain(value: Value): unknown {
  if (typeof value === 'string') return textOf(value);
  if (!(value instanceof Map)) return value;
  const keys = [...value.keys()];
  if (keys.length > 0 && keys.every((_, index) => value.has(index + 1)))
    return keys.map((_, index) => plain(value.get(index + 1)));
  return Object.fromEntries([...value].map(([key, one]) => [textOf(String(key)), plain(one)]));
}

/** The files of a resource, for tests that look at all of them. */
export const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
