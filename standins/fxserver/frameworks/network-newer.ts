import { type Base, insert, slots } from './base.ts';
import { ITEMS, itemTable, listFile, networkItem, networkVehicle, plateOf, VEHICLES } from './catalog.ts';

/** The groups of the Creative Network bases, with their number of ranks. */
const GROUPS: Record<string, number> = {
  Admin: 3,
  Premium: 3,
  Policia: 4,
  Paramedico: 3,
  Mecanica: 2,
  'Família Ouro': 2,
};

/** The groups as a file. `parent` is what a generation calls the list of groups that count as this one. */
export const hierarchy = (parent: string): string =>
  `Groups = {\n${Object.entries(GROUPS)
    .map(
      ([name, n]) =>
        `	["${name}"] = {\n		["${parent}"] = {\n			["${name}"] = true\n		},\n		["Hierarchy"] = { ${Array.from(
          { length: n },
          (_, i) => `"Rank${i + 1}"`,
        ).join(', ')} },\n		["Service"] = {}\n	},`,
    )
    .join('\n')}\n}\n`;

/** The row of a group in the table `entitydata`. `Premium:2` is a group with a level. */
export const rowOfGroup = (group: string): string => `Permissions:${group.split(':')[0]}`;

/** The members of a group with their levels, which are one text. Without a level a member has the lowest. */
export const withMember = (text: unknown, id: number, group: string): string => {
  const [name = '', level] = group.split(':');
  return JSON.stringify({ ...JSON.parse(String(text ?? '{}')), [id]: Number(level ?? GROUPS[name] ?? 1) });
};

/**
 * Creative Network of 2025 (thechosenklaus/crnetwork 88ece78, database.sql): columns in capitals, permissions in a cache
 * that is written minutes later.
 */
export const networkNewer: Base = {
  lua: ['network-newer'],
  manifest: "creative_network 'extended'",
  settings: itemTable + hierarchy('Permission'),
  extras: ['bank'],
  config: {
    'config/Item.lua': listFile(
      'local List =',
      ITEMS.map(({ name }) => name),
      networkItem,
      155_373,
    ),
    'config/Vehicle.lua': listFile('local List =', VEHICLES, networkVehicle, 156_837),
    'config/Global.lua': hierarchy('Permission'),
  },
  schema: `
CREATE TABLE accounts (id BIGINT(20) NOT NULL AUTO_INCREMENT, Whitelist TINYINT(1) NOT NULL DEFAULT 0, Characters INT(10) NOT NULL DEFAULT 1, Gemstone INT(20) NOT NULL DEFAULT 0, Premium INT(20) NOT NULL DEFAULT 0, Level INT(2) NOT NULL DEFAULT 0, Banned INT(20) NOT NULL DEFAULT 0, License VARCHAR(50) NOT NULL DEFAULT '0', Discord VARCHAR(50) NOT NULL DEFAULT '0', Login INT(20) NOT NULL DEFAULT 0, Token VARCHAR(10) DEFAULT '0', PRIMARY KEY (id), KEY id (id), KEY Discord (Discord), KEY License (License), KEY Token (Token));
CREATE TABLE characters (id BIGINT(20) NOT NULL AUTO_INCREMENT, Name VARCHAR(50) DEFAULT 'Individuo', Lastname VARCHAR(50) DEFAULT 'Indigente', Sex VARCHAR(1) DEFAULT NULL, Phone VARCHAR(10) DEFAULT NULL, Bank INT(20) NOT NULL DEFAULT 5000, Blood INT(1) NOT NULL DEFAULT 1, Prison INT(10) NOT NULL DEFAULT 0, Medic INT(20) NOT NULL DEFAULT 0, \`Groups\` INT(20) NOT NULL DEFAULT 0, Skin VARCHAR(50) NOT NULL DEFAULT 'mp_m_freemode_01', Killed INT(9) NOT NULL DEFAULT 0, Death INT(9) NOT NULL DEFAULT 0, Playing INT(9) NOT NULL DEFAULT 0, License VARCHAR(50) DEFAULT NULL, Created INT(20) NOT NULL DEFAULT 0, Login INT(20) NOT NULL DEFAULT 0, Deleted INT(1) NOT NULL DEFAULT 0, PRIMARY KEY (id), KEY Discord (License), KEY id (id));
CREATE TABLE playerdata (Passport INT(10) NOT NULL, Name VARCHAR(100) NOT NULL, Information LONGTEXT DEFAULT NULL, PRIMARY KEY (Passport, Name), KEY Passport (Passport), KEY Information (Name));
CREATE TABLE entitydata (Name VARCHAR(100) NOT NULL, Information LONGTEXT DEFAULT NULL, PRIMARY KEY (Name), KEY Information (Name));
CREATE TABLE hwid (id BIGINT(20) NOT NULL AUTO_INCREMENT, Account INT(10) NOT NULL DEFAULT 1, Token VARCHAR(250) NOT NULL DEFAULT '0', Banned TINYINT(1) NOT NULL DEFAULT 0, PRIMARY KEY (id), KEY id (id));
CREATE TABLE vehicles (id INT(20) NOT NULL AUTO_INCREMENT, Passport INT(10) NOT NULL DEFAULT 0, Vehicle VARCHAR(100) DEFAULT NULL, Tax INT(20) NOT NULL DEFAULT 0, Plate VARCHAR(10) DEFAULT NULL, Weight INT(9) NOT NULL DEFAULT 0, Save VARCHAR(50) NOT NULL DEFAULT '1', Rental INT(20) NOT NULL DEFAULT 0, Arrest TINYINT(1) NOT NULL DEFAULT 0, Block TINYINT(1) NOT NULL DEFAULT 0, Engine INT(4) NOT NULL DEFAULT 1000, Body INT(4) NOT NULL DEFAULT 1000, Health INT(4) NOT NULL DEFAULT 1000, Fuel INT(3) NOT NULL DEFAULT 100, Nitro INT(5) NOT NULL DEFAULT 0, Work TINYINT(1) NOT NULL DEFAULT 0, Doors LONGTEXT DEFAULT NULL, Windows LONGTEXT DEFAULT NULL, Tyres LONGTEXT DEFAULT NULL, Seatbelt TINYINT(1) NOT NULL DEFAULT 0, Drift TINYINT(1) NOT NULL DEFAULT 0, PRIMARY KEY (id), KEY Passport (Passport), KEY Vehicle (Vehicle));
`,
  seed(db, c, now) {
    const [Name = '', Lastname = ''] = c.name.split(' ');
    insert(db, 'accounts', {
      id: c.id,
      Whitelist: true,
      License: c.license,
      Discord: c.discord === '' ? '0' : c.discord,
      Banned: c.banned ? -1 : 0,
    });
    if (c.banned) insert(db, 'hwid', { Account: c.id, Token: `token${c.id}`, Banned: true });
    insert(db, 'characters', {
      id: c.id,
      License: c.license,
      Name,
      Lastname,
      Phone: `555-${c.id}`,
      Bank: c.bank,
      Deleted: c.deleted ? 1 : 0,
    });
    for (const [i, Vehicle] of (c.vehicles ?? []).entries()) {
      insert(db, 'vehicles', { Passport: c.id, Vehicle, Plate: plateOf(c.id, i), Tax: Math.floor(now / 1000) });
    }
    for (const group of c.groups ?? []) {
      const key = rowOfGroup(group);
      const row = db.rows('SELECT Information FROM entitydata WHERE Name = ?', key)[0];
      db.query('REPLACE INTO entitydata (Name, Information) VALUES (?, ?)', [
        key,
        withMember(row?.Information, c.id, group),
      ]);
    }
    if (c.unfinished) return;
    const Information = JSON.stringify({ Inventory: slots(c.items), Weight: 30, Health: 200 });
    insert(db, 'playerdata', { Passport: c.id, Name: 'Datatable', Information });
  },
};
