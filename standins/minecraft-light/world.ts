import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** What the server knows of a player. `name` is as they wrote it; the game compares names without their case. */
export interface Player {
  name: string;
  online: boolean;
  coins: number;
  groups: string[];
  /** Stacks by material; together at most `SLOTS` places. */
  items: Record<string, number>;
  whitelisted: boolean;
  banned: boolean;
}

interface Saved {
  players: Player[];
  /** Ids of deliveries whose effect is in this file, newest last. */
  delivered: string[];
}

/** Places in an inventory, as in the game. */
const SLOTS = 36;
/** Ids that are remembered. The client's journal remembers fewer for longer, so these only bridge an interruption. */
const MOST_DELIVERED = 1000;
const MOST_LINES = 200;

/** The groups that this server's LuckPerms has. */
export const GROUPS = ['default', 'vip', 'nobre', 'rei'] as const;

/** Materials and how many of each one place holds (minecraft.wiki, "Stack"). */
const STACKS: Record<string, number> = {
  arrow: 64,
  bread: 64,
  cobblestone: 64,
  cooked_beef: 64,
  diamond: 64,
  diamond_axe: 1,
  diamond_boots: 1,
  diamond_chestplate: 1,
  diamond_helmet: 1,
  diamond_leggings: 1,
  diamond_pickaxe: 1,
  diamond_sword: 1,
  elytra: 1,
  emerald: 64,
  ender_pearl: 16,
  experience_bottle: 64,
  firework_rocket: 64,
  golden_apple: 64,
  iron_ingot: 64,
  netherite_ingot: 64,
  oak_log: 64,
  oak_planks: 64,
  shield: 1,
  totem_of_undying: 1,
};

/** A new world has these people; whoever is paid for, put on a list or enters is added. */
const FIRST: { name: string; online: boolean; coins: number; groups?: string[]; items?: Record<string, number> }[] = [
  { name: 'Bruno_Craft', online: true, coins: 1250, items: { diamond_pickaxe: 1, cobblestone: 128, bread: 12 } },
  { name: 'EvaBuilder', online: true, coins: 8400, groups: ['vip'], items: { oak_planks: 192, oak_log: 64 } },
  { name: 'carla_mc', online: false, coins: 300 },
  { name: 'Davi2009', online: false, coins: 40, items: { iron_ingot: 9 } },
  { name: '.Fabio', online: false, coins: 0 },
];

/**
 * A small Minecraft world with its players. One file holds the players together with the ids of what was delivered to
 * them, and each change replaces it in one step: after a crash the file says what happened.
 */
export class World {
  readonly #file: string;
  readonly #players = new Map<string, Player>();
  readonly #delivered: string[];
  /** The console's lines, oldest first. */
  readonly console: string[] = [];

  /** Reads the world, or makes a new one. */
  constructor(file: string) {
    this.#file = file;
    mkdirSync(dirname(file), { recursive: true });
    const saved: Saved = existsSync(file)
      ? JSON.parse(readFileSync(file, 'utf8'))
      : { players: FIRST.map((one) => fresh(one.name, one)), delivered: [] };
    for (const player of saved.players) this.#players.set(player.name.toLowerCase(), player);
    this.#delivered = saved.delivered;
  }

  players(): Player[] {
    return [...this.#players.values()];
  }

  find(name: string): Player | undefined {
    return this.#players.get(name.toLowerCase());
  }

  /** The player of this name. Names are accounts of Mojang, so each one can be known before it enters. */
  player(name: string): Player {
    const known = this.find(name);
    if (known) return known;
    const made = fresh(name);
    this.#players.set(name.toLowerCase(), made);
    return made;
  }

  say(line: string): void {
    this.console.push(line);
    this.console.splice(0, this.console.length - MOST_LINES);
  }

  hasDelivered(id: string): boolean {
    return this.#delivered.includes(id);
  }

  /** Writes the world down. With `id` it says that this delivery's effect is in it. */
  save(id?: string): void {
    if (id !== undefined) this.#delivered.push(id);
    this.#delivered.splice(0, this.#delivered.length - MOST_DELIVERED);
    const saved: Saved = { players: this.players(), delivered: this.#delivered };
    writeFileSync(`${this.#file}.new`, JSON.stringify(saved, null, 1));
    renameSync(`${this.#file}.new`, this.#file);
  }
}

function fresh(name: string, known: Partial<Player> = {}): Player {
  return { online: false, coins: 0, groups: [], items: {}, whitelisted: false, banned: false, ...known, name };
}

export const isMaterial = (name: string): boolean => Object.hasOwn(STACKS, name);

/** Whether `amount` more of a material has room. */
export function hasRoom({ items }: Player, material: string, amount: number): boolean {
  const after = { ...items, [material]: (items[material] ?? 0) + amount };
  const places = Object.entries(after).map(([name, count]) => Math.ceil(count / (STACKS[name] ?? 64)));
  return places.reduce((sum, one) => sum + one, 0) <= SLOTS;
}

export function give(player: Player, material: string, amount: number): void {
  player.items[material] = (player.items[material] ?? 0) + amount;
}

export function setGroup(player: Player, group: string, member: boolean): void {
  player.groups = player.groups.filter((one) => one !== group);
  if (member) player.groups.push(group);
}
