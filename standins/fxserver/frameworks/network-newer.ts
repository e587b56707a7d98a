import type { Base } from './base.ts';
import { INT, ITEMS, luaList, plateOf, TEXT, VEHICLES } from './catalog.ts';

/** The groups of the Creative Network bases, with their number of ranks. */
export const GROUPS: Record<string, number> = { Admin: 3, Premium: 3, Policia: 4, Paramedico: 3, Mecanica: 2 };

export const hierarchy = `Groups = {\n${Object.entries(GROUPS)
  .map(
    ([name, n]) =>
      `  ["${name}"] = { Hierarchy = { ${Array.from({ length: n }, (_, i) => `"Rank${i + 1}"`).join(', ')} } },`,
  )
  .join('\n')}\n}\n`;

/** Creative Network of 2025: columns in capitals, permissions in a cache that is written minutes later. */
export const networkNewer: Base = {
  lua: ['network-bag', 'network-newer'],
  manifest: "creative_network 'yes'",
  settings: hierarchy,
  extras: ['bank'],
  config: {
    'config/Item.lua': luaList('List', ITEMS, (n) => `["Index"] = "${n}", ["Name"] = "${n}"`),
    'config/Vehicle.lua': luaList('List', VEHICLES, (n) => `["Name"] = "${n}", ["Weight"] = 50, ["Price"] = 1000`),
    'config/Group.lua': hierarchy,
  },
  schema: `
CREATE TABLE accounts (id INTEGER PRIMARY KEY, License ${TEXT} UNIQUE, Discord ${TEXT} NOT NULL DEFAULT '0', Whitelist TINYINT(1) NOT NULL DEFAULT 1, Characters INT NOT NULL DEFAULT 1, ${INT('Gemstone')}, Premium INT NOT NULL DEFAULT 0, Level INT NOT NULL DEFAULT 0, Banned BIGINT NOT NULL DEFAULT 0, Reason ${TEXT}, Login INT NOT NULL DEFAULT 0, Token ${TEXT});
CREATE TABLE characters (id INTEGER PRIMARY KEY, License ${TEXT}, Name ${TEXT}, Lastname ${TEXT}, Phone ${TEXT}, ${INT('Bank')}, Prison INT NOT NULL DEFAULT 0, Created INT NOT NULL DEFAULT 0, Login INT NOT NULL DEFAULT 0, Deleted TINYINT(1) NOT NULL DEFAULT 0);
CREATE TABLE playerdata (Passport INT, Name ${TEXT}, Information TEXT, PRIMARY KEY (Passport, Name));
CREATE TABLE entitydata (Name ${TEXT} PRIMARY KEY, Information TEXT);
CREATE TABLE hwid (id INTEGER PRIMARY KEY, Account INT, Token ${TEXT}, Banned TINYINT(1) NOT NULL DEFAULT 0);
CREATE TABLE vehicles (id INTEGER PRIMARY KEY, Passport INT NOT NULL, Vehicle ${TEXT} NOT NULL, Plate ${TEXT}, ${INT('Tax')}, Weight INT NOT NULL DEFAULT 0, Rental INT NOT NULL DEFAULT 0, Arrest TINYINT(1) NOT NULL DEFAULT 0, Block TINYINT(1) NOT NULL DEFAULT 0, Work TINYINT(1) NOT NULL DEFAULT 0, Save ${TEXT} DEFAULT '1', Engine INT DEFAULT 1000, Body INT DEFAULT 1000, Health INT DEFAULT 1000, Fuel INT DEFAULT 100, Doors TEXT DEFAULT '{}', Windows TEXT DEFAULT '{}', Tyres TEXT DEFAULT '{}');
`,
  seed(db, c, now) {
    const [first = '', last = ''] = c.name.split(' ');
    db.query('INSERT INTO accounts(id, License, Discord, Banned, Reason) VALUES(?, ?, ?, ?, ?)', [
      c.id,
      c.license,
      c.discord === '' ? '0' : c.discord,
      c.banned ? -1 : 0,
      c.banned ? 'Anti-RP' : '',
    ]);
    if (c.banned) db.query('INSERT INTO hwid(Account, Token, Banned) VALUES(?, ?, 1)', [c.id, `token${c.id}`]);
    db.query('INSERT INTO characters(id, License, Name, Lastname, Phone, Bank, Deleted) VALUES(?, ?, ?, ?, ?, ?, ?)', [
      c.id,
      c.license,
      first,
      last,
      `555-${c.id}`,
      c.bank,
      c.deleted ?? false,
    ]);
    for (const [i, model] of (c.vehicles ?? []).entries()) {
      db.query('INSERT INTO vehicles(Passport, Vehicle, Plate, Tax) VALUES(?, ?, ?, ?)', [
        c.id,
        model,
        plateOf(c.id, i),
        Math.floor(now / 1000),
      ]);
    }
    for (const group of c.groups ?? []) {
      const key = `Permissions:${group}`;
      const row = db.rows('SELECT Information FROM entitydata WHERE Name = ?', key)[0];
      const members = { ...JSON.parse(String(row?.Information ?? '{}')), [c.id]: GROUPS[group] ?? 1 };
      db.query('REPLACE INTO entitydata VALUES(?, ?)', [key, JSON.stringify(members)]);
    }
    if (c.unfinished) return;
    const Inventory = Object.fromEntries(
      Object.entries(c.items ?? {}).map(([item, amount], i) => [String(i + 1), { item, amount }]),
    );
    db.query('INSERT INTO playerdata VALUES(?, ?, ?)', [
      c.id,
      'Datatable',
      JSON.stringify({ Inventory, Weight: 30, Health: 200 }),
    ]);
  },
};
