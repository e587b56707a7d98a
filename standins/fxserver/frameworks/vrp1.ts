import type { Base } from './base.ts';
import { INT, ITEMS, luaList, TEXT, VEHICLES } from './catalog.ts';

const schema = (vehicleColumns: string): string => `
CREATE TABLE vrp_users (id INTEGER PRIMARY KEY, last_login ${TEXT}, whitelisted TINYINT(1) DEFAULT 1, banned TINYINT(1) DEFAULT 0);
CREATE TABLE vrp_user_ids (identifier ${TEXT} PRIMARY KEY, user_id INT);
CREATE TABLE vrp_user_data (user_id INT, dkey ${TEXT}, dvalue TEXT, PRIMARY KEY (user_id, dkey));
CREATE TABLE vrp_srv_data (dkey ${TEXT} PRIMARY KEY, dvalue TEXT);
CREATE TABLE vrp_user_moneys (user_id INT PRIMARY KEY, ${INT('wallet')}, ${INT('bank')});
CREATE TABLE vrp_user_vehicles (user_id INT, vehicle ${TEXT}${vehicleColumns}, PRIMARY KEY (user_id, vehicle));
CREATE TABLE vrp_user_identities (user_id INT PRIMARY KEY, registration ${TEXT}, phone ${TEXT}, firstname ${TEXT}, name ${TEXT}, age INT);
`;

const base = (vehicleColumns: string): Base => ({
  lua: ['vrp1'],
  manifest: "description 'vRP'",
  settings: '',
  schema: schema(vehicleColumns),
  extras: [],
  config: {
    'cfg/items.lua': luaList('local items', ITEMS, (n) => `name = "${n}"`),
    'cfg/vehicles.lua': luaList('local vehicles', VEHICLES, (n) => `name = "${n}"`),
  },
  seed(db, c) {
    db.query('INSERT INTO vrp_users(id, last_login, banned) VALUES(?, ?, ?)', [c.id, '', c.banned ?? false]);
    for (const identifier of [
      `license:${c.license}`,
      `steam:${c.steam}`,
      ...(c.discord ? [`discord:${c.discord}`] : []),
    ]) {
      db.query('INSERT INTO vrp_user_ids VALUES(?, ?)', [identifier, c.id]);
    }
    if (c.unfinished) return;
    const groups = Object.fromEntries((c.groups ?? []).map((g) => [g, true]));
    const inventory = Object.fromEntries(Object.entries(c.items ?? {}).map(([k, amount]) => [k, { amount }]));
    db.query('INSERT INTO vrp_user_data VALUES(?, ?, ?)', [
      c.id,
      'vRP:datatable',
      JSON.stringify({ groups, inventory, weapons: {} }),
    ]);
    db.query('INSERT INTO vrp_user_moneys VALUES(?, ?, ?)', [c.id, c.wallet, c.bank]);
    const [first = '', last = ''] = c.name.split(' ');
    db.query('INSERT INTO vrp_user_identities VALUES(?, ?, ?, ?, ?, ?)', [
      c.id,
      `P${c.id}`,
      `9${c.id}`,
      first,
      last,
      30,
    ]);
    for (const model of c.vehicles ?? []) {
      db.query('INSERT INTO vrp_user_vehicles(user_id, vehicle) VALUES(?, ?)', [c.id, model]);
    }
  },
});

/** vRP 1: one car of each model, groups and inventory in the datatable. */
export const vrp1: Base = base('');

/** vRPex: the same, with the columns that forks add to a car. */
export const vrpex: Base = base(
  `, detido INT NOT NULL DEFAULT 0, time ${TEXT} NOT NULL DEFAULT '0', engine INT NOT NULL DEFAULT 1000, body INT NOT NULL DEFAULT 1000,
   fuel INT NOT NULL DEFAULT 100, ipva INT NOT NULL DEFAULT 0, plate ${TEXT}`,
);
