import { type Base, insert } from './base.ts';
import { ITEMS, itemTable } from './catalog.ts';

/** Groups of one gtype push each other out. */
const GROUPS: Record<string, string | undefined> = {
  vip: 'vip',
  vipgold: 'vip',
  policia: 'job',
  mecanico: 'job',
  admin: undefined,
  user: undefined,
};

const groupTable = `Groups = {\n${Object.entries(GROUPS)
  .map(([name, gtype]) => `  ["${name}"] = { gtype = ${gtype === undefined ? 'nil' : `"${gtype}"`} },`)
  .join('\n')}\n}\n`;

// Muulfz/vrpex 9766f74 vrp/cfg/groups.lua:3 and vrp/cfg/items.lua:3
const groupFile = `local cfg = {}\n\ncfg.groups = {\n${Object.entries(GROUPS)
  .map(
    ([name, gtype]) =>
      `	["${name}"] = {\n${gtype === undefined ? '' : `		_config = {\n			title = "${name}",\n			gtype = "${gtype}"\n		},\n`}		"${name}.permissao"\n	},`,
  )
  .join('\n')}\n}\n\nreturn cfg\n`;
const itemFile = `local cfg = {}\n\ncfg.items = {\n${ITEMS.map(({ name, label, weight }) => `	["${name}"] = { "${label}",${weight} },`).join('\n')}\n}\n\nreturn cfg\n`;

/** Muulfz/vrpex 9766f74 database.sql; vRP 1 has the same tables without the columns that forks add to a car. */
const schema = (vehicleColumns: string): string => `
CREATE TABLE vrp_users (id INT(11) NOT NULL AUTO_INCREMENT, whitelisted TINYINT(1) DEFAULT NULL, banned TINYINT(1) DEFAULT NULL, PRIMARY KEY (id));
CREATE TABLE vrp_user_ids (identifier VARCHAR(100) NOT NULL, user_id INT(11) DEFAULT NULL, PRIMARY KEY (identifier), KEY fk_user_ids_users (user_id));
CREATE TABLE vrp_user_data (user_id INT(11) NOT NULL, dkey VARCHAR(100) NOT NULL, dvalue TEXT, PRIMARY KEY (user_id, dkey));
CREATE TABLE vrp_srv_data (dkey VARCHAR(100) NOT NULL, dvalue TEXT, PRIMARY KEY (dkey));
CREATE TABLE vrp_user_moneys (user_id INT(11) NOT NULL, wallet INT(11) DEFAULT NULL, bank INT(11) DEFAULT NULL, PRIMARY KEY (user_id));
CREATE TABLE vrp_user_vehicles (user_id INT(11) NOT NULL, vehicle VARCHAR(100) NOT NULL${vehicleColumns}, PRIMARY KEY (user_id, vehicle));
CREATE TABLE vrp_user_identities (user_id INT(11) NOT NULL, registration VARCHAR(20) DEFAULT NULL, phone VARCHAR(20) DEFAULT NULL, firstname VARCHAR(50) DEFAULT NULL, name VARCHAR(50) DEFAULT NULL, age INT(11) DEFAULT NULL, PRIMARY KEY (user_id), KEY registration (registration), KEY phone (phone));
`;

const base = (vehicleColumns: string): Base => ({
  lua: ['vrp1'],
  manifest: "description 'vRP'",
  settings: itemTable + groupTable,
  schema: schema(vehicleColumns),
  extras: [],
  config: { 'cfg/items.lua': itemFile, 'cfg/groups.lua': groupFile },
  seed(db, c) {
    insert(db, 'vrp_users', { id: c.id, whitelisted: true, banned: c.banned ?? false });
    const identifiers = [`license:${c.license}`, `steam:${c.steam}`, ...(c.discord ? [`discord:${c.discord}`] : [])];
    for (const identifier of identifiers) insert(db, 'vrp_user_ids', { identifier, user_id: c.id });
    if (c.unfinished) return;
    const groups = Object.fromEntries((c.groups ?? []).map((g) => [g, true]));
    const inventory = Object.fromEntries(Object.entries(c.items ?? {}).map(([k, amount]) => [k, { amount }]));
    insert(db, 'vrp_user_data', {
      user_id: c.id,
      dkey: 'vRP:datatable',
      dvalue: JSON.stringify({ groups, inventory, weapons: {} }),
    });
    insert(db, 'vrp_user_moneys', { user_id: c.id, wallet: c.wallet, bank: c.bank });
    const [firstname = '', name = ''] = c.name.split(' ');
    insert(db, 'vrp_user_identities', {
      user_id: c.id,
      registration: `P${c.id}`,
      phone: `9${c.id}`,
      firstname,
      name,
      age: 30,
    });
    for (const vehicle of c.vehicles ?? []) insert(db, 'vrp_user_vehicles', { user_id: c.id, vehicle });
  },
});

/** vRP 1: one car of each model, groups and inventory in the datatable. */
export const vrp1: Base = base('');

/** vRPex: the same, with the columns that it adds to a car. */
export const vrpex: Base = base(
  `, detido INT(1) NOT NULL DEFAULT 0, time VARCHAR(24) NOT NULL DEFAULT '0', engine INT(4) NOT NULL DEFAULT 1000, body INT(4) NOT NULL DEFAULT 1000, fuel INT(3) NOT NULL DEFAULT 100`,
);
