import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { type LuaEngine, LuaFactory } from 'wasmoon';
import type { Platform } from './platform.ts';

const root = new URL('../vitrine/', import.meta.url);
const here = new URL('./', import.meta.url);
const text = (url: URL): string => readFileSync(url, 'utf8');

/** The scripts in the order of the manifest. Globs (the owner's own adapters) are not in the zip. */
const scripts: string[] = [...text(new URL('fxmanifest.lua', root)).matchAll(/^ {2}'([^'*]+\.lua)',$/gm)].map(
  (match) => match[1] ?? '',
);

export type Base = '' | 'vrp1' | 'creative3' | 'creative4' | 'creative_network';

/** Tables of a base: name -> columns as `name type [required]`, as in information_schema. */
const tables: Record<Exclude<Base, ''>, Record<string, string[]>> = {
  vrp1: {
    vrp_users: ['id int', 'banned int'],
    vrp_user_ids: ['identifier varchar', 'user_id int'],
    vrp_user_data: ['user_id int', 'dkey varchar', 'dvalue text'],
    vrp_user_moneys: ['user_id int', 'wallet int', 'bank int'],
    vrp_user_identities: ['user_id int', 'firstname varchar', 'name varchar'],
    vrp_user_vehicles: ['user_id int', 'vehicle varchar', 'plate varchar required', 'ipva int required'],
  },
  creative3: {
    vrp_infos: ['steam varchar', 'banned int', 'discord varchar'],
    vrp_users: ['id int', 'steam varchar', 'phone varchar', 'bank int', 'deleted int', 'name varchar', 'name2 varchar'],
    vrp_permissions: ['user_id int', 'permiss varchar'],
    vrp_vehicles: [
      'user_id int',
      'vehicle varchar',
      'plate varchar required',
      'phone varchar required',
      'work varchar',
    ],
    vrp_user_data: ['user_id int', 'dkey varchar', 'dvalue text'],
  },
  creative4: {
    summerz_accounts: ['steam varchar', 'discord varchar'],
    summerz_characters: ['id int', 'steam varchar', 'bank int', 'deleted int', 'name varchar', 'name2 varchar'],
    summerz_playerdata: ['user_id int', 'dkey varchar', 'dvalue text'],
    summerz_banneds: ['id int', 'steam varchar'],
    summerz_vehicles: [
      'user_id int',
      'vehicle varchar',
      'tax int',
      'plate varchar',
      'work varchar',
      'doors text required',
    ],
  },
  creative_network: {
    accounts: ['id int', 'License varchar', 'Discord varchar', 'Banned int'],
    characters: ['id int', 'License varchar', 'Bank int', 'Deleted int', 'Name varchar', 'Lastname varchar'],
    playerdata: ['Passport int', 'Name varchar', 'Information text'],
    vehicles: [
      'Passport int',
      'Vehicle varchar',
      'Plate varchar',
      'Tax int',
      'Weight int',
      'Work tinyint',
      'Doors text required',
    ],
  },
};

/** Rows of citizen 17 (in every base) with 1000 in the bank. */
const seed: Record<Exclude<Base, ''>, string> = {
  vrp1: `INSERT INTO vrp_users VALUES (17, 1); INSERT INTO vrp_user_moneys VALUES (17, 0, 1000);
    INSERT INTO vrp_user_identities VALUES (17, 'João', 'Silva');
    INSERT INTO vrp_user_data VALUES (17, 'vRP:datatable', '{"groups":[],"inventory":[]}');
    INSERT INTO vrp_user_ids VALUES ('discord:111111111111111111', 17);`,
  creative3: `INSERT INTO vrp_infos VALUES ('s17', 1, '111111111111111111');
    INSERT INTO vrp_users VALUES (17, 's17', '555-1', 1000, 0, 'João', 'Silva');
    INSERT INTO vrp_user_data VALUES (17, 'Datatable', '{"inventorys":[]}');`,
  creative4: `INSERT INTO summerz_accounts VALUES ('s17', '111111111111111111');
    INSERT INTO summerz_characters VALUES (17, 's17', 1000, 0, 'João', 'Silva'); INSERT INTO summerz_banneds VALUES (1, 's17');
    INSERT INTO summerz_playerdata VALUES (17, 'Datatable', '{"permission":[],"inventory":[]}');`,
  creative_network: `INSERT INTO accounts VALUES (1, 'l17', '111111111111111111', -1);
    INSERT INTO characters VALUES (17, 'l17', 1000, 0, 'João', 'Silva');
    INSERT INTO playerdata VALUES (17, 'Datatable', '{"Inventory":[]}');`,
};

/**
 * What survives a restart of the game server: key-value store and database. A restart of only the script also keeps
 * the memory.
 */
export interface Disk {
  kvp: Map<string, string>;
  db: DatabaseSync;
  base: Base;
}

/** A new machine with the tables of a base. */
export function createDisk(base: Base): Disk {
  const db = new DatabaseSync(':memory:');
  db.function('DATABASE', () => 'city');
  db.exec("ATTACH ':memory:' AS information_schema");
  db.exec(`CREATE TABLE information_schema.columns (table_schema, table_name, column_name, data_type, is_nullable,
    column_default, extra)`);
  const insert = db.prepare('INSERT INTO information_schema.columns VALUES (?, ?, ?, ?, ?, NULL, ?)');
  for (const [table, columns] of Object.entries(base === '' ? {} : tables[base])) {
    const defined = columns.map((column) => column.split(' '));
    db.exec(`CREATE TABLE ${table} (${defined.map(([name, , need]) => name + (need ? ' NOT NULL' : '')).join(', ')})`);
    for (const [name, type, need] of defined)
      insert.run('city', table, name ?? '', type ?? '', need ? 'NO' : 'YES', '');
  }
  if (base !== '') db.exec(seed[base]);
  return { kvp: new Map(), db, base };
}

/** Decides where the power goes off. Called at every point that a test can name; true means now. */
export type CrashAt = (point: string) => boolean;

export interface City {
  lua: LuaEngine;
  /** Lets virtual time pass. */
  run(ms: number): void;
  /** Runs Lua code and returns its result as JSON. */
  eval(code: string): unknown;
  logs(): string[];
  errors(): string[];
  halted(): boolean;
  close(): void;
}

type Param = string | number | null;

function runSql(db: DatabaseSync, kind: string, statement: string, params: Param[]): unknown {
  if (kind === 'transaction') {
    const list: { query: string; values: Param[] }[] = JSON.parse(statement);
    db.exec('BEGIN');
    try {
      for (const one of list) db.prepare(one.query).run(...one.values);
      db.exec('COMMIT');
      return [1];
    } catch {
      db.exec('ROLLBACK');
      return [0];
    }
  }
  if (kind === 'query' && /^\s*select/i.test(statement)) return db.prepare(statement).all(...params);
  const result = db.prepare(statement).run(...params);
  return kind === 'update' ? [Number(result.changes)] : [];
}

/**
 * Starts the real resource files on a machine. `world` is JSON of the base's memory, which a restart of only the
 * script keeps. A test may pass a wrong `token` or `resource`.
 */
export async function startCity(options: {
  disk: Disk;
  platform: Platform;
  crash?: CrashAt;
  world?: string;
  config?: string;
  resource?: string;
  setup?: string;
}): Promise<City> {
  const { disk, platform } = options;
  const lua = await new LuaFactory().createEngine({ injectObjects: false });
  const crash = (point: string): void => {
    if (options.crash?.(point)) lua.doStringSync('Harness.halt()');
  };
  lua.global.set('hostConvar', (name: string) => platform.convars[name] ?? '');
  lua.global.set('hostEffect', (what: string) => crash(`effect:${what}`));
  lua.global.set('hostKvp', (operation: string, key: string, value: string) => {
    if (operation === 'list') return JSON.stringify([...disk.kvp.keys()].filter((one) => one.startsWith(key)));
    if (operation === 'get') return disk.kvp.get(key) ?? '';
    const state: string = operation === 'set' && key.startsWith('c:') ? JSON.parse(value).s : operation;
    crash(`before:${state}`);
    if (operation === 'set') disk.kvp.set(key, value);
    else disk.kvp.delete(key);
    crash(`after:${state}`);
    return '';
  });
  lua.global.set('hostSql', (kind: string, statement: string, params: string) => {
    const answer = runSql(disk.db, kind, statement, JSON.parse(params));
    if (kind === 'transaction') crash('effect:sql');
    return JSON.stringify(answer);
  });
  lua.global.set('hostHttp', (id: number, url: string, method: string, body: string, headers: string) => {
    crash('before:http');
    const answer = platform.handle(new URL(url).pathname, method, body, JSON.parse(headers));
    if (!answer) return;
    const failed = answer.status === 0 || answer.status >= 400;
    lua.global
      .get('Harness')
      .answer(
        id,
        answer.delayMs ?? 5,
        answer.status,
        failed ? '' : answer.body,
        failed ? '{}' : JSON.stringify(answer.headers ?? {}),
        failed ? `HTTP ${answer.status}: ${answer.body}` : '',
      );
  });
  lua.doStringSync(text(new URL('harness.lua', here)));
  if (options.resource) lua.doStringSync(`Harness.resource = '${options.resource}'`);
  lua.global.set('worldJson', options.world ?? '');
  lua.doStringSync("World = worldJson ~= '' and json.decode(worldJson) or nil");
  lua.doStringSync(text(new URL('frameworks.lua', here)));
  lua.doStringSync(`Harness.startBase('${disk.base}')`);
  if (options.setup) lua.doStringSync(options.setup);
  for (const script of scripts) {
    lua.doStringSync(text(new URL(script, root)));
    if (script === 'config.lua' && options.config) lua.doStringSync(options.config);
  }
  const evaluate = (code: string): unknown => {
    const json: unknown = lua.doStringSync(`return json.encode({ (function() ${code} end)() })`);
    return JSON.parse(String(json))[0];
  };
  const list = (expression: string): string[] =>
    JSON.parse(String(lua.doStringSync(`return json.encode(${expression})`)));
  return {
    lua,
    run: (ms) => void lua.doStringSync(`Harness.run(${ms})`),
    eval: evaluate,
    logs: () => list('Harness.logs'),
    errors: () => list('Harness.scriptErrors'),
    halted: () => lua.doStringSync('return Harness.isHalted()') === true,
    close: () => lua.global.close(),
  };
}
