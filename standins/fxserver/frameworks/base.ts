import type { CityDatabase } from '../database.ts';
import type { Citizen } from '../players.ts';

/** A base as owners install it: its resource `vrp`, its tables, its first citizens. */
export interface Base {
  /** Lua files of the framework, below base/; the last one is the base itself. */
  lua: string[];
  /** Further lines of the manifest, such as `creative_network 'yes'`. */
  manifest: string;
  /** Lua that runs before the framework's own, for variants of a generation. */
  settings: string;
  /** The published tables with their columns and constraints, as MariaDB reads them. */
  schema: string;
  seed(db: CityDatabase, citizen: Citizen, now: number): void;
  /** Other resources that belong to it and start before `vrp`. */
  extras: string[];
  /** Lists of items and vehicles, by path inside `vrp`. */
  config: Record<string, string>;
}

/** A base of several resources that is no vRP: ESX, QBCore, Qbox. */
export interface Resources {
  /** In the order of their start. */
  resources: Array<{
    name: string;
    /** Further lines of the manifest. */
    manifest: string;
    /** Lua that runs before the resource's own: its lists. */
    settings: string;
    /** Lua files below base/. */
    lua: string[];
  }>;
  /** The published tables with their columns and constraints, as MariaDB reads them. */
  schema: string;
  seed: Base['seed'];
}

/** Inserts one row by the names of its columns. */
export function insert(db: CityDatabase, table: string, row: Record<string, unknown>): void {
  const names = Object.keys(row);
  db.query(
    `INSERT INTO ${table} (${names.map((name) => `\`${name}\``).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    Object.values(row),
  );
}

/** An inventory of slots: `{ "1": { item, amount } }`. */
export const slots = (items: Citizen['items']): Record<string, { item: string; amount: number }> =>
  Object.fromEntries(Object.entries(items ?? {}).map(([item, amount], i) => [String(i + 1), { item, amount }]));
