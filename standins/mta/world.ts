import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { CityClock } from '../fxserver/clock.ts';
import type { KillAt, Kills } from '../fxserver/kills.ts';
import { Killed, type Vm } from './vm.ts';
import { Handle, type Value } from './wire.ts';

export interface Account {
  name: string;
  serial: string;
  /** What the gamemode wrote down of the player's money. */
  money: number;
}

export interface Player {
  id: string;
  nick: string;
  serial: string;
  money: number;
  account: string | undefined;
  data: Map<string, unknown>;
}

export interface Ban {
  nick: string;
  serial: string;
}

/** The disk of a server: what a crash leaves. */
export interface Disk {
  accounts: Account[];
  bans: Ban[];
  acls: Record<string, Record<string, boolean>>;
  groups: Record<string, { acls: string[]; objects: string[] }>;
  /** HyperScripts' tables: VIPs by account, vehicles by account, items by account. */
  vips: Record<string, string[]>;
  vehicles: Record<string, string[]>;
  items: Record<string, Record<string, number>>;
}

export interface Answer {
  status: number;
  body: string;
  headers?: Record<string, string>;
  delayMs?: number;
}

/** Answers a request of a script. An answer that is no promise comes at once, without a network; undefined is silence. */
export type Play = (request: {
  url: string;
  method: string;
  body: string;
  headers: Record<string, string>;
}) => Answer | undefined | Promise<Answer | undefined>;

export interface Request {
  id: string;
  queue: string;
  vm: Vm;
  callback: number;
  sent: boolean;
  go: () => void;
}

export interface Connection {
  db: DatabaseSync;
  /** The published default: writes wait in a transaction. */
  batch: boolean;
  begunAt: number | undefined;
}

/** One run of a server. `disk` and the folder outlive it. */
export interface World {
  folder: string;
  disk: Disk;
  /** The ACL in memory, until `aclSave`. */
  acl: Pick<Disk, 'acls' | 'groups'>;
  clock: CityClock;
  bootAt: number;
  kills: Kills;
  alive: boolean;
  lines: string[];
  errors: string[];
  chat: { to: string; text: string }[];
  effects: { kind: string; who: string; detail: unknown }[];
  players: Map<string, Player>;
  /** Functions that the owner allowed to this resource by `aclrequest`. */
  rights: Set<string>;
  running: Set<string>;
  vm: Vm | undefined;
  resource: string;
  version: string;
  listeners: { event: string; element: string; ref: number }[];
  commands: { name: string; resource: string; ref: number }[];
  timers: Map<string, { cancel: () => void; ref: number }>;
  requests: Request[];
  connections: Map<string, Connection>;
  queries: Map<string, unknown>;
  play: Play;
  /** A full disk refuses every write; a deaf one takes it and keeps nothing. */
  diskFull: boolean;
  diskDeaf: boolean;
  /** What a look-alike answers instead of its own answer. */
  exported: Map<string, (world: World, args: Value[], run: (world: World, args: Value[]) => Value) => unknown>;
  nextId: number;
  /** How many items a bag of the look-alike's inventory holds. */
  room: number;
}

export const handle = (world: World, kind: string): Handle => new Handle(`${kind}${world.nextId++}`);

/** Ends the server here if a test armed this point. */
export function passKillPoint(world: World, at: KillAt, subject: string, detail = ''): void {
  if (!world.alive) throw new Killed();
  if (!world.kills.passes(at, world.resource, subject, detail)) return;
  world.alive = false;
  throw new Killed();
}

/** Something that a player really gets or loses, between the two points at which a server can die. */
export function effect(world: World, kind: string, who: string, detail: unknown, run: () => void): void {
  passKillPoint(world, 'effect:inside', kind);
  run();
  world.effects.push({ kind, who, detail });
  passKillPoint(world, 'effect:after', kind);
}

const fileOf = (folder: string): string => join(folder, 'server.json');

export function readDisk(folder: string, first: Disk): Disk {
  const file = fileOf(folder);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : structuredClone(first);
}

/** Writes what the server keeps in its own files. False on a full disk. */
export function writeDisk(world: World): boolean {
  if (world.diskFull) return false;
  const file = fileOf(world.folder);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(world.disk));
  return true;
}

export function log(world: World, line: string): void {
  world.lines.push(line);
}
