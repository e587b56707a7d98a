import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connect } from '../../../standins/fxserver/connections.ts';
import type { FrameworkName } from '../../../standins/fxserver/frameworks.ts';
import { type City, startCity } from '../../../standins/fxserver/fxserver.ts';
import { runUntil } from '../../../standins/fxserver/loop.ts';
import type { Citizen } from '../../../standins/fxserver/players.ts';
import { encodeWire } from '../../../standins/fxserver/wire.ts';
import type { Answer } from '../../check/wire.ts';
import { type Player, playerOf } from './player-of.ts';

/** Whoever plays Vitrine for the city. */
interface Shop {
  convars: Record<string, string>;
  player: Player;
  handle(path: string, method: string, body: string, headers: Record<string, string>): Answer | undefined;
  /** Called at each `run`. `ms` tells for how long nothing new comes from the test. */
  mayRest?(ms: () => number): void;
}

/** The test city with the shop played inside it: nothing waits for a network, so a test moves the time itself. */
export interface PlayedCity {
  city: City;
  /** Lets virtual time pass. */
  run(ms: number): void;
  /** Runs Lua in a resource, the script's own by default, and returns what it returns. */
  eval(code: string, resource?: string): unknown;
  /** Brings citizen 17 into the city. */
  enter(): void;
  leave(): Promise<void>;
  /** Puts items into citizen 17's bag; a negative amount takes them. */
  items(item: string, amount: number): void;
  /** How many of an item citizen 17 holds. */
  held(item: string): number;
  /** Types a command as a person with this source; 0 is the console. */
  type(source: number, ...words: string[]): void;
  /** Lines of the script, and those of the owner's own resource. */
  logs(): string[];
  ownLines(): string[];
  close(): Promise<void>;
}

export const BASES = ['vrpex', 'creative3', 'creative4-summerz', 'network-newer'] as const;

const resourceDir = fileURLToPath(new URL('../vitrine', import.meta.url));
/** City time of the first start, in ms. */
const START_MS = 1_790_000_000_000;
const PERSON: Partial<Citizen> & { id: number } = {
  id: 17,
  name: 'João Silva',
  bank: 1000,
  discord: '111111111111111111',
};

const open: PlayedCity[] = [];
const folders: string[] = [];

/** Closes what `playCity` opened and removes its machines. A file calls it after each test. */
export async function closePlayed(): Promise<void> {
  for (const one of open.splice(0)) await one.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** A machine's folder. It keeps journal and database between two starts. */
export function newMachine(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-played-'));
  folders.push(folder);
  return folder;
}

/** Starts a city. `own` is Lua of the owner's resource `cidade`; `config` is added to the script's config.lua. */
export async function playCity(options: {
  platform: Shop;
  framework: FrameworkName | 'none';
  machine?: string;
  online?: boolean;
  citizen?: Partial<Citizen>;
  own?: string;
  config?: string;
  /** The owner's config.local.lua. */
  local?: string;
  cfg?: string[];
  /** The folder's name if the owner renamed it. */
  resource?: string;
  slowStart?: Record<string, number>;
  /** Citizens in the place of 17, 18 and 40. */
  players?: Array<Partial<Citizen> & { id: number }>;
}): Promise<PlayedCity> {
  const { platform, machine = newMachine(), resource = 'vitrine' } = options;
  platform.player = playerOf(options.framework, 17);
  const source = join(machine, 'download', resource);
  cpSync(resourceDir, source, { recursive: true });
  if (options.config) appendFileSync(join(source, 'config.lua'), `\n${options.config}\n`);
  if (options.local !== undefined) writeFileSync(join(source, 'config.local.lua'), options.local);
  const own = join(machine, 'resources', 'cidade');
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, 'fxmanifest.lua'), "fx_version 'cerulean'\ngame 'gta5'\nserver_script 'own.lua'\n");
  writeFileSync(join(own, 'own.lua'), options.own ?? '');
  const city = await startCity({
    dataDir: machine,
    resourceDir: source,
    resourceName: resource,
    autostart: false,
    framework: options.framework,
    clock: 'virtual',
    startAt: START_MS,
    convars: platform.convars,
    players: options.players ?? [{ ...PERSON, ...options.citizen }, { id: 18 }, { id: 40 }],
    cfg: ['ensure cidade', ...(options.cfg ?? [])],
    slowStart: options.slowStart,
    play: ({ url, method, body, headers }) =>
      platform.handle(new URL(url).pathname, method, body.toString('utf8'), headers),
  });
  const { clock } = city.server.world;
  const linesOf = (name: string): string[] => {
    const start = `[script:${name}] `;
    return city.consoleLines.filter((line) => line.startsWith(start)).map((line) => line.slice(start.length));
  };
  const bag = (): Record<string, { item?: string; amount: number }> =>
    (city.memory('items', 17) ?? {}) as Record<string, { item?: string; amount: number }>;
  let closed = false;
  const played: PlayedCity = {
    city,
    run(ms) {
      for (const [name, value] of Object.entries(platform.convars)) city.setConvar(name, value);
      const target = clock.now() + ms;
      platform.mayRest?.(() => target - clock.now() + 1);
      while (city.alive) {
        const due = Math.min(
          clock.due(),
          ...[...city.server.resources.values()].map(({ vm }) => vm?.due ?? Number.POSITIVE_INFINITY),
        );
        if (due > target) break;
        clock.moveTo(due);
        runUntil(city.server, target);
      }
      clock.moveTo(target);
    },
    eval(code, name = resource) {
      const chunk = `local ok, found = pcall(function() ${code} end) print('=> ' .. json.encode({ ok = ok, found = found }))`;
      city.server.resources.get(name)?.vm?.run(clock.now(), Buffer.from(chunk), 'test');
      const line = linesOf(name).findLast((one) => one.startsWith('=> '));
      const { ok, found } = JSON.parse(line?.slice(3) ?? '{"ok":false,"found":"no answer"}');
      if (!ok) throw new Error(String(found));
      return found;
    },
    enter() {
      connect(city.server, 17, 'loaded');
      played.run(1);
    },
    leave: () => city.leave(17),
    items: (item, amount) => city.emit('standin:items', 17, item, amount),
    held: (item) =>
      Object.entries(bag())
        .filter(([key, entry]) => (entry.item ?? key) === item)
        .reduce((sum, [, { amount }]) => sum + amount, 0),
    type(from, name = '', ...words) {
      const { vm } = city.server.resources.get(resource) ?? {};
      vm?.enter(clock.now(), 'command', name, from, encodeWire(words), [name, ...words].join(' '));
    },
    logs: () => linesOf(resource),
    ownLines: () => linesOf('cidade'),
    async close() {
      if (!closed) await city.close();
      closed = true;
    },
  };
  open.push(played);
  if (options.online) played.enter();
  await city.server.ensure(resource, false);
  return played;
}
