import { cpSync, existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { boot, type DriverName, writeBase } from './boot.ts';
import { createClock } from './clock.ts';
import { executeLine } from './commands.ts';
import { connect, connectionOfCitizen, dropConnection, inspectFramework } from './connections.ts';
import { splitCommands } from './console.ts';
import { type CityDatabase, openDatabase } from './database.ts';
import { FRAMEWORKS, type FrameworkName } from './frameworks.ts';
import type { Play } from './http.ts';
import { createKills, type KillPoint } from './kills.ts';
import { type Kvp, openKvp } from './kvp.ts';
import { ensureResource, refreshResources } from './lifecycle.ts';
import { runUntil, settle, waitingJobs } from './loop.ts';
import { type Citizen, type Connection, makeCitizen } from './players.ts';
import { type Effect, emit, type Server, type World } from './server.ts';

export interface CityOptions {
  /** A server machine's files: resources, KVP, the city's database. Created if missing. */
  dataDir: string;
  /** Folder of the tested resource, which is copied into the city. Without it only the base runs. */
  resourceDir?: string;
  /** Its folder name in the city if the owner renamed it. Default: the name of `resourceDir`. */
  resourceName?: string;
  /** The base; `none` is a server without one. */
  framework: FrameworkName | 'none';
  /** Database driver resources. Default: oxmysql. */
  drivers?: DriverName[];
  convars?: Record<string, string>;
  /** `virtual` moves only by `advance`. Default: real. */
  clock?: 'real' | 'virtual';
  /** First instant of a virtual clock in ms. Default: now. */
  startAt?: number;
  /** Citizens of a new city. Default: ids 1 to 20. */
  players?: Array<Partial<Citizen> & { id: number }>;
  /** Lines of server.cfg after those of the resources (such as aces). */
  cfg?: string[];
  /** Starts the tested resource (default true). */
  autostart?: boolean;
  /** Time that a resource stays in the state `starting`, in ms, by name. */
  slowStart?: Record<string, number>;
  /** How long virtual time waits, in real ms, for an open HTTP request. Default 6000. */
  httpPatienceMs?: number;
  /** `information_schema` answers in capitals, as in MySQL 8. */
  upperCaseCatalog?: boolean;
  /** Opens the city's tables somewhere else than in SQLite; they are new at each start. `now` is the city's clock in ms. */
  openTables?: (now: () => number) => CityDatabase;
  /** Answers the city's requests in the place of a network, at times of the city. */
  play?: Play;
  /** An FXServer of years ago, which asks `Expect: 100-continue` before a longer body. */
  oldArtifact?: boolean;
}

export interface City {
  readonly clock: { now(): number; readonly virtual: boolean };
  /** All lines of the console with the errors of every resource. A test fails on an error that it did not expect. */
  readonly consoleLines: string[];
  readonly scriptErrors: string[];
  /** Real changes in the framework or its tables, oldest first, and how many of a kind. */
  readonly effects: Effect[];
  effectCount(kind: string, player?: number): number;
  readonly tables: CityDatabase;
  readonly kvp: Kvp;
  readonly alive: boolean;
  readonly server: Server;
  /** Lets virtual time pass: timers, requests and answers happen at their time. */
  advance(ms: number): Promise<void>;
  /** Waits until no request and no start is running, without moving time. */
  settle(): Promise<void>;
  /** Types a line into the console, and waits for the starts and stops that it causes. */
  console(line: string): Promise<void>;
  /** Connects a citizen; undefined when refused. `until` stops at an earlier stage. */
  join(playerId: number, until?: Connection['stage']): Promise<Connection | undefined>;
  leave(playerId: number, reason?: string): Promise<void>;
  restartResource(name: string): Promise<void>;
  /** Stops normally (or starts again after a kill), with the files on disk. */
  restart(): Promise<void>;
  /** Without a point: dies now. With one: resolves when the point has killed the server. */
  kill(point?: KillPoint): Promise<void>;
  /** An event of the server, such as txAdmin's. */
  emit(name: string, ...args: unknown[]): void;
  /** The framework's memory: `online`, `bank`, `groups`, `items`… (see the framework's `Standin.state`). */
  memory(what: string, id?: number | string): unknown;
  setConvar(name: string, value: string): void;
  /** Looks at the resources folder again. */
  refresh(): Promise<void>;
  /** Writes a line into server.cfg, which runs at every start from the next one on. A line that is there already is not repeated. */
  addToCfg(line: string): void;
  readonly resourcesDir: string;
  close(): Promise<void>;
}

/** Starts a city. Rejects when a manifest is unreadable; a resource's own errors go to `scriptErrors`. */
export async function startCity(options: CityOptions): Promise<City> {
  const { dataDir } = options;
  const resourcesDir = join(dataDir, 'resources');
  const base = join(resourcesDir, '[base]');
  const drivers = options.drivers ?? ['oxmysql'];
  const framework = options.framework === 'none' ? undefined : FRAMEWORKS[options.framework];
  const clock = createClock(options.clock === 'virtual' ? (options.startAt ?? Date.now()) : undefined);
  const file = join(dataDir, 'city.sqlite');
  const fresh = options.openTables !== undefined || !existsSync(file);
  const db = options.openTables?.(clock.now) ?? openDatabase(file, clock.now, options.upperCaseCatalog);
  const people = (options.players ?? Array.from({ length: 20 }, (_, i) => ({ id: i + 1 }))).map(makeCitizen);
  const world: World = {
    clock,
    db,
    kvp: openKvp(join(dataDir, 'db', 'default', 'kvp.log')),
    kills: createKills(),
    citizens: new Map(people.map((c) => [c.id, c])),
    effects: [],
    consoleLines: [],
    scriptErrors: [],
    clientEvents: [],
    slowStart: options.slowStart ?? {},
    play: options.play,
  };
  if (fresh && framework) {
    db.script(framework.schema);
    for (const citizen of people) framework.seed(db, citizen, clock.now());
  }
  writeBase(base, framework, drivers);
  const name = options.resourceName ?? basename(options.resourceDir ?? '');
  if (options.resourceDir !== undefined) {
    cpSync(options.resourceDir, join(resourcesDir, name), { recursive: true });
  }
  const convars = { ...options.convars };
  const patience = options.httpPatienceMs ?? 6000;
  const cfg = [...(options.cfg ?? [])];
  const start = (): Server => boot(world, convars, options.oldArtifact);
  let server = start();
  let stopLoop = (): void => undefined;

  const bring = async (): Promise<void> => {
    stopLoop();
    // The former server's Lua states are freed in a later turn. With a virtual clock only this line makes such a turn.
    await nextTurn();
    server = start();
    await refreshResources(server, resourcesDir, base);
    stopLoop = clock.virtual ? () => undefined : runLoop(server);
    for (const resource of [...drivers, ...(framework?.resources ?? [])]) await startOne(resource);
    for (const line of cfg) executeLine(server, line, 'system.console');
    if (name !== '' && options.autostart !== false) await startOne(name);
    if (clock.virtual) await settle(server, patience);
    else await Promise.all(waitingJobs(server));
  };
  // With a real clock the others wait for a slow resource; with virtual time it starts beside them.
  const startOne = async (resource: string): Promise<void> => {
    const work: Promise<unknown> = ensureResource(server, resource, false).finally(() => server.jobs.delete(work));
    if ((world.slowStart[resource] ?? 0) > 0) server.jobs.add(work);
    else await work;
  };
  const runLoop = (running: Server): (() => void) => {
    let timer: NodeJS.Timeout | undefined;
    const look = (): void => {
      clearTimeout(timer);
      if (running.dead) return;
      runUntil(running, clock.now());
      const due = Math.min(
        clock.due(),
        ...[...running.resources.values()].map((r) => r.vm?.due ?? Number.POSITIVE_INFINITY),
      );
      if (due !== Number.POSITIVE_INFINITY) timer = setTimeout(look, Math.min(Math.max(due - clock.now(), 0), 60_000));
    };
    let queued = false;
    clock.onChange = () => {
      if (queued) return;
      queued = true;
      setImmediate(() => {
        queued = false;
        look();
      });
    };
    look();
    return () => {
      clearTimeout(timer);
      clock.onChange = () => undefined;
    };
  };
  const pause = async (): Promise<void> => {
    if (clock.virtual) await settle(server, patience);
    else clock.onChange();
  };

  await bring();
  return {
    clock,
    consoleLines: world.consoleLines,
    scriptErrors: world.scriptErrors,
    effects: world.effects,
    effectCount: (kind, player) =>
      world.effects.filter((e) => e.kind === kind && (player === undefined || e.player === player)).length,
    tables: db,
    kvp: world.kvp,
    resourcesDir,
    get alive() {
      return !server.dead;
    },
    get server() {
      return server;
    },
    async advance(ms) {
      if (!clock.virtual) throw new Error('only a virtual clock can be advanced');
      const target = clock.now() + ms;
      await settle(server, patience);
      while (!server.dead) {
        const due = Math.min(
          clock.due(),
          ...[...server.resources.values()].map((r) => r.vm?.due ?? Number.POSITIVE_INFINITY),
        );
        if (due > target) break;
        clock.moveTo(due);
        runUntil(server, target);
        if (server.inFlight.size > 0 || server.jobs.size > 0) await settle(server, patience);
      }
      clock.moveTo(target);
    },
    settle: () => settle(server, patience),
    async console(line) {
      for (const one of splitCommands(line)) {
        executeLine(server, one, 'system.console');
        await Promise.all(waitingJobs(server));
      }
      await pause();
    },
    async join(playerId, until = 'loaded') {
      const connection = connect(server, playerId, until);
      await pause();
      return connection;
    },
    async leave(playerId, reason = 'Exiting') {
      const connection = connectionOfCitizen(server, playerId);
      if (connection) dropConnection(server, connection.source, reason);
      await pause();
    },
    async restartResource(resource) {
      await ensureResource(server, resource, true);
      await pause();
    },
    async restart() {
      if (!server.dead) {
        emit(server, 'txAdmin:events:serverShuttingDown', [{ delay: 0, author: 'console', message: 'restart' }]);
        for (const connection of [...server.connections.values()])
          dropConnection(server, connection.source, 'Server shutting down');
        await pause();
        for (const resource of server.resources.values()) emit(server, 'onResourceStop', [resource.name]);
        world.kvp.flush();
        server.kill();
      }
      await bring();
    },
    async kill(point) {
      if (point) await world.kills.arm(point);
      else server.kill();
    },
    emit: (event, ...args) => void emit(server, event, args),
    memory: (what, id) => inspectFramework(server, what, id),
    setConvar(key, value) {
      convars[key] = value;
      server.convars.set(key.toLowerCase(), value);
    },
    refresh: () => refreshResources(server, resourcesDir, base),
    addToCfg(line) {
      if (!cfg.includes(line)) cfg.push(line);
    },
    async close() {
      stopLoop();
      server.kill();
      await Promise.allSettled([...server.inFlight, ...server.jobs]);
      db.close();
    },
  };
}
