import { VEHICLES } from '../../../standins/fxserver/frameworks/catalog.ts';
import { joaat } from '../../../standins/fxserver/frameworks/esx.ts';
import type { FrameworkName } from '../../../standins/fxserver/frameworks.ts';
import type { City } from '../../../standins/fxserver/fxserver.ts';
import { hasTexts, playerOf, type TEXT_BASES } from './player-of.ts';

/** What the city's own tables hold of a player: what is left after a power cut. */
export interface Rows {
  bank: number;
  groups: string[];
  vehicles: string[];
  banned: boolean;
  /** All stacks of an item, also under the longer names of items that break. */
  items(name: string): number;
}

interface Places {
  /** Table, column of the player, column of the value. */
  bank: [string, string, string];
  cars: [string, string, string];
  /** Table, column of the player, column of the name, column of the JSON, name of the row. */
  data: [string, string, string, string, string];
}

const vrp: Places = {
  bank: ['vrp_user_moneys', 'user_id', 'bank'],
  cars: ['vrp_user_vehicles', 'user_id', 'vehicle'],
  data: ['vrp_user_data', 'user_id', 'dkey', 'dvalue', 'vRP:datatable'],
};
const creative4 = (prefix: string): Places => ({
  bank: [`${prefix}characters`, 'id', 'bank'],
  cars: [`${prefix}vehicles`, 'user_id', 'vehicle'],
  data: [`${prefix}playerdata`, 'user_id', 'dkey', 'dvalue', 'Datatable'],
});

const PLACES: Record<Exclude<FrameworkName, TextBase | 'vrp2'>, Places> = {
  vrp1: vrp,
  vrpex: vrp,
  creative3: {
    bank: ['vrp_users', 'id', 'bank'],
    cars: ['vrp_vehicles', 'user_id', 'vehicle'],
    data: ['vrp_user_data', 'user_id', 'dkey', 'dvalue', 'Datatable'],
  },
  'creative4-summerz': creative4('summerz_'),
  'creative4-bxd': creative4('bxd_'),
  'network-older': {
    bank: ['characters', 'id', 'bank'],
    cars: ['vehicles', 'Passport', 'vehicle'],
    data: ['playerdata', 'Passport', 'dkey', 'dvalue', 'Datatable'],
  },
  'network-newer': {
    bank: ['characters', 'id', 'Bank'],
    cars: ['vehicles', 'Passport', 'Vehicle'],
    data: ['playerdata', 'Passport', 'Name', 'Information', 'Datatable'],
  },
};

/** How many of an item a bag holds, in all stacks: the name before the first `-`. */
export function amountIn(bag: unknown, name: string): number {
  return Object.entries((bag ?? {}) as Record<string, { item?: string; amount: number }>)
    .filter(([key, { item }]) => (item ?? key).split('-')[0] === name)
    .reduce((sum, [, { amount }]) => sum + Number(amount), 0);
}

type TextBase = (typeof TEXT_BASES)[number];
const isText = (framework: FrameworkName): framework is TextBase => hasTexts(framework);

/** ESX keeps the hash of a model. */
const MODELS = new Map([...VEHICLES, 'naoexiste', 'Sedans'].map((model) => [joaat(model), model]));

function rowsOfEsx(city: City, framework: TextBase, player: number): Rows {
  const key = playerOf(framework, player).identity?.value;
  const [row = {}] = city.tables.rows('SELECT * FROM users WHERE identifier = ?', key);
  const bag = JSON.parse(String(row.inventory ?? '{}'));
  const list: Array<{ name: string; count: number }> = Array.isArray(bag)
    ? bag
    : Object.entries(bag).map(([name, count]) => ({ name, count: Number(count) }));
  return {
    bank: Number(JSON.parse(String(row.accounts ?? '{}')).bank),
    groups: [
      ...(row.job === 'unemployed' ? [] : [`job:${row.job}:${row.job_grade}`]),
      ...(row.group === 'user' ? [] : [String(row.group)]),
    ],
    vehicles: city.tables
      .rows('SELECT vehicle FROM owned_vehicles WHERE owner = ? AND stored = 1', key)
      .map(({ vehicle }) => MODELS.get(JSON.parse(String(vehicle)).model) ?? 'unknown'),
    banned: false,
    items: (item) => list.filter(({ name }) => name === item).reduce((sum, { count }) => sum + count, 0),
  };
}

/** The rows of a base that knows its characters by a text. Money, jobs and bag are JSON in one row. */
function rowsByText(city: City, framework: TextBase, player: number): Rows {
  const key = playerOf(framework, player).identity?.value;
  const read = (column: string) => {
    const [row] = city.tables.rows(`SELECT ${column} AS value FROM players WHERE citizenid = ?`, key);
    return JSON.parse(String(row?.value ?? 'null'));
  };
  const groupOf = (kind: string, none: string): string[] => {
    const { name, grade } = read(kind);
    return name === none ? [] : [`${kind}:${name}:${grade.level}`];
  };
  return {
    bank: Number(read('money').bank),
    groups: [...groupOf('job', 'unemployed'), ...groupOf('gang', 'none')],
    vehicles: city.tables
      .rows('SELECT vehicle FROM player_vehicles WHERE citizenid = ? AND state = 1 AND garage IS NOT NULL', key)
      .map(({ vehicle }) => String(vehicle)),
    banned: city.memory('banned', player) === true,
    // In the bag of such a base each stack has the plain name.
    items: (item) =>
      ((read('inventory') ?? []) as Array<{ name: string; count?: number; amount?: number }>)
        .filter(({ name }) => name === item)
        .reduce((sum, { count, amount }) => sum + Number(count ?? amount), 0),
  };
}

/** ox_core keeps everything in tables of its own, which know a character by its number. */
function rowsOfOx(city: City, player: number): Rows {
  const values = (statement: string): unknown[] => city.tables.rows(statement, player).map(({ value }) => value);
  const [bag] = values('SELECT inventory AS value FROM character_inventory WHERE charId = ?');
  const list = JSON.parse(String(bag ?? '[]')) as Array<{ name: string; count: number }>;
  return {
    bank: Number(values('SELECT balance AS value FROM accounts WHERE owner = ? AND isDefault = 1')[0]),
    groups: city.tables
      .rows('SELECT name, grade FROM character_groups WHERE charId = ? ORDER BY name', player)
      .map(({ name, grade }) => `${name}:${grade}`),
    vehicles: values('SELECT model AS value FROM vehicles WHERE owner = ? AND `stored` IS NOT NULL').map(String),
    banned: city.memory('banned', player) === true,
    items: (item) => list.filter(({ name }) => name === item).reduce((sum, { count }) => sum + count, 0),
  };
}

/** vRP 2 keeps a character as msgpack in one row, which the stand-in reads for us. */
function rowsOfVrp2(city: City, player: number): Rows {
  const saved = (city.memory('row', player) ?? {}) as Record<string, Record<string, number>>;
  return {
    bank: Number(saved.bank),
    groups: Object.keys(saved.groups ?? {}),
    vehicles: Object.entries(saved.vehicles ?? {}).flatMap(([model, parked]) => (parked === 1 ? [model] : [])),
    banned: city.memory('banned', player) === true,
    items: (item) => Number(saved.inventory?.[item] ?? 0),
  };
}

/** Reads a player's rows. */
export function rowsOf(city: City, framework: FrameworkName, player: number): Rows {
  if (framework === 'ox_core') return rowsOfOx(city, player);
  if (framework === 'vrp2') return rowsOfVrp2(city, player);
  if (framework === 'esx' || framework === 'esx-ox') return rowsOfEsx(city, framework, player);
  if (isText(framework)) return rowsByText(city, framework, player);
  const { bank, cars, data } = PLACES[framework];
  const values = ([table, owner, value]: [string, string, string]): unknown[] =>
    city.tables.rows(`SELECT ${value} AS value FROM ${table} WHERE ${owner} = ?`, player).map((row) => row.value);
  const [table, owner, key, json, name] = data;
  const row = city.tables.rows(`SELECT ${json} AS value FROM ${table} WHERE ${owner} = ? AND ${key} = ?`, player, name);
  const saved = JSON.parse(String(row[0]?.value ?? '{}'));
  return {
    bank: Number(values(bank)[0]),
    groups: groupsOf(city, framework, player, saved),
    vehicles: values(cars).map(String),
    // Each base answers it from its tables.
    banned: city.memory('banned', player) === true,
    items: (item) => amountIn(saved.inventory ?? saved.inventorys ?? saved.Inventory, item),
  };
}

function groupsOf(
  city: City,
  framework: Exclude<FrameworkName, TextBase | 'vrp2'>,
  player: number,
  saved: { groups?: object; permission?: object },
): string[] {
  if (framework === 'creative3') {
    return city.tables
      .rows('SELECT permiss AS value FROM vrp_permissions WHERE user_id = ?', player)
      .map(({ value }) => String(value));
  }
  if (!framework.startsWith('network')) return Object.keys(saved.groups ?? saved.permission ?? {});
  const [key, json] = framework === 'network-older' ? ['dkey', 'dvalue'] : ['Name', 'Information'];
  return city.tables
    .rows(`SELECT ${key} AS name, ${json} AS list FROM entitydata WHERE ${key} LIKE 'Permissions:%'`)
    .filter(({ list }) => Object.hasOwn(JSON.parse(String(list)), String(player)))
    .map(({ name: group }) => String(group).slice('Permissions:'.length));
}
