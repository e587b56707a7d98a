import type { CityClock } from './clock.ts';
import type { Acl } from './console.ts';
import type { CityDatabase } from './database.ts';
import type { HttpClient, Play } from './http.ts';
import type { KillAt, Kills } from './kills.ts';
import type { Kvp } from './kvp.ts';
import type { Citizen, Connection } from './players.ts';
import { dropResource, type Resource } from './resource.ts';
import { Killed } from './vm.ts';
import { escapeText, packArgs } from './wire.ts';

/** A real change by a framework. */
export interface Effect {
  kind: string;
  player?: number;
  detail?: unknown;
  at: number;
}

/** What outlives the process: the machine's disk, the database, the people, and the tests' records. */
export interface World {
  clock: CityClock;
  db: CityDatabase;
  kvp: Kvp;
  kills: Kills;
  citizens: Map<number, Citizen>;
  effects: Effect[];
  consoleLines: string[];
  scriptErrors: string[];
  /** Events that scripts sent to players (`target` -1: to all), oldest first. */
  clientEvents: Array<{ name: string; target: number; args: unknown[] }>;
  /** Time that a resource stays in the state `starting`, in ms, by name. */
  slowStart: Record<string, number>;
  /** Answers the city's requests in the place of a network. */
  play?: Play;
}

/** One run of the server process. */
export interface Server {
  world: World;
  dead: boolean;
  bootTime: number;
  resources: Map<string, Resource>;
  connections: Map<number, Connection>;
  convars: Map<string, string>;
  acl: Acl;
  /** What every script may read and write, encoded, by key. */
  globalState: Map<string, string>;
  http: HttpClient;
  /** Requests without an answer yet. */
  inFlight: Set<Promise<unknown>>;
  /** Running starts and stops. */
  jobs: Set<Promise<unknown>>;
  /** How many of `jobs` wait for time to pass. */
  sleeping: number;
  /** The chain of calling resources, the innermost last. */
  invoking: string[];
  lastRequest: number;
  nextSource: number;
  canceled: boolean;
  /** Starts (or restarts) and stops a resource by name. */
  ensure(name: string, restart: boolean): Promise<boolean>;
  stop(name: string): Promise<void>;
  /** Stops everything at once, as SIGKILL does. */
  kill(): void;
}

/** Throws in a dead server, so that its scripts reach nothing any more. */
export function mustLive(server: Server): void {
  if (server.dead) throw new Killed('the server is dead');
}

/** Kills the server at a set point: throws Killed, which stops the calling script. */
export function passKillPoint(server: Server, at: KillAt, resource: string, subject: string, detail = ''): void {
  mustLive(server);
  const point = server.world.kills.passes(at, resource, subject, detail);
  if (!point) return;
  const only = point.stops === undefined ? undefined : server.resources.get(point.stops);
  if (!only) server.kill();
  else dropResource(only);
  // The script of another resource goes on: it did not notice.
  if (!only || only.name === resource) throw new Killed(at);
}

/** Writes a line to the console and to its listeners. */
export function writeConsole(server: Server, channel: string, message: string): void {
  server.world.consoleLines.push(channel === '' ? message : `[${channel}] ${message}`);
  for (const resource of server.resources.values()) {
    if (resource.listensToConsole)
      resource.vm?.enter(server.world.clock.now(), 'console', channel, escapeText(message));
  }
}

/** Runs an event's handlers in every resource, in the order of their start. False when a handler cancelled it. */
export function triggerEvent(server: Server, name: string, payload: string, source: number | string, by = ''): boolean {
  const before = server.canceled;
  server.canceled = false;
  server.invoking.push(by);
  try {
    for (const resource of [...server.resources.values()]) {
      if (resource.vm === undefined || !resource.events.has(name)) continue;
      mustLive(server);
      resource.vm.enter(server.world.clock.now(), 'event', name, payload, source);
    }
    mustLive(server);
    return !server.canceled;
  } finally {
    server.invoking.pop();
    server.canceled = before;
  }
}

/** An event from the server or from a player's client. Does nothing in a dead server. */
export function emit(server: Server, name: string, args: readonly unknown[], source: number | string = ''): boolean {
  if (server.dead) return false;
  try {
    return triggerEvent(server, name, packArgs(args), source);
  } catch (error) {
    if (error instanceof Killed) return false;
    throw error;
  }
}
